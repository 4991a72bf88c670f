%% The function that -on_load names runs once, before the first call from outside, in a process of its own.
-module(loading_first).
-export([main/0, state/0]).
-on_load(load/0).

load() ->
    persistent_term:put(?MODULE, {loaded, get(mark), is_pid(self())}),
    count(),
    ok.

count() -> persistent_term:put({?MODULE, times}, 1 + persistent_term:get({?MODULE, times}, 0)).

main() ->
    put(mark, mine),
    Me = self(),
    spawn(?MODULE, state, []),
    spawn(fun() -> Me ! ?MODULE:state() end),
    Other = receive State -> State end,
    {Other, ?MODULE:state(), apply(?MODULE, state, []), persistent_term:get({?MODULE, times})}.

state() -> persistent_term:get(?MODULE, not_loaded).
