%% Trial division, factorisation, perfect numbers.
-module(primes_trial).
-export([main/0]).

factors(N) -> factors(N, 2).
factors(1, _) -> [];
factors(N, D) when D * D > N -> [N];
factors(N, D) when N rem D =:= 0 -> [D | factors(N div D, D)];
factors(N, D) -> factors(N, D + 1).

divisors(N) -> [D || D <- lists:seq(1, N div 2), N rem D =:= 0].

main() ->
    io:format("~p~n", [[{N, factors(N)} || N <- [2, 12, 97, 360, 1001, 65537]]]),
    {[N || N <- lists:seq(2, 500), lists:sum(divisors(N)) =:= N], factors(123456789)}.
