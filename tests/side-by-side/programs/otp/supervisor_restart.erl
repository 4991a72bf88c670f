%% A supervised server crashes and is restarted.
-module(supervisor_restart).
-export([main/0, init/1, handle_call/3, handle_cast/2, start_worker/0]).

start_worker() -> gen_server:start_link({local, sup_worker}, ?MODULE, worker, []).

init(worker) -> {ok, 0};
init(sup) -> {ok, {#{strategy => one_for_one, intensity => 3, period => 5},
                   [#{id => w, start => {?MODULE, start_worker, []}}]}}.

handle_call(inc, _, N) -> {reply, N + 1, N + 1};
handle_call(crash, _, _) -> exit(crashed).
handle_cast(_, S) -> {noreply, S}.

main() ->
    {ok, Sup} = supervisor:start_link(?MODULE, sup),
    A = [gen_server:call(sup_worker, inc) || _ <- [1, 2, 3]],
    P1 = whereis(sup_worker),
    C = (catch gen_server:call(sup_worker, crash)),
    timer:sleep(10),
    P2 = whereis(sup_worker),
    B = gen_server:call(sup_worker, inc),
    Count = supervisor:count_children(Sup),
    unlink(Sup),
    exit(Sup, shutdown),
    {A, element(1, element(2, C)), P1 =/= P2, B, Count}.
