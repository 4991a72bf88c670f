%% Runs tests in processes. A task is a process that works through tests, with a watcher that reports what it does, or that
%% it died or took too long. Reports are {Id, Event}, where an Id is the path of positions from the root, []:
%%
%%     {start, group | test, Data}   {stop, Status, Data}   {cancel, Reason}   not_wanted
%%
%% With an option {only, Id}, all but that test or group, and the groups around it, are not wanted; with {since, Group} those that come
%% before it in that group are wanted, too, because they may have changed what its setup made. With together as well, the test and the
%% setups of its fixtures run in one process, one after the other, and nothing is cleaned up: for those who ask afterwards how it came about.
%%
%% Each test has a group leader of its own, which collects what it prints. Reports take their time; options {runs, Fun}, of tests, and
%% {sets_up, Fun}, of the setups of fixtures, are told at once.
-module(eunit_proc).

-export([attempt/1, collect/1, get_output/0, start/3, unsupported/2]).

%% As eunit_data makes them.
-record(test, {run, description, location, line = 0, timeout}).
-record(group, {tests, description, order, timeout, spawn, fixture}).
-record(fixture, {process, setup, cleanup}).

-define(TEST_TIMEOUT, 5000).

-record(run, {id = [], order = inorder, watcher, reporter, options}).

start(Tests, Reporter, Options) ->
    Run = #run{reporter = Reporter, options = Options},
    spawn(fun() ->
                  whodunit_io:shelter(runner),
                  await([task(fun(Run1) ->
                                      report({start, group, []}, Run1),
                                      {N, Time} = timed(infinity, fun() -> run_tests(Tests, Run1) end, Run1),
                                      report({stop, N, [{time, Time}]}, Run1)
                              end, Run)])
          end).

%% ---- tasks and their watchers

task(Work, Run) ->
    Owner = self(),
    spawn(fun() ->
                  whodunit_io:shelter(runner),
                  process_flag(trap_exit, true),
                  OwnerMonitor = erlang:monitor(process, Owner),
                  Run1 = Run#run{watcher = self()},
                  Task = spawn_link(fun() -> child(Work, Run1) end),
                  watch(Task, OwnerMonitor, Run1),
                  Owner ! {done, self()}
          end).

