%% A reverse Polish calculator.
-module(rpn).
-export([main/0]).

run(Text) -> run(string:tokens(Text, " "), []).

run([], [X]) -> {ok, X};
run([], Stack) -> {error, {stack, Stack}};
run(["+" | T], [B, A | S]) -> run(T, [A + B | S]);
run(["-" | T], [B, A | S]) -> run(T, [A - B | S]);
run(["*" | T], [B, A | S]) -> run(T, [A * B | S]);
run(["/" | T], [B, A | S]) -> run(T, [A / B | S]);
run(["dup" | T], [A | S]) -> run(T, [A, A | S]);
run(["swap" | T], [A, B | S]) -> run(T, [B, A | S]);
run([Tok | T], S) ->
    try list_to_integer(Tok) of
        N -> run(T, [N | S])
    catch
        error:badarg -> {error, {unknown, Tok}}
    end.

main() ->
    [run(S) || S <- ["1 2 +", "2 dup *", "1 2 swap -", "6 4 /", "1 2", "1 foo", "+"]].
