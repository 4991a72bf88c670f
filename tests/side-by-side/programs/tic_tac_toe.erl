%% Minimax on tic-tac-toe.
-module(tic_tac_toe).
-export([main/0]).

lines() -> [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}].

winner(B) ->
    case [P || {X, Y, Z} <- lines(), P <- [element(X, B)], P =/= e, P =:= element(Y, B), P =:= element(Z, B)] of
        [P | _] -> P;
        [] -> case lists:member(e, tuple_to_list(B)) of true -> none; false -> draw end
    end.

other(x) -> o;
other(o) -> x.

score(B, P) ->
    case winner(B) of
        x -> {1, none};
        o -> {-1, none};
        draw -> {0, none};
        none ->
            Moves = [{element(1, score(setelement(I, B, P), other(P))), I} || I <- lists:seq(1, 9), element(I, B) =:= e],
            case P of x -> lists:max(Moves); o -> lists:min(Moves) end
    end.

main() ->
    B = {x, o, x, e, o, e, e, e, e},
    {score(B, x), score({x, x, e, o, o, e, e, e, e}, x), score({x, o, x, o, x, o, o, x, o}, o)}.
