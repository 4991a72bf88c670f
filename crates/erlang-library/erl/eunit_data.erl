%% From descriptions of tests to tests and groups, one at a time: a description may be a deep list, a generator, a fixture, or
%% anything with properties around it. What is none throws {bad_test, Term}.
-module(eunit_data).

-export([next/2]).

%% What descriptions are parsed into; eunit_proc, which runs them, has the same records. With a fixture, the tests of a group
%% are a fun that makes them from what was set up, in this process (local) or another (spawn).
-record(test, {run, description, location, line = 0, timeout}).
-record(group, {tests, description, order, timeout, spawn, fixture}).
-record(fixture, {process, setup, cleanup}).

-define(IS_TEXT(Text), (is_list(Text) orelse is_binary(Text))).

%% {Item, Rest} or none.
next(Tests, Options) ->
    case first(Tests) of
        [Test | Rest] ->
            case parse(Test, Options) of
                {more, More} -> next([More | Rest], Options);
                Item -> {Item, Rest}
            end;
        [] -> none
    end.

%% A deep list with its first element in front. A string is no list of tests.
first([Inner | Rest] = Tests) when is_list(Inner) ->
    case is_text(Inner) of
        true -> Tests;
        false when Inner =:= [] -> first(Rest);
        false -> first([hd(Inner), tl(Inner) | Rest])
    end;
first([_ | _] = Tests) ->
    case is_text(Tests) of
        true -> [Tests];
        false -> Tests
    end;
first([]) -> [];
first(Test) -> [Test].

is_text([_ | _] = List) -> is_string(List);
is_text(_) -> false.

is_string([C | Rest]) when is_integer(C), C >= 0, C =< 16#10FFFF -> is_string(Rest);
is_string(Rest) -> Rest =:= [].

%% ---- descriptions: an item, or {more, Description}

parse({foreach, Setup, Tests}, _) when is_function(Setup), is_list(Tests) -> foreach(spawn, Setup, fun ignore/1, Tests);
parse({foreach, Setup, Cleanup, Tests}, _) when is_function(Setup), is_function(Cleanup), is_list(Tests) ->
    foreach(spawn, Setup, Cleanup, Tests);
parse({foreach, Process, Setup, Tests}, _) when is_function(Setup), is_list(Tests) ->
    foreach(Process, Setup, fun ignore/1, Tests);
parse({foreach, Process, Setup, Cleanup, Tests}, _) when is_function(Setup), is_function(Cleanup), is_list(Tests) ->
    foreach(Process, Setup, Cleanup, Tests);
parse({foreachx, Setup, Pairs}, _) when is_function(Setup), is_list(Pairs) -> foreachx(spawn, Setup, fun ignore/2, Pairs);
parse({foreachx, Setup, Cleanup, Pairs}, _) when is_function(Setup), is_function(Cleanup), is_list(Pairs) ->
    foreachx(spawn, Setup, Cleanup, Pairs);
parse({foreachx, Process, Setup, Pairs}, _) when is_function(Setup), is_list(Pairs) ->
    foreachx(Process, Setup, fun ignore/2, Pairs);
parse({foreachx, Process, Setup, Cleanup, Pairs}, _) when is_function(Setup), is_function(Cleanup), is_list(Pairs) ->
    foreachx(Process, Setup, Cleanup, Pairs);
parse({generator, Fun}, Options) when is_function(Fun) -> generate(Fun, location(Fun), Options);
parse({generator, Fun, {_, _, _} = Location}, Options) when is_function(Fun) -> generate(Fun, Location, Options);
parse({generator, Module, Function}, Options) when is_atom(Module), is_atom(Function) ->
    generate(caller(Module, Function), {Module, Function, 0}, Options);
