%% Statistics over a list of records.
-module(grades).
-export([main/0]).

-record(student, {name, scores = []}).

mean([]) -> undefined;
mean(L) -> lists:sum(L) / length(L).

median(L) ->
    S = lists:sort(L),
    N = length(S),
    case N rem 2 of
        1 -> lists:nth(N div 2 + 1, S);
        0 -> (lists:nth(N div 2, S) + lists:nth(N div 2 + 1, S)) / 2
    end.

deviation(L) -> M = mean(L), math:sqrt(mean([(X - M) * (X - M) || X <- L])).

letter(M) when M >= 90 -> a;
letter(M) when M >= 80 -> b;
letter(M) when is_number(M) -> c;
letter(_) -> none.

main() ->
    Students = [#student{name = ann, scores = [90, 95, 100]}, #student{name = bob, scores = [70, 85]}, #student{name = cy}],
    [io:format("~-4s ~p~n", [S#student.name, letter(mean(S#student.scores))]) || S <- Students],
    All = lists:append([S#student.scores || S <- Students]),
    {mean(All), median(All), deviation(All)}.
