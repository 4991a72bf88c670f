%% Complex numbers as tuples, and a Mandelbrot picture.
-module(complex_numbers).
-export([main/0]).

add({A, B}, {C, D}) -> {A + C, B + D}.
mul({A, B}, {C, D}) -> {A * C - B * D, A * D + B * C}.
norm({A, B}) -> A * A + B * B.

escape(C) -> escape({0, 0}, C, 0).
escape(Z, C, N) ->
    case N >= 20 orelse norm(Z) > 4 of
        true -> N;
        false -> escape(add(mul(Z, Z), C), C, N + 1)
    end.

main() ->
    [io:format("~s~n", [[case escape({X / 10, Y / 5}) of 20 -> $#; N when N > 5 -> $+; _ -> $. end || X <- lists:seq(-20, 5)]])
     || Y <- lists:seq(-5, 5)],
    {mul({1, 2}, {3, -1}), norm({3, 4}), escape({1.0, 1.0})}.
