%% Mergesort of 100,000 numbers with a comparison fun.
-module(bench_mergesort).
-export([main/0]).

main() ->
    Sorted = mergesort(numbers(100000, 1, []), fun(X, Y) -> X =< Y end),
    {hd(Sorted), length(Sorted)}.

numbers(0, _Seed, Numbers) -> Numbers;
numbers(N, Seed, Numbers) ->
    Next = (Seed * 1103515245 + 12345) rem 2147483648,
    numbers(N - 1, Next, [Next | Numbers]).

mergesort([], _) -> [];
mergesort([X], _) -> [X];
mergesort(List, LessOrEqual) ->
    {Left, Right} = lists:split(length(List) div 2, List),
    merge(mergesort(Left, LessOrEqual), mergesort(Right, LessOrEqual), LessOrEqual).

merge([], Ys, _) -> Ys;
merge(Xs, [], _) -> Xs;
merge([X | Xs], [Y | Ys], LessOrEqual) ->
    case LessOrEqual(X, Y) of
        true -> [X | merge(Xs, [Y | Ys], LessOrEqual)];
        false -> [Y | merge([X | Xs], Ys, LessOrEqual)]
    end.
