-module(sample_cleanup_fails).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> {setup, fun() -> 1 end, fun(1) -> error(no) end, ?_test(ok)}.

last_test() -> ok.
