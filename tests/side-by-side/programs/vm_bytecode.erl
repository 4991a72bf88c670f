%% Compiles expressions to stack code and runs it.
-module(vm_bytecode).
-export([main/0]).

compile(N) when is_integer(N) -> [{push, N}];
compile({Op, A, B}) -> compile(A) ++ compile(B) ++ [Op];
compile({'if', C, T, E}) ->
    Tc = compile(T), Ec = compile(E),
    compile(C) ++ [{jz, length(Tc) + 2}] ++ Tc ++ [{jmp, length(Ec) + 1}] ++ Ec.

run(Code) -> run(list_to_tuple(Code), 1, [], 0).
run(Code, Pc, [V], Steps) when Pc > tuple_size(Code) -> {V, Steps};
run(Code, Pc, Stack, Steps) ->
    {Next, S} = step(element(Pc, Code), Stack),
    run(Code, Pc + Next, S, Steps + 1).

step({push, N}, S) -> {1, [N | S]};
step({jz, _}, [X | S]) when X =/= 0 -> {1, S};
step({jz, N}, [_ | S]) -> {N, S};
step({jmp, N}, S) -> {N, S};
step(Op, [B, A | S]) -> {1, [op(Op, A, B) | S]}.

op(add, A, B) -> A + B;
op(mul, A, B) -> A * B;
op(lt, A, B) when A < B -> 1;
op(lt, _, _) -> 0.

main() ->
    E = {'if', {lt, {add, 1, 2}, {mul, 2, 2}}, {add, 10, {mul, 3, 4}}, 99},
    Code = compile(E),
    io:format("~p~n", [Code]),
    {run(Code), run(compile({'if', 0, 1, {mul, 5, 5}})), try run([add]) catch error:function_clause -> underflow end}.
