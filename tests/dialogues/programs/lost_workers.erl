%% Symptom: the value ends in {busy,5},{busy,6}; there are two workers and one job at a time, so it should end in {ok,25},{ok,36}.
%% Bug: line 42. A worker that failed is not replaced: the pool has one less from then on.
-module(lost_workers).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

main() ->
    {ok, Pool} = gen_server:start_link(?MODULE, 2, []),
    Results = [gen_server:call(Pool, {run, Job}) || Job <- [1, oops, 3, oops, 5, 6]],
    gen_server:stop(Pool),
    Results.

init(Size) ->
    {ok, {[hire() || _ <- lists:seq(1, Size)], #{}}}.

hire() ->
    Pool = self(),
    {Worker, _} = spawn_monitor(fun() -> worker(Pool) end),
    Worker.

worker(Pool) ->
    receive
        {job, oops} -> exit(oops);
        {job, N} -> gen_server:cast(Pool, {done, self(), N * N})
    end,
    worker(Pool).

handle_call({run, Job}, _From, {[], Busy}) ->
    {reply, {busy, Job}, {[], Busy}};
handle_call({run, Job}, From, {[Worker | Free], Busy}) ->
    Worker ! {job, Job},
    {noreply, {Free, Busy#{Worker => From}}}.

handle_cast({done, Worker, Result}, {Free, Busy}) ->
    {From, Left} = maps:take(Worker, Busy),
    gen_server:reply(From, {ok, Result}),
    {noreply, {[Worker | Free], Left}}.

handle_info({'DOWN', _, process, Worker, Reason}, {Free, Busy}) ->
    gen_server:reply(maps:get(Worker, Busy), {error, Reason}),
    {noreply, {Free, maps:remove(Worker, Busy)}}.
