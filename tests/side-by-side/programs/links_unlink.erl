%% Unlinking in time saves a process.
-module(links_unlink).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() -> receive go -> exit(one) end end),
    P2 = spawn_link(fun() -> receive go -> exit(two) end end),
    unlink(P2),
    P2 ! go,
    P1 ! go,
    A = receive {'EXIT', P1, R1} -> R1 end,
    B = receive {'EXIT', P2, R2} -> R2 after 20 -> silent end,
    link_again(),
    C = receive {'EXIT', _, R3} -> R3 after 20 -> silent end,
    {A, B, C}.

link_again() ->
    P = spawn(fun() -> receive after infinity -> ok end end),
    link(P),
    link(P),
    exit(P, three).
