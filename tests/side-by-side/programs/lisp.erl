%% A small Lisp: reader, evaluator, closures.
-module(lisp).
-export([main/0]).

read(S) -> {T, _} = form(tokens(S)), T.

tokens([]) -> [];
tokens([C | R]) when C =:= $\s; C =:= $\n -> tokens(R);
tokens([$( | R]) -> ['(' | tokens(R)];
tokens([$) | R]) -> [')' | tokens(R)];
tokens(S) ->
    {T, R} = lists:splitwith(fun(C) -> not lists:member(C, " \n()") end, S),
    [try list_to_integer(T) catch error:badarg -> list_to_atom(T) end | tokens(R)].

form(['(' | T]) -> forms(T, []);
form([X | T]) -> {X, T}.

forms([')' | T], Acc) -> {lists:reverse(Acc), T};
forms(T, Acc) -> {F, R} = form(T), forms(R, [F | Acc]).

eval(N, _) when is_integer(N) -> N;
eval(S, Env) when is_atom(S) -> maps:get(S, Env);
eval(['if', C, T, E], Env) -> case eval(C, Env) of false -> eval(E, Env); _ -> eval(T, Env) end;
eval(['let', X, E, B], Env) -> eval(B, Env#{X => eval(E, Env)});
eval([lambda, Ps, B], Env) -> {closure, Ps, B, Env};
eval([letrec, F, [lambda, Ps, B], Body], Env) -> eval(Body, Env#{F => {rec, F, Ps, B, Env}});
eval([F | As], Env) -> apply_(eval(F, Env), [eval(A, Env) || A <- As]).

apply_({closure, Ps, B, Env}, As) -> eval(B, bind(Ps, As, Env));
apply_({rec, F, Ps, B, Env} = R, As) -> eval(B, bind(Ps, As, Env#{F => R}));
apply_(F, As) when is_function(F) -> apply(F, As).

bind(Ps, As, Env) -> maps:merge(Env, maps:from_list(lists:zip(Ps, As))).

prims() -> #{'+' => fun(A, B) -> A + B end, '-' => fun(A, B) -> A - B end, '*' => fun(A, B) -> A * B end, '<' => fun(A, B) -> A < B end}.

main() ->
    Run = fun(S) -> try eval(read(S), prims()) catch error:R -> {error, R} end end,
    [Run("(+ 1 (* 2 3))"), Run("(let x 5 (if (< x 3) 1 2))"), Run("((lambda (x y) (- x y)) 10 4)"),
     Run("(letrec fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))) (fact 20))"), Run("(nope 1)"),
     Run("(((lambda (a) (lambda (b) (+ a b))) 1) 2)")].
