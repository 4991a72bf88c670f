%% Days between dates and calendars of a month.
-module(date_arithmetic).
-export([main/0]).

main() ->
    Days = fun(D) -> calendar:date_to_gregorian_days(D) end,
    Between = Days({2024, 3, 1}) - Days({2024, 2, 1}),
    month(2024, 2),
    {Between, [Y || Y <- lists:seq(1896, 1912), calendar:is_leap_year(Y)], calendar:day_of_the_week(2000, 1, 1)}.

month(Y, M) ->
    io:format("Mo Tu We Th Fr Sa Su~n"),
    First = calendar:day_of_the_week(Y, M, 1),
    Last = calendar:last_day_of_the_month(Y, M),
    Cells = lists:duplicate(First - 1, "  ") ++ [io_lib:format("~2b", [D]) || D <- lists:seq(1, Last)],
    rows(Cells).

rows([]) -> ok;
rows(Cells) ->
    {Row, Rest} = lists:split(min(7, length(Cells)), Cells),
    io:format("~s~n", [lists:join(" ", Row)]),
    rows(Rest).
