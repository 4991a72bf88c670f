#!/usr/bin/env escript
%% Prints `src/native/known.txt`: every function that the modules of an installed OTP export, a line a module. A `*` marks
%% those that are built into the runtime system.
-mode(compile).

main([]) ->
    Applications = [kernel, stdlib, sasl, eunit, crypto, compiler, syntax_tools, runtime_tools, tools, parsetools,
                    public_key, ssl, inets, mnesia, os_mon, xmerl, common_test],
    Names = lists:filter(fun plain/1, lists:usort(
              [erlang, init, zlib, prim_inet, prim_file, erl_tracer, erts_internal, atomics, counters, persistent_term,
               erts_code_purger, erl_prim_loader, prim_zip, prim_buffer, prim_eval, prim_net, prim_socket, socket_registry,
               erts_literal_area_collector, erts_dirty_process_signal_handler]
              ++ lists:append([modules(A) || A <- Applications]))),
    [io:format("~ts", [line(Name)]) || Name <- Names].

modules(Application) ->
    case code:lib_dir(Application) of
        {error, _} -> [];
        Folder -> [list_to_atom(filename:basename(F, ".beam")) || F <- filelib:wildcard(Folder ++ "/ebin/*.beam")]
    end.

line(Module) ->
    try Module:module_info(exports) of
        Exports ->
            Functions = lists:usort([E || {F, _} = E <- Exports, F =/= module_info]),
            [atom_to_list(Module), [[" ", function(Module, F, A)] || {F, A} <- Functions], "\n"]
    catch
        error:undef -> ""
    end.

function(Module, Name, Arity) ->
    Star = [$* || erlang:is_builtin(Module, Name, Arity)],
    [atom_to_list(Name), $/, integer_to_list(Arity), Star].

%% Not one of the generated modules of public_key.
plain(Module) -> not lists:member($-, atom_to_list(Module)).
