%% A stack language with user-defined words.
-module(forth).
-export([main/0]).

run(Text) -> run(string:tokens(Text, " "), [], #{}).

run([], S, _) -> S;
run([":", Name | T], S, W) ->
    {Body, [";" | R]} = lists:splitwith(fun(X) -> X =/= ";" end, T),
    run(R, S, W#{Name => Body});
run([Tok | T], S, W) ->
    case W of
        #{Tok := Body} -> run(Body ++ T, S, W);
        _ -> run(T, word(Tok, S), W)
    end.

word("+", [B, A | S]) -> [A + B | S];
word("-", [B, A | S]) -> [A - B | S];
word("*", [B, A | S]) -> [A * B | S];
word("dup", [A | S]) -> [A, A | S];
word("drop", [_ | S]) -> S;
word("swap", [B, A | S]) -> [A, B | S];
word("over", [B, A | S]) -> [A, B, A | S];
word(".", [A | S]) -> io:format("~p ", [A]), S;
word(N, S) -> [list_to_integer(N) | S].

main() ->
    A = run(": square dup * ; 5 square . 3 square 4 square + ."),
    io:nl(),
    {A, try run("1 +") catch error:R -> R end, run("1 2 over swap")}.
