%% Textbook RSA with big numbers.
-module(rsa).
-export([main/0]).

egcd(A, 0) -> {A, 1, 0};
egcd(A, B) -> {G, X, Y} = egcd(B, A rem B), {G, Y, X - (A div B) * Y}.

inverse(A, M) -> {1, X, _} = egcd(A, M), ((X rem M) + M) rem M.

pow(_, 0, _) -> 1;
pow(B, E, M) when E rem 2 =:= 0 -> pow(B * B rem M, E div 2, M);
pow(B, E, M) -> B * pow(B, E - 1, M) rem M.

main() ->
    P = 1000000007, Q = 998244353, N = P * Q, E = 65537,
    D = inverse(E, (P - 1) * (Q - 1)),
    <<M:56>> = <<"erlang!">>,
    C = pow(M, E, N),
    {C, <<(pow(C, D, N)):56>>, try inverse(6, 9) catch error:{badmatch, {G, _, _}} -> {not_invertible, G} end}.
