%% Chang and Roberts' election on a ring.
-module(leader_election).
-export([main/0]).

main() ->
    Ids = [3, 7, 2, 9, 4],
    Self = self(),
    Pids = [spawn(fun() -> receive {next, Next} -> Next ! {candidate, Id}, elect(Id, Next, Self) end end) || Id <- Ids],
    [P ! {next, Q} || {P, Q} <- lists:zip(Pids, tl(Pids) ++ [hd(Pids)])],
    lists:sort([receive {elected, Id, L} -> {Id, L} end || _ <- Ids]).

elect(Id, Next, Main) ->
    receive
        {candidate, C} when C > Id -> Next ! {candidate, C}, elect(Id, Next, Main);
        {candidate, C} when C < Id -> elect(Id, Next, Main);
        {candidate, Id} -> Next ! {leader, Id}, elect(Id, Next, Main);
        {leader, L} -> L =/= Id andalso (Next ! {leader, L}), Main ! {elected, Id, L}
    end.
