%% Wraps a paragraph to a width.
-module(text_wrap).
-export([main/0]).

wrap(Text, W) -> lines(string:tokens(Text, " \n"), W, [], 0, []).

lines([], _, [], _, Acc) -> lists:reverse(Acc);
lines([], _, Line, _, Acc) -> lists:reverse([join(Line) | Acc]);
lines([X | T], W, [], _, Acc) -> lines(T, W, [X], length(X), Acc);
lines([X | T], W, Line, N, Acc) when N + 1 + length(X) =< W -> lines(T, W, [X | Line], N + 1 + length(X), Acc);
lines(T, W, Line, _, Acc) -> lines(T, W, [], 0, [join(Line) | Acc]).

join(Line) -> string:join(lists:reverse(Line), " ").

main() ->
    Text = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness",
    [io:format("~-30s|~n", [L]) || L <- wrap(Text, 30)],
    length(wrap(Text, 12)).
