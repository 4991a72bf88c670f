%% Runs expressions and programs one after another, each in a process of its own, and prints for
%% each a section that begins with `#begin NAME` and ends with `#end NAME`: what it printed, then
%% `#value`, `#error`, `#exit` or `#throw` with what it returned or raised, then `#log` with what was
%% logged by others than the test.
%%
%% The same code runs in real erl and in whodunit, so the sections can be compared as text. What may
%% rightly differ between the two is made equal here, in normal/2 and frames/2, and nowhere else.
-module(driver).
-export([expressions/2, programs/1]).
-export([logged/2, elsewhere/2]).

-define(PATIENCE, 20000).

%% Evaluate the expressions of a topic; expression N is the function tN/0 of its module.
expressions(Module, Numbers) ->
    lists:foreach(
      fun(N) ->
              Function = list_to_atom("t" ++ integer_to_list(N)),
              section([atom_to_list(Module), $:, integer_to_list(N)], Module, Function)
      end, Numbers),
    io:format("#done~n").

%% Run main/0 of each of the modules.
programs(Modules) ->
    lists:foreach(fun(Module) -> section(atom_to_list(Module), Module, main) end, Modules),
    io:format("#done~n").

section(Name, Module, Function) ->
    io:format("#begin ~s~n", [Name]),
    Logging = listen(Module),
    Driver = self(),
    {Pid, Monitor} =
        spawn_monitor(
          fun() ->
                  Driver ! {self(), outcome(Module, Function)},
                  %% Takes along whatever is still linked to it.
                  exit(shutdown)
          end),
    receive
        {Pid, {Class, Outcome}} ->
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            io:format("~n#~s ~tp~n", [Class, Outcome]);
        {'DOWN', Monitor, process, Pid, Reason} ->
            io:format("~n#killed ~tp~n", [normal(Reason, Module)])
    after ?PATIENCE ->
            exit(Pid, kill),
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            io:format("~n#stuck~n")
    end,
    restore(Logging),
    [io:format("#log ~ts", [Text]) || {_, Text} <- lists:sort(all_logged())],
    stop_listening(),
    io:format("#end ~s~n", [Name]).

%% What a test logs is printed in its place. What the system logs, and behaviours of OTP, they log in processes of their own,
%% sooner or later: this goes to the end of the section, in an order that does not depend on when that was.
listen(Module) ->
    ok = logger:add_primary_filter(?MODULE, {fun ?MODULE:logged/2, {self(), Module}}),
    ok = logger:add_handler_filter(default, ?MODULE, {fun ?MODULE:elsewhere/2, []}),
    configuration().

stop_listening() ->
    ok = logger:remove_primary_filter(?MODULE),
    ok = logger:remove_handler_filter(default, ?MODULE).

configuration() -> {logger:get_primary_config(), logger:get_handler_config(), logger:get_module_level()}.

