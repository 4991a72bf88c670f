%% Recursion without names.
-module(y_combinator).
-export([main/0]).

y(F) -> (fun(X) -> F(fun(A) -> (X(X))(A) end) end)(fun(X) -> F(fun(A) -> (X(X))(A) end) end).

main() ->
    Fact = y(fun(Self) -> fun(0) -> 1; (N) -> N * Self(N - 1) end end),
    Len = y(fun(Self) -> fun([]) -> 0; ([_ | T]) -> 1 + Self(T) end end),
    {Fact(20), Len("hello"), Fact(0)}.
