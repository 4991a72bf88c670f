%% Registered names come and go with their processes.
-module(registry).
-export([main/0]).

main() ->
    Pid = spawn(fun loop/0),
    true = register(registry_worker, Pid),
    registry_worker ! {self(), ping},
    A = receive pong -> got_pong end,
    B = (catch register(registry_worker, self())),
    C = whereis(registry_worker) =:= Pid,
    Ref = monitor(process, registry_worker),
    registry_worker ! stop,
    D = receive {'DOWN', Ref, process, {Name, _}, R} -> {Name, R} end,
    E = whereis(registry_worker),
    F = (catch registry_worker ! hello),
    {A, element(1, element(2, B)), C, D, E, element(1, element(2, F))}.

loop() -> receive {From, ping} -> From ! pong, loop(); stop -> ok end.
