%% Leader election on a ring (Chang and Roberts): the highest number that comes back to its owner wins.
-module(election).
-export([main/0]).

main() ->
    [elect(Numbers) || Numbers <- [[3, 7, 5], [1, 2, 3, 4], [9]]].

elect(Numbers) ->
    Main = self(),
    Members = [spawn(fun() -> member(Number, Main) end) || Number <- Numbers],
    connect(Members),
    [Member ! start || Member <- Members],
    {leaders(length(Members)), [stop(Member) || Member <- Members]}.

connect([First | Others] = Members) ->
    [Member ! {next, Next} || {Member, Next} <- lists:zip(Members, Others ++ [First])].

leaders(0) -> [];
leaders(N) -> receive {leader, Leader} -> [Leader | leaders(N - 1)] end.

stop(Member) ->
    Member ! {stop, self()},
    receive {stopped, Member, Knows} -> Knows end.

member(Number, Main) ->
    receive {next, Next} -> ok end,
    receive start -> Next ! {candidate, Number} end,
    vote(Number, Next, Main).

vote(Number, Next, Main) ->
    receive
        {candidate, Other} when Other > Number ->
            Next ! {candidate, Other},
            vote(Number, Next, Main);
        {candidate, Number} ->
            Next ! {elected, Number},
            vote(Number, Next, Main);
        {candidate, _} ->
            vote(Number, Next, Main);
        {elected, Leader} ->
            Main ! {leader, Leader},
            [Next ! {elected, Leader} || Leader =/= Number],
            done(Number, Leader)
    end.

done(Number, Leader) ->
    receive
        {stop, From} -> From ! {stopped, self(), {Number, Leader}};
        {elected, Leader} -> done(Number, Leader)
    end.
