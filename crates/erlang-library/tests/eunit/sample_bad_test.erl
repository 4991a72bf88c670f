-module(sample_bad_test).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> [?_test(ok), {foo, bar, baz}, ?_test(ok)].

last_test() -> ok.
