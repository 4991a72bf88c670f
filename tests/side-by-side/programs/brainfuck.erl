%% An interpreter for a tiny language on an array tape.
-module(brainfuck).
-export([main/0]).

run(Prog) -> run(list_to_tuple(Prog), 1, array:new([{default, 0}]), 0, []).

run(P, I, _, _, Out) when I > tuple_size(P) -> lists:reverse(Out);
run(P, I, T, H, Out) ->
    case element(I, P) of
        $> -> run(P, I + 1, T, H + 1, Out);
        $< -> run(P, I + 1, T, H - 1, Out);
        $+ -> run(P, I + 1, bump(T, H, 1), H, Out);
        $- -> run(P, I + 1, bump(T, H, -1), H, Out);
        $. -> run(P, I + 1, T, H, [array:get(H, T) | Out]);
        $[ -> case array:get(H, T) of 0 -> run(P, jump(P, I, 1, 0), T, H, Out); _ -> run(P, I + 1, T, H, Out) end;
        $] -> case array:get(H, T) of 0 -> run(P, I + 1, T, H, Out); _ -> run(P, jump(P, I, -1, 0), T, H, Out) end;
        _ -> run(P, I + 1, T, H, Out)
    end.

bump(T, H, D) -> array:set(H, (array:get(H, T) + D) band 255, T).

jump(P, I, Dir, Depth) ->
    D = Depth + case element(I, P) of $[ -> 1; $] -> -1; _ -> 0 end,
    if D =:= 0 -> I + 1; true -> jump(P, I + Dir, Dir, D) end.

main() -> run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.").
