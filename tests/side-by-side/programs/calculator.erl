%% A tokenizer and a precedence parser for arithmetic.
-module(calculator).
-export([main/0]).

tokens([]) -> [];
tokens([C | S]) when C =:= $\s -> tokens(S);
tokens([C | _] = S) when C >= $0, C =< $9 ->
    {N, R} = lists:splitwith(fun(X) -> X >= $0 andalso X =< $9 end, S),
    [{int, list_to_integer(N)} | tokens(R)];
tokens([C | S]) when C =:= $+; C =:= $-; C =:= $*; C =:= $/; C =:= $^; C =:= $(; C =:= $) -> [list_to_atom([C]) | tokens(S)];
tokens([C | _]) -> throw({bad_character, C}).

parse(Ts) ->
    case expr(Ts, 0) of
        {E, []} -> E;
        {_, [T | _]} -> throw({unexpected, T})
    end.

expr(Ts, Min) ->
    {L, R} = primary(Ts),
    climb(L, R, Min).

climb(L, [Op | R] = Ts, Min) ->
    case prec(Op) of
        {P, Assoc} when P >= Min ->
            {Rhs, R2} = expr(R, case Assoc of left -> P + 1; right -> P end),
            climb({Op, L, Rhs}, R2, Min);
        _ -> {L, Ts}
    end;
climb(L, [], _) -> {L, []}.

prec('+') -> {1, left};
prec('-') -> {1, left};
prec('*') -> {2, left};
prec('/') -> {2, left};
prec('^') -> {3, right};
prec(_) -> none.

primary([{int, N} | R]) -> {N, R};
primary(['-' | R]) -> {E, R2} = primary(R), {{neg, E}, R2};
primary(['(' | R]) ->
    case expr(R, 0) of
        {E, [')' | R2]} -> {E, R2};
        _ -> throw(missing_parenthesis)
    end;
primary([T | _]) -> throw({unexpected, T});
primary([]) -> throw(unexpected_end).

eval(N) when is_integer(N) -> N;
eval({neg, E}) -> -eval(E);
eval({'+', A, B}) -> eval(A) + eval(B);
eval({'-', A, B}) -> eval(A) - eval(B);
eval({'*', A, B}) -> eval(A) * eval(B);
eval({'/', A, B}) -> eval(A) div eval(B);
eval({'^', A, B}) -> trunc(math:pow(eval(A), eval(B))).

main() ->
    Inputs = ["1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "10 - 4 - 3", "-5 + 2", "7 / 0", "1 +", "(1", "1 $ 2", "1 2"],
    [begin
        R = try {ok, eval(parse(tokens(I)))} catch C:X -> {C, X} end,
        io:format("~-12s ~p~n", [I, R]),
        R
     end || I <- Inputs].
