%% A table dies with its owner, unless there is an heir.
-module(ets_owner).
-export([main/0]).

main() ->
    Self = self(),
    P1 = spawn(fun() -> T = ets:new(t, [public]), Self ! {table, T}, receive stop -> ok end end),
    T1 = receive {table, T} -> T end,
    ets:insert(T1, {a, 1}),
    A = ets:lookup(T1, a),
    R = monitor(process, P1),
    P1 ! stop,
    receive {'DOWN', R, _, _, _} -> ok end,
    timer:sleep(5),
    B = (catch ets:lookup(T1, a)),
    spawn(fun() -> T2 = ets:new(t, [{heir, Self, will}]), ets:insert(T2, {b, 2}) end),
    C = receive {'ETS-TRANSFER', T2, _, Data} -> {Data, ets:tab2list(T2)} end,
    {A, element(1, element(2, B)), C}.
