%% Runs Common Test suites for `whodunit test`, with the semantics of OTP's test_server, and tells
%% the world what comes of each case in the words of whodunit_eunit. Besides,
%%
%%     {skipped, Id, user | auto, Text}
%%     {begins, Id, Process, Module, Function, Line, Title}   of a setup only if it fails
%%
%% An Id is the path from the suite, with a level for the rounds of each group. Options: {only, Id},
%% together (see eunit_proc), {config, [File]}.
-module(whodunit_ct).

-export([run/2]).

-define(TABLE, whodunit_ct).
-define(TIMETRAP, 30 * 60 * 1000).

-record(run, {suite, id = [], options = [], trap = ?TIMETRAP, groups = [], path = [], hooks = []}).

%% Suites: [{Module, Folder, Names}], where the names are those of the wanted cases or groups; none:
%% all.
run(Suites, Options) ->
    whodunit_io:shelter(runner),
    ?TABLE = ets:new(?TABLE, [named_table, public, ordered_set]),
    whodunit_ct_config:start(proplists:get_value(config, Options, [])),
    Numbered = lists:zip(lists:seq(1, length(Suites)), Suites),
    [suite(Suite, Folder, Names, #run{suite = Suite, id = [N], options = Options})
     || {N, {Suite, Folder, Names}} <- Numbered, is_wanted([N], Options)],
    ok.

%% ---- a suite

suite(Suite, Folder, Names, Run) ->
    ets:delete(?TABLE, saved),
    case tests(Suite, Names) of
        {skip, Reason} -> not_run(Run#run.id, Suite, all, [], skip(user, Reason));
        {error, Error} -> broken(Run#run.id, Suite, all, Error);
        {ok, Tests} ->
            Info = info(Suite, suite, []),
            whodunit_ct_config:of_suite(Info),
            Hooks = whodunit_ct_hooks:start(Info, []),
            Run1 = Run#run{trap = trap(Info, ?TIMETRAP), groups = groups(Suite), hooks = Hooks},
            Config = [{data_dir, data_dir(Suite, Folder)}, {priv_dir, priv_dir(Suite)}],
            case proplists:get_bool(together, Run#run.options) of
                true -> together(Suite, Tests, Config, Run1);
                false -> all_of_it(Tests, Info, Config, Run1)
            end,
            whodunit_ct_hooks:stop(Hooks)
    end.

all_of_it(Tests, Info, Config, Run) ->
    Begun = case whodunit_ct_config:missing(Info) of
                [] -> setup(init_per_suite, [], Config, Run);
                [Key | _] -> {skip, skip(auto, {require_failed_in_suite0, {not_available, Key}})}
            end,
    case Begun of
        {ok, Config1} ->
            items(Tests, Config1, Run),
            cleanup(end_per_suite, [], saved(Config1), Run);
        {skip, Why} -> skip_all(Tests, Why, Run)
    end.

%% What all/0 says, as far as it is wanted.
tests(Suite, Names) ->
    try Suite:all() of
        {skip, Reason} -> {skip, Reason};
        List when is_list(List) ->
            Groups = groups(Suite),
            All = [expanded(Item, Groups, []) || Item <- List],
            case Names of
                [] -> {ok, All};
                _ ->
                    Chosen = lists:append([chosen(Item, Names) || Item <- All]),
                    %% As with `ct_run -case`: a case need not be in all/0.
                    Known = [Name || Name <- Names, Chosen =:= [], erlang:function_exported(Suite, Name, 1)],
                    {ok, Chosen ++ Known}
            end;
        Other -> {error, {error, {bad_return_of_all, Other}, []}}
    catch
        Class:Reason:Stack -> {error, {Class, Reason, own_frames(Stack)}}
    end.

groups(Suite) ->
    case erlang:function_exported(Suite, groups, 0) of
        true -> Suite:groups();
        false -> []
    end.

%% Groups with their contents: {Name, Properties, Items}; cases: a name, or {repeated, Name, How}.
expanded({group, Name}, Groups, Above) -> group(Name, default, [], Groups, Above);
expanded({group, Name, Properties}, Groups, Above) -> group(Name, Properties, [], Groups, Above);
expanded({group, Name, Properties, Sub}, Groups, Above) -> group(Name, Properties, Sub, Groups, Above);
expanded({Name, Properties, Items}, Groups, Above) when is_list(Properties), is_list(Items) ->
    {Name, Properties, [expanded(Item, Groups, [Name | Above]) || Item <- Items]};
expanded({Name, Items}, Groups, Above) when is_atom(Name), is_list(Items) -> expanded({Name, [], Items}, Groups, Above);
expanded({testcase, Name, Properties}, _, _) -> {repeated, Name, repetition(Properties)};
expanded(Name, _, _) when is_atom(Name) -> Name;
expanded(Other, _, _) -> error({bad_test, Other}).

group(Name, Properties, Sub, Groups, Above) ->
    case lists:member(Name, Above) of
        true -> error({cyclic_reference_of_group, Name});
        false -> ok
    end,
    case [Group || Group <- Groups, element(1, Group) =:= Name] of
        [Group | _] ->
            {Own, Items} = case Group of
                               {_, P, I} -> {P, I};
                               {_, I} -> {[], I}
                           end,
            Chosen = case Properties of
                         default -> Own;
                         _ -> Properties
                     end,
            {Name, Chosen, [expanded(overridden(Item, Sub), Groups, [Name | Above]) || Item <- Items]};
        [] -> error({group_not_found, Name})
    end.

overridden({group, Name}, Sub) ->
    case lists:keyfind(Name, 1, Sub) of
        {Name, Properties} -> {group, Name, Properties};
        {Name, Properties, Below} -> {group, Name, Properties, Below};
        false -> {group, Name}
    end;
overridden(Item, _) -> Item.

chosen({Name, Properties, Items}, Names) when is_list(Items) ->
    case lists:member(Name, Names) of
        true -> [{Name, Properties, Items}];
        false ->
            case lists:append([chosen(Item, Names) || Item <- Items]) of
                [] -> [];
                Below -> [{Name, Properties, Below}]
            end
    end;
chosen({repeated, Name, _} = Item, Names) -> [Item || lists:member(Name, Names)];
chosen(Name, Names) -> [Name || lists:member(Name, Names)].

data_dir(Suite, Folder) -> filename:absname(filename:join(Folder, atom_to_list(Suite) ++ "_data")) ++ "/".

priv_dir(Suite) ->
    Folder = filename:absname("_build/test/logs/" ++ atom_to_list(Suite) ++ ".logs/log_private/"),
    _ = filelib:ensure_dir(filename:join(Folder, "x")),
    Folder ++ "/".

%% ---- cases and groups, one after the other

%% The statuses: [{Name, ok | failed | skipped}].
items(Items, Config, Run) -> items(Items, 1, Config, Run, []).

items([], _, _, _, Done) -> lists:reverse(Done);
items([Item | Items], N, Config, #run{id = Id, options = Options, path = Path} = Run, Done) ->
    Child = Run#run{id = Id ++ [N]},
    case is_wanted(Child#run.id, Options) of
        false -> items(Items, N + 1, Config, Run, Done);
        true ->
            Statuses = item(Item, Config, Child),
            case {is_sequence(Path), [Name || {Name, failed} <- Statuses]} of
                {true, [Name | _]} ->
                    Why = skip(auto, {failed, {Run#run.suite, Name}}),
                    skip_all(Items, N + 1, Why, Run),
                    lists:reverse(Done, Statuses ++ [{skipped_by_sequence, skipped}]);
                _ -> items(Items, N + 1, Config, Run, lists:reverse(Statuses, Done))
            end
    end.

is_sequence([Properties | _]) -> lists:member(sequence, Properties);
is_sequence([]) -> false.

item({repeated, Name, How}, Config, Run) -> rounds(fun(_, Run1) -> 'case'(Name, Config, Run1) end, How, 1, Run);
item({Name, Properties, Items}, Config, Run) ->
    How = repetition(Properties),
    %% The result of a group is that of its last round, and does not count in a sequence around it.
    rounds(fun(Left, Run1) -> a_group(Name, left(Properties, Left), Items, Config, Run1) end, How, 1, Run);
item(Name, Config, Run) -> 'case'(Name, Config, Run).

repetition(Properties) ->
    Kinds = [repeat, repeat_until_all_ok, repeat_until_all_fail, repeat_until_any_ok, repeat_until_any_fail],
    case [{Kind, N} || {Kind, N} <- Properties, lists:member(Kind, Kinds)] of
        [How | _] -> How;
        [] -> once
    end.

rounds(Round, once, N, #run{id = Id} = Run) -> Round(once, Run#run{id = Id ++ [N]});
rounds(Round, {Kind, Left}, N, #run{id = Id, options = Options} = Run) ->
    Statuses = case is_wanted(Id ++ [N], Options) of
                   true -> Round({Kind, Left}, Run#run{id = Id ++ [N]});
                   false -> []
               end,
    Results = [Status || {_, Status} <- Statuses],
    Stop = Left =:= 1 orelse case Kind of
                                 repeat -> false;
                                 repeat_until_all_ok -> lists:all(fun(S) -> S =:= ok end, Results);
                                 repeat_until_all_fail -> lists:all(fun(S) -> S =:= failed end, Results);
                                 repeat_until_any_ok -> lists:member(ok, Results);
                                 repeat_until_any_fail -> lists:member(failed, Results)
                             end,
    case Stop of
        true -> Statuses;
        false -> rounds(Round, {Kind, less(Left)}, N + 1, Run)
    end.

less(forever) -> forever;
less(N) -> N - 1.

%% The properties in a later round say how often is left.
left(Properties, once) -> Properties;
left(Properties, {Kind, Left}) ->
    lists:append([case Property of
                      {Kind, Left} -> [Property];
                      {Kind, _} when Left =:= 1 -> [];
                      {Kind, _} -> [{Kind, Left}];
                      _ -> [Property]
                  end || Property <- Properties]).

a_group(Name, Properties, Items, Config, #run{suite = Suite, path = Path, trap = Trap, hooks = Hooks} = Run) ->
    Info = info(Suite, group, [Name]),
    Path1 = [[{name, Name} | Properties] | Path],
    Run1 = Run#run{path = Path1, trap = trap(Info, Trap), hooks = whodunit_ct_hooks:start(Info, Hooks)},
    Inside = [{tc_group_properties, [{name, Name} | Properties]}, {tc_group_path, Path} | without_group(Config)],
    case setup(init_per_group, [Name], Inside, Run1) of
        {ok, Config1} ->
            Statuses = in_order(Properties, Items, Config1, Run1),
            Result = [{tc_group_result, result(Statuses)} | Config1],
            case cleanup(end_per_group, [Name], saved(Result), Run1) of
                {return_group_result, failed} -> [{Name, failed}];
                {return_group_result, Status} -> [{Name, Status}];
                _ -> inner(Name, Statuses)
            end;
        {skip, Why} ->
            skip_all(Items, Why, Run1),
            [{Name, skipped}]
    end.

%% For a group around it that is repeated until all are ok; a sequence only minds its own cases.
inner(Name, Statuses) ->
    case lists:any(fun({_, Status}) -> Status =:= failed end, Statuses) of
        true -> [{Name, some_failed}];
        false -> [{Name, ok}]
    end.

without_group(Config) ->
    lists:keydelete(tc_group_properties, 1, lists:keydelete(tc_group_path, 1, Config)).

result(Statuses) ->
    [{Status, Names} || Status <- [ok, skipped, failed], Names <- [[N || {N, S} <- Statuses, S =:= Status]], Names =/= []].

in_order(Properties, Items, Config, #run{id = Id, options = Options} = Run) ->
    Shuffled = case [Seed || Seed <- Properties, Seed =:= shuffle orelse (is_tuple(Seed) andalso element(1, Seed) =:= shuffle)] of
                   [] -> Items;
                   [_ | _] -> [Item || {_, Item} <- lists:sort([{rand:uniform(), Item} || Item <- Items])]
               end,
    case lists:member(parallel, Properties) of
        false -> items(Shuffled, Config, Run);
        true ->
            Numbered = lists:zip(lists:seq(1, length(Shuffled)), Shuffled),
            Self = self(),
            Jobs = [spawn_monitor(fun() ->
                                          whodunit_io:shelter(runner),
                                          Self ! {job, self(), item(Item, Config, Run#run{id = Id ++ [N]})}
                                  end)
                    || {N, Item} <- Numbered, is_wanted(Id ++ [N], Options)],
            lists:append([receive
                              {job, Pid, Statuses} -> erlang:demonitor(Monitor, [flush]), Statuses;
                              {'DOWN', Monitor, process, Pid, _} -> []
                          end || {Pid, Monitor} <- Jobs])
    end.

skip_all(Items, Why, Run) -> skip_all(Items, 1, Why, Run).

skip_all(Items, First, Why, #run{id = Id, suite = Suite, path = Path, options = Options} = Run) ->
    Numbered = lists:zip(lists:seq(First, First + length(Items) - 1), Items),
    [case Item of
         {repeated, Name, _} -> not_run(Child ++ [1], Suite, Name, Path, Why);
         {Name, Properties, Inner} -> skip_all(Inner, Why, Run#run{id = Child ++ [1], path = [[{name, Name} | Properties] | Path]});
         Name -> not_run(Child, Suite, Name, Path, Why)
     end || {N, Item} <- Numbered, Child <- [Id ++ [N]], is_wanted(Child, Options)],
    ok.

is_wanted(Id, Options) ->
    case proplists:get_value(only, Options) of
        undefined -> true;
        Only -> lists:prefix(Id, Only) orelse lists:prefix(Only, Id)
    end.

%% ---- one case

'case'(Name, Config0, #run{suite = Suite, id = Id, path = Path, trap = Trap} = Run) ->
    Info = info(Suite, Name, []),
    case {erlang:function_exported(Suite, Name, 1), whodunit_ct_config:missing(Info)} of
        {true, []} ->
            Config = saved(Config0),
            Leader = whodunit_case:leader(),
            whodunit_io:report({runs, Id, Suite, Name}),
            Start = now_ms(),
            Outcome = in_process(Suite, Name, Config, Leader, trap(Info, Trap), Run),
            Output = whodunit_case:collected(Leader),
            Status = told(Id, Suite, Name, Path, Outcome, now_ms() - Start, Output, Leader),
            whodunit_ct_hooks:on_result(Run#run.hooks, Suite, Name, Path, Outcome),
            [{Name, Status}];
        {true, [Key | _]} ->
            not_run(Id, Suite, Name, Path, skip(auto, {require_failed, {not_available, Key}})),
            [{Name, skipped}];
        {false, _} ->
            told(Id, Suite, Name, Path, {{failed, error, undef, [{Suite, Name, [Config0], []}]}, self()}, 0, [], none),
            [{Name, failed}]
    end.

%% {Outcome, Process}
in_process(Suite, Name, Config, Leader, Trap, Run) ->
    Job = self(),
    Work = fun() ->
                   group_leader(Leader, self()),
                   Job ! {self(), result, body(Suite, Name, Config, Job, Run#run.hooks)}
           end,
    {Pid, Monitor} = spawn_monitor(Work),
    Leader ! {watch, Pid, Job},
    watch(#{pid => Pid, monitor => Monitor, state => {starting, Config}, timer => whodunit_case:start_trap(Trap), trap => Trap,
            suite => Suite, name => Name, leader => Leader}).

%% In the process of the case: setup, case, cleanup.
body(Suite, Name, Config, Job, Hooks) ->
    State = fun(What, C) -> Job ! {self(), state, {What, C}} end,
    State(init_per_testcase, Config),
    case whodunit_ct_hooks:around(init_per_testcase, Hooks, Suite, Name, Config, fun(C) -> init(Suite, Name, C) end) of
        {ok, Config1} ->
            State(tc, Config1),
            Result = protected(Suite, Name, [Config1]),
            Saving = saving(Result),
            Config2 = [{tc_status, status(Result)} | Saving ++ Config1],
            State({done, Result}, Config2),
            After = whodunit_ct_hooks:around(end_per_testcase, Hooks, Suite, Name, Config2, fun(C) -> at_end(Suite, Name, C) end),
            save(Name, After, Saving),
            case After of
                {fail, Reason} -> {failed, error, Reason, []};
                _ -> Result
            end;
        Other -> Other
    end.

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
    try apply(Module, Function, Arguments) of
        {Skip, Reason} when Skip =:= skip; Skip =:= skipped -> skip(user, Reason);
        {skip_and_save, Reason, _} -> skip(user, Reason);
        {'EXIT', Reason} -> {failed, exit, Reason, []};
        {failed, Reason} -> {failed, error, Reason, []};
        {fail, Reason} when Function =:= init_per_testcase -> {failed, error, {fail_returned, Reason}, []};
        {fail, Reason} -> {failed, error, Reason, []};
        Value -> {ok, Value}
    catch
        Class:{Skip, Reason} when Class =/= error, Skip =:= skip; Class =/= error, Skip =:= skipped -> skip(user, Reason);
        Class:Reason:Stack -> {failed, Class, Reason, own_frames(Stack)}
    end.

skip(Kind, Reason) -> {skip, Kind, Reason}.

saving({ok, {save_config, Kept}}) -> [{save_config, Kept}];
saving(_) -> [].

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
                {'DOWN', Monitor, process, Pid, _} -> ok
            after 10000 -> exit(Pid, kill)
            end,
            died({timetrap_timeout, Time}, Stack, State, Case);
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

%% ---- configuration functions

%% {ok, Config} | {skip, Why}
setup(Function, Name, Config, #run{suite = Suite, hooks = Hooks} = Run) ->
    Arguments = fun(C) -> Name ++ [C] end,
    Call = fun(C) -> configure(Suite, Function, Arguments(C)) end,
    case in_its_process(Function, Name, Config, Call, Hooks, Run) of
        {ok, List} when is_list(List) -> {ok, List};
        {skip, user, Reason} -> {skip, skip(user, Reason)};
        {failed, Class, Reason, Stack} ->
            {skip, skip(auto, {failed, {Suite, Function, exit_reason(Class, Reason, Stack)}})};
        {ok, {comment, _}} -> {ok, Config};
        {ok, _} -> {skip, skip(auto, {failed, {Suite, Function, bad_return}})}
    end.

exit_reason(error, Reason, Stack) -> {'EXIT', {Reason, Stack}};
exit_reason(throw, Reason, Stack) -> {'EXIT', {thrown, {Reason, Stack}}};
exit_reason(exit, {timetrap_timeout, _} = Reason, _) -> Reason;
exit_reason(exit, Reason, _) -> {'EXIT', Reason}.

cleanup(Function, Name, Config, #run{suite = Suite, hooks = Hooks} = Run) ->
    Call = fun(C) -> configure(Suite, Function, Name ++ [C]) end,
    case in_its_process(Function, Name, Config, Call, Hooks, Run) of
        {ok, {save_config, Kept}} -> save(Function, {save_config, Kept}, []);
        {ok, {return_group_result, _} = Result} -> Result;
        {ok, List} when is_list(List) ->
            case lists:keyfind(return_group_result, 1, [T || T <- List, is_tuple(T)]) of
                false -> ok;
                Result -> Result
            end;
        _ -> ok
    end.

%% Those that a suite does not have do nothing.
configure(Suite, Function, Arguments) ->
    case erlang:function_exported(Suite, Function, length(Arguments)) of
        true -> protected(Suite, Function, Arguments);
        false -> {ok, lists:last(Arguments)}
    end.

in_its_process(Function, Name, Config, Call, Hooks, #run{suite = Suite, id = Id, path = Path, trap = Trap}) ->
    Leader = whodunit_case:leader(),
    Job = self(),
    Start = now_ms(),
    whodunit_io:report({sets_up, Id, Suite, Function, length(Name) + 1}),
    whodunit_io:report({runs, Id ++ [0], Suite, Function}),
    {Pid, Monitor} = spawn_monitor(fun() ->
                                           group_leader(Leader, self()),
                                           Job ! {self(), result, whodunit_ct_hooks:around(Function, Hooks, Suite, Name, Config, Call)}
                                   end),
    Leader ! {watch, Pid, Job},
    Timer = whodunit_case:start_trap(Trap),
    Result = configured(Pid, Monitor, Timer),
    Output = whodunit_case:collected(Leader),
    case Result of
        {failed, _, _, _} ->
            told(Id ++ [0], Suite, Function, Path, {Result, Pid}, now_ms() - Start, Output, Leader);
        _ -> ok
    end,
    Result.

configured(Pid, Monitor, Timer) ->
    receive
        {Pid, result, Result} ->
            whodunit_case:cancel_trap(Timer),
            erlang:demonitor(Monitor, [flush]),
            Result;
        {timetrap, Timer, Time} ->
            Stack = stack(Pid),
            exit(Pid, kill),
            {failed, exit, {timetrap_timeout, Time}, Stack};
        {new_trap, Time} ->
            whodunit_case:cancel_trap(Timer),
            configured(Pid, Monitor, whodunit_case:start_trap(Time));
        {'DOWN', Monitor, process, Pid, Reason} ->
            whodunit_case:cancel_trap(Timer),
            {failed, exit, Reason, []}
    end.

%% ---- all in one process, for those who ask how it came about

together(Suite, Tests, Config, #run{options = Options} = Run) ->
    [_ | Way] = proplists:get_value(only, Options),
    case straight(init_per_suite, [], Config, Run) of
        {ok, Config1} -> down(Way, Tests, Config1, Suite, Run);
        _ -> ok
    end.

down([N, Round | Way], Items, Config, Suite, #run{path = Path} = Run) when N > 0 ->
    case lists:nth(N, Items) of
        {repeated, Name, _} -> alone(Name, Config, Suite, Run);
        {Name, Properties, Inner} ->
            Path1 = [[{name, Name} | Properties] | Path],
            Inside = [{tc_group_properties, [{name, Name} | Properties]}, {tc_group_path, Path} | without_group(Config)],
            _ = Round,
            case straight(init_per_group, [Name], Inside, Run) of
                {ok, Config1} -> down(Way, Inner, Config1, Suite, Run#run{path = Path1});
                _ -> ok
            end;
        Name -> alone(Name, Config, Suite, Run)
    end;
down([N], Items, Config, Suite, Run) when N > 0 -> alone(lists:nth(N, Items), Config, Suite, Run);
down(_, _, _, _, _) -> ok.

straight(Function, Name, Config, #run{suite = Suite, id = Id, options = Options}) ->
    Only = proplists:get_value(only, Options),
    whodunit_io:report({sets_up, Id, Suite, Function, length(Name) + 1}),
    Result = configure(Suite, Function, Name ++ [Config]),
    case {Result, lists:last(Only)} of
        {{failed, _, _, _}, 0} -> told(Only, Suite, Function, [], {Result, self()}, 0, [], none);
        _ -> ok
    end,
    Result.

alone(Name, Config, Suite, #run{options = Options, path = Path}) ->
    Only = proplists:get_value(only, Options),
    whodunit_io:report({sets_up, Only, Suite, init_per_testcase, 2}),
    whodunit_io:report({begins, Only, self(), Suite, Name, 0, title(Path)}),
    Outcome = case init(Suite, Name, Config) of
                  {ok, Config1} -> protected(Suite, Name, [Config1]);
                  Other -> Other
              end,
    {_, Report} = report(Only, Outcome, 0, <<>>),
    whodunit_io:report(Report).

%% ---- reports

told(Id, Suite, Name, Path, {Outcome, Process}, Time, Output, Leader) ->
    whodunit_io:report({begins, Id, Process, Suite, Name, 0, title(Path)}),
    {Status, Report} = report(Id, Outcome, Time, whodunit_case:text(Output)),
    case {Status, whodunit_case:in_vain(Outcome, Leader)} of
        {_, []} ->
            whodunit_io:report(Report),
            Status;
        {_, [Text | _]} ->
            whodunit_io:report({skipped, Id, not_supported, whodunit_case:text([Text, $\n])}),
            Status
    end.

report(Id, {ok, _}, Time, Output) -> {ok, {passed, Id, Time, Output}};
report(Id, {failed, Class, Reason, Stack}, Time, Output) ->
    {failed, {failed, Id, Time, Output, Class, Reason, Stack, whodunit_case:text(said(Class, Reason))}};
report(Id, {skip, user, Reason}, _, _) -> {skipped, {skipped, Id, user, reason(Reason)}};
%% A setup of the case failed: what to ask about.
report(Id, {skip, auto, _, {Class, Reason, Stack}}, Time, Output) ->
    {failed_setup, {setup_failed, Id, Time, Output, Class, Reason, Stack, whodunit_case:text(said(Class, Reason))}};
report(Id, {skip, auto, Reason}, _, _) -> {skipped, {skipped, Id, auto, reason(Reason)}}.

not_run(Id, Suite, Name, Path, {skip, Kind, Reason}) ->
    whodunit_io:report({begins, Id, self(), Suite, Name, 0, title(Path)}),
    whodunit_io:report({skipped, Id, Kind, reason(Reason)}).

broken(Id, Suite, Name, {Class, Reason, Stack}) ->
    told(Id, Suite, Name, [], {{failed, Class, Reason, Stack}, self()}, 0, [], none).

said(exit, {timetrap_timeout, Time}) -> io_lib:format("timed out after ~w ms (timetrap)", [Time]);
said(exit, {test_case_failed, Text}) ->
    case io_lib:printable_unicode_list(Text) of
        true -> Text;
        false -> io_lib:format("~tp", [Text])
    end;
said(Class, Reason) -> io_lib:format("~w:~tp", [Class, Reason]).

reason(Reason) ->
    case io_lib:printable_unicode_list(Reason) of
        true -> whodunit_case:text(Reason);
        false -> whodunit_case:text(io_lib:format("~tp", [without_stacks(Reason)]))
    end.

%% The stack stands with the setup that failed.
without_stacks({Reason, [{M, F, _, L} | _]}) when is_atom(M), is_atom(F), is_list(L) -> without_stacks(Reason);
without_stacks({failed, {Suite, Function, Reason}}) -> {failed, {Suite, Function, without_stacks(Reason)}};
without_stacks({'EXIT', Reason}) -> {'EXIT', without_stacks(Reason)};
without_stacks(Reason) -> Reason.

title(Path) ->
    Names = [atom_to_list(proplists:get_value(name, Properties)) || Properties <- lists:reverse(Path)],
    whodunit_case:text(lists:join("/", Names)).

own_frames(Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack).

now_ms() -> erlang:monotonic_time(millisecond).

%% ---- info functions and time

info(Suite, Function, Arguments) ->
    case erlang:function_exported(Suite, Function, length(Arguments)) of
        true ->
            try apply(Suite, Function, Arguments) of
                List when is_list(List) -> List;
                _ -> []
            catch
                _:_ -> []
            end;
        false -> []
    end.

trap(Info, Default) ->
    case proplists:get_value(timetrap, Info) of
        undefined -> Default;
        Time -> whodunit_ct_config:milliseconds(Time)
    end.
