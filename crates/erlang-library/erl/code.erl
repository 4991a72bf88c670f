%% Where code and the files of applications are found. What is not here is native (native/code.rs of the machine).
-module(code).
-export([where_is_file/1, where_is_file/2, lib_dir/0]).
-export([load_binary/3, load_file/1, load_abs/1, load_abs/2, delete/1, purge/1, soft_purge/1, get_object_code/1, get_chunk/2, module_md5/1]).
-export([unstick_mod/1, stick_mod/1, objfile_extension/0, is_module_native/1, set_path/1]).
-export([get_path/0, add_path/1, add_patha/1, add_pathz/1, add_paths/1, add_pathsa/1, add_pathsz/1, del_path/1]).

-define(PATH, {?MODULE, path}).

get_path() -> persistent_term:get(?PATH, code:host_path()).

add_path(Folder) -> add_pathz(Folder).

add_patha(Folder) when is_list(Folder) ->
    added(Folder, fun(Path) -> [Folder | lists:delete(Folder, Path)] end).

add_pathz(Folder) when is_list(Folder) ->
    added(Folder, fun(Path) ->
                          case lists:member(Folder, Path) of
                              true -> Path;
                              false -> Path ++ [Folder]
                          end
                  end).

add_paths(Folders) -> add_pathsz(Folders).

add_pathsa(Folders) when is_list(Folders) -> lists:foreach(fun add_patha/1, Folders).

add_pathsz(Folders) when is_list(Folders) -> lists:foreach(fun add_pathz/1, Folders).

del_path(Folder) when is_list(Folder) ->
    Path = get_path(),
    case lists:member(Folder, Path) of
        true ->
            persistent_term:put(?PATH, lists:delete(Folder, Path)),
            true;
        false -> false
    end.

%% What is called is found where the project says. What else a folder has is loaded at once.
added(Folder, Change) ->
    case filelib:is_dir(Folder) of
        true ->
            load_unknown(Folder),
            persistent_term:put(?PATH, Change(get_path())),
            true;
        false -> {error, bad_directory}
    end.

load_unknown(Folder) ->
    [load_abs(filename:join(Folder, filename:rootname(Name)))
     || Name <- filelib:wildcard("*.beam", Folder), is_unknown(Name)].

is_unknown(Name) -> code:which(list_to_atom(filename:rootname(Name))) =:= non_existing.

lib_dir() -> filename:join(code:root_dir(), "lib").

%% An application that has not been built has a `.app.src` in the place of its `.app`.
where_is_file(Name) ->
    case filename:extension(Name) of
        ".app" ->
            case code:lib_dir(filename:rootname(Name)) of
                {error, bad_name} ->
                    non_existing;
                Folder ->
                    Parts = [["ebin", Name], ["src", Name ++ ".src"], [Name], [Name ++ ".src"]],
                    first([filename:join([Folder | Part]) || Part <- Parts])
            end;
        _ ->
            where_is_file(code:get_path(), Name)
    end.

where_is_file(Path, Name) -> first([filename:join(Folder, Name) || Folder <- Path]).

first(Names) ->
    case lists:search(fun filelib:is_regular/1, Names) of
        {value, Name} -> Name;
        false -> non_existing
    end.

objfile_extension() -> ".beam".

is_module_native(Module) ->
    case code:is_loaded(Module) of
        false -> undefined;
        _ -> false
    end.

set_path(Folders) when is_list(Folders) ->
    case lists:all(fun filelib:is_dir/1, Folders) of
        true ->
            lists:foreach(fun load_unknown/1, Folders),
            persistent_term:put(?PATH, Folders),
            true;
        false -> {error, bad_directory}
    end.

%% What runs an old version of a module when the next one comes is ended.
load_binary(Module, File, Beam) when is_atom(Module), is_binary(Beam) ->
    case code:is_sticky(Module) of
        true ->
            error_logger:error_msg("Can't load module '~w' that resides in sticky dir\n", [Module]),
            {error, sticky_directory};
        false ->
            case code:load_version(Module, File, Beam) of
                {error, not_purged} ->
                    purge(Module),
                    load_binary(Module, File, Beam);
                {error, Reason} ->
                    error_logger:error_msg("Loading of ~ts failed: ~p\n", [File, Reason]),
                    {error, Reason};
                Loaded -> Loaded
            end
    end.

