%% What OTP's behaviours log: a server that fails, a child that dies, a process of proc_lib.
-module(logging_otp).
-behaviour(gen_server).
-export([main/0, start/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).

main() ->
    process_flag(trap_exit, true),
    {ok, Server} = gen_server:start(?MODULE, server, []),
    catch gen_server:call(Server, fail),
    wait(Server),
    {ok, Stopping} = gen_server:start(?MODULE, server, []),
    gen_server:cast(Stopping, stop),
    wait(Stopping),
    {ok, Supervisor} = supervisor:start_link(?MODULE, supervisor),
    [{child, Child, worker, _}] = supervisor:which_children(Supervisor),
    gen_server:cast(Child, fail),
    wait(Child),
    exit(Supervisor, shutdown),
    receive {'EXIT', Supervisor, shutdown} -> ok end,
    wait(proc_lib:spawn(fun() -> put(key, value), error(lost) end)),
    wait(proc_lib:spawn(fun() -> exit(quietly) end)),
    wait(proc_lib:spawn(fun() -> exit(normal) end)),
    {error, Why} = proc_lib:start(?MODULE, no_such, []),
    {ok, Odd} = gen_server:start(?MODULE, server, []),
    Odd ! unexpected,
    ok = gen_server:call(Odd, hello),
    gen_server:stop(Odd),
    element(1, Why).

wait(Pid) ->
    Ref = monitor(process, Pid),
    receive {'DOWN', Ref, process, Pid, _} -> ok end.

start() -> gen_server:start_link({local, child}, ?MODULE, server, []).

init(supervisor) -> {ok, {#{intensity => 1}, [#{id => child, start => {?MODULE, start, []}}]}};
init(server) -> {ok, #{state => here}}.

handle_call(hello, _From, State) -> {reply, ok, State};
handle_call(fail, _From, _State) -> error(failed).

handle_cast(stop, State) -> {stop, {because, "I said so"}, State};
handle_cast(fail, _State) -> exit(failed).

handle_info(_Message, State) -> {noreply, State}.