child(Work, #run{watcher = Watcher} = Run) ->
    whodunit_io:shelter(runner),
    group_leader(Watcher, self()),
    try Work(Run)
    catch
        throw:{eunit_abort, Reason} ->
            Watcher ! {abort, self(), Reason},
            exit(aborted)
    end.

await(Tasks) ->
    lists:foreach(fun(Task) ->
                          Monitor = erlang:monitor(process, Task),
                          receive
                              {done, Task} -> erlang:demonitor(Monitor, [flush]);
                              {'DOWN', Monitor, process, Task, _} -> ok
                          end
                  end, Tasks).

report(Event, #run{id = Id, watcher = Watcher}) -> Watcher ! {report, self(), Id, Event}.

watch(Task, OwnerMonitor, #run{id = Root, reporter = Reporter} = Run) ->
    receive
        {report, Task, Id, Event} ->
            Reporter ! {Id, Event},
            watch(Task, OwnerMonitor, Run);
        {abort, Task, Reason} -> cancel(Root, {abort, Reason}, Run);
        {late, Task, Id} ->
            %% It may wait for what a call in vain was to bring.
            case whodunit_io:interrupt(Task) of
                true -> watch(Task, OwnerMonitor, Run);
                false -> late(Task, Id, Run)
            end;
        {io_request, From, As, Request} ->
            {Reply, _} = io(Request, []),
            From ! {io_reply, As, Reply},
            watch(Task, OwnerMonitor, Run);
        {'EXIT', Task, normal} -> ok;
        {'EXIT', Task, Reason} -> cancel(Root, {exit, Reason}, Run);
        {'DOWN', OwnerMonitor, process, _, _} -> exit(Task, kill)
    end.

late(Task, Id, Run) ->
    Stack = case erlang:process_info(Task, current_stacktrace) of
                {current_stacktrace, Frames} -> {timeout, #{stacktrace => eunit_lib:own_frames(Frames)}};
                undefined -> timeout
            end,
    cancel(Id, Stack, Run),
    exit(Task, kill).

%% What the task as a whole was about is cancelled too.
cancel(Id, Reason, #run{id = Root, reporter = Reporter}) ->
    Reporter ! {Id, {cancel, Reason}},
    case Id of
        Root -> ok;
        _ -> Reporter ! {Root, {cancel, {blame, Id}}}
    end.

%% What a fun returns and how long it takes; the watcher interferes when it takes too long.
timed(infinity, Fun, _) ->
    {Start, _} = statistics(wall_clock),
    Value = Fun(),
    {End, _} = statistics(wall_clock),
    {Value, End - Start};
timed(Time, Fun, #run{id = Id, watcher = Watcher} = Run) ->
    Timer = erlang:send_after(min(Time, 16#FFFFFFFF), Watcher, {late, self(), Id}),
    try timed(infinity, Fun, Run)
    after erlang:cancel_timer(Timer)
    end.

%% ---- tests and groups

%% How many there were.
run_tests(Tests, #run{order = {inparallel, AtOnce}} = Run) ->
    case is_together(Run) of
        false -> in_parallel(Tests, 0, AtOnce, [], Run);
        true -> in_order(Tests, 0, Run)
    end;
run_tests(Tests, #run{order = inorder} = Run) -> in_order(Tests, 0, Run).

in_order(Tests, N, Run) ->
    case next(Tests, Run) of
        none -> N;
        {Item, Rest} ->
            Child = child_of(Run, N + 1),
            case is_wanted(Child) of
                true -> run_child(Item, Child);
                false -> report(not_wanted, Child)
            end,
            in_order(Rest, N + 1, Run)
    end.

%% With the option keep_going, each test has a process of its own: what ends it cancels no other.
run_child(#test{} = Test, #run{options = Options} = Run) ->
    case proplists:get_bool(keep_going, Options) andalso not is_together(Run) of
        true -> await([task(fun(Run1) -> run_item(Test, Run1) end, Run)]);
        false -> run_item(Test, Run)
    end;
run_child(Item, Run) -> run_item(Item, Run).

in_parallel(Tests, N, AtOnce, Tasks, Run) when AtOnce > 0, length(Tasks) =:= AtOnce ->
    await(Tasks),
    in_parallel(Tests, N, AtOnce, [], Run);
in_parallel(Tests, N, AtOnce, Tasks, Run) ->
    case next(Tests, Run) of
        none ->
            await(Tasks),
            N;
        {Item, Rest} ->
            Child = child_of(Run, N + 1),
            More = case is_wanted(Child) of
                       true -> [task(fun(Run1) -> run_item(Item, Run1) end, Child)];
                       false ->
                           report(not_wanted, Child),
                           []
                   end,
            in_parallel(Rest, N + 1, AtOnce, More ++ Tasks, Run)
    end.

is_wanted(#run{id = Id, options = Options}) ->
    case proplists:get_value(only, Options) of
        undefined -> true;
        Only -> lists:prefix(Id, Only) orelse lists:prefix(Only, Id) orelse is_before(Id, Only, proplists:get_value(since, Options))
    end.

is_before(_, _, undefined) -> false;
is_before(Id, Only, Group) -> lists:prefix(Group, Id) andalso Id < Only.

is_together(#run{options = Options}) -> proplists:get_bool(together, Options).

child_of(#run{id = Id} = Run, N) -> Run#run{id = Id ++ [N]}.

next(Tests, #run{options = Options}) ->
    try eunit_data:next(Tests, Options)
    catch throw:Reason -> throw({eunit_abort, Reason})
    end.

run_item(#test{run = Fun, description = Description, location = Location, line = Line, timeout = Timeout},
         #run{options = Options} = Run) ->
    case proplists:get_value(runs, Options) of
        undefined -> ok;
        Tell -> Tell(Run#run.id, Location)
    end,
    report({start, test, [{desc, Description}, {source, Location}, {line, Line}, {process, self()}]}, Run),
    Leader = group_leader(),
    Collector = spawn_link(?MODULE, collect, [self()]),
    group_leader(Collector, self()),
    Time = case Timeout of
               undefined -> ?TEST_TIMEOUT;
               _ -> Timeout
           end,
    {Status, Took} = timed(Time, fun() -> status(Fun) end, Run),
    group_leader(Leader, self()),
    Output = collected(Collector),
    Trusted = case unsupported(Collector, Options) of
                  [] -> Status;
                  [Text | _] -> {skipped, {not_supported, Text}}
              end,
    report({stop, Trusted, [{time, Took}, {output, Output}]}, Run);
run_item(#group{spawn = Spawn} = Group, Run) ->
    Ordered = in_group_order(Group, Run),
    case Spawn =:= undefined orelse is_together(Run) of
        true -> run_group(Group, Ordered);
        false -> await([task(fun(Run1) -> run_group(Group, Run1) end, Ordered)])
    end.

in_group_order(#group{order = undefined}, Run) -> Run;
in_group_order(#group{order = Order}, Run) -> Run#run{order = Order}.

status(Fun) ->
    try attempt(Fun) of
        {ok, _} -> ok;
        Error -> Error
    catch
        throw:Reason -> {skipped, Reason}
    end.

%% A test or generator. What EUnit itself has to say about it is thrown on.
attempt(Fun) ->
    try sheltered(Fun) of
        Value -> {ok, Value}
    catch
        throw:{eunit_internal, Reason} -> throw(Reason);
        Class:Reason:Stack -> {error, {Class, Reason, eunit_lib:own_frames(Stack)}}
    end.

%% Code of a test: a taint may end it, but not this process.
sheltered(Fun) ->
    Before = whodunit_io:shelter(test),
    try Fun()
    after whodunit_io:shelter(Before)
    end.

%% The calls in vain that what has just run depends on: an option {unsupported, Fun} knows. Then it
%% does not matter what it came to.
unsupported(Leader, Options) ->
    case proplists:get_value(unsupported, Options) of
        undefined -> [];
        Called -> Called(Leader)
    end.

run_group(#group{tests = Tests, description = Description, timeout = Timeout, fixture = Fixture}, Run) ->
    report({start, group, [{desc, Description}]}, Run),
    Time = case Timeout of
               undefined -> infinity;
               _ -> Timeout
           end,
    Work = fun(Tests1) -> timed(Time, fun() -> run_tests(Tests1, Run) end, Run) end,
    try within(Fixture, Tests, Work, Run) of
        {N, Took} -> report({stop, N, [{time, Took}]}, Run)
    catch
        throw:{fixture_failed, What, Exception} -> report({cancel, {abort, {What, Exception}}}, Run)
    end.

within(undefined, Tests, Work, _) -> Work(Tests);
within(#fixture{process = Process, setup = Setup, cleanup = Cleanup}, Instantiate, Work, Run) ->
    case proplists:get_value(sets_up, Run#run.options) of
        undefined -> ok;
        Tell -> [Tell(Run#run.id, mfa(Part)) || Part <- parts_of(Setup)]
    end,
    Value = part(setup_failed, Setup, Run),
    Tests = part(instantiation_failed, fun() -> Instantiate(Value) end, Run),
    eunit_lib:is_not_test(Tests)
        andalso throw({fixture_failed, {bad_instantiator, {mfa(Instantiate), Tests}}, {error, badarg, []}}),
    try
        case Process of
            local -> Work(Tests);
            spawn -> Work({spawn, Tests})
        end
    after
        is_together(Run) orelse part(cleanup_failed, fun() -> Cleanup(Value) end, Run)
    end.

part(What, Fun, #run{options = Options}) ->
    Result = try {ok, sheltered(Fun)}
             catch Class:Reason:Stack -> {failed, {Class, Reason, eunit_lib:own_frames(Stack)}}
             end,
    %% What a cleanup depends on has been told of the tests before it.
    Leader = case What of
                 cleanup_failed -> {new, group_leader()};
                 _ -> group_leader()
             end,
    Causes = unsupported(Leader, Options),
    [throw({fixture_failed, not_supported, Text}) || Text <- Causes],
    case Result of
        {ok, Value} -> Value;
        {failed, Exception} -> throw({fixture_failed, What, Exception})
    end.

%% What a setup consists of: eunit_data makes one of several, and of one with its argument.
parts_of(Setup) ->
    case erlang:fun_info(Setup, module) of
        {_, eunit_data} ->
            {_, Captured} = erlang:fun_info(Setup, env),
            lists:flatmap(fun(Part) when is_function(Part) -> [Part];
                             (Steps) when length(Steps) > 0 -> [Part || {_, Part, _} <- Steps, is_function(Part, 0)];
                             (_) -> []
                          end, Captured);
        _ -> [Setup]
    end.

mfa(Fun) ->
    {_, Module} = erlang:fun_info(Fun, module),
    {_, Name} = erlang:fun_info(Fun, name),
    {_, Arity} = erlang:fun_info(Fun, arity),
    {Module, Name, Arity}.

%% ---- the group leader of a test

%% What the running test has printed so far.
get_output() ->
    group_leader() ! {get_output, self()},
    receive
        {output, Output} -> Output
    after 100 -> throw({eunit_abort, get_output})
    end.

collected(Collector) ->
    Collector ! {finish, self()},
    receive
        {Collector, Output} -> Output
    end.

collect(Test) ->
    whodunit_io:shelter(runner),
    collect(Test, []).

collect(Test, Output) ->
    receive
        {io_request, From, As, Request} ->
            {Reply, Output1} = io(Request, Output),
            From ! {io_reply, As, Reply},
            collect(Test, Output1);
        {get_output, From} ->
            From ! {output, lists:flatten(lists:reverse(Output))},
            collect(Test, Output);
        {finish, Test} ->
            %% Let other processes of the test finish what they are printing.
            receive
            after 2 -> Test ! {self(), finished(Output)}
            end
    end.

finished(Output) ->
    receive
        {io_request, From, As, Request} ->
            {Reply, Output1} = io(Request, Output),
            From ! {io_reply, As, Reply},
            finished(Output1)
    after 0 -> lists:reverse(Output)
    end.

io({put_chars, _, Chars}, Output) -> {ok, [Chars | Output]};
io({put_chars, _, Module, Function, Args}, Output) ->
    try {ok, [apply(Module, Function, Args) | Output]}
    catch Class:Reason:Stack -> {{error, {Class, Reason, Stack}}, Output}
    end;
io({requests, Requests}, Output) ->
    lists:foldl(fun(Request, {ok, Output1}) -> io(Request, Output1);
                   (_, Failed) -> Failed
                end, {ok, Output}, Requests);
io({setopts, _}, Output) -> {ok, Output};
io(getopts, Output) -> {{error, enotsup}, Output};
io({get_geometry, _}, Output) -> {{error, enotsup}, Output};
io(Request, Output) when element(1, Request) =:= get_chars; element(1, Request) =:= get_line; element(1, Request) =:= get_until ->
    {eof, Output};
io(_, Output) -> {{error, request}, Output}.
