%% Roman numerals there and back.
-module(roman).
-export([main/0]).

table() -> [{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
            {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}].

to(N) -> to(N, table()).
to(0, _) -> "";
to(N, [{V, S} | _] = T) when N >= V -> S ++ to(N - V, T);
to(N, [_ | T]) -> to(N, T).

from("") -> 0;
from(S) -> from(S, table()).
from(S, [{V, P} | T]) ->
    case lists:prefix(P, S) of
        true -> V + from(lists:nthtail(length(P), S));
        false -> from(S, T)
    end.

main() ->
    Pairs = [{N, to(N)} || N <- [1, 4, 9, 14, 40, 90, 400, 1999, 2024]],
    [io:format("~4b = ~s~n", [N, R]) || {N, R} <- Pairs],
    {lists:all(fun(N) -> from(to(N)) =:= N end, lists:seq(1, 500)), catch_bad("IQ")}.

catch_bad(S) -> try from(S) catch error:function_clause -> bad_numeral end.
