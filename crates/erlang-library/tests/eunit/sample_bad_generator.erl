-module(sample_bad_generator).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> ok.

last_test() -> ok.
