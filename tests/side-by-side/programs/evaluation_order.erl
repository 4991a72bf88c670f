%% Operands, arguments and elements are evaluated from left to right.
-module(evaluation_order).
-export([main/0]).

p(X) -> io:format("~p ", [X]), X.

main() ->
    p(1) + p(2) * p(3),
    {p(a), [p(b), p(c) | p([])], #{p(k) => p(v)}},
    max(p(4), p(5)),
    p(true) andalso p(false) andalso p(never),
    p(false) orelse p(last),
    (p(fun erlang:max/2))(p(6), p(7)),
    io:nl(),
    case p(8) of 8 -> p(9) end,
    <<(p(10)), (p(11))>>,
    (p(lists)):(p(reverse))(p([1])),
    io:nl(),
    done.
