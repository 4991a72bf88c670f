%% Tests properties with the real PropEr for `whodunit test`, and tells the world what comes of each
%% in the words of whodunit_eunit. The reason of a failure is {property_false, Counterexample} or
%% what the property raised.
%%
%% Options: {seed, N}, {only, Id}; with together the property is tested in the calling process, and
%% with {counterexample, C} on this input alone.
-module(whodunit_proper).

-export([run/2]).

%% Of virtual time: what a property has before it counts as endless.
-define(LIMIT, 60 * 1000).

%% Properties: [{Module, Function}]
run(Properties, Options) ->
    whodunit_io:shelter(runner),
    Numbered = lists:zip(lists:seq(1, length(Properties)), Properties),
    Only = proplists:get_value(only, Options),
    [property([N], Module, Function, Options) || {N, {Module, Function}} <- Numbered, Only =:= undefined orelse Only =:= [N]],
    ok.

property(Id, Module, Function, Options) ->
    case proplists:get_bool(together, Options) of
        true -> here(Id, Module, Function, Options);
        false -> in_process(Id, Module, Function, Options)
    end.

here(Id, Module, Function, Options) ->
    whodunit_io:report({begins, Id, self(), Module, Function, 0, <<>>}),
    whodunit_io:report(report(Id, tested(Module, Function, Options), 0, <<>>)).

in_process(Id, Module, Function, Options) ->
    Leader = whodunit_case:leader(),
    whodunit_io:report({runs, Id, Module, Function}),
    Start = now_ms(),
    Job = self(),
    {Pid, Monitor} = spawn_monitor(fun() ->
                                           group_leader(Leader, self()),
                                           Job ! {self(), result, tested(Module, Function, Options)}
                                   end),
    Leader ! {watch, Pid, Job},
    Result = result(Pid, Monitor, whodunit_case:start_trap(?LIMIT)),
    Output = whodunit_case:collected(Leader),
    whodunit_io:report({begins, Id, Pid, Module, Function, 0, <<>>}),
    case whodunit_case:in_vain(Result, Leader) of
        [] -> whodunit_io:report(report(Id, Result, now_ms() - Start, whodunit_case:text(Output)));
        [Text | _] -> whodunit_io:report({skipped, Id, not_supported, whodunit_case:text([Text, $\n])})
    end.

result(Pid, Monitor, Timer) ->
    receive
        {Pid, result, Result} ->
            whodunit_case:cancel_trap(Timer),
            erlang:demonitor(Monitor, [flush]),
            Result;
        {timetrap, Timer, Time} ->
            exit(Pid, kill),
            receive {'DOWN', Monitor, process, Pid, _} -> ok end,
            {failed, exit, {timetrap_timeout, Time}, []};
        {'DOWN', Monitor, process, Pid, Reason} ->
            whodunit_case:cancel_trap(Timer),
            {failed, exit, Reason, []}
    end.

%% {ok, true} | {failed, Class, Reason, Stack}
tested(Module, Function, Options) ->
    Print = fun(Format, Arguments) ->
                    heard(Format, Arguments),
                    io:format(Format, Arguments)
            end,
    try
        Property = seeded(proplists:get_value(seed, Options), Module:Function()),
        How = [nocolors, {on_output, Print}],
        case proplists:lookup(counterexample, Options) of
            none -> as_expected(expects_failure(Property), proper:counterexample(Property, How));
            {counterexample, Known} ->
                case proper:check(Property, Known, How) of
                    false -> Known;
                    Other -> Other
                end
        end
    of
        true -> {ok, true};
        expected -> {ok, true};
        unexpected -> {failed, error, {property_false, unexpectedly_true}, []};
        {error, Reason} -> {failed, error, Reason, []};
        Counterexample -> failed(Counterexample, get(?MODULE))
    catch
        Class:Reason:Stack -> crashed(Class, Reason, Stack)
    end.

crashed(error, undef, [{erlang, get_stacktrace, _, _} | _]) -> {failed, error, proper_is_too_old, []};
crashed(Class, Reason, Stack) -> {failed, Class, Reason, own_frames(Stack)}.

