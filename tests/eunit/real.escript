#!/usr/bin/env escript
%%! +fnu
%% What real EUnit says about the modules of a folder: for each a line `@@@ module`, then the verbose report.
main([Folder | Modules]) ->
    ok = file:set_cwd(Folder),
    ok = io:setopts([{encoding, unicode}]),
    Loaded = [load(list_to_atom(Module)) || Module <- Modules],
    lists:foreach(fun(Module) ->
                          io:format("@@@ ~s~n", [Module]),
                          eunit:test(Module, [verbose])
                  end, Loaded).

%% Funs are not inlined, so that they show in stacks.
load(Module) ->
    {ok, Module, Beam} = compile:file(atom_to_list(Module) ++ ".erl", [binary, {d, 'TEST'}, {d, 'EUNIT'}, no_copt, no_type_opt]),
    {module, Module} = code:load_binary(Module, atom_to_list(Module) ++ ".erl", Beam),
    Module.
