%% What a process can find out about itself and others.
-module(process_info_items).
-export([main/0]).

main() ->
    Self = self(),
    P = spawn_link(fun() -> put(k, v), process_flag(trap_exit, true), register(pii_name, self()), Self ! ready, receive stop -> ok end end),
    receive ready -> ok end,
    timer:sleep(5),
    P ! a, P ! b,
    Items = [registered_name, message_queue_len, messages, dictionary, trap_exit, links, initial_call, priority],
    R = [process_info(P, I) || I <- Items],
    {[case X of {links, L} -> {links, L =:= [Self]}; _ -> X end || X <- R], process_info(P, [trap_exit, priority])}.
