%% Synchronous start of a process, with success and failure.
-module(proc_lib_start).
-export([main/0, good/1, bad/1, crashing/0]).

good(X) -> proc_lib:init_ack({ok, self(), X}), receive stop -> ok end.
bad(Parent) -> proc_lib:init_ack(Parent, {error, refused}).
crashing() -> exit(early).

main() ->
    process_flag(trap_exit, true),
    {ok, P, X} = proc_lib:start_link(?MODULE, good, [42]),
    A = is_process_alive(P),
    B = proc_lib:start(?MODULE, bad, [self()]),
    C = proc_lib:start_link(?MODULE, crashing, []),
    D = proc_lib:initial_call(P),
    E = proc_lib:translate_initial_call(P),
    {X, A, B, C, D, E}.
