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

-record(run, {suite, id = [], options = [], trap = ?TIMETRAP, path = [], hooks = []}).

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
    case whodunit_ct_tests:wanted(Suite, Names) of
        {skip, Reason} -> not_run(Run#run.id, Suite, all, [], {skip, user, Reason});
        {error, Name, Exception} -> broken(Run#run.id, Suite, Name, Exception);
        {ok, Tests} -> prepared(Suite, Folder, Tests, Run)
    end.

prepared(Suite, Folder, Tests, Run) ->
    case whodunit_ct_info:of_suite(Suite) of
        {ok, Info} ->
            whodunit_ct_config:of_suite(Info),
            Config = [{data_dir, data_dir(Suite, Folder)}, {priv_dir, priv_dir(Suite)}],
            case {whodunit_ct_info:trap(Info, ?TIMETRAP), whodunit_ct_hooks:start(Info, [])} of
                {{ok, Trap}, {ok, Hooks}} ->
                    Run1 = Run#run{trap = Trap, hooks = Hooks},
                    case proplists:get_bool(together, Run#run.options) of
                        true -> together(Suite, Tests, Config, Run1);
                        false -> all_of_it(Suite, Tests, Info, Config, Run1)
                    end,
                    whodunit_ct_hooks:stop(Hooks);
                {{failed, Reason}, _} -> no_suite(Suite, Reason, {error, Reason, []}, Tests, Run);
                {_, {failed, Hook, Exception}} -> no_suite(Suite, Hook, Exception, Tests, Run)
            end;
        {failed, Reason} -> no_suite(Suite, Reason, {error, Reason, []}, Tests, Run)
    end.

no_suite(Suite, Reason, Exception, Tests, #run{id = Id} = Run) ->
    broken(Id ++ [0], Suite, init_per_suite, Exception),
    skip_all(Tests, {skip, auto, {failed, {Suite, init_per_suite, Reason}}}, Run).

all_of_it(Suite, Tests, Info, Config, Run) ->
    Begun = case whodunit_ct_config:missing(Info) of
                [] -> setup(init_per_suite, [], Config, Run);
                [Key | _] -> {skip, {skip, auto, {require_failed_in_suite0, {not_available, Key}}}}
            end,
    case Begun of
        {ok, Config1} ->
            items(Tests, Config1, Run),
            cleanup(end_per_suite, [], whodunit_ct_case:saved(Config1), Run);
        {skip, Why} ->
            skip_all(Tests, Why, Run),
            whodunit_ct_hooks:on_skip(Run#run.hooks, Suite, end_per_suite, Why)
    end.

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
                    Why = {skip, auto, {failed, {Run#run.suite, Name}}},
                    skip_all(Items, N + 1, Why, Run),
                    lists:reverse(Done, Statuses ++ [{skipped_by_sequence, skipped}]);
                _ -> items(Items, N + 1, Config, Run, lists:reverse(Statuses, Done))
            end
    end.

is_sequence([Properties | _]) -> lists:member(sequence, Properties);
is_sequence([]) -> false.

item({repeated, Name, How}, Config, Run) -> repeated(Name, How, 1, Config, Run);
item({Name, Properties, Items}, Config, Run) ->
    rounds(Name, Properties, Items, whodunit_ct_tests:repetition(Properties), 1, Config, Run);
item(Name, Config, Run) -> 'case'(Name, Config, Run).

repeated(Name, once, N, Config, #run{id = Id} = Run) -> 'case'(Name, Config, Run#run{id = Id ++ [N]});
repeated(Name, {Kind, Left}, N, Config, #run{id = Id, options = Options, suite = Suite, path = Path} = Run) ->
    Statuses = case is_wanted(Id ++ [N], Options) of
                   true -> 'case'(Name, Config, Run#run{id = Id ++ [N]});
                   false -> []
               end,
    Failed = lists:keymember(failed, 2, Statuses),
    IsOver = Left =:= 1 orelse case Kind of
                                   repeat_until_ok -> lists:keymember(ok, 2, Statuses);
                                   repeat_until_fail -> Failed;
                                   _ -> false
                               end,
    case {IsOver, Failed andalso is_sequence(Path)} of
        {true, _} -> Statuses;
        {false, true} ->
            %% As OTP has it: one of the rounds that are left is said to be skipped.
            not_run(Id ++ [N + 1], Suite, Name, Path, {skip, auto, {failed, {Suite, Name}}}),
            Statuses;
        {false, false} -> Statuses ++ repeated(Name, {Kind, less(Left)}, N + 1, Config, Run)
    end.

%% A group, as often as its properties say. What the group around it learns is the result of the last round.
rounds(Name, Properties, Items, How, N, Config, #run{id = Id, options = Options} = Run) ->
    Child = Run#run{id = Id ++ [N]},
    Done = case is_wanted(Child#run.id, Options) of
               true -> a_group(Name, left(Properties, How), Items, Config, Child);
               false -> {ran, [{{group_result, Name}, ok}], []}
           end,
    case {Done, How} of
        {{did_not_run, Result}, _} -> Result;
        {{ran, Result, _}, once} -> Result;
        {{ran, Result, _}, {_, 1}} -> Result;
        {{ran, Result, Statuses}, {Kind, Left}} ->
            case is_enough(Kind, [Status || {_, Status} <- Statuses]) of
                true -> Result;
                false -> rounds(Name, Properties, Items, {Kind, less(Left)}, N + 1, Config, Run)
            end
    end.

is_enough(repeat, _) -> false;
is_enough(repeat_until_all_ok, Results) -> not lists:member(failed, Results);
is_enough(repeat_until_all_fail, Results) -> not lists:member(ok, Results);
is_enough(repeat_until_any_ok, Results) -> lists:member(ok, Results);
is_enough(repeat_until_any_fail, Results) -> lists:member(failed, Results).

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

%% {ran, Result, Statuses}, where Result is what it means to the group around it, or {did_not_run, Result}.
a_group(Name, Properties, Items, Config, #run{path = Path} = Run) ->
    Run1 = Run#run{path = [[{name, Name} | Properties] | Path]},
    case group_info(Name, Run1) of
        {ok, Run2, Defaults} ->
            Group = [{tc_group_properties, [{name, Name} | Properties]}, {tc_group_path, Path}],
            Inside = whodunit_ct_case:saved(Group ++ without_group(Config)),
            Done = case setup(init_per_group, [Name], Inside, Run2) of
                       {ok, Config1} -> inside(Name, Properties, Items, Config1, Run2);
                       {skip, Why} -> group_skipped(Name, Items, Why, Run2)
                   end,
            whodunit_ct_config:forget(Defaults),
            Done;
        {failed, Reason} -> group_skipped(Name, Items, {skip, auto, Reason}, Run1)
    end.

group_skipped(Name, Items, Why, #run{suite = Suite, hooks = Hooks} = Run) ->
    skip_all(Items, Why, Run),
    whodunit_ct_hooks:on_skip(Hooks, Suite, {end_per_group, Name}, Why),
    {did_not_run, [{{group_result, Name}, skipped}]}.

%% Hooks, time limit and configuration that the info function of a group is about.
group_info(Name, #run{suite = Suite, trap = Trap, hooks = Hooks} = Run) ->
    case whodunit_ct_info:of_group(Suite, Name) of
        {ok, Info} ->
            Defaults = whodunit_ct_config:add_defaults(Info),
            case {whodunit_ct_info:trap(Info, Trap), whodunit_ct_hooks:start(Info, Hooks), whodunit_ct_config:missing(Info)} of
                {{ok, Trap1}, {ok, Hooks1}, []} -> {ok, Run#run{trap = Trap1, hooks = Hooks1}, Defaults};
                {{failed, Reason}, _, _} -> {failed, Reason};
                {_, {failed, Hook, _}, _} -> {failed, {failed, {Suite, init_per_group, Hook}}};
                {_, _, [Key | _]} -> {failed, {require_failed, {not_available, Key}}}
            end;
        Failed -> Failed
    end.

inside(Name, Properties, Items, Config, Run) ->
    Statuses = in_order(Properties, Items, Config, Run),
    Result = [{tc_group_result, result(Statuses)} | Config],
    Status = case cleanup(end_per_group, [Name], whodunit_ct_case:saved(Result), Run) of
                 {return_group_result, Returned} -> Returned;
                 _ -> ok
             end,
    {ran, [{{group_result, Name}, Status}], Statuses}.

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
            Wanted = [{Item, Run#run{id = Id ++ [N]}} || {N, Item} <- Numbered, is_wanted(Id ++ [N], Options)],
            lists:append([joined(Job) || Job <- [beside(Item, Config, Child) || {Item, Child} <- Wanted]])
    end.

%% Cases of a group in parallel begin at once. A group among them runs where it stands: what comes after it waits.
beside({_, _, Items} = Group, Config, Run) when is_list(Items) -> {done, item(Group, Config, Run)};
beside(Case, Config, Run) ->
    Self = self(),
    spawn_monitor(fun() ->
                          whodunit_io:shelter(runner),
                          Self ! {job, self(), item(Case, Config, Run)}
                  end).

joined({done, Statuses}) -> Statuses;
joined({Pid, Monitor}) ->
    receive
        {job, Pid, Statuses} ->
            erlang:demonitor(Monitor, [flush]),
            Statuses;
        {'DOWN', Monitor, process, Pid, _} -> []
    end.

skip_all(Items, Why, Run) -> skip_all(Items, 1, Why, Run).

skip_all(Items, First, Why, #run{id = Id, path = Path, options = Options} = Run) ->
    Numbered = lists:zip(lists:seq(First, First + length(Items) - 1), Items),
    [case Item of
         {repeated, Name, _} -> not_run(Run#run{id = Child ++ [1]}, Name, Why);
         {Name, Properties, Inner} -> skip_all(Inner, Why, Run#run{id = Child ++ [1], path = [[{name, Name} | Properties] | Path]});
         Name -> not_run(Run#run{id = Child}, Name, Why)
     end || {N, Item} <- Numbered, Child <- [Id ++ [N]], is_wanted(Child, Options)],
    ok.

is_wanted(Id, Options) ->
    case proplists:get_value(only, Options) of
        undefined -> true;
        Only -> lists:prefix(Id, Only) orelse lists:prefix(Only, Id)
    end.

%% ---- one case

'case'(Name, Config0, #run{suite = Suite, id = Id, path = Path, trap = Trap} = Run) ->
    IsThere = erlang:function_exported(Suite, Name, 1),
    case IsThere andalso case_info(Suite, Name, Trap) of
        {ok, Trap1, Defaults} ->
            Config = whodunit_ct_case:saved(Config0),
            Leader = whodunit_case:leader(),
            whodunit_io:report({runs, Id, Suite, Name}),
            Start = now_ms(),
            Outcome = whodunit_ct_case:run(Suite, Name, Config, Leader, Trap1, Run#run.hooks),
            Output = whodunit_case:collected(Leader),
            Status = told(Id, Suite, Name, Path, Outcome, now_ms() - Start, Output, Leader),
            tell_hooks(Name, Outcome, Run),
            whodunit_ct_config:forget(Defaults),
            settle(),
            [{Name, Status}];
        {failed, Reason} ->
            not_run(Run, Name, {skip, auto, Reason}),
            [{Name, skipped}];
        false ->
            told(Id, Suite, Name, Path, {{failed, error, undef, [{Suite, Name, [Config0], []}]}, self()}, 0, [], none),
            [{Name, failed}]
    end.

%% What the process of the case was linked to may end before the next case begins. In OTP a
%% millisecond goes by between them.
settle() -> receive after 1 -> ok end.

case_info(Suite, Name, Trap) ->
    case whodunit_ct_info:of_case(Suite, Name) of
        {ok, Info} ->
            Defaults = whodunit_ct_config:add_defaults(Info),
            case {whodunit_ct_info:trap(Info, Trap), whodunit_ct_config:missing(Info)} of
                {{ok, Trap1}, []} -> {ok, Trap1, Defaults};
                {{failed, Reason}, _} -> {failed, Reason};
                {_, [Key | _]} -> {failed, {require_failed, {not_available, Key}}}
            end;
        Failed -> Failed
    end.

tell_hooks(Name, {{failed, _, Reason, Stack}, _}, #run{hooks = Hooks, suite = Suite, path = Path}) ->
    Why = case Stack of
              [] -> Reason;
              _ -> {Reason, Stack}
          end,
    whodunit_ct_hooks:on_fail(Hooks, Suite, in_group(Name, Path), Why);
tell_hooks(Name, {{skip, Kind, Reason}, _}, Run) -> tell_skip(Name, {skip, Kind, Reason}, Run);
tell_hooks(Name, {{skip, Kind, Reason, _}, _}, Run) -> tell_skip(Name, {skip, Kind, Reason}, Run);
tell_hooks(_, _, _) -> ok.

tell_skip(Name, Why, #run{hooks = Hooks, suite = Suite, path = Path}) ->
    whodunit_ct_hooks:on_skip(Hooks, Suite, in_group(Name, Path), Why).

in_group(Name, [Properties | _]) -> {Name, proplists:get_value(name, Properties)};
in_group(Name, []) -> Name.

%% ---- configuration functions

%% {ok, Config} | {skip, Why}
setup(Function, Name, Config, #run{suite = Suite, hooks = Hooks} = Run) ->
    Arguments = fun(C) -> Name ++ [C] end,
    Call = fun(C) -> configure(Suite, Function, Arguments(C)) end,
    Case = configuration(Function, Name),
    case in_its_process(Function, Name, Config, Call, Hooks, Run) of
        {ok, List} when is_list(List) -> {ok, List};
        {ok, {comment, _}} -> {ok, Config};
        {skip, user, Reason} ->
            Why = {skip, user, Reason},
            whodunit_ct_hooks:on_skip(Hooks, Suite, Case, Why),
            {skip, Why};
        {failed, Class, Reason, Stack} ->
            whodunit_ct_hooks:on_fail(Hooks, Suite, Case, Reason),
            {skip, {skip, auto, {failed, {Suite, Function, exit_reason(Class, Reason, Stack)}}}};
        {ok, _} ->
            whodunit_ct_hooks:on_fail(Hooks, Suite, Case, bad_return),
            {skip, {skip, auto, {failed, {Suite, Function, bad_return}}}}
    end.

configuration(Function, [Group]) -> {Function, Group};
configuration(Function, []) -> Function.

exit_reason(error, Reason, []) -> {failed, Reason};
exit_reason(error, Reason, Stack) -> {'EXIT', {Reason, Stack}};
exit_reason(throw, Reason, Stack) -> {'EXIT', {thrown, {Reason, Stack}}};
exit_reason(exit, {timetrap_timeout, _} = Reason, _) -> Reason;
exit_reason(exit, Reason, _) -> {'EXIT', Reason}.

cleanup(Function, Name, Config, #run{suite = Suite, hooks = Hooks} = Run) ->
    Call = fun(C) -> configure(Suite, Function, Name ++ [C]) end,
    case in_its_process(Function, Name, Config, Call, Hooks, Run) of
        {ok, {save_config, Kept}} -> whodunit_ct_case:save(saved_by(Function, Name), {save_config, Kept}, []);
        {ok, {return_group_result, _} = Result} -> Result;
        {ok, List} when is_list(List) ->
            case lists:keyfind(return_group_result, 1, [T || T <- List, is_tuple(T)]) of
                false -> ok;
                Result -> Result
            end;
        _ -> ok
    end.

saved_by(_, [Group]) -> {group, Group};
saved_by(Function, []) -> Function.

%% Those that a suite does not have do nothing.
configure(Suite, Function, Arguments) ->
    case erlang:function_exported(Suite, Function, length(Arguments)) of
        true -> whodunit_ct_case:protected(Suite, Function, Arguments);
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
                                           Job ! {self(), result, between_hooks(Function, Hooks, Suite, Name, Config, Call)}
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

between_hooks(Function, Hooks, Suite, Name, Config, Call) ->
    case whodunit_ct_hooks:before(Function, Hooks, Suite, Name, Config) of
        Config1 when is_list(Config1) ->
            Result = Call(Config1),
            Outward = of_configuration(Result),
            case whodunit_ct_hooks:afterwards(Function, Hooks, Suite, Name, Config1, Outward) of
                Outward -> Result;
                Changed -> whodunit_ct_case:by_hook(Changed)
            end;
        Barred ->
            whodunit_ct_case:by_hook(whodunit_ct_hooks:afterwards(Function, Hooks, Suite, Name, Config, Barred))
    end.

%% What hooks are told of a configuration function.
of_configuration({ok, Value}) -> Value;
of_configuration({skip, _, Reason}) -> {skip, Reason};
of_configuration({failed, _, Reason, Stack}) -> {'EXIT', {Reason, Stack}}.

configured(Pid, Monitor, Timer) ->
    receive
        {Pid, result, Result} ->
            whodunit_case:cancel_trap(Timer),
            erlang:demonitor(Monitor, [flush]),
            Result;
        {timetrap, Timer, Time} ->
            Stack = whodunit_ct_case:stack(Pid),
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
    Outcome = case whodunit_ct_case:init(Suite, Name, Config) of
                  {ok, Config1} -> whodunit_ct_case:protected(Suite, Name, [Config1]);
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

not_run(#run{id = Id, suite = Suite, path = Path} = Run, Name, Why) ->
    not_run(Id, Suite, Name, Path, Why),
    tell_skip(Name, Why, Run).

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

now_ms() -> erlang:monotonic_time(millisecond).
