%% A table with aligned columns.
-module(string_formatting).
-export([main/0]).

main() ->
    Rows = [{"apple", 3, 1.25}, {"banana", 12, 0.5}, {"cherry pie", 100, 12.999}],
    io:format("~-12s|~6s|~9s~n", ["item", "count", "price"]),
    io:format("~s~n", [lists:duplicate(29, $-)]),
    [io:format("~-12s|~6b|~9.2f~n", [I, C, P]) || {I, C, P} <- Rows],
    io:format("~12.*.0b ~6.16.0B ~.2b~n", [10, 42, 255, 5]),
    io:format("~5c|~-5c|~ts~n", [$x, $y, "é"]),
    Total = lists:sum([C * P || {_, C, P} <- Rows]),
    io:format("total ~.3f ~e ~g~n", [Total, Total, Total]),
    lists:flatten(io_lib:format("~w ~p ~s", ["ab", "ab", "ab"])).
