%% One case of a suite: its setup, the case and its cleanup in one process, under a time limit; and what it leaves to
%% the next one. An outcome is {ok, Value} | {skip, user | auto, Reason} | {failed, Class, Reason, Stack}, or of a setup
%% that failed {skip, auto, Reason, {Class, Reason, Stack}}.
-module(whodunit_ct_case).

-export([run/6, init/3, protected/3, skip/2, by_hook/1]).
-export([save/3, saved/1, stack/1]).

-define(TABLE, whodunit_ct).

%% {Outcome, Process}
run(Suite, Name, Config, Leader, Trap, Hooks) ->
    Job = self(),
    Work = fun() ->
                   group_leader(Leader, self()),
                   Job ! {self(), result, body(Suite, Name, Config, Job, Hooks)}
           end,
    {Pid, Monitor} = spawn_monitor(Work),
    Leader ! {watch, Pid, Job},
    watch(#{pid => Pid, monitor => Monitor, state => {starting, Config}, timer => whodunit_case:start_trap(Trap), trap => Trap,
            suite => Suite, name => Name, leader => Leader}).

%% In the process of the case: setup, case, cleanup.
body(Suite, Name, Config, Job, Hooks) ->
    State = fun(What, C) -> Job ! {self(), state, {What, C}} end,
    State(init_per_testcase, Config),
    case whodunit_ct_hooks:before(init_per_testcase, Hooks, Suite, Name, Config) of
        Config1 when is_list(Config1) ->
            case init(Suite, Name, Config1) of
                {ok, Config2} ->
                    case whodunit_ct_hooks:afterwards(init_per_testcase, Hooks, Suite, Name, Config2, ok) of
                        ok -> ran(Suite, Name, Config2, State, Hooks);
                        Config3 when is_list(Config3) -> ran(Suite, Name, Config3, State, Hooks);
                        Barred -> ended(by_hook(Barred), [], Suite, Name, Config2, State, Hooks)
                    end;
                Other -> after_setup(Other, Suite, Name, Config1, Hooks)
            end;
        Barred -> after_setup(by_hook(Barred), Suite, Name, Config, Hooks)
    end.

ran(Suite, Name, Config, State, Hooks) ->
    State(tc, Config),
    {Result, Saving} = attempt(Suite, Name, [Config]),
    ended(Result, Saving, Suite, Name, Config, State, Hooks).

ended(Result, Saving, Suite, Name, Config, State, Hooks) ->
    Config1 = [{tc_status, status(Result)} | Saving ++ Config],
    State({done, Result}, Config1),
    Config2 = case whodunit_ct_hooks:before(end_per_testcase, Hooks, Suite, Name, Config1) of
                  List when is_list(List) -> List;
                  _ -> Config1
              end,
    After = at_end(Suite, Name, Config2),
    save(Name, After, Saving),
    Result1 = case After of
                  {fail, Reason} -> {failed, error, Reason, []};
                  _ -> Result
              end,
    changed(Result1, whodunit_ct_hooks:afterwards(end_per_testcase, Hooks, Suite, Name, Config2, of_case(Result1))).

%% Without the case, since its setup has not come to a configuration.
after_setup(Result, Suite, Name, Config, Hooks) ->
    changed(Result, whodunit_ct_hooks:afterwards(init_per_testcase, Hooks, Suite, Name, Config, of_case(Result))).

%% What hooks are told of a case.
of_case({ok, _}) -> ok;
of_case({skip, _, Reason}) -> {skip, Reason};
of_case({skip, _, Reason, _}) -> {skip, Reason};
of_case({failed, _, Reason, []}) -> {error, Reason};
of_case({failed, _, Reason, Stack}) -> {error, {Reason, Stack}}.

changed(Result, Returned) ->
    case of_case(Result) of
        Returned -> Result;
        _ -> by_hook(Returned)
    end.

by_hook({Skip, Reason}) when Skip =:= skip; Skip =:= skipped -> skip(user, Reason);
by_hook({auto_skip, Reason}) -> skip(auto, Reason);
by_hook({fail, {hook_failed, Function, {Class, Reason, Stack}}}) -> {failed, Class, {hook_failed, Function, Reason}, Stack};
by_hook({Fail, Reason}) when Fail =:= fail; Fail =:= failed; Fail =:= error -> {failed, error, Reason, []};
by_hook(Value) -> {ok, Value}.

init(Suite, Name, Config) ->
    case erlang:function_exported(Suite, init_per_testcase, 2) of
        false -> {ok, Config};
        true ->
            case protected(Suite, init_per_testcase, [Name, Config]) of
                {ok, List} when is_list(List) ->
                    case lists:all(fun is_tuple/1, List) of
                        true -> {ok, List};
                        false -> skip(auto, {failed, {Suite, init_per_testcase, bad_return}})
                    end;
                {ok, {fail, Reason}} -> {failed, error, Reason, []};
                {failed, error, {fail_returned, Reason}, _} -> {failed, error, Reason, []};
                {skip, user, Reason} -> skip(user, Reason);
                {failed, throw, Reason, Stack} -> {skip, auto, {failed, {Suite, init_per_testcase, Reason}}, {throw, Reason, Stack}};
                {failed, Class, Reason, Stack} ->
                    {skip, auto, {failed, {Suite, init_per_testcase, {Reason, Stack}}}, {Class, Reason, Stack}};
                _ -> skip(auto, {failed, {Suite, init_per_testcase, bad_return}})
            end
    end.

