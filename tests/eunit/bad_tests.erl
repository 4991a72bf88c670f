-module(bad_tests).
-include_lib("eunit/include/eunit.hrl").

number_test_() -> 17.

a_test() -> ok.
