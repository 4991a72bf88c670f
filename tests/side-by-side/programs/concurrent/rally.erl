%% Ping-pong: two players hit a ball until one of them tires, and report how often each of them hit it.
-module(rally).
-export([main/0]).

main() ->
    Referee = self(),
    Ann = spawn(fun() -> player(ann, 5, 0, Referee) end),
    Bob = spawn(fun() -> player(bob, 4, 0, Referee) end),
    Ann ! {ball, Bob},
    Scores = [score(ann), score(bob)],
    {winner(Scores), Scores}.

score(Name) ->
    receive
        {score, Name, Hits, Why} -> {Name, Hits, Why}
    end.

winner([{Name, _, played} | _]) -> Name;
winner([_ | Others]) -> winner(Others).

player(Name, Strength, Hits, Referee) ->
    receive
        {ball, Other} when Hits >= Strength ->
            Other ! miss,
            Referee ! {score, Name, Hits, tired};
        {ball, Other} ->
            Other ! {ball, self()},
            player(Name, Strength, Hits + 1, Referee);
        miss ->
            Referee ! {score, Name, Hits, played}
    end.
