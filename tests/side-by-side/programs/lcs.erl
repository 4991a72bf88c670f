%% Longest common subsequence with memoisation in ets.
-module(lcs).
-export([main/0]).

lcs(A, B) ->
    T = ets:new(memo, [set]),
    R = lcs(T, A, B),
    ets:delete(T),
    R.

lcs(_, [], _) -> [];
lcs(_, _, []) -> [];
lcs(T, [H | A], [H | B]) -> [H | memo(T, A, B)];
lcs(T, [_ | A1] = A, [_ | B1] = B) ->
    X = memo(T, A1, B),
    Y = memo(T, A, B1),
    if length(X) >= length(Y) -> X; true -> Y end.

memo(T, A, B) ->
    case ets:lookup(T, {A, B}) of
        [{_, R}] -> R;
        [] ->
            R = lcs(T, A, B),
            ets:insert(T, {{A, B}, R}),
            R
    end.

main() -> [lcs("nematode knowledge", "empty bottle"), lcs("abc", "xyz"), lcs([1, 2, 3, 4, 1], [3, 4, 1, 2, 1, 3])].
