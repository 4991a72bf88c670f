%% Closures keep the values of the variables around them.
-module(closures).
-export([main/0]).

counter(Start) ->
    Pid = spawn(fun() -> (fun Loop(N) -> receive {From, next} -> From ! N, Loop(N + 1) end end)(Start) end),
    fun() -> Pid ! {self(), next}, receive N -> N end end.

main() ->
    C1 = counter(10),
    C2 = counter(100),
    Fs = [fun() -> {X, Y} end || X <- [1, 2], Y <- [a, b]],
    X = outer,
    F = fun(X) -> fun() -> X end end,
    {C1(), C1(), C2(), C1(), [G() || G <- Fs], (F(inner))(), X}.
