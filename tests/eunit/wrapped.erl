-module(wrapped).
-include_lib("eunit/include/eunit.hrl").

-export([eunit_wrapper_/1]).

eunit_wrapper_(Tests) -> {setup, fun() -> put(wrapped, true) end, fun(_) -> ok end, {"wrapped", Tests}}.

a_test() -> ok.

b_test() -> ?assertEqual(1, 2).
