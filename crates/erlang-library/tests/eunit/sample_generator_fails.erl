-module(sample_generator_fails).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> error(no).

last_test() -> ok.
