%% What the runners of Common Test and PropEr share: the group leader of a case, its time limit, and
%% what it could not do here.
-module(whodunit_case).

-export([leader/0, collected/1, call/1]).
-export([start_trap/1, cancel_trap/1]).
-export([in_vain/2, text/1]).

%% ---- the group leader of a case: collects output, and knows who watches

leader() ->
    Above = group_leader(),
    spawn(fun() ->
                  whodunit_io:shelter(runner),
                  lead(Above, none, [], [])
          end).

lead(Above, Job, Output, Captured) ->
    receive
        {watch, _, New} -> lead(Above, New, Output, Captured);
        {io_request, From, As, Request} ->
            {Reply, Text} = io(Request),
            From ! {io_reply, As, Reply},
            lead(Above, Job, [Output, Text], captured(Text, Captured));
        {ct, From, Ref, {pal, Text}} ->
            io:put_chars(Above, Text),
            From ! {Ref, ok},
            lead(Above, Job, [Output, Text], captured(Text, Captured));
        {ct, From, Ref, {log, Text}} ->
            From ! {Ref, ok},
            lead(Above, Job, [Output, Text], captured(Text, Captured));
        {ct, From, Ref, {timetrap, Time}} ->
            Job =:= none orelse (Job ! {new_trap, Time}),
            From ! {Ref, ok},
            lead(Above, Job, Output, Captured);
        {ct, From, Ref, {abort, Reason}} ->
            Job =:= none orelse (Job ! {abort, Reason}),
            From ! {Ref, ok},
            lead(Above, Job, Output, Captured);
        {ct, From, Ref, capture_start} ->
            From ! {Ref, ok},
            lead(Above, Job, Output, {on, []});
        {ct, From, Ref, capture_stop} ->
            From ! {Ref, ok},
            lead(Above, Job, Output, kept(Captured));
        {ct, From, Ref, capture_get} ->
            From ! {Ref, texts(Captured)},
            lead(Above, Job, Output, emptied(Captured));
        {collect, From, Ref} ->
            From ! {Ref, Output},
            lead(Above, Job, [], Captured);
        _ -> lead(Above, Job, Output, Captured)
    end.

captured([], Captured) -> Captured;
captured(Text, {on, Texts}) -> {on, [Text | Texts]};
captured(_, Captured) -> Captured.

kept({on, Texts}) -> {off, Texts};
kept(Captured) -> Captured.

texts({_, Texts}) -> lists:reverse(Texts);
texts([]) -> [].

emptied({State, _}) -> {State, []};
emptied([]) -> [].

io({put_chars, Encoding, Chars}) -> put_chars(Encoding, Chars);
io({put_chars, Encoding, Module, Function, Arguments}) ->
    try put_chars(Encoding, apply(Module, Function, Arguments))
    catch _:_ -> {{error, put_chars}, []}
    end;
io({put_chars, Chars}) -> put_chars(latin1, Chars);
io({requests, Requests}) ->
    lists:foldl(fun(Request, {_, Text}) ->
                        {Reply, More} = io(Request),
                        {Reply, [Text, More]}
                end, {ok, []}, Requests);
io({get_until, _, _, _, _, _}) -> {eof, []};
io({get_line, _, _}) -> {eof, []};
io({get_chars, _, _, _}) -> {eof, []};
io(getopts) -> {[{binary, false}, {encoding, unicode}], []};
io({setopts, _}) -> {ok, []};
io({get_geometry, _}) -> {{error, enotsup}, []};
io(_) -> {{error, request}, []}.

put_chars(Encoding, Chars) ->
    case unicode:characters_to_list(Chars, Encoding) of
        Text when is_list(Text) -> {ok, Text};
        _ -> {{error, put_chars}, []}
    end.

collected(Leader) ->
    Ref = make_ref(),
    Leader ! {collect, self(), Ref},
    receive {Ref, Output} -> Output end.

%% ---- for ct: asks the group leader of the case

call(Request) ->
    Leader = group_leader(),
    Ref = make_ref(),
    Monitor = erlang:monitor(process, Leader),
    Leader ! {ct, self(), Ref, Request},
    receive
        {Ref, Answer} ->
            erlang:demonitor(Monitor, [flush]),
            {ok, Answer};
        {'DOWN', Monitor, process, _, _} -> none
    after 1000 ->
        %% A group leader of the program's own.
        erlang:demonitor(Monitor, [flush]),
        none
    end.

%% ---- time limits: a case that is out of time gets {timetrap, Timer, Time}

start_trap(infinity) -> none;
start_trap(Time) ->
    Job = self(),
    spawn(fun() ->
                  whodunit_io:shelter(runner),
                  trap_after(Time, Job)
          end).

trap_after(Time, Job) ->
    Monitor = erlang:monitor(process, Job),
    receive
        cancel -> ok;
        {'DOWN', Monitor, process, Job, _} -> ok
    after Time -> Job ! {timetrap, self(), Time}
    end.

cancel_trap(none) -> ok;
cancel_trap(Timer) ->
    Timer ! cancel,
    receive {timetrap, Timer, _} -> ok after 0 -> ok end.

%% ---- reports

in_vain(_, none) -> [];
in_vain(Outcome, Leader) ->
    eunit_proc:unsupported(Leader, [{unsupported, fun whodunit_io:unsupported/1}]) ++ because_of(Outcome).

%% What a setup could not do stands in the reason why its cases did not run.
because_of({failed, _, Reason, _}) -> in_reason(Reason);
because_of({skip, auto, Reason, _}) -> in_reason(Reason);
because_of(_) -> [].

in_reason({not_supported, [_ | _] = Text}) -> [Text];
in_reason([Head | Tail]) -> in_reason(Head) ++ in_reason(Tail);
in_reason(Tuple) when is_tuple(Tuple) -> in_reason(tuple_to_list(Tuple));
in_reason(Map) when is_map(Map) -> in_reason(maps:values(Map));
in_reason(_) -> [].

text(Chars) ->
    case unicode:characters_to_binary(Chars) of
        Binary when is_binary(Binary) -> Binary;
        _ -> iolist_to_binary(io_lib:format("~w", [Chars]))
    end.
