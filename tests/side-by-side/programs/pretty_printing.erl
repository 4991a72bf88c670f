%% Large terms are broken into lines.
-module(pretty_printing).
-export([main/0]).

main() ->
    T = #{users => [#{id => I, name => lists:concat(["user", I]), tags => lists:seq(I, I + 3)} || I <- lists:seq(1, 4)],
          config => {server, [{port, 8080}, {host, "localhost"}, {options, [verbose, {timeout, 5000}, {retries, 3}]}]}},
    io:format("~p~n", [T]),
    io:format("~40p~n", [T]),
    io:format("term: ~p.~n", [lists:seq(100, 130)]),
    io:format("~P~n", [T, 12]),
    io:format("~w~n", [lists:seq(1, 5)]),
    io:format("~p~n", [{<<"binary that is quite long, long enough to be broken into several lines of output">>, 'Atom'}]),
    io:format("~p~n", ["a string that is quite long, long enough to be broken into several lines of output, yes"]),
    ok.
