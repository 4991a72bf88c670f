%% Symptom: the value is {4,shutdown}: the worker was started four times; two restarts in ten seconds are allowed, so it should be {3,shutdown}.
%% Bug: line 25. The intensity of the supervisor is 3.
-module(restart_too_often).
-behaviour(supervisor).
-export([main/0, init/1, start_worker/1, worker/1]).

main() ->
    process_flag(trap_exit, true),
    {ok, Supervisor} = supervisor:start_link(?MODULE, self()),
    {starts(0), receive {'EXIT', Supervisor, Reason} -> Reason end}.

%% Every worker says that it has started, and crashes when it is told to.
starts(Count) ->
    receive
        {started, Worker} ->
            Worker ! crash,
            starts(Count + 1)
    after 1000 ->
        Count
    end.

init(Main) ->
    Worker = #{id => worker, start => {?MODULE, start_worker, [Main]}, restart => permanent},
    {ok, {flags(), [Worker]}}.
flags() -> #{strategy => one_for_one, intensity => 3, period => 10}.

start_worker(Main) ->
    {ok, spawn_link(?MODULE, worker, [Main])}.

worker(Main) ->
    Main ! {started, self()},
    receive crash -> exit(crashed) end.
