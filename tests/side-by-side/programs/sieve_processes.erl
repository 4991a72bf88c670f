%% A prime sieve in which every prime is a process that filters its multiples.
-module(sieve_processes).
-export([main/0]).

main() ->
    Self = self(),
    First = spawn(fun() -> filter_first(Self) end),
    [First ! {number, N} || N <- lists:seq(2, 60)],
    First ! stop,
    collect([]).

filter_first(Sink) ->
    receive
        {number, P} -> Sink ! {prime, P}, filter(P, none, Sink);
        stop -> Sink ! done
    end.

filter(P, Next, Sink) ->
    receive
        {number, N} when N rem P =:= 0 -> filter(P, Next, Sink);
        {number, N} when Next =:= none ->
            New = spawn(fun() -> filter_first(Sink) end),
            New ! {number, N},
            filter(P, New, Sink);
        {number, N} -> Next ! {number, N}, filter(P, Next, Sink);
        stop when Next =:= none -> Sink ! done;
        stop -> Next ! stop
    end.

collect(Primes) ->
    receive
        {prime, P} -> collect([P | Primes]);
        done -> lists:sort(Primes)
    end.
