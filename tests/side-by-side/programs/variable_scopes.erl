%% What case, fun, comprehension and try export, and what they shadow.
-module(variable_scopes).
-export([main/0]).

main() ->
    X = 1,
    case X of 1 -> A = one; _ -> A = other end,
    if X > 0 -> B = pos; true -> B = neg end,
    F = fun(X1) -> Y = X1 + X, Y * 2 end,
    L = [X2 + X || X2 <- [1, 2, 3]],
    Y = inner(fun(X) -> X * 10 end),
    T = try Z = 5, Z + X catch _:_ -> 0 end,
    Shadow = [X || X <- [a, b]],
    receive after 0 -> C = timeout end,
    {X, A, B, F(1), L, Y, T, Shadow, C}.

inner(F) -> F(4).
