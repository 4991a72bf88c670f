%% A pool of supervised workers: jobs wait for a free worker, and a worker that crashes is replaced.
-module(supervised_pool).
-behaviour(gen_server).
-export([main/0, start_worker/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

main() ->
    process_flag(trap_exit, true),
    logger:set_primary_config(level, none),
    {ok, Supervisor} = supervisor:start_link(?MODULE, supervisor),
    {ok, Pool} = gen_server:start_link(?MODULE, {pool, Supervisor, 2}, []),
    Results = [run(Pool, Job) || Job <- [{square, 4}, crash, {square, 5}, crash, {square, 6}]],
    Size = gen_server:call(Pool, free),
    Living = proplists:get_value(active, supervisor:count_children(Supervisor)),
    gen_server:stop(Pool),
    exit(Supervisor, shutdown),
    receive {'EXIT', Supervisor, shutdown} -> {Results, Size, Living} end.

run(Pool, Job) -> gen_server:call(Pool, {run, Job}).

start_worker() -> gen_server:start_link(?MODULE, worker, []).

init(supervisor) ->
    Worker = #{id => worker, start => {?MODULE, start_worker, []}, restart => temporary},
    {ok, {#{strategy => simple_one_for_one}, [Worker]}};
init({pool, Supervisor, Size}) ->
    {ok, #{supervisor => Supervisor, free => [hire(Supervisor) || _ <- lists:seq(1, Size)], busy => #{}}};
init(worker) ->
    {ok, worker}.

hire(Supervisor) ->
    {ok, Worker} = supervisor:start_child(Supervisor, []),
    monitor(process, Worker),
    Worker.

handle_call({run, Job}, From, #{free := [Worker | Free], busy := Busy} = Pool) ->
    gen_server:cast(Worker, {work, Job, self()}),
    {noreply, Pool#{free := Free, busy := Busy#{Worker => From}}};
handle_call(free, _From, #{free := Free, busy := Busy} = Pool) ->
    {reply, {length(Free), map_size(Busy)}, Pool}.

handle_cast({work, Job, Pool}, worker) ->
    gen_server:cast(Pool, {done, self(), work(Job)}),
    {noreply, worker};
handle_cast({done, Worker, Result}, #{free := Free, busy := Busy} = Pool) ->
    {From, Left} = maps:take(Worker, Busy),
    gen_server:reply(From, {ok, Result}),
    {noreply, Pool#{free := [Worker | Free], busy := Left}}.

work({square, N}) -> N * N;
work(crash) -> exit(crashed).

handle_info({'DOWN', _, process, Worker, Reason}, #{supervisor := Supervisor, free := Free, busy := Busy} = Pool) ->
    {From, Left} = maps:take(Worker, Busy),
    gen_server:reply(From, {error, Reason}),
    {noreply, Pool#{free := [hire(Supervisor) | Free], busy := Left}}.
