%% Guards: comma, semicolon, failing parts, andalso and orelse.
-module(guards_zoo).
-export([main/0]).

g1(X, Y) when X > 0, Y > 0 -> both;
g1(X, Y) when X > 0; Y > 0 -> one;
g1(_, _) -> none.

g2(X) when hd(X) =:= a; is_atom(X) -> yes;
g2(_) -> no.

g3(X) when is_list(X) andalso length(X) > 2 orelse is_tuple(X) andalso tuple_size(X) > 2 -> big;
g3(_) -> small.

g4(X) when (X + 1) * 2 > 10 -> large;
g4(X) when abs(X) > 3 -> far;
g4(_) -> near.

g5(X, Y) when X == Y, X =/= Y -> equal_not_identical;
g5(X, X) -> identical;
g5(_, _) -> different.

main() ->
    {[g1(X, Y) || X <- [-1, 1], Y <- [-1, 1]], [g2(X) || X <- [[a], [b], [], a, 1]],
     [g3(X) || X <- [[1, 2, 3], [1], {1, 2, 3}, {}, x, [1, 2 | 3]]], [g4(X) || X <- [10, -10, 0, a, 3.9, 4]],
     [g5(X, Y) || {X, Y} <- [{1, 1.0}, {1, 1}, {a, b}]]}.
