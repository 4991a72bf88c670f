%% Checks card numbers.
-module(luhn).
-export([main/0]).

valid(S) ->
    Ds = lists:reverse([C - $0 || C <- S, C =/= $\s]),
    sum(Ds, 0) rem 10 =:= 0.

sum([A, B | T], S) -> sum(T, S + A + dbl(B));
sum([A], S) -> S + A;
sum([], S) -> S.

dbl(X) when X > 4 -> X * 2 - 9;
dbl(X) -> X * 2.

main() -> [valid(S) || S <- ["4539 1488 0343 6467", "8273 1232 7352 0569", "0", "59"]].
