%% The sieve of Eratosthenes over a list.
-module(sieve).
-export([main/0]).

primes(N) -> sieve(lists:seq(2, N)).

sieve([]) -> [];
sieve([P | Rest]) -> [P | sieve([X || X <- Rest, X rem P =/= 0])].

main() ->
    Primes = primes(100),
    io:format("~p primes up to 100~n~p~n", [length(Primes), Primes]),
    lists:sum(Primes).