at_end(Suite, Name, Config) ->
    case erlang:function_exported(Suite, end_per_testcase, 2) of
        false -> ok;
        true ->
            try Suite:end_per_testcase(Name, Config)
            catch Class:Reason:Stack -> {crashed, Class, Reason, own_frames(Stack)}
            end
    end.

%% {ok, Value} | {skip, user, Reason} | {failed, Class, Reason, Stack}
protected(Module, Function, Arguments) ->
    {Result, _} = attempt(Module, Function, Arguments),
    Result.

%% The same, with what it leaves to the next one: [{save_config, Kept}] or nothing.
attempt(Module, Function, Arguments) ->
    try apply(Module, Function, Arguments) of
        {skip_and_save, Reason, Kept} -> {skip(user, Reason), [{save_config, Kept}]};
        {save_config, Kept} -> {{ok, {save_config, Kept}}, [{save_config, Kept}]};
        Value -> {returned(Function, Value), []}
    catch
        Class:{Skip, Reason} when Class =/= error, Skip =:= skip; Class =/= error, Skip =:= skipped -> {skip(user, Reason), []};
        Class:Reason:Stack -> {{failed, Class, Reason, own_frames(Stack)}, []}
    end.

returned(_, {Skip, Reason}) when Skip =:= skip; Skip =:= skipped -> skip(user, Reason);
returned(_, {'EXIT', Reason}) -> {failed, exit, Reason, []};
returned(_, {failed, Reason}) -> {failed, error, Reason, []};
returned(init_per_testcase, {fail, Reason}) -> {failed, error, {fail_returned, Reason}, []};
returned(_, {fail, Reason}) -> {failed, error, Reason, []};
returned(_, Value) -> {ok, Value}.

skip(Kind, Reason) -> {skip, Kind, Reason}.

%% What a case leaves to the next one.
save(Name, {save_config, Kept}, _) -> ets:insert(?TABLE, {saved, {Name, Kept}});
save(Name, _, [{save_config, Kept}]) -> ets:insert(?TABLE, {saved, {Name, Kept}});
save(_, _, []) -> ok.

saved(Config) ->
    Clean = lists:keydelete(saved_config, 1, Config),
    case ets:take(?TABLE, saved) of
        [{saved, Saved}] -> [{saved_config, Saved} | Clean];
        [] -> Clean
    end.

status({ok, _}) -> ok;
status({skip, _, Reason}) -> {skipped, Reason};
status({failed, error, Reason, [_ | _] = Stack}) -> {failed, {Reason, Stack}};
status({failed, throw, Reason, Stack}) -> {failed, {thrown, {Reason, Stack}}};
status({failed, _, Reason, _}) -> {failed, Reason}.

%% ---- watching the process of a case

watch(#{pid := Pid, monitor := Monitor, state := State, timer := Timer} = Case) ->
    receive
        {Pid, state, New} -> watch(Case#{state := New});
        {Pid, result, Result} ->
            whodunit_case:cancel_trap(Timer),
            erlang:demonitor(Monitor, [flush]),
            {Result, Pid};
        {timetrap, Timer, Time} ->
            Stack = stack(Pid),
            exit(Pid, {timetrap_timeout, Time, Stack}),
            receive
                {'DOWN', Monitor, process, Pid, _} -> died({timetrap_timeout, Time}, Stack, State, Case);
                %% It traps exits, and has gone on to the end.
                {Pid, result, Result} -> {Result, Pid}
            after 10000 ->
                exit(Pid, kill),
                died({timetrap_timeout, Time}, Stack, State, Case)
            end;
        {new_trap, Time} ->
            whodunit_case:cancel_trap(Timer),
            watch(Case#{timer := whodunit_case:start_trap(Time), trap := Time});
        {abort, Reason} ->
            exit(Pid, {testcase_aborted, Reason, []}),
            watch(Case);
        {'DOWN', Monitor, process, Pid, killed} ->
            whodunit_case:cancel_trap(Timer),
            died(testcase_aborted_or_killed, [], State, Case);
        {'DOWN', Monitor, process, Pid, Reason} ->
            whodunit_case:cancel_trap(Timer),
            died(Reason, [], State, Case)
    end.

stack(Pid) ->
    case erlang:process_info(Pid, current_stacktrace) of
        {current_stacktrace, Frames} -> own_frames(Frames);
        undefined -> []
    end.

%% What it did when its process died.
died(Reason, Stack, {init_per_testcase, _}, #{suite := Suite, pid := Pid}) ->
    {{skip, auto, {failed, {Suite, init_per_testcase, Reason}}, {exit, Reason, Stack}}, Pid};
died(_, _, {{done, Result}, _}, #{pid := Pid}) -> {Result, Pid};
died(Reason, Stack, {_, Config}, #{suite := Suite, name := Name, leader := Leader, trap := Trap, pid := Pid}) ->
    Status = case Reason of
                 {timetrap_timeout, _} -> timetrap_timeout;
                 _ -> Reason
             end,
    late_end(Suite, Name, [{tc_status, {failed, Status}} | Config], Leader, Trap),
    {{failed, exit, Reason, Stack}, Pid}.

%% end_per_testcase for a case that cannot call it any more.
late_end(Suite, Name, Config, Leader, Trap) ->
    {Pid, Monitor} = spawn_monitor(fun() ->
                                           group_leader(Leader, self()),
                                           at_end(Suite, Name, Config)
                                   end),
    Timer = whodunit_case:start_trap(Trap),
    receive
        {'DOWN', Monitor, process, Pid, _} -> whodunit_case:cancel_trap(Timer);
        {timetrap, Timer, _} -> exit(Pid, kill)
    end.

own_frames(Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack).
