%% The towers of Hanoi with a check of every move.
-module(hanoi).
-export([main/0]).

solve(0, _, _, _) -> [];
solve(N, From, To, Via) -> solve(N - 1, From, Via, To) ++ [{From, To}] ++ solve(N - 1, Via, To, From).

play([], Pegs) -> Pegs;
play([{From, To} | Moves], Pegs) ->
    #{From := [Disk | Rest], To := Target} = Pegs,
    true = Target =:= [] orelse hd(Target) > Disk,
    play(Moves, Pegs#{From := Rest, To := [Disk | Target]}).

main() ->
    Moves = solve(5, a, c, b),
    io:format("~p moves, the first: ~p~n", [length(Moves), lists:sublist(Moves, 5)]),
    Bad = (catch play([{a, b}, {a, b}], #{a => [1, 2], b => [], c => []})),
    {play(Moves, #{a => lists:seq(1, 5), b => [], c => []}), element(1, element(2, Bad))}.
