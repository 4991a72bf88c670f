-module(setups).
-include_lib("eunit/include/eunit.hrl").

spawn_test_() -> {setup, fun start/0, fun stop/1, fun(X) -> [?_assertEqual(1, X), ?_assertEqual(2, X)] end}.

explicit_spawn_test_() -> {setup, spawn, fun start/0, fun stop/1, fun(X) -> ?_assertEqual(1, X) end}.

local_test_() -> {setup, local, fun() -> put(key, here) end, fun(_) -> erase(key) end, ?_assertEqual(here, get(key))}.

not_local_test_() -> {setup, spawn, fun() -> put(key, here) end, fun(_) -> erase(key) end, ?_assertEqual(undefined, get(key))}.

no_cleanup_test_() -> {setup, fun start/0, fun(X) -> {"instantiated", ?_assertEqual(1, X)} end}.

no_cleanup_local_test_() -> {setup, local, fun start/0, [?_test(ok), ?_test(ok)]}.

with_test_() -> {setup, fun start/0, fun stop/1, {with, [fun one/1, fun two/1]}}.

list_test_() ->
    {setup, [{a, fun() -> 1 end, fun(1) -> ok end}, {b, fun() -> 2 end}], fun([A, B]) -> ?_assertEqual(3, A + B) end}.

nested_test_() ->
    {setup, fun start/0, fun stop/1,
     fun(X) -> {"inner", {setup, fun() -> X + 1 end, fun(Y) -> [?_assertEqual(2, Y), ?_assertEqual(X, Y)] end}} end}.

start() -> 1.
stop(1) -> ok.

one(X) -> ?assertEqual(1, X).
two(X) -> ?assertEqual(2, X).
