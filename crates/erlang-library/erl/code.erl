%% Where code and the files of applications are found. What is not here is native (native/code.rs of the machine).
-module(code).
-export([where_is_file/1, where_is_file/2, lib_dir/0]).
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

%% What is called is found where the project says. A folder that has more cannot be used.
added(Folder, Change) ->
    case filelib:is_dir(Folder) of
        true ->
            [code:cannot_add(Folder) || Name <- filelib:wildcard("*.beam", Folder), is_unknown(Name)],
            persistent_term:put(?PATH, Change(get_path())),
            true;
        false -> {error, bad_directory}
    end.

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
