%% Big integers: factorials, digits of e, Fermat test.
-module(big_factorials).
-export([main/0]).

fact(N) -> lists:foldl(fun(X, A) -> X * A end, 1, lists:seq(1, N)).

e_digits(N) ->
    Scale = lists:foldl(fun(_, A) -> A * 10 end, 1, lists:seq(1, N + 5)),
    sum(Scale, 1, 0) div 100000.
sum(0, _, S) -> S;
sum(T, K, S) -> sum(T div K, K + 1, S + T).

modpow(_, 0, _) -> 1;
modpow(B, E, M) when E band 1 =:= 0 -> X = modpow(B, E bsr 1, M), X * X rem M;
modpow(B, E, M) -> B * modpow(B, E - 1, M) rem M.

main() ->
    M61 = (1 bsl 61) - 1, M89 = (1 bsl 89) - 1,
    {fact(50), e_digits(60), modpow(3, M61 - 1, M61), modpow(3, M89 - 1, M89), modpow(3, M89, M89 + 2)}.
