%% Permutations, combinations and the power set.
-module(permutations).
-export([main/0]).

perms([]) -> [[]];
perms(L) -> [[H | T] || H <- L, T <- perms(L -- [H])].

combos(0, _) -> [[]];
combos(_, []) -> [];
combos(N, [H | T]) -> [[H | C] || C <- combos(N - 1, T)] ++ combos(N, T).

power([]) -> [[]];
power([H | T]) -> P = power(T), P ++ [[H | X] || X <- P].

main() ->
    {perms([1, 2, 3]), combos(2, [a, b, c, d]), power("abc"), length(perms(lists:seq(1, 6)))}.
