-module(sample_bad_instantiator).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> {setup, fun() -> 1 end, fun(_) -> ok end}.

last_test() -> ok.
