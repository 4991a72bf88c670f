%% Recursive funs without a module function.
-module(named_funs).
-export([main/0]).

main() ->
    Fact = fun F(0) -> 1; F(N) -> N * F(N - 1) end,
    Ack = fun A(0, N) -> N + 1; A(M, 0) -> A(M - 1, 1); A(M, N) -> A(M - 1, A(M, N - 1)) end,
    Flat = fun F([]) -> []; F([H | T]) when is_list(H) -> F(H) ++ F(T); F([H | T]) -> [H | F(T)] end,
    Hanoi = fun H(0, _, _, _) -> 0; H(N, A, B, C) -> H(N - 1, A, C, B) + 1 + H(N - 1, C, B, A) end,
    {Fact(25), Ack(2, 3), Flat([1, [2, [3]], [[]]]), Hanoi(8, a, b, c), try Fact(-1, 2) catch error:{badarity, {_, As}} -> As end}.
