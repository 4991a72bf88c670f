%% Draws into a bit map and prints it.
-module(bitmap_image).
-export([main/0]).

new(W, H) -> {W, H, <<0:(W * H)>>}.

set(X, Y, {W, H, Bits}) ->
    N = Y * W + X,
    <<A:N/bits, _:1, B/bits>> = Bits,
    {W, H, <<A/bits, 1:1, B/bits>>}.

rows({W, _, Bits}) -> [[case B of 1 -> $#; 0 -> $. end || <<B:1>> <= Row] || <<Row:W/bits>> <= Bits].

main() ->
    Img = lists:foldl(fun({X, Y}, I) -> set(X, Y, I) end, new(9, 5),
                      [{X, 2} || X <- lists:seq(0, 8)] ++ [{4, Y} || Y <- lists:seq(0, 4)]),
    [io:format("~s~n", [R]) || R <- rows(Img)],
    element(3, Img).
