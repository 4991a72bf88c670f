%% Symbolic differentiation and simplification.
-module(expression_simplifier).
-export([main/0]).

d({num, _}, _) -> {num, 0};
d({var, X}, X) -> {num, 1};
d({var, _}, _) -> {num, 0};
d({add, A, B}, X) -> {add, d(A, X), d(B, X)};
d({mul, A, B}, X) -> {add, {mul, d(A, X), B}, {mul, A, d(B, X)}};
d({pow, A, N}, X) -> {mul, {mul, {num, N}, {pow, A, N - 1}}, d(A, X)}.

s({add, A, B}) -> case {s(A), s(B)} of {{num, 0}, E} -> E; {E, {num, 0}} -> E; {{num, X}, {num, Y}} -> {num, X + Y}; {X, Y} -> {add, X, Y} end;
s({mul, A, B}) ->
    case {s(A), s(B)} of
        {{num, 0}, _} -> {num, 0};
        {_, {num, 0}} -> {num, 0};
        {{num, 1}, E} -> E;
        {E, {num, 1}} -> E;
        {{num, X}, {num, Y}} -> {num, X * Y};
        {X, Y} -> {mul, X, Y}
    end;
s({pow, A, 1}) -> s(A);
s({pow, _, 0}) -> {num, 1};
s(E) -> E.

show({num, N}) -> integer_to_list(N);
show({var, X}) -> atom_to_list(X);
show({add, A, B}) -> "(" ++ show(A) ++ " + " ++ show(B) ++ ")";
show({mul, A, B}) -> show(A) ++ "*" ++ show(B);
show({pow, A, N}) -> show(A) ++ "^" ++ integer_to_list(N).

main() ->
    E = {add, {mul, {num, 3}, {pow, {var, x}, 2}}, {mul, {num, 5}, {var, x}}},
    io:format("~s -> ~s~n", [show(E), show(s(d(E, x)))]),
    {s(d(E, x)), s(d(s(d(E, x)), x)), s(d(E, y))}.
