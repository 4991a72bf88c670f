%% Scores a game of bowling.
-module(bowling).
-export([main/0]).

score(Rolls) -> score(Rolls, 1, 0).

score(_, 11, S) -> S;
score([10, A, B | _] = [_ | Rest], Frame, S) -> score(Rest, Frame + 1, S + 10 + A + B);
score([A, B, C | _] = [_, _ | Rest], Frame, S) when A + B =:= 10 -> score(Rest, Frame + 1, S + 10 + C);
score([A, B | Rest], Frame, S) when A + B < 10 -> score(Rest, Frame + 1, S + A + B).

main() ->
    {score(lists:duplicate(12, 10)), score(lists:duplicate(20, 4)), score(lists:duplicate(21, 5)),
     try score([10]) catch error:function_clause:St -> {too_few, element(3, hd(St))} end}.
