%% Prints reports of tests, in the order of the tests, however they run; at the end the summary.
-module(eunit_tty).

-export([start/3]).

-record(state, {verbose, silent, depth, tell, indent = 0, pass = 0, fail = 0, skip = 0, cancel = 0}).

%% The reporter: takes what eunit_proc reports, and sends {Ref, ok | error} when all is done. An option {tell, Fun} says whom to
%% tell about each test, beside printing (whodunit_eunit says what).
start(Ref, Client, Options) ->
    spawn(fun() ->
                  whodunit_io:shelter(runner),
                  State = #state{verbose = proplists:get_bool(verbose, Options), silent = proplists:get_bool(no_tty, Options),
                                 depth = proplists:get_value(print_depth, Options, 20),
                                 tell = proplists:get_value(tell, Options, fun(_, _, _) -> ok end)},
                  State#state.verbose andalso
                      print("======================== EUnit ========================\n", [], State),
                  Client ! {Ref, summary(item([], none, State))}
          end).

%% ---- the reports on an item, and on all below it

%% The state after it; or {parent, Event, State} when there is no such item: its parent has ended, or was cancelled.
item(Id, Parent, State) ->
    receive
        {Id, {start, test, Data}} -> test(Id, [{id, Id} | Data], test_begins([{id, Id} | Data], State));
        {Id, {start, group, Data}} -> group(Id, 1, [{id, Id} | Data], group_begins(Data, State));
        {Id, {cancel, Reason}} -> group_cancelled(Reason, [{id, Id}], State);
        {Id, not_wanted} -> State;
        {Parent, Event} -> {parent, Event, State};
        {Above, {cancel, _}} = Event when length(Above) < length(Id) - 1 ->
            %% All on the way up are cancelled; each sees it in its turn.
            self() ! Event,
            {parent, {cancel, undefined}, State}
    end.

test(Id, Data, State) ->
    receive
        {Id, {stop, Status, More}} -> test_ends(Status, Data ++ More, State);
        {Id, {cancel, Reason}} -> test_cancelled(Reason, Data, State);
        {Above, {cancel, _}} = Event when length(Above) < length(Id) ->
            self() ! Event,
            test_cancelled(undefined, Data, State)
    end.

group(Id, N, Data, State) ->
    case item(Id ++ [N], Id, State) of
        {parent, {stop, _, More}, State1} -> group_ends(Data ++ More, State1);
        {parent, {cancel, Reason}, State1} -> group_cancelled(Reason, Data, State1);
        State1 -> group(Id, N + 1, Data, State1)
    end.

%% ---- printing

