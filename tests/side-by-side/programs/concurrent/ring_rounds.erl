%% A ring of processes: a sum goes round several times, every process adds its number, and all stop in turn.
-module(ring_rounds).
-export([main/0]).

main() ->
    First = build(4, self()),
    Sums = [round_trip(First, Start) || Start <- [0, 100, 1000]],
    First ! {stop, []},
    Stopped = receive {stop, Numbers} -> lists:reverse(Numbers) end,
    {Sums, Stopped}.

%% The last process of the ring passes on to the one who built it.
build(0, Next) ->
    Next;
build(N, Next) ->
    build(N - 1, spawn(fun() -> member(N, Next, 0) end)).

round_trip(First, Start) ->
    First ! {sum, Start},
    receive
        {sum, Sum} -> Sum
    end.

member(N, Next, Rounds) ->
    receive
        {sum, Sum} ->
            Next ! {sum, Sum + N},
            member(N, Next, Rounds + 1);
        {stop, Numbers} ->
            Next ! {stop, [{N, Rounds} | Numbers]}
    end.
