-module(other_tests).
-include_lib("eunit/include/eunit.hrl").

four_test() -> ?assertEqual(4, other:double(2)).

five_test() -> ?assertEqual(5, other:double(3)).