print(Format, Args, #state{silent = false}) -> io:fwrite(Format, Args);
print(_, _, _) -> ok.

indent(#state{indent = Indent} = State) -> print(lists:duplicate(max(0, Indent) * 2, $\s), [], State).

has_description(Data) -> not lists:member(proplists:get_value(desc, Data), [undefined, ""]).

group_begins(Data, #state{verbose = true, indent = Indent} = State) ->
    case has_description(Data) of
        true ->
            group_title(Data, State),
            State#state{indent = Indent + 1};
        false -> State
    end;
group_begins(_, State) -> State.

group_title(Data, State) ->
    indent(State),
    print("~ts\n", [proplists:get_value(desc, Data)], State).

group_ends(Data, #state{verbose = true, indent = Indent} = State) ->
    case has_description(Data) of
        true ->
            case proplists:get_value(time, Data) of
                Time when Time > 0 ->
                    indent(State),
                    print("[done in ~.3f s]\n", [Time / 1000], State);
                _ -> ok
            end,
            State#state{indent = Indent - 1};
        false -> State
    end;
group_ends(_, State) -> State.

group_cancelled(undefined, _, State) -> one_less(State);
group_cancelled({blame, _}, Data, #state{verbose = Verbose} = State) ->
    Verbose andalso has_description(Data) orelse group_title(Data, State),
    one_less(State);
group_cancelled(Reason, Data, #state{verbose = Verbose} = State) ->
    Verbose andalso has_description(Data) orelse group_title(Data, State),
    indent(State),
    Text = cancelled(Reason, State),
    print("~ts", [Text], State),
    tell(group, {cancelled, Reason, Text}, Data, State),
    one_less(State).

tell(What, Status, Data, #state{tell = Tell}) -> Tell(What, Status, Data).

one_less(#state{indent = Indent, cancel = Cancel} = State) -> State#state{indent = Indent - 1, cancel = Cancel + 1}.

test_begins(Data, State) ->
    tell(test, begins, Data, State),
    State#state.verbose andalso test_title(Data, State),
    State.

test_title(Data, State) ->
    indent(State),
    Line = case proplists:get_value(line, Data, 0) of
               0 -> "";
               N -> io_lib:format("~w:", [N])
           end,
    Description = case has_description(Data) of
                      true -> io_lib:format(" (~ts)", [proplists:get_value(desc, Data)]);
                      false -> ""
                  end,
    case proplists:get_value(source, Data) of
        {Module, Name, _} -> print("~ts:~ts ~ts~ts...", [Module, Line, Name, Description], State);
        _ -> print("~ts~ts...", [Line, Description], State)
    end.

test_ends(ok, Data, #state{pass = Pass} = State) ->
    State#state.verbose andalso
        case proplists:get_value(time, Data, 0) of
            Time when Time > 0 -> print("[~.3f s] ok\n", [Time / 1000], State);
            _ -> print("ok\n", [], State)
        end,
    tell(test, passed, Data, State),
    State#state{pass = Pass + 1};
test_ends({error, Exception}, Data, #state{fail = Fail, depth = Depth} = State) ->
    State#state.verbose orelse test_title(Data, State),
    Text = eunit_lib:format_exception(Exception, Depth),
    print("*failed*\n~ts", [Text], State),
    print("  output:<<\"~ts\">>\n\n", [proplists:get_value(output, Data)], State),
    tell(test, {failed, Exception, Text}, Data, State),
    State#state{fail = Fail + 1};
test_ends({skipped, Reason}, Data, #state{skip = Skip} = State) ->
    State#state.verbose orelse test_title(Data, State),
    Text = skipped(Reason),
    print("*did not run*\n::~ts\n", [Text], State),
    tell(test, {skipped, Reason, Text}, Data, State),
    State#state{skip = Skip + 1}.

skipped({module_not_found, Module}) -> io_lib:format("missing module: ~w", [Module]);
skipped({no_such_function, {M, F, A}}) -> io_lib:format("no such function: ~w:~tw/~w", [M, F, A]);
skipped({not_supported, Text}) -> Text.

test_cancelled(Reason, Data, #state{cancel = Cancel} = State) ->
    State#state.verbose orelse test_title(Data, State),
    Text = cancelled(Reason, State),
    print("~ts", [Text], State),
    tell(test, {cancelled, Reason, Text}, Data, State),
    State#state{cancel = Cancel + 1}.

cancelled(undefined, _) -> "*skipped*\n";
cancelled(timeout, _) -> "*timed out*\n";
cancelled({timeout, #{stacktrace := Stack}}, _) -> ["*timed out*\n", eunit_lib:format_stacktrace(Stack)];
cancelled({blame, _}, _) -> "*cancelled because of subtask*\n";
cancelled({exit, Reason}, #state{depth = Depth}) ->
    io_lib:format("*unexpected termination of test process*\n::~tP\n\n", [Reason, Depth]);
cancelled({abort, Reason}, #state{depth = Depth}) -> eunit_lib:format_error(Reason, Depth).

summary(#state{fail = 0, skip = 0, cancel = 0, pass = Pass} = State) ->
    State#state.verbose andalso Pass > 0 andalso bar(State),
    case Pass of
        0 -> print("  There were no tests to run.\n", [], State);
        1 -> print("  Test passed.\n", [], State);
        2 -> print("  2 tests passed.\n", [], State);
        _ -> print("  All ~w tests passed.\n", [Pass], State)
    end,
    ok;
summary(#state{fail = Fail, skip = Skip, cancel = Cancel, pass = Pass} = State) ->
    bar(State),
    print("  Failed: ~w.  Skipped: ~w.  Passed: ~w.\n", [Fail, Skip, Pass], State),
    Cancel > 0 andalso print("One or more tests were cancelled.\n", [], State),
    error.

bar(State) -> print("=======================================================\n", [], State).