%% PropEr says the same of both.
as_expected(false, Result) -> Result;
as_expected(true, true) -> unexpected;
as_expected(true, {error, _} = Error) -> Error;
as_expected(true, _) -> expected.

expects_failure({fails, _}) -> true;
expects_failure({numtests, _, Property}) -> expects_failure(Property);
expects_failure({on_output, _, Property}) -> expects_failure(Property);
expects_failure({setup, _, Property}) -> expects_failure(Property);
expects_failure(_) -> false.

%% PropEr seeds its generators by the clock. What it sets up comes after that, in the same process.
seeded(Seed, {numtests, N, Property}) -> {numtests, N, seeded(Seed, Property)};
seeded(Seed, {fails, Property}) -> {fails, seeded(Seed, Property)};
seeded(Seed, {on_output, _, Property}) -> seeded(Seed, Property);
seeded(Seed, {setup, Setup, Property}) -> {setup, Setup, seeded(Seed, Property)};
seeded(Seed, Property) ->
    proper:setup(fun() ->
                         _ = rand:seed(exsplus, {Seed, 1, 2}),
                         fun() -> ok end
                 end, Property).

%% PropEr says only in its output which exception a property raised.
heard(Format, [Class, Reason]) when Class =:= error; Class =:= exit; Class =:= throw ->
    case string:find(Format, "An exception was raised: ") of
        nomatch -> ok;
        _ -> put(?MODULE, {Class, Reason, []})
    end;
heard(Format, [Stack]) when is_list(Stack) ->
    case {string:find(Format, "Stacktrace: "), get(?MODULE)} of
        {nomatch, _} -> ok;
        {_, {Class, Reason, _}} -> put(?MODULE, {Class, Reason, own_frames(Stack)});
        _ -> ok
    end;
heard(_, _) -> ok.

failed(Counterexample, undefined) -> {failed, error, {property_false, Counterexample}, []};
failed(Counterexample, {Class, Reason, Stack}) ->
    {failed, Class, {property_raised, Class, Reason, Counterexample}, Stack}.

report(Id, {ok, _}, Time, Output) -> {passed, Id, Time, Output};
report(Id, {failed, Class, Reason, Stack}, Time, Output) ->
    {failed, Id, Time, Output, Class, Reason, Stack, whodunit_case:text(said(Class, Reason))}.

said(_, {property_false, unexpectedly_true}) -> "the property holds for all inputs, where a failure was expected";
said(_, {property_false, Counterexample}) -> ["the property is false for ", inputs(Counterexample)];
said(_, {property_raised, Class, Reason, Counterexample}) ->
    io_lib:format("the property raises ~w:~tp for ~ts", [Class, Reason, inputs(Counterexample)]);
said(error, proper_is_too_old) ->
    "the property raises an exception, of which this PropEr cannot tell: it calls erlang:get_stacktrace/0, which OTP has no more";
said(exit, {timetrap_timeout, Time}) -> io_lib:format("the property did not end within ~w s", [Time div 1000]);
said(_, cant_generate) -> "no input that fulfils the constraints of the generators was found";
said(_, cant_satisfy) -> "no input fulfils what ?IMPLIES wants";
said(_, non_boolean_result) -> "the property returned neither true nor false";
said(_, type_mismatch) -> "the variables and the types of a ?FORALL do not match";
said(Class, Reason) -> io_lib:format("~w:~tp", [Class, Reason]).

%% Of one generator: the value itself.
inputs([]) -> "every input";
inputs(Inputs) when is_list(Inputs) -> lists:join(", ", [input(Input) || Input <- Inputs]);
inputs(Inputs) -> input(Inputs).

input({'$conjunction', Parts}) ->
    lists:join(", ", [io_lib:format("~tp: ~ts", [Tag, inputs(Of)]) || {Tag, Of} <- Parts]);
input(Input) -> io_lib:format("~0tp", [Input]).

own_frames(Stack) ->
    [Frame || Frame <- Stack, is_tuple(Frame), not lists:member(element(1, Frame), [?MODULE, proper])].

now_ms() -> erlang:monotonic_time(millisecond).
