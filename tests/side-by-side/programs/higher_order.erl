%% Functions that make, take and combine functions.
-module(higher_order).
-export([main/0]).

compose(Fs) -> fun(X) -> lists:foldr(fun(F, A) -> F(A) end, X, Fs) end.
curry(F) when is_function(F, 2) -> fun(A) -> fun(B) -> F(A, B) end end;
curry(F) when is_function(F, 3) -> fun(A) -> curry(fun(B, C) -> F(A, B, C) end) end.
flip(F) -> fun(A, B) -> F(B, A) end.
iterate(_, X, 0) -> X;
iterate(F, X, N) -> iterate(F, F(X), N - 1).
memo(F) ->
    fun(X) ->
        case get({memo, X}) of
            undefined -> V = F(X), put({memo, X}, V), V;
            V -> V
        end
    end.

main() ->
    Add3 = curry(fun(A, B, C) -> A + B + C end),
    M = memo(fun(X) -> io:format("computing ~p~n", [X]), X * X end),
    {(compose([fun(X) -> X * 2 end, fun(X) -> X + 1 end]))(5), ((Add3(1))(2))(3), (flip(fun erlang:'-'/2))(1, 10),
     iterate(fun(X) -> X * 2 end, 1, 20), [M(X) || X <- [3, 3, 4]], is_function(Add3, 1)}.
