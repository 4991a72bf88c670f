%% Population count, Gray codes, de Bruijn, byte swaps.
-module(bit_tricks).
-export([main/0]).

pop(0) -> 0;
pop(N) -> (N band 1) + pop(N bsr 1).

gray(N) -> N bxor (N bsr 1).
ungray(0) -> 0;
ungray(G) -> G bxor ungray(G bsr 1).

swap32(N) -> <<R:32/little>> = <<N:32/big>>, R.
rotl(N, K) -> ((N bsl K) bor (N bsr (32 - K))) band 16#ffffffff.

main() ->
    {[pop(N) || N <- [0, 1, 255, 1 bsl 70, (1 bsl 70) - 1]], [gray(N) || N <- lists:seq(0, 8)],
     lists:all(fun(N) -> ungray(gray(N)) =:= N end, lists:seq(0, 100)), swap32(16#01020304), rotl(16#80000001, 4), pop(bnot -256)}.
