%% Sums, powers and reversals of digits.
-module(digits).
-export([main/0]).

digits(N) -> [C - $0 || C <- integer_to_list(N)].
root(N) when N < 10 -> N;
root(N) -> root(lists:sum(digits(N))).
narcissistic(N) -> D = digits(N), N =:= trunc(lists:sum([math:pow(X, length(D)) || X <- D])).
lychrel(_, 50) -> none;
lychrel(N, K) ->
    R = list_to_integer(lists:reverse(integer_to_list(N))),
    case N of R -> {K, N}; _ -> lychrel(N + R, K + 1) end.

main() -> {[root(N) || N <- [0, 9, 38, 987654321]], [N || N <- lists:seq(1, 999), narcissistic(N)], lychrel(89, 0), lychrel(196, 0), lychrel(7, 0)}.
