-module(bad_tuples).
-include_lib("eunit/include/eunit.hrl").

tuple_test_() -> [?_test(ok), {nonsense, 1, 2, 3}, ?_test(ok)].
