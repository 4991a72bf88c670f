-module(sample_setup_fails).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> {setup, fun() -> error(no) end, ?_test(ok)}.

last_test() -> ok.
