-module(sample_too_late).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> [?_test(ok), {timeout, 0.05, fun() -> timer:sleep(1000) end}, ?_test(ok)].

last_test() -> ok.