parse({inorder, Tests}, Options) -> group(#group{tests = Tests, order = inorder}, Options);
parse({inparallel, Tests}, Options) -> group(#group{tests = Tests, order = {inparallel, 0}}, Options);
parse({inparallel, N, Tests}, Options) when is_integer(N), N >= 0 ->
    group(#group{tests = Tests, order = {inparallel, N}}, Options);
parse({timeout, Seconds, Tests}, Options) when is_number(Seconds), Seconds >= 0 ->
    group(#group{tests = Tests, timeout = round(Seconds * 1000)}, Options);
parse({spawn, Tests}, Options) -> group(#group{tests = Tests, spawn = local}, Options);
parse({setup, Setup, Tests}, Options) when is_function(Setup); is_list(Setup) -> parse({setup, spawn, Setup, Tests}, Options);
parse({setup, Setup, Cleanup, Tests}, Options) when is_function(Setup), is_function(Cleanup) ->
    parse({setup, spawn, Setup, Cleanup, Tests}, Options);
parse({setup, Process, Setup, Tests}, Options) when is_function(Setup) ->
    parse({setup, Process, Setup, fun ignore/1, Tests}, Options);
parse({setup, Process, Setups, Tests} = Test, Options) when is_list(Setups) ->
    {Setup, Cleanup} = all_of(Setups, Test),
    parse({setup, Process, Setup, Cleanup, Tests}, Options);
parse({setup, Process, Setup, Cleanup, Tests} = Test, _) when is_function(Setup), is_function(Cleanup) ->
    check_arity(Setup, 0, Test),
    check_arity(Cleanup, 1, Test),
    lists:member(Process, [local, spawn]) orelse bad(Test),
    #group{tests = instantiator(Tests, Test), fixture = #fixture{process = Process, setup = Setup, cleanup = Cleanup}};
parse({with, Value, [Fun | Funs]} = Test, _) ->
    check_arity(Fun, 1, Test),
    {more, [{location(Fun), fun() -> Fun(Value) end}, {with, Value, Funs}]};
parse({with, _, []}, _) -> {more, []};
parse({module, Module}, Options) when is_atom(Module) ->
    {more, {"module '" ++ atom_to_list(Module) ++ "'", module_tests(Module, Options)}};
parse(Module, Options) when is_atom(Module) -> parse({module, Module}, Options);
parse({Text, Tests} = Test, Options) when ?IS_TEXT(Text) ->
    is_binary(Text) orelse is_string(Text) orelse bad(Test),
    %% A binary need not be UTF-8.
    Description = case Text of
        <<_/binary>> -> Text;
        _ -> unicode:characters_to_binary(Text)
    end,
    group(#group{tests = Tests, description = Description}, Options);
parse(Test, Options) when is_tuple(Test), tuple_size(Test) > 2, ?IS_TEXT(element(1, Test)) ->
    [Text | Rest] = tuple_to_list(Test),
    parse({Text, list_to_tuple(Rest)}, Options);
parse({application, Name}, Options) when is_atom(Name) ->
    Known = proplists:get_value(applications, Options, []),
    case lists:keyfind(Name, 1, Known) of
        {Name, Modules} -> parse({application, Name, [{modules, Modules}]}, Options);
        false -> throw({application_not_found, Name})
    end;
parse({application, Name, Info} = Test, _) when is_atom(Name) ->
    Modules = case is_list(Info) of
                  true -> proplists:get_value(modules, Info);
                  false -> bad(Test)
              end,
    is_list(Modules) andalso lists:all(fun is_atom/1, Modules) orelse bad(Test),
    {more, {"application '" ++ atom_to_list(Name) ++ "'", Modules}};
parse({Kind, Name}, _) when Kind =:= file orelse Kind =:= dir, is_list(Name) -> not_supported(Kind);
parse(Test, _) when is_tuple(Test), element(1, Test) =:= node, tuple_size(Test) > 2, is_atom(element(2, Test)) ->
    not_supported(node);
parse(Test, _) -> single(Test).

single({Line, Test}) when is_integer(Line), Line >= 0 -> (single(Test))#test{line = Line};
single({{Module, Function, Arity} = Location, Test}) when is_atom(Module), is_atom(Function), is_integer(Arity) ->
    (single(Test))#test{location = Location};
single({test, Module, Function}) when is_atom(Module), is_atom(Function) ->
    #test{run = caller(Module, Function), location = {Module, Function, 0}};
single({Module, Function}) when is_atom(Module), is_atom(Function) -> single({test, Module, Function});
single(Fun) when is_function(Fun, 0) -> #test{run = Fun, location = location(Fun)};
single(Other) -> bad(Other).

bad(Test) -> throw({bad_test, Test}).

not_supported(Kind) -> throw({not_supported, lists:concat(["not supported: EUnit's {", Kind, ", ...}"])}).

check_arity(Fun, Arity, Test) -> is_function(Fun, Arity) orelse bad(Test).

ignore(_) -> ok.
ignore(_, _) -> ok.

location(Fun) ->
    {module, Module} = erlang:fun_info(Fun, module),
    {name, Name} = erlang:fun_info(Fun, name),
    {arity, Arity} = erlang:fun_info(Fun, arity),
    {Module, Name, Arity}.

%% A call to a function that may not be there.
caller(Module, Function) ->
    fun() ->
            try Module:Function()
            catch
                error:undef:Stack ->
                    case {erlang:module_loaded(Module), erlang:function_exported(Module, Function, 0)} of
                        {false, _} -> throw({eunit_internal, {module_not_found, Module}});
                        {true, false} -> throw({eunit_internal, {no_such_function, {Module, Function, 0}}});
                        {true, true} -> erlang:raise(error, undef, Stack)
                    end
            end
    end.

%% ---- fixtures

foreach(Process, Setup, Cleanup, Tests) -> {more, [{setup, Process, Setup, Cleanup, Test} || Test <- Tests]}.

%% Each pair has an argument, for the setup, the cleanup and the instantiator alike.
foreachx(Process, Setup, Cleanup, Pairs) ->
    Test = {foreachx, Process, Setup, Cleanup, Pairs},
    check_arity(Setup, 1, Test),
    check_arity(Cleanup, 2, Test),
    {more, [case Pair of
                {X, Fun} when is_function(Fun, 2) ->
                    {setup, Process, fun() -> Setup(X) end, fun(Value) -> Cleanup(X, Value) end, fun(Value) -> Fun(X, Value) end};
                _ -> bad(Test)
            end || Pair <- Pairs]}.

%% What makes the tests from what was set up.
instantiator(Fun, _) when is_function(Fun, 1) -> Fun;
instantiator(Fun, Test) when is_function(Fun), not is_function(Fun, 0) -> bad(Test);
instantiator({with, Funs}, _) when is_list(Funs) -> fun(Value) -> {with, Value, Funs} end;
instantiator(Tests, _) -> fun(_) -> Tests end.

%% Several setups as one, with the cleanups in reverse.
all_of(Setups, Test) ->
    Steps = [case Step of
                 {Tag, Setup, Cleanup} when is_atom(Tag), is_function(Setup, 0), is_function(Cleanup, 1) -> Step;
                 {Tag, Setup} when is_atom(Tag), is_function(Setup, 0) -> {Tag, Setup, fun ignore/1};
                 _ -> bad(Test)
             end || Step <- Setups],
    {fun() -> set_up(Steps, []) end,
     fun(Values) -> clean_up(lists:zip(lists:reverse(Steps), lists:reverse(Values))) end}.

set_up([], Done) -> [Value || {_, Value} <- lists:reverse(Done)];
set_up([{Tag, Setup, _} = Step | Steps], Done) ->
    try Setup() of
        Value -> set_up(Steps, [{Step, Value} | Done])
    catch
        Class:Reason:Stack ->
            clean_up(Done),
            throw({Tag, {Class, Reason, Stack}})
    end.

clean_up([]) -> ok;
clean_up([{{Tag, _, Cleanup}, Value} | Done]) ->
    try Cleanup(Value)
    catch Class:Reason:Stack -> throw({Tag, {Class, Reason, Stack}})
    end,
    clean_up(Done).

%% ---- generators and modules

generate(Fun, Location, Options) ->
    check_arity(Fun, 0, {generator, Fun, Location}),
    Result = eunit_proc:attempt(Fun),
    case eunit_proc:unsupported(group_leader(), Options) of
        [] -> generated(Result, Location);
        %% Nobody knows which tests there would have been. Those beside them still run.
        [Text | _] -> #test{run = fun() -> throw({eunit_internal, {not_supported, Text}}) end, location = Location}
    end.

generated(Result, Location) ->
    case Result of
        {ok, Tests} ->
            eunit_lib:is_not_test(Tests) andalso throw({bad_generator, {Location, Tests}}),
            {more, Tests};
        {error, Exception} -> throw({generator_failed, {Location, Exception}})
    end.

%% The tests of a module, and of the module with its name and _tests.
module_tests(Module, Options) ->
    Exports = exports(Module),
    Tests = lists:append([exported_test(Module, Function, atom_to_list(Function)) || {Function, 0} <- Exports]),
    Name = atom_to_list(Module),
    More = case lists:suffix("_tests", Name) orelse proplists:get_bool(exact_execution, Options) of
               true -> [];
               false -> companion_tests(list_to_atom(Name ++ "_tests"), Options)
           end,
    case lists:member({eunit_wrapper_, 1}, Exports) of
        true -> {generator, fun() -> Module:eunit_wrapper_(Tests ++ More) end};
        false -> Tests ++ More
    end.

exports(Module) ->
    try Module:module_info(exports)
    catch error:undef -> throw({module_not_found, Module})
    end.

exported_test(Module, Function, Name) ->
    case {lists:suffix("_test", Name), lists:suffix("_test_", Name)} of
        {true, _} -> [{test, Module, Function}];
        {_, true} -> [{generator, Module, Function}];
        _ -> []
    end.

companion_tests(Module, Options) ->
    try module_tests(Module, Options) of
        Tests -> [{"module '" ++ atom_to_list(Module) ++ "'", Tests}]
    catch
        throw:{module_not_found, Module} -> []
    end.

%% ---- groups: properties around a single test or group move into it where they can

group(#group{tests = Tests} = Group, Options) ->
    {First, Rest} = look(Tests, Options),
    case look(Rest, Options) of
        {none, _} -> merged(Group, First, Options);
        _ -> Group
    end.

look(Tests, Options) ->
    case next(Tests, Options) of
        none -> {none, []};
        Next -> Next
    end.

merged(#group{description = D, timeout = T, spawn = undefined}, #test{description = D1, timeout = T1} = Test, _)
  when D =:= undefined orelse D1 =:= undefined, T =:= undefined orelse T1 =:= undefined ->
    Test#test{description = either(D, D1), timeout = either(T, T1)};
merged(#group{tests = Tests, timeout = T} = Group, #test{timeout = undefined}, _) when T =/= undefined ->
    Group#group{tests = {timeout, T div 1000, Tests}, timeout = undefined};
merged(#group{description = D, order = O, timeout = T, spawn = S} = Outer,
       #group{description = D1, order = O1, timeout = T1, spawn = S1} = Inner, Options) ->
    case lists:any(fun({X, Y}) -> X =/= undefined andalso Y =/= undefined end, [{D, D1}, {O, O1}, {T, T1}, {S, S1}]) of
        false ->
            Joined = Inner#group{description = either(D, D1), order = either(O, O1), timeout = either(T, T1),
                                 spawn = either(S, S1)},
            case Joined of
                #group{fixture = undefined} -> group(Joined, Options);
                _ -> Joined
            end;
        true -> pushed_order(O, O1, pushed_timeout(T, T1, Outer))
    end;
merged(Group, _, _) -> Group.

either(undefined, X) -> X;
either(X, _) -> X.

pushed_timeout(T, undefined, #group{tests = Tests} = Group) when T =/= undefined ->
    Group#group{tests = {timeout, T div 1000, Tests}, timeout = undefined};
pushed_timeout(_, _, Group) -> Group.

pushed_order(inorder, undefined, #group{tests = Tests} = Group) -> Group#group{tests = {inorder, Tests}, order = undefined};
pushed_order({inparallel, N}, undefined, #group{tests = Tests} = Group) ->
    Group#group{tests = {inparallel, N, Tests}, order = undefined};
pushed_order(_, _, Group) -> Group.
