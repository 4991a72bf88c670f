%% Applications without OTP: kernel and stdlib are started, others need OTP's application controller.
-module(application).
-export([load/1, load/2, unload/1, start/1, start/2, stop/1, ensure_started/1, ensure_started/2, ensure_all_started/1,
         ensure_all_started/2, loaded_applications/0, which_applications/0, which_applications/1, get_application/0,
         get_application/1, get_env/1, get_all_env/0, get_key/1, get_key/2, get_all_key/0, get_all_key/1, set_env/1,
         set_env/2, set_env/4, unset_env/3]).

load(Application) -> load(Application, []).

load(Application, _) when Application =:= kernel; Application =:= stdlib -> {error, {already_loaded, Application}};
load(Application, _) -> needs_otp(Application).

unload(Application) when Application =:= kernel; Application =:= stdlib -> {error, {running, Application}};
unload(Application) -> {error, {not_loaded, Application}}.

start(Application) -> start(Application, temporary).

start(Application, _) when Application =:= kernel; Application =:= stdlib -> {error, {already_started, Application}};
start(Application, _) -> needs_otp(Application).

stop(Application) -> {error, {not_started, Application}}.

ensure_started(Application) -> ensure_started(Application, temporary).

ensure_started(Application, Type) ->
    {error, {already_started, _}} = start(Application, Type),
    ok.

ensure_all_started(Applications) -> ensure_all_started(Applications, temporary).

ensure_all_started(Application, Type) when is_atom(Application) -> ensure_all_started([Application], Type);
ensure_all_started(Applications, Type) ->
    [{error, {already_started, _}} = start(Application, Type) || Application <- Applications],
    {ok, []}.

needs_otp(Application) when is_atom(Application) -> application_controller:start_application(Application, temporary);
needs_otp(Other) -> error(badarg, [Other]).

loaded_applications() -> [described(Name) || Name <- [kernel, stdlib]].

which_applications() -> lists:reverse(loaded_applications()).

which_applications(_) -> which_applications().

described(Name) ->
    Appl = appl(Name),
    {Name, element(4, Appl), element(6, Appl)}.

%% #appl{name, appl_data, descr, id, vsn, restart_type, inc_apps, opt_apps, apps}
appl(Name) ->
    [{_, Appl}] = ets:lookup(ac_tab, {loaded, Name}),
    Appl.

get_application() -> get_application(self()).

get_application(Module) when is_atom(Module) ->
    case [Name || Name <- [kernel, stdlib], lists:member(Module, element(6, element(3, appl(Name))))] of
        [Name | _] -> {ok, Name};
        [] -> undefined
    end;
get_application(Pid) when is_pid(Pid) ->
    case process_info(Pid, group_leader) of
        {group_leader, Leader} ->
            case ets:match(ac_tab, {{application_master, '$1'}, Leader}) of
                [[Name]] -> {ok, Name};
                [] -> undefined
            end;
        undefined -> undefined
    end.

get_env(Key) ->
    case get_application() of
        {ok, Application} -> application:get_env(Application, Key);
        undefined -> undefined
    end.

get_all_env() ->
    case get_application() of
        {ok, Application} -> application:get_all_env(Application);
        undefined -> []
    end.

get_key(Key) ->
    case get_application() of
        {ok, Application} -> get_key(Application, Key);
        undefined -> undefined
    end.

get_key(Application, Key) ->
    case lists:keyfind(Key, 1, keys(Application)) of
        {Key, Value} -> {ok, Value};
        false -> undefined
    end.

get_all_key() ->
    case get_application() of
        {ok, Application} -> get_all_key(Application);
        undefined -> []
    end.

get_all_key(Application) ->
    case keys(Application) of
        [] -> undefined;
        Keys -> {ok, Keys}
    end.

keys(Name) when Name =:= kernel; Name =:= stdlib ->
    Appl = appl(Name),
    % #appl_data{name, regs, phases, mod, mods, maxP, maxT}
    Data = element(3, Appl),
    [{description, element(4, Appl)}, {id, element(5, Appl)}, {vsn, element(6, Appl)}, {modules, element(6, Data)},
     {maxP, element(7, Data)}, {maxT, element(8, Data)}, {registered, element(3, Data)},
     {included_applications, element(8, Appl)}, {optional_applications, element(9, Appl)},
     {applications, element(10, Appl)}, {env, application:get_all_env(Name)}, {mod, element(5, Data)},
     {start_phases, element(4, Data)}];
keys(_) ->
    [].

set_env(Settings) -> set_env(Settings, []).

set_env(Settings, _) ->
    [application:set_env(Application, Key, Value) || {Application, Pairs} <- Settings, {Key, Value} <- Pairs],
    ok.

set_env(Application, Key, Value, _) -> application:set_env(Application, Key, Value).

unset_env(Application, Key, _) -> application:unset_env(Application, Key).
