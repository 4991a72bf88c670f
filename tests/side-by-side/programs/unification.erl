%% First-order unification of terms with variables.
-module(unification).
-export([main/0]).

unify(A, B) -> try {ok, u(A, B, #{})} catch throw:R -> {fail, R} end.

u(A, B, S) -> u1(walk(A, S), walk(B, S), S).
u1(X, X, S) -> S;
u1({var, _} = V, T, S) -> S#{V => T};
u1(T, {var, _} = V, S) -> S#{V => T};
u1({F, As}, {F, Bs}, S) when is_atom(F), length(As) =:= length(Bs) ->
    lists:foldl(fun({A, B}, Acc) -> u(A, B, Acc) end, S, lists:zip(As, Bs));
u1(A, B, _) -> throw({A, B}).

walk({var, _} = V, S) -> case S of #{V := T} -> walk(T, S); _ -> V end;
walk(T, _) -> T.

main() ->
    X = {var, x}, Y = {var, y},
    [unify({f, [X, {a, []}]}, {f, [{b, []}, Y]}), unify({f, [X, X]}, {f, [{a, []}, {b, []}]}), unify({f, [X]}, {g, [X]}),
     unify({f, [X, Y]}, {f, [Y, {a, []}]})].
