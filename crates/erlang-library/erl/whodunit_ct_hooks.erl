%% Hooks of Common Test: those that suite/0 and group/1 install. The state of each is kept in the
%% table of whodunit_ct.
-module(whodunit_ct_hooks).

-export([start/2, stop/1, before/5, afterwards/6, on_fail/4, on_skip/4]).

-define(TABLE, whodunit_ct).

%% Adds the hooks that an info list installs, by priority: {ok, [{Id, Module, Priority}]}, or an error
%% that says which did not start.
start(Info, Known) ->
    Listed = lists:append([if is_list(Hooks) -> Hooks; true -> [Hooks] end || {ct_hooks, Hooks} <- Info]),
    started([hook(Hook) || Hook <- Listed], Known).

started([], Hooks) -> {ok, lists:sort(fun is_first/2, Hooks)};
started([{Module, _, _} = Hook | Hooks], Known) ->
    try install(Hook, Known) of
        New -> started(Hooks, Known ++ New)
    catch
        Class:Reason:Stack -> {failed, {hook_did_not_start, Module}, {Class, Reason, own_frames(Stack)}}
    end.

own_frames(Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack).

hook({Module, Options, Priority}) -> {Module, Options, Priority};
hook({Module, Options}) -> {Module, Options, undefined};
hook(Module) -> {Module, [], undefined}.

is_first({_, _, Same}, {_, _, Same}) -> true;
is_first({_, _, ctfirst}, _) -> true;
is_first(_, {_, _, ctfirst}) -> false;
is_first({_, _, ctlast}, _) -> false;
is_first(_, {_, _, ctlast}) -> true;
is_first({_, _, One}, {_, _, Other}) -> One =< Other.

install({Module, Options, Wanted}, Known) ->
    Id = case exported(Module, id, 1) of
             true -> Module:id(Options);
             false -> make_ref()
         end,
    case lists:keymember(Id, 1, Known) of
        true -> [];
        false ->
            {State, Own} = case Module:init(Id, Options) of
                               {ok, S, P} -> {S, P};
                               {ok, S} -> {S, 0};
                               S -> {S, 0}
                           end,
            put_state(Id, State),
            [{Id, Module, if Wanted =:= undefined -> Own; true -> Wanted end}]
    end.

stop(Hooks) ->
    [Module:terminate(state(Id)) || {Id, Module, _} <- lists:reverse(Hooks), exported(Module, terminate, 1)],
    ok.

%% What hooks make of the configuration before a configuration function: a list, or {skip, Reason} or
%% {fail, Reason}. Name: of the group as a list, or of the case.
before(Function, Hooks, Suite, Name, Config) ->
    through(in_turn(Function, Hooks), "pre_" ++ atom_to_list(Function), arguments(Suite, Name), Config).

%% What they make of its result, in the form in which a suite would return it.
afterwards(Function, Hooks, Suite, Name, Config, Result) ->
    through(in_turn(Function, Hooks), "post_" ++ atom_to_list(Function), arguments(Suite, Name) ++ [Config], Result).

%% A cleanup goes through them the other way round.
in_turn(Function, Hooks) ->
    case atom_to_list(Function) of
        "end_" ++ _ -> lists:reverse(Hooks);
        _ -> Hooks
    end.

arguments(Suite, []) -> [Suite];
arguments(Suite, [Group]) -> [Suite, Group];
arguments(Suite, Case) -> [Suite, Case].

through(Hooks, Function, Arguments, Value) ->
    Name = list_to_atom(Function),
    lists:foldl(fun({Id, Module, _}, Value1) -> called(Id, Module, Name, Arguments, Value1) end, Value, Hooks).

called(Id, Module, Function, Arguments, Value) ->
    try call(Module, Function, Arguments, [Value], Id) of
        none -> Value;
        {Value1, State} ->
            put_state(Id, State),
            Value1
    catch
        Class:Reason:Stack -> {fail, {hook_failed, {Module, Function}, {Class, Reason, own_frames(Stack)}}}
    end.

%% Case: a name, or {Name, Group}.
on_fail(Hooks, Suite, Case, Reason) -> tell(Hooks, on_tc_fail, Suite, Case, Reason).

on_skip(Hooks, Suite, Case, {skip, user, Reason}) -> tell(Hooks, on_tc_skip, Suite, Case, {tc_user_skip, Reason});
on_skip(Hooks, Suite, Case, {skip, auto, Reason}) -> tell(Hooks, on_tc_skip, Suite, Case, {tc_auto_skip, Reason}).

tell(Hooks, Function, Suite, Case, Reason) ->
    [try call(Module, Function, [Suite, Case], [Reason], Id) of
         none -> ok;
         State -> put_state(Id, State)
     catch _:_ -> ok
     end || {Id, Module, _} <- Hooks],
    ok.

%% With the suite as first argument, or as older hooks have it, without.
call(Module, Function, [Suite | Name], Rest, Id) ->
    New = [Suite | Name] ++ Rest,
    Old = Name ++ Rest,
    case {exported(Module, Function, length(New) + 1), exported(Module, Function, length(Old) + 1)} of
        {true, _} -> apply(Module, Function, New ++ [state(Id)]);
        {false, true} when Name =/= [] -> apply(Module, Function, Old ++ [state(Id)]);
        _ -> none
    end.

exported(Module, Function, Arity) ->
    _ = code:ensure_loaded(Module),
    erlang:function_exported(Module, Function, Arity).

state(Id) -> ets:lookup_element(?TABLE, {hook, Id}, 2).

put_state(Id, State) -> ets:insert(?TABLE, {{hook, Id}, State}).
