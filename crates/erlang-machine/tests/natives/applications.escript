#!/usr/bin/env escript
%% Prints `src/native/applications.txt`: the applications that every node has started, a line each, in the order in which they
%% were loaded. Its name, version, modules (with commas), environment (in the external format, in hexadecimal digits), description.
-mode(compile).

main([]) -> [io:format("~s~n", [lists:join(" ", line(Name))]) || Name <- [kernel, stdlib]].

line(Name) ->
    {ok, Version} = application:get_key(Name, vsn),
    {ok, Description} = application:get_key(Name, description),
    {ok, Modules} = application:get_key(Name, modules),
    Environment = term_to_binary(application:get_all_env(Name)),
    [atom_to_list(Name), Version, lists:join(",", [atom_to_list(M) || M <- Modules]), digits(Environment), Description].

digits(Binary) -> [io_lib:format("~2.16.0b", [Byte]) || <<Byte>> <= Binary].
