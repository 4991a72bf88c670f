%% Reads digits drawn with seven segments.
-module(bank_ocr).
-export([main/0]).

digits() -> [" _ | ||_|", "     |  |", " _  _||_ ", " _  _| _|", "   |_|  |", " _ |_  _|", " _ |_ |_|", " _   |  |", " _ |_||_|", " _ |_| _|"].

read(Lines) ->
    Cols = [[lists:sublist(L, I, 3) || L <- Lines] || I <- lists:seq(1, length(hd(Lines)), 3)],
    [digit(lists:append(C)) || C <- Cols].

digit(S) -> case [N || {N, D} <- lists:zip(lists:seq(0, 9), digits()), D =:= S] of [N] -> N; [] -> '?' end.

draw(Ns) -> [lists:append([lists:sublist(lists:nth(N + 1, digits()), R * 3 + 1, 3) || N <- Ns]) || R <- [0, 1, 2]].

main() ->
    Lines = draw([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]),
    [io:format("~s~n", [L]) || L <- Lines],
    {read(Lines), read(["   ", "| |", "|_|"])}.