%% As it was, whatever the test has changed.
restore({Primary, Handlers, _} = Before) ->
    case configuration() of
        Before -> ok;
        _ ->
            [ok = logger:remove_handler(Id) || Id <- logger:get_handler_ids()],
            ok = logger:set_primary_config(Primary),
            ok = logger:unset_module_level(),
            [ok = logger:add_handler(Id, Module, Config) || #{id := Id, module := Module} = Config <- Handlers],
            ok
    end.

logged(#{msg := {_, [_, {?MODULE, _}]}} = Event, {Driver, _}) ->
    Driver ! {logged, ?MODULE},
    Event;
logged(#{msg := Message} = Event, {Driver, Tested}) ->
    case is_by_test(Event) of
        true -> ok;
        false ->
            Config = #{legacy_header => true, single_line => false},
            Text = logger_formatter:format(Event#{msg := trimmed(Message, Tested)}, Config),
            Driver ! {logged, normal(Message, Tested), Text}
    end,
    Event.

elsewhere(Event, _) ->
    case is_by_test(Event) of
        true -> ignore;
        false -> stop
    end.

is_by_test(#{meta := #{error_logger := #{emulator := true}}}) -> false;
is_by_test(#{meta := #{domain := [otp | _]}}) -> false;
is_by_test(_) -> true.

%% The death of one more process is logged after those of all others.
all_logged() ->
    spawn(fun() -> error(?MODULE) end),
    until_logged().

until_logged() ->
    receive
        {logged, ?MODULE} -> [];
        {logged, Message, Text} -> [{Message, Text} | until_logged()]
    end.

%% Stack traces, wherever they are, without what is the library's own business: see frames/2. A pid gets a name: lines are
%% broken by the length of what they hold.
trimmed(Pid, _) when is_pid(Pid) -> '#Pid';
trimmed([_ | _] = List, Tested) ->
    case is_stack_trace(List) of
        true -> [{Tested, Function, Arguments, [{file, "tested.erl"} | lists:keydelete(file, 1, Location)]}
                 || {Module, Function, Arguments, Location} <- List, Module =:= Tested,
                    not lists:member($^, atom_to_list(Function))];
        false -> trimmed_elements(List, Tested)
    end;
trimmed(Tuple, Tested) when is_tuple(Tuple) -> list_to_tuple(trimmed(tuple_to_list(Tuple), Tested));
trimmed(Map, Tested) when is_map(Map) -> maps:map(fun(_, Value) -> trimmed(Value, Tested) end, Map);
trimmed(Other, _) -> Other.

trimmed_elements([Head | Tail], Tested) -> [trimmed(Head, Tested) | trimmed_elements(Tail, Tested)];
trimmed_elements(Tail, Tested) -> trimmed(Tail, Tested).

outcome(Module, Function) ->
    try Module:Function() of
        Value -> {value, normal(Value, Module)}
    catch
        Class:Reason:Stack -> {Class, {normal(Reason, Module), frames(Stack, Module)}}
    end.

%% What differs from run to run in any Erlang: the names of processes, references, ports and
%% anonymous functions, and the order of the keys of a large map. Stack traces inside of a value (from
%% `catch`, in exit reasons) are reduced like those of exceptions.
normal(Pid, _) when is_pid(Pid) -> '#Pid';
normal(Reference, _) when is_reference(Reference) -> '#Ref';
normal(Port, _) when is_port(Port) -> '#Port';
normal(Fun, _) when is_function(Fun) ->
    case erlang:fun_info(Fun, type) of
        {type, external} -> Fun;
        {type, local} ->
            {module, Module} = erlang:fun_info(Fun, module),
            {arity, Arity} = erlang:fun_info(Fun, arity),
            {'#Fun', Module, Arity}
    end;
normal([_ | _] = List, Tested) ->
    case is_stack_trace(List) of
        true -> frames(List, Tested);
        false -> elements(List, Tested)
    end;
normal(Tuple, Tested) when is_tuple(Tuple) ->
    list_to_tuple(elements(tuple_to_list(Tuple), Tested));
normal(Map, Tested) when map_size(Map) > 32 ->
    {'#Map', elements(lists:sort(maps:to_list(Map)), Tested)};
normal(Map, Tested) when is_map(Map) ->
    maps:from_list(elements(maps:to_list(Map), Tested));
normal(Other, _) -> Other.

elements([Head | Tail], Tested) -> [normal(Head, Tested) | elements(Tail, Tested)];
elements([], _) -> [];
elements(Tail, Tested) -> normal(Tail, Tested).

is_stack_trace([{Module, Function, Arguments, Location} | Rest])
  when is_atom(Module), is_atom(Function), is_list(Location),
       is_integer(Arguments) orelse is_list(Arguments) ->
    lists:all(fun({Key, _}) -> lists:member(Key, [file, line, error_info]);
                 (_) -> false
              end, Location)
        andalso is_stack_trace(Rest);
is_stack_trace(Rest) -> Rest =:= [].

%% A stack trace, without the frames of this driver. The function that raised is kept wherever it
%% lives; further down only frames of the tested module count, because how a library function gets its
%% work done is its own business. For the same reason a function that a library does not export is shown
%% without its name, and lines are compared in the tested module only.
frames([{erlang, Operator, _, _} | Below], Tested)
  when Operator =:= '+'; Operator =:= '-'; Operator =:= '*'; Operator =:= '/';
       Operator =:= 'div'; Operator =:= 'rem'; Operator =:= 'bnot'; Operator =:= 'band';
       Operator =:= 'bor'; Operator =:= 'bxor'; Operator =:= 'bsl'; Operator =:= 'bsr' ->
    %% erl shows the operator as a frame or not, depending on the instruction it was compiled to.
    frames(Below, Tested);
frames([Top | Below], Tested) ->
    Frames = [Top || element(1, Top) =/= ?MODULE] ++
        [Frame || Frame <- Below, element(1, Frame) =:= Tested],
    once([frame(Frame, Tested) || Frame <- Frames]);
frames([], _) ->
    [].

frame({Tested, Function, Arguments, Location}, Tested) ->
    Line = {line, proplists:get_value(line, Location, none)},
    case atom_to_list(Function) of
        [$- | Generated] -> generated(Tested, Generated, normal(Arguments, Tested), Line);
        _ -> {Tested, Function, normal(Arguments, Tested), Line}
    end;
frame({Library, Function, Arguments, Location}, Tested) ->
    Arity = if is_list(Arguments) -> length(Arguments); true -> Arguments end,
    %% Built-in functions, and those that do not exist, have no line.
    case lists:keymember(line, 1, Location) andalso not erlang:function_exported(Library, Function, Arity) of
        true -> {Library, inside};
        false -> {Library, Function, normal(Arguments, Tested)}
    end.

%% erl names the functions that it makes of funs `-f/1-fun-0-`, of named funs `-f/1-Name/2-0-`, and of
%% comprehensions `-f/1-lc$^0/1-0-`. The numbers are arbitrary, and a comprehension is no function for
%% its author: it counts as the function that it stands in.
generated(Module, Name, Arguments, Line) ->
    {Owner, [$/ | AfterSlash]} = lists:splitwith(fun(C) -> C =/= $/ end, Name),
    {Arity, [$- | Kind]} = lists:splitwith(fun(C) -> C =/= $- end, AfterSlash),
    case lists:member($^, Kind) of
        true -> {comprehension, {Module, list_to_atom(Owner), list_to_integer(Arity), Line}};
        false -> {Module, list_to_atom([$- | Owner] ++ [$/ | Arity] ++ "-fun-"), Arguments, Line}
    end.

%% A comprehension's own frames and that of its function become one.
once([{comprehension, Frame}, {comprehension, _} | Below]) ->
    once([{comprehension, Frame} | Below]);
once([{comprehension, {Module, Function, Arity, Line}}, {Module, Function, Arity, _} | Below]) ->
    [{Module, Function, Arity, Line} | once(Below)];
once([{comprehension, Frame} | Below]) -> [Frame | once(Below)];
once([Frame | Below]) -> [Frame | once(Below)];
once([]) -> [].
