%% Mutual exclusion without a centre (Ricart and Agrawala): requests have clocks, the earlier goes first. What is protected is a counter that is read and
%% then written.
-module(mutex).
-export([main/0]).

main() ->
    Shared = ets:new(shared, [public]),
    ets:insert(Shared, {count, 0}),
    Main = self(),
    Nodes = [spawn_link(fun() -> node(Main, Shared) end) || _ <- [1, 2, 3]],
    [N ! {peers, Nodes -- [N]} || N <- Nodes],
    [receive {done, N} -> ok end || N <- Nodes],
    [N ! stop || N <- Nodes],
    [receive {stopped, N} -> ok end || N <- Nodes],
    ets:lookup(Shared, count).

node(Main, Shared) ->
    receive {peers, Peers} -> rounds(3, Main, Shared, Peers, 0) end.

rounds(0, Main, _, _, Clock) ->
    Main ! {done, self()},
    serve(Main, Clock);
rounds(Left, Main, Shared, Peers, Clock) ->
    Mine = {Clock + 1, self()},
    [P ! {request, Mine} || P <- Peers],
    {Later, Now} = acquire(length(Peers), Mine, [], Clock + 1),
    [{count, Count}] = ets:lookup(Shared, count),
    erlang:yield(),
    ets:insert(Shared, {count, Count + 1}),
    [P ! {reply, Now} || P <- Later],
    rounds(Left - 1, Main, Shared, Peers, Now).

acquire(0, _, Later, Clock) -> {Later, Clock};
acquire(Missing, Mine, Later, Clock) ->
    receive
        {reply, Theirs} -> acquire(Missing - 1, Mine, Later, max(Clock, Theirs));
        {request, {Theirs, P}} when {Theirs, P} > Mine -> acquire(Missing, Mine, [P | Later], max(Clock, Theirs));
        {request, {Theirs, P}} ->
            P ! {reply, Clock},
            acquire(Missing, Mine, Later, max(Clock, Theirs))
    end.

serve(Main, Clock) ->
    receive
        {request, {Theirs, P}} -> P ! {reply, Clock}, serve(Main, max(Clock, Theirs));
        stop -> Main ! {stopped, self()}
    end.
