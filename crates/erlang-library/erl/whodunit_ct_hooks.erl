%% Hooks of Common Test: those that suite/0 and group/1 install. The state of each is kept in the
%% table of whodunit_ct.
-module(whodunit_ct_hooks).

-export([start/2, stop/1, around/6, on_result/5]).

-define(TABLE, whodunit_ct).

%% Adds the hooks that an info list installs: [{Id, Module}], by priority.
start(Info, Known) ->
    Listed = lists:append([if is_list(Hooks) -> Hooks; true -> [Hooks] end || {ct_hooks, Hooks} <- Info]),
    New = [hook(Hook) || Hook <- Listed],
    Installed = lists:append([install(Hook, Known) || Hook <- New]),
    Known ++ [{Id, Module} || {_, Id, Module} <- lists:keysort(1, Installed)].

hook({Module, Options, Priority}) -> {Module, Options, Priority};
hook({Module, Options}) -> {Module, Options, 0};
hook(Module) -> {Module, [], 0}.

install({Module, Options, Priority}, Known) ->
    Id = case exported(Module, id, 1) of
             true -> Module:id(Options);
             false -> make_ref()
         end,
    case lists:keymember(Id, 1, Known) of
        true -> [];
        false ->
            {State, Chosen} = case Module:init(Id, Options) of
                                  {ok, S, P} -> {S, P};
                                  {ok, S} -> {S, Priority};
                                  S -> {S, Priority}
                              end,
            put_state(Id, State),
            [{Chosen, Id, Module}]
    end.

stop(Hooks) ->
    [Module:terminate(state(Id)) || {Id, Module} <- lists:reverse(Hooks), exported(Module, terminate, 1)],
    ok.

%% A configuration function between its hooks. Name: of the group as a list, or of the case.
around(Function, Hooks, Suite, Name, Config, Call) ->
    case before(Hooks, "pre_" ++ atom_to_list(Function), arguments(Suite, Name), Config) of
        {ok, Config1} -> afterwards(lists:reverse(Hooks), "post_" ++ atom_to_list(Function), arguments(Suite, Name), Config1, Call(Config1));
        Other -> Other
    end.

arguments(Suite, []) -> [Suite];
arguments(Suite, [Group]) -> [Suite, Group];
arguments(Suite, Case) -> [Suite, Case].

before([], _, _, Config) -> {ok, Config};
before([{Id, Module} | Hooks], Function, Arguments, Config) ->
    case call(Module, list_to_atom(Function), Arguments, [Config], Id) of
        none -> before(Hooks, Function, Arguments, Config);
        {{skip, Reason}, _} -> {skip, user, Reason};
        {{fail, Reason}, _} -> {failed, error, Reason, []};
        {Config1, _} when is_list(Config1) -> before(Hooks, Function, Arguments, Config1)
    end.

afterwards([], _, _, _, Result) -> Result;
afterwards([{Id, Module} | Hooks], Function, Arguments, Config, Result) ->
    case call(Module, list_to_atom(Function), Arguments, [Config, outward(Result)], Id) of
        none -> afterwards(Hooks, Function, Arguments, Config, Result);
        {Return, _} -> afterwards(Hooks, Function, Arguments, Config, inward(Return, Result))
    end.

%% What a suite would have returned.
outward({ok, Value}) -> Value;
outward({skip, _, Reason}) -> {skip, Reason};
outward({skip, _, Reason, _}) -> {skip, Reason};
outward({failed, _, Reason, Stack}) -> {'EXIT', {Reason, Stack}};
outward(Value) -> Value.

inward(Return, Result) ->
    case outward(Result) of
        Return -> Result;
        _ when is_tuple(Return), element(1, Return) =:= skip -> {skip, user, element(2, Return)};
        _ when is_tuple(Return), element(1, Return) =:= fail -> {failed, error, element(2, Return), []};
        _ when is_list(Return) -> {ok, Return};
        _ -> Result
    end.

on_result(Hooks, Suite, Name, _, {{failed, _, Reason, Stack}, _}) -> tell(Hooks, on_tc_fail, Suite, Name, {Reason, Stack});
on_result(Hooks, Suite, Name, _, {{skip, user, Reason}, _}) -> tell(Hooks, on_tc_skip, Suite, Name, {tc_user_skip, Reason});
on_result(Hooks, Suite, Name, _, {{skip, auto, Reason}, _}) -> tell(Hooks, on_tc_skip, Suite, Name, {tc_auto_skip, Reason});
on_result(_, _, _, _, _) -> ok.

tell(Hooks, Function, Suite, Name, Reason) ->
    [case {exported(Module, Function, 4), exported(Module, Function, 3)} of
         {true, _} -> put_state(Id, Module:Function(Suite, Name, Reason, state(Id)));
         {_, true} -> put_state(Id, Module:Function(Name, Reason, state(Id)));
         _ -> ok
     end || {Id, Module} <- Hooks],
    ok.

%% With the suite as first argument, or as older hooks have it, without.
call(Module, Function, [Suite | Name], Rest, Id) ->
    New = [Suite | Name] ++ Rest,
    Old = Name ++ Rest,
    case {exported(Module, Function, length(New) + 1), exported(Module, Function, length(Old) + 1)} of
        {true, _} -> done(Id, apply(Module, Function, New ++ [state(Id)]));
        {false, true} when Name =/= [] -> done(Id, apply(Module, Function, Old ++ [state(Id)]));
        _ -> none
    end.

done(Id, {Return, State}) ->
    put_state(Id, State),
    {Return, State}.

exported(Module, Function, Arity) ->
    _ = code:ensure_loaded(Module),
    erlang:function_exported(Module, Function, Arity).

state(Id) -> ets:lookup_element(?TABLE, {hook, Id}, 2).

put_state(Id, State) -> ets:insert(?TABLE, {{hook, Id}, State}).
