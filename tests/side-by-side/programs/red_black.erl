%% Insertion into a red-black tree, Okasaki's way.
-module(red_black).
-export([main/0]).

insert(X, T) ->
    {_, L, Y, R} = ins(X, T),
    {black, L, Y, R}.

ins(X, empty) -> {red, empty, X, empty};
ins(X, {C, L, Y, R}) when X < Y -> balance(C, ins(X, L), Y, R);
ins(X, {C, L, Y, R}) when X > Y -> balance(C, L, Y, ins(X, R));
ins(_, T) -> T.

balance(black, {red, {red, A, X, B}, Y, C}, Z, D) -> {red, {black, A, X, B}, Y, {black, C, Z, D}};
balance(black, {red, A, X, {red, B, Y, C}}, Z, D) -> {red, {black, A, X, B}, Y, {black, C, Z, D}};
balance(black, A, X, {red, {red, B, Y, C}, Z, D}) -> {red, {black, A, X, B}, Y, {black, C, Z, D}};
balance(black, A, X, {red, B, Y, {red, C, Z, D}}) -> {red, {black, A, X, B}, Y, {black, C, Z, D}};
balance(C, L, X, R) -> {C, L, X, R}.

black_height(empty) -> 1;
black_height({C, L, _, R}) ->
    H = black_height(L),
    H = black_height(R),
    case C of black -> H + 1; red -> H end.

main() ->
    T = lists:foldl(fun insert/2, empty, lists:seq(1, 100)),
    Small = lists:foldl(fun insert/2, empty, [c, a, b, d]),
    {black_height(T), Small}.
