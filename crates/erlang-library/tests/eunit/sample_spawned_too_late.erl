-module(sample_spawned_too_late).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> [{spawn, {timeout, 0.05, {"late", fun() -> timer:sleep(1000) end}}}, ?_test(ok)].

last_test() -> ok.
