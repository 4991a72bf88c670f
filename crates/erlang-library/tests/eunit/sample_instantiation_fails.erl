-module(sample_instantiation_fails).
-include_lib("eunit/include/eunit.hrl").

first_test() -> ok.

it_test_() -> {setup, fun() -> 1 end, fun(X) -> error({no, X}) end}.

last_test() -> ok.
