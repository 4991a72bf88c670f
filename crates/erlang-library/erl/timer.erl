%% Timers. What must happen in another process than the caller's (applying a function, repeating a message) is done by the process
%% `timer_server`, which starts when it is first needed.
-module(timer).

-export([apply_after/4, apply_interval/4, cancel/1, exit_after/2, exit_after/3, hms/3, hours/1, kill_after/1, kill_after/2,
         minutes/1, now_diff/2, seconds/1, send_after/2, send_after/3, send_interval/2, send_interval/3, sleep/1, start/0, tc/1,
         tc/2, tc/3, tc/4]).

-define(IS_TIME(Time), is_integer(Time), Time >= 0).
-define(IS_MFA(M, F, A), is_atom(M), is_atom(F), is_list(A)).
%% The longest that a receive can wait.
-define(LONGEST, 16#ffffffff).

%% ---- here and now

sleep(Time) when is_integer(Time), Time > ?LONGEST ->
    receive
    after ?LONGEST -> sleep(Time - ?LONGEST)
    end;
sleep(Time) ->
    receive
    after Time -> ok
    end.

tc(Fun) ->
    Start = erlang:monotonic_time(),
    Value = Fun(),
    {since(Start, microsecond), Value}.

tc(Fun, Args) when is_list(Args) ->
    Start = erlang:monotonic_time(),
    Value = apply(Fun, Args),
    {since(Start, microsecond), Value};
tc(Fun, Unit) ->
    Start = erlang:monotonic_time(),
    Value = Fun(),
    {since(Start, Unit), Value}.

tc(Fun, Args, Unit) when is_function(Fun) ->
    Start = erlang:monotonic_time(),
    Value = apply(Fun, Args),
    {since(Start, Unit), Value};
tc(Module, Function, Args) ->
    Start = erlang:monotonic_time(),
    Value = apply(Module, Function, Args),
    {since(Start, microsecond), Value}.

tc(Module, Function, Args, Unit) ->
    Start = erlang:monotonic_time(),
    Value = apply(Module, Function, Args),
    {since(Start, Unit), Value}.

since(Start, Unit) -> erlang:convert_time_unit(erlang:monotonic_time() - Start, native, Unit).

now_diff({A2, B2, C2}, {A1, B1, C1}) -> ((A2 - A1) * 1000000 + B2 - B1) * 1000000 + C2 - C1.

seconds(Seconds) -> 1000 * Seconds.

minutes(Minutes) -> 60000 * Minutes.

hours(Hours) -> 3600000 * Hours.

hms(Hours, Minutes, Seconds) -> hours(Hours) + minutes(Minutes) + seconds(Seconds).

%% ---- later

apply_after(0, Module, Function, Args) when ?IS_MFA(Module, Function, Args) ->
    do({apply, Module, Function, Args}),
    {ok, {instant, make_ref()}};
apply_after(Time, Module, Function, Args) when ?IS_TIME(Time), ?IS_MFA(Module, Function, Args) ->
    request({once, Time, {apply, Module, Function, Args}});
apply_after(_, _, _, _) -> {error, badarg}.

send_after(Time, Message) -> send_after(Time, self(), Message).

send_after(0, To, Message) when is_pid(To); is_atom(To) ->
    To ! Message,
    {ok, {instant, make_ref()}};
send_after(0, {Name, Node} = To, Message) when is_atom(Name), is_atom(Node) ->
    To ! Message,
    {ok, {instant, make_ref()}};
send_after(Time, To, Message) when ?IS_TIME(Time), is_pid(To), node(To) =:= node() ->
    {ok, {send_local, erlang:send_after(Time, To, Message)}};
send_after(Time, To, Message) when ?IS_TIME(Time), is_pid(To); ?IS_TIME(Time), is_atom(To) ->
    request({once, Time, {send, To, Message}});
send_after(Time, {Name, Node} = To, Message) when ?IS_TIME(Time), is_atom(Name), is_atom(Node) ->
    request({once, Time, {send, To, Message}});
send_after(_, _, _) -> {error, badarg}.

exit_after(Time, Reason) -> exit_after(Time, self(), Reason).

exit_after(Time, Process, Reason) -> apply_after(Time, erlang, exit, [Process, Reason]).

kill_after(Time) -> exit_after(Time, self(), kill).

kill_after(Time, Process) -> exit_after(Time, Process, kill).

apply_interval(Time, Module, Function, Args) when ?IS_TIME(Time), ?IS_MFA(Module, Function, Args) ->
    request({interval, Time, self(), {apply, Module, Function, Args}});
apply_interval(_, _, _, _) -> {error, badarg}.

send_interval(Time, Message) -> send_interval(Time, self(), Message).

send_interval(Time, To, Message) when ?IS_TIME(Time), is_pid(To); ?IS_TIME(Time), is_atom(To) ->
    request({interval, Time, To, {send, To, Message}});
send_interval(Time, {Name, Node} = To, Message) when ?IS_TIME(Time), is_atom(Name), is_atom(Node) ->
    request({interval, Time, To, {send, To, Message}});
send_interval(_, _, _) -> {error, badarg}.

cancel({instant, Ref}) when is_reference(Ref) -> {ok, cancel};
cancel({send_local, Ref}) when is_reference(Ref) ->
    erlang:cancel_timer(Ref),
    {ok, cancel};
cancel({once, Ref}) when is_reference(Ref) -> request({cancel, Ref});
cancel({interval, Ref}) when is_reference(Ref) -> request({cancel, Ref});
cancel(_) -> {error, badarg}.

do({apply, erlang, exit, [Process, Reason]}) -> catch exit(pid_of(Process), Reason);
do({apply, Module, Function, Args}) -> catch spawn(Module, Function, Args);
do({send, To, Message}) -> catch To ! Message.

pid_of(Name) when is_atom(Name) -> whereis(Name);
pid_of(Pid) -> Pid.

%% ---- the server

start() ->
    server(),
    ok.

server() ->
    case whereis(timer_server) of
        undefined ->
            Starter = self(),
            %% Of two that start at once, one cannot register and ends.
            {Pid, Ref} = spawn_monitor(fun() ->
                                               true = register(timer_server, self()),
                                               Starter ! {timer_server, self()},
                                               serve(#{})
                                       end),
            receive
                {timer_server, Pid} ->
                    erlang:demonitor(Ref, [flush]),
                    Pid;
                {'DOWN', Ref, process, Pid, _} -> server()
            end;
        Pid -> Pid
    end.

request(Request) ->
    Server = server(),
    Ref = erlang:monitor(process, Server),
    Server ! {request, self(), Ref, Request, now_ms()},
    receive
        {Ref, Reply} ->
            erlang:demonitor(Ref, [flush]),
            Reply;
        {'DOWN', Ref, process, Server, _} -> request(Request)
    end.

now_ms() -> (erlang:monotonic_time(microsecond) + 999) div 1000.

%% Timers by their reference, each with the reference of the runtime's timer that is due next.
serve(Timers) ->
    receive
        {request, From, Ref, Request, Now} ->
            {Reply, Timers1} = handle(Request, Now, Timers),
            From ! {Ref, Reply},
            serve(Timers1);
        {timeout, Ref, {once, Action}} when is_map_key(Ref, Timers) ->
            do(Action),
            serve(maps:remove(Ref, Timers));
        {timeout, _, {interval, Ref, Due, Time, Action}} when is_map_key(Ref, Timers) ->
            Next = Due + Time,
            Timer = erlang:start_timer(Next, self(), {interval, Ref, Next, Time, Action}, [{abs, true}]),
            do(Action),
            serve(Timers#{Ref := Timer});
        {'DOWN', Ref, process, _, _} -> serve(remove(Ref, Timers));
        _ -> serve(Timers)
    end.

handle({once, Time, Action}, Now, Timers) ->
    try erlang:start_timer(Now + Time, self(), {once, Action}, [{abs, true}]) of
        Timer -> {{ok, {once, Timer}}, Timers#{Timer => Timer}}
    catch
        error:badarg -> {{error, badarg}, Timers}
    end;
handle({interval, Time, Process, Action}, Now, Timers) ->
    Ref = erlang:monitor(process, Process),
    Due = Now + Time,
    try erlang:start_timer(Due, self(), {interval, Ref, Due, Time, Action}, [{abs, true}]) of
        Timer -> {{ok, {interval, Ref}}, Timers#{Ref => Timer}}
    catch
        error:badarg ->
            erlang:demonitor(Ref, [flush]),
            {{error, badarg}, Timers}
    end;
handle({cancel, Ref}, _, Timers) ->
    erlang:demonitor(Ref, [flush]),
    {{ok, cancel}, remove(Ref, Timers)}.

remove(Ref, Timers) ->
    case Timers of
        #{Ref := Timer} ->
            erlang:cancel_timer(Timer),
            maps:remove(Ref, Timers);
        #{} -> Timers
    end.
