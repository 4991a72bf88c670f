%% Rational arithmetic with normalised fractions.
-module(gcd_rationals).
-export([main/0]).

-record(q, {n, d}).

q(N, D) when D < 0 -> q(-N, -D);
q(_, 0) -> error(division_by_zero);
q(N, D) -> G = gcd(abs(N), D), #q{n = N div G, d = D div G}.

gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).

add(#q{n = A, d = B}, #q{n = C, d = D}) -> q(A * D + C * B, B * D).
mul(#q{n = A, d = B}, #q{n = C, d = D}) -> q(A * C, B * D).
inv(#q{n = N, d = D}) -> q(D, N).

show(#q{n = N, d = 1}) -> integer_to_list(N);
show(#q{n = N, d = D}) -> lists:concat([N, "/", D]).

main() ->
    Harmonic = lists:foldl(fun(K, S) -> add(S, q(1, K)) end, q(0, 1), lists:seq(1, 20)),
    io:format("H(20) = ~s~n", [show(Harmonic)]),
    [show(mul(q(2, 4), q(-3, 9))), show(inv(q(3, -7))), show(add(q(1, 2), q(1, 2))), catch_error(fun() -> inv(q(0, 5)) end)].

catch_error(F) -> try F() catch error:R -> R end.