load_file(Module) when is_atom(Module) ->
    case code:is_sticky(Module) andalso code:is_loaded(Module) =/= false of
        true ->
            error_logger:error_msg("Can't load module '~w' that resides in sticky dir\n", [Module]),
            {error, sticky_directory};
        false ->
            case code:load_first(Module) of
                {error, not_purged} ->
                    purge(Module),
                    load_file(Module);
                Result -> Result
            end
    end.

load_abs(Name) -> load_abs(Name, list_to_atom(filename:basename(Name))).

load_abs(Name, Module) when is_atom(Module) ->
    File = filename:absname(Name ++ objfile_extension()),
    case file:read_file(File) of
        {ok, Beam} -> load_binary(Module, File, Beam);
        {error, _} -> {error, nofile}
    end.

delete(Module) when is_atom(Module) ->
    case erlang:check_old_code(Module) of
        true ->
            error_logger:error_msg("Module ~w must be purged before deleting\n", [Module]),
            false;
        false -> erlang:delete_module(Module) =:= true
    end.

purge(Module) when is_atom(Module) ->
    Users = users_of_old(Module),
    Watched = [{P, monitor(process, P)} || P <- Users],
    [exit(P, kill) || P <- Users],
    [receive {'DOWN', Monitor, process, P, _} -> ok end || {P, Monitor} <- Watched],
    erts_internal:purge_module(Module),
    Users =/= [].

soft_purge(Module) when is_atom(Module) ->
    case users_of_old(Module) of
        [] ->
            erts_internal:purge_module(Module),
            true;
        _ -> false
    end.

users_of_old(Module) ->
    case erlang:check_old_code(Module) of
        true -> [P || P <- processes(), P =/= self(), erlang:check_process_code(P, Module)];
        false -> []
    end.

unstick_mod(Module) -> code:set_sticky(Module, false).

stick_mod(Module) -> code:set_sticky(Module, true).

%% The part of a compiled file under this name of four letters.
get_chunk(<<"FOR1", Size:32, Rest/binary>> = Beam, Name) when is_list(Name), byte_size(Rest) >= Size ->
    case Rest of
        <<"BEAM", Chunks/binary>> -> chunk(Chunks, list_to_binary(Name));
        _ -> error(badarg, [Beam, Name])
    end;
get_chunk(Beam, Name) when is_binary(Beam), is_list(Name) -> error(badarg, [Beam, Name]).

chunk(<<Name:4/binary, Size:32, Data:Size/binary, _/binary>>, Name) -> Data;
chunk(<<_:4/binary, Size:32, _:Size/binary, Rest/binary>>, Name) ->
    Padding = 8 * min((4 - Size rem 4) rem 4, byte_size(Rest)),
    <<_:Padding, Next/binary>> = Rest,
    chunk(Next, Name);
chunk(_, _) -> undefined.

module_md5(Beam) when is_binary(Beam) ->
    case beam_lib:md5(Beam) of
        {ok, {_, Digest}} -> Digest;
        {error, beam_lib, _} -> undefined
    end.

%% The compiled file, or what the compiler would make of the source.
get_object_code(Module) when is_atom(Module) ->
    case code:source_forms(Module) of
        {IsUsers, Forms, Source, File} ->
            case IsUsers orelse file:read_file(File) of
                {ok, Beam} -> {Module, Beam, File};
                _ -> {Module, compile:beam(Module, Forms, Source, [debug_info]), File}
            end;
        false -> on_path(atom_to_list(Module) ++ ".beam", Module, get_path())
    end.

%% The file that a module would be loaded from.
on_path(_, _, []) -> error;
on_path(Name, Module, [Folder | Folders]) ->
    File = filename:absname(filename:join(Folder, Name)),
    case file:read_file(File) of
        {ok, Beam} -> {Module, Beam, File};
        {error, _} -> on_path(Name, Module, Folders)
    end.
