%% Counters and atomics are shared between processes.
-module(counters_shared).
-export([main/0]).

main() ->
    C = counters:new(2, []),
    A = atomics:new(1, []),
    Self = self(),
    Ps = [spawn(fun() -> [begin counters:add(C, 1, I), atomics:add(A, 1, 1) end || _ <- lists:seq(1, 100)], Self ! {done, self()} end) || I <- [1, 2, 3]],
    [receive {done, P} -> ok end || P <- Ps],
    counters:sub(C, 2, 5),
    {counters:get(C, 1), counters:get(C, 2), atomics:get(A, 1), atomics:exchange(A, 1, -1), atomics:get(A, 1)}.
