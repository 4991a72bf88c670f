%% A rate limiter on virtual or real time.
-module(token_bucket).
-export([main/0]).

main() ->
    B = spawn(fun() -> bucket(3, 3) end),
    R1 = [ask(B) || _ <- lists:seq(1, 5)],
    timer:sleep(240),
    R2 = [ask(B) || _ <- lists:seq(1, 2)],
    {R1, R2}.

ask(B) -> B ! {self(), take}, receive R -> R end.

bucket(N, Max) ->
    receive
        {P, take} when N > 0 -> P ! ok, bucket(N - 1, Max);
        {P, take} -> P ! denied, bucket(N, Max)
    after 100 -> bucket(min(N + 1, Max), Max)
    end.
