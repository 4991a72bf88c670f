-module(failing_generator).
-include_lib("eunit/include/eunit.hrl").

a_test() -> ok.

fails_test_() -> lists:nth(3, [1, 2]).

z_test() -> ok.
