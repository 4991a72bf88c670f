%% Base 64 by six-bit groups.
-module(base64_by_hand).
-export([main/0]).

encode(B) -> << (group(G)) || G <- groups(B) >>.

groups(<<G:3/binary, R/binary>>) -> [G | groups(R)];
groups(<<>>) -> [];
groups(G) -> [G].

group(<<A:6, B:6, C:6, D:6>>) -> <<(c(A)), (c(B)), (c(C)), (c(D))>>;
group(<<A:6, B:6, C:4>>) -> <<(c(A)), (c(B)), (c(C bsl 2)), $=>>;
group(<<A:6, B:2>>) -> <<(c(A)), (c(B bsl 4)), "==">>.

c(N) when N < 26 -> $A + N;
c(N) when N < 52 -> $a + N - 26;
c(N) when N < 62 -> $0 + N - 52;
c(62) -> $+;
c(63) -> $/.

main() ->
    Inputs = [<<>>, <<"f">>, <<"fo">>, <<"foo">>, <<"foobar">>, <<255, 254, 253, 252>>],
    {[encode(B) || B <- Inputs], [encode(B) =:= base64:encode(B) || B <- Inputs]}.
