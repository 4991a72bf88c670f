#!/usr/bin/env escript
%% Prints `src/native/applications.txt`: what the table `ac_tab` of a fresh node says about the applications that
%% every node has started, a line an application, in the external format, in hexadecimal digits.
-mode(compile).

main([]) -> [io:format("~s~n", [line(Name)]) || Name <- [kernel, stdlib]].

line(Name) ->
    Loaded = ets:lookup(ac_tab, {loaded, Name}),
    Settings = lists:sort([{{env, Name, Key}, Value} || {Key, Value} <- application:get_all_env(Name)]),
    [io_lib:format("~2.16.0b", [Byte]) || <<Byte>> <= term_to_binary(Loaded ++ Settings, [{minor_version, 2}])].
