%% Square roots by Newton's method and integer square roots of big numbers.
-module(newton).
-export([main/0]).

sqrt(X) -> sqrt(X, X / 2, 0).
sqrt(X, G, N) ->
    case (G + X / G) / 2 of
        Next when abs(Next - G) < 1.0e-12 -> {Next, N};
        Next -> sqrt(X, Next, N + 1)
    end.

isqrt(0) -> 0;
isqrt(N) -> isqrt(N, N).
isqrt(N, X) ->
    Y = (X + N div X) div 2,
    if Y >= X -> X; true -> isqrt(N, Y) end.

pow10(0) -> 1;
pow10(N) -> 10 * pow10(N - 1).

main() -> {sqrt(2), sqrt(144), isqrt(2 * pow10(100)), isqrt(99), isqrt(100)}.
