%% Applications: loaded from terms, started in the order of their dependencies, stopped, and failing.
-module(applications).
-export([main/0, start/2, start_phase/3, prep_stop/1, stop/1, init/1]).

main() ->
    load(sb_base, [{env, [{a, 1}, {b, 2}]}, {registered, [sb_base_sup]}]),
    load(sb_top, [{applications, [kernel, stdlib, sb_base]}, {env, [{who, top}]}]),
    io:format("~p~n", [application:load({application, sb_base, []})]),
    io:format("~p~n", [application:start(sb_top)]),
    io:format("~p~n", [application:ensure_all_started(sb_top)]),
    io:format("~p~n", [[Name || {Name, _, _} <- application:which_applications(), is_ours(Name)]]),
    io:format("~p~n", [application:start(sb_top)]),
    io:format("~p~n", [application:unload(sb_top)]),
    io:format("~p~n", [lists:sort([Name || {Name, _, _} <- application:loaded_applications(), is_ours(Name)])]),
    keys(),
    settings(),
    phases(),
    failing(),
    exits(),
    io:format("~p~n", [[application:stop(Name) || Name <- [sb_top, sb_base, sb_base]]]),
    io:format("~p~n", [[application:unload(Name) || Name <- [sb_top, sb_base, sb_base]]]),
    application:get_key(sb_base, vsn).

is_ours(Name) -> lists:prefix("sb_", atom_to_list(Name)).

load(Name, Keys) ->
    All = [{description, "about " ++ atom_to_list(Name)}, {vsn, "1.2"}, {mod, {?MODULE, Name}} | Keys],
    ok = application:load({application, Name, All}).

keys() ->
    Keys = [vsn, description, id, modules, maxP, registered, applications, included_applications, mod, start_phases, other],
    io:format("~p~n", [[application:get_key(sb_base, Key) || Key <- Keys]]),
    io:format("~p~n", [application:get_key(sb_none, vsn)]),
    io:format("~p~n", [application:get_all_key(sb_none)]),
    io:format("~p~n", [application:get_application(whereis(sb_base_sup))]),
    io:format("~p~n", [{application:get_application(), application:get_env(a), application:get_all_env()}]).

settings() ->
    io:format("~p~n", [lists:sort(application:get_all_env(sb_base))]),
    ok = application:set_env(sb_base, a, changed),
    ok = application:set_env(sb_base, c, new, [{persistent, true}]),
    io:format("~p~n", [lists:sort(application:get_all_env(sb_base))]),
    % Before it is loaded: what the file says goes before, unless the setting is persistent.
    ok = application:set_env(sb_later, x, before),
    ok = application:set_env(sb_later, y, before, [{persistent, true}]),
    ok = application:set_env([{sb_later, [{z, before}]}]),
    io:format("~p~n", [lists:sort(application:get_all_env(sb_later))]),
    load(sb_later, [{env, [{x, file}, {y, file}, {z, file}, {w, file}]}]),
    io:format("~p~n", [lists:sort(application:get_all_env(sb_later))]),
    ok = application:unset_env(sb_later, x),
    ok = application:unset_env(sb_later, y, [{persistent, true}]),
    io:format("~p~n", [lists:sort(application:get_all_env(sb_later))]),
    ok = application:unload(sb_later),
    io:format("~p~n", [application:get_all_env(sb_later)]).

phases() ->
    load(sb_inner, [{start_phases, [{two, []}]}]),
    load(sb_phases, [{included_applications, [sb_inner]}, {start_phases, [{one, [x]}, {two, y}]}, {mod, {application_starter, [?MODULE, sb_phases]}}]),
    io:format("~p~n", [application:start(sb_phases)]),
    io:format("~p~n", [application:stop(sb_phases)]).

failing() ->
    [begin
         load(Name, []),
         io:format("~p~n", [masked(application:start(Name))]),
         io:format("~p~n", [lists:keymember(Name, 1, application:which_applications())])
     end || Name <- [sb_error, sb_crash, sb_exit, sb_bad]],
    io:format("~p~n", [application:start(sb_missing)]),
    io:format("~p~n", [application:ensure_all_started(sb_missing)]),
    load(sb_needs, [{applications, [kernel, sb_missing]}]),
    io:format("~p~n", [application:ensure_all_started(sb_needs)]),
    io:format("~p~n", [catch application:start("text")]),
    io:format("~p~n", [application:load({application, sb_bad_env, [{env, not_a_list}]})]).

masked({error, {Reason, _}}) when is_tuple(Reason) -> {error, element(1, Reason)};
masked(Other) -> Other.

%% The top supervisor ends by itself.
exits() ->
    load(sb_ends, []),
    ok = application:start(sb_ends),
    exit(whereis(sb_ends_sup), kill),
    wait(20),
    io:format("~p~n", [lists:keymember(sb_ends, 1, application:which_applications())]).

wait(0) -> ok;
wait(N) -> receive after 5 -> wait(N - 1) end.

start(Type, Name) ->
    io:format("start ~p ~p ~p~n", [Type, Name, lists:sort(application:get_all_env())]),
    case Name of
        sb_error -> {error, no_luck};
        sb_crash -> error(crashed);
        sb_exit -> exit(gone);
        sb_bad -> nonsense;
        _ ->
            {ok, Pid} = supervisor:start_link({local, list_to_atom(atom_to_list(Name) ++ "_sup")}, ?MODULE, []),
            {ok, Pid, {state_of, Name}}
    end.

start_phase(Phase, Type, Arguments) ->
    io:format("phase ~p ~p ~p~n", [Phase, Type, Arguments]),
    ok.

prep_stop(State) ->
    io:format("prep_stop ~p~n", [State]),
    {prepared, State}.

stop(State) -> io:format("stop ~p~n", [State]).

init([]) -> {ok, {{one_for_one, 1, 1}, []}}.
