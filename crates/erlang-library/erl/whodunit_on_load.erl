%% Runs the `-on_load` function of a module before the first call from outside.
-module(whodunit_on_load).
-export([run/4]).

%% The module's functions come here as long as the term under this key is `false`.
run(Module, OnLoad, Function, Arguments) ->
    Key = {'$on_load', Module},
    persistent_term:put(Key, loading),
    {Pid, Monitor} = spawn_monitor(fun() -> exit({on_load, OnLoad()}) end),
    Result = receive
                 {'DOWN', Monitor, process, Pid, {on_load, Value}} -> Value;
                 {'DOWN', Monitor, process, Pid, Reason} -> {'EXIT', Reason}
             end,
    case Result of
        ok ->
            persistent_term:put(Key, true),
            apply(Module, Function, Arguments);
        _ ->
            persistent_term:erase(Key),
            report(Module, Result),
            erlang:raise(error, undef, [{Module, Function, Arguments, []}])
    end.

%% As OTP's code server does.
report(_, Result) when is_atom(Result) ->
    ok;
report(Module, Result) ->
    error_logger:warning_msg("The on_load function for module ~s returned:~n~P\n", [Module, Result, 10]).
