-module(deep_lists).
-include_lib("eunit/include/eunit.hrl").

deep_test_() ->
    [[[?_test(ok)], []], [[[[?_assertEqual(1, 2)]]]], fun() -> ok end, [[], [[]], {"named", [?_test(ok), [?_test(error(deep))]]}]].

single_test_() -> ?_test(ok).

fun_test_() -> fun() -> ok end.

nothing_test_() -> [[], [[]]].
