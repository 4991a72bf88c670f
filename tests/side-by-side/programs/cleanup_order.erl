%% after clauses run inside out, also when exceptions fly.
-module(cleanup_order).
-export([main/0]).

step(N) -> io:format("enter ~p~n", [N]), N.

layered(Fail) ->
    try
        step(1),
        try
            step(2),
            try
                step(3),
                Fail()
            after
                io:format("leave 3~n")
            end
        catch
            throw:two -> caught_in_two
        after
            io:format("leave 2~n")
        end
    after
        io:format("leave 1~n")
    end.

main() ->
    A = layered(fun() -> fine end),
    B = layered(fun() -> throw(two) end),
    C = try layered(fun() -> throw(outer) end) catch throw:X -> {outside, X} end,
    D = try layered(fun() -> exit(bye) end) catch exit:Y -> {outside, Y} end,
    [A, B, C, D].
