-module(sample_killed).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> [?_test(ok), ?_test(exit(self(), kill)), ?_test(ok)].

last_test() -> ok.
