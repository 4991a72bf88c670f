%% Where code and the files of applications are found. What is not here is native (native/code.rs of the machine).
-module(code).
-export([where_is_file/1, where_is_file/2, lib_dir/0]).

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
