%% Erlang's own scanner, parser and evaluator as libraries.
-module(scan_and_parse).
-export([main/0]).

eval(S) ->
    {ok, Ts, _} = erl_scan:string(S),
    case erl_parse:parse_exprs(Ts) of
        {ok, Es} ->
            {value, V, Bs} = erl_eval:exprs(Es, erl_eval:new_bindings()),
            {V, lists:sort(erl_eval:bindings(Bs))};
        {error, {L, M, E}} -> {error, L, lists:flatten(M:format_error(E))}
    end.

main() ->
    {ok, Ts, _} = erl_scan:string("foo(X) -> X + 16#ff."),
    {ok, Form} = erl_parse:parse_form(Ts),
    io:format("~s", [erl_pp:form(Form)]),
    [eval("1 + 2."), eval("X = 5, [X * Y || Y <- [1, 2]]."), eval("1 + ."), try eval("a + 1.") catch error:R -> R end,
     eval("F = fun(0) -> 1; (N) -> N end, F(3)."), eval("case {a, 1} of {a, Z} -> Z end.")].
