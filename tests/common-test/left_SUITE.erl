%% What a case leaves behind ends with it, before the next one begins.
-module(left_SUITE).
-behaviour(gen_server).
-export([all/0, first/1, second/1, third/1, init/1, handle_call/3, handle_cast/2, terminate/2]).

all() -> [first, second, third].

first(_) -> started().
second(_) -> started().
third(_) -> started().

started() ->
    process_flag(trap_exit, true),
    {ok, _} = gen_server:start_link({local, ?MODULE}, ?MODULE, [], []),
    ok.

init([]) ->
    process_flag(trap_exit, true),
    {ok, none}.

handle_call(_, _, State) -> {reply, ok, State}.
handle_cast(_, State) -> {noreply, State}.

%% As long as it takes a supervisor to end its children.
terminate(_, _) ->
    [begin
         {Pid, Monitor} = spawn_monitor(fun() -> lists:seq(1, 10) end),
         receive {'DOWN', Monitor, process, Pid, _} -> ok end
     end || _ <- lists:seq(1, 20)],
    ok.
