-module(with_values).
-include_lib("eunit/include/eunit.hrl").

with_test_() -> {with, 7, [fun(X) -> ?assertEqual(7, X) end, fun(X) -> ?assert(X > 7) end, fun odd/1]}.

none_test_() -> {with, 7, []}.

odd(X) -> ?assertEqual(1, X rem 2).
