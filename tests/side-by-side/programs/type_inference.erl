%% Hindley-Milner for a small lambda calculus, with unification in a map.
-module(type_inference).
-export([main/0]).

infer(E) -> put(next, 0), {T, S} = w(#{}, E, #{}), resolve(T, S).

fresh() -> N = get(next), put(next, N + 1), {v, N}.

w(Env, {var, X}, S) -> {maps:get(X, Env), S};
w(_, {int, _}, S) -> {int, S};
w(Env, {lam, X, B}, S) ->
    V = fresh(),
    {T, S1} = w(Env#{X => V}, B, S),
    {{V, '->', T}, S1};
w(Env, {app, F, A}, S) ->
    {Tf, S1} = w(Env, F, S),
    {Ta, S2} = w(Env, A, S1),
    R = fresh(),
    {R, unify(Tf, {Ta, '->', R}, S2)}.

unify(A, B, S) ->
    case {walk(A, S), walk(B, S)} of
        {T, T} -> S;
        {{v, _} = V, T} -> bind(V, T, S);
        {T, {v, _} = V} -> bind(V, T, S);
        {{A1, '->', A2}, {B1, '->', B2}} -> unify(A2, B2, unify(A1, B1, S));
        {T, U} -> throw({mismatch, T, U})
    end.

walk({v, _} = V, S) -> case S of #{V := T} -> walk(T, S); _ -> V end;
walk(T, _) -> T.

bind(V, T, S) -> occurs(V, T, S) andalso throw(infinite_type), S#{V => T}.

occurs(V, T, S) ->
    case walk(T, S) of
        V -> true;
        {A, '->', B} -> occurs(V, A, S) orelse occurs(V, B, S);
        _ -> false
    end.

resolve(T, S) -> case walk(T, S) of {A, '->', B} -> {resolve(A, S), '->', resolve(B, S)}; X -> X end.

main() ->
    I = {lam, x, {var, x}},
    K = {lam, x, {lam, y, {var, x}}},
    Omega = {lam, x, {app, {var, x}, {var, x}}},
    [try infer(E) catch throw:R -> R end || E <- [I, K, {app, I, {int, 1}}, {app, K, {int, 1}}, Omega, {app, {int, 1}, I}]].
