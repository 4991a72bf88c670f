%% Children start in order and stop in reverse.
-module(supervisor_order).
-export([main/0, init/1, start_child/2]).

start_child(N, Main) ->
    proc_lib:start_link(erlang, apply, [fun() ->
        process_flag(trap_exit, true),
        Main ! {up, N},
        proc_lib:init_ack({ok, self()}),
        receive {'EXIT', _, R} -> Main ! {down, N, R} end
    end, []]).

init(Main) -> {ok, {#{}, [#{id => N, start => {?MODULE, start_child, [N, Main]}} || N <- [1, 2, 3]]}}.

main() ->
    process_flag(trap_exit, true),
    {ok, Sup} = supervisor:start_link(?MODULE, self()),
    exit(Sup, shutdown),
    receive {'EXIT', Sup, shutdown} -> ok end,
    flush().

flush() -> receive M -> [M | flush()] after 0 -> [] end.
