%% Processes wait for each other at a barrier.
-module(barrier).
-export([main/0]).

main() ->
    N = 5,
    Barrier = spawn(fun() -> barrier(N, []) end),
    Self = self(),
    [spawn(fun() -> Self ! {before, I}, Barrier ! {arrive, self()}, receive go -> Self ! {past, I} end end) || I <- lists:seq(1, N)],
    Events = [receive M -> M end || _ <- lists:seq(1, 2 * N)],
    {First, Second} = lists:split(N, Events),
    {lists:usort([T || {T, _} <- First]), lists:usort([T || {T, _} <- Second]), lists:sort([I || {_, I} <- Second])}.

barrier(N, Waiting) when length(Waiting) =:= N -> [P ! go || P <- Waiting];
barrier(N, Waiting) -> receive {arrive, P} -> barrier(N, [P | Waiting]) end.
