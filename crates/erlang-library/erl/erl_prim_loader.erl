%% Reads files for OTP's own modules, as the process of this name does in OTP.
-module(erl_prim_loader).
-export([get_file/1, get_cwd/0, list_dir/1, read_file_info/1, read_link_info/1, get_path/0]).

get_file(Name) ->
    case prim_file:read_file(Name) of
        {ok, Contents} -> {ok, completed(filename:extension(Name), Name, Contents), Name};
        {error, _} -> error
    end.

get_cwd() -> prim_file:get_cwd().

get_path() -> {ok, code:get_path()}.

list_dir(Folder) -> value(prim_file:list_dir(Folder)).

read_file_info(Name) -> value(prim_file:read_file_info(Name)).

read_link_info(Name) -> value(prim_file:read_link_info(Name)).

value({ok, _} = Found) -> Found;
value({error, _}) -> error.

%% Build tools make the `.app` of an application from its `.app.src`: they add the modules, and the version where
%% it is to be taken from version control.
completed(".src", Name, Contents) ->
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Contents)),
    case erl_parse:parse_term(Tokens) of
        {ok, {application, Application, Keys}} ->
            Version = case lists:keyfind(vsn, 1, Keys) of
                          {vsn, Text} when is_list(Text), Text =/= "git", Text =/= "semver" -> Text;
                          _ -> "0"
                      end,
            Modules = case lists:keyfind(modules, 1, Keys) of
                          {modules, [_ | _] = Stated} -> Stated;
                          _ -> modules(filename:dirname(Name))
                      end,
            Added = lists:foldl(fun(Pair, All) -> lists:keystore(element(1, Pair), 1, All, Pair) end,
                                Keys, [{vsn, Version}, {modules, Modules}]),
            unicode:characters_to_binary(io_lib:format("~tp.~n", [{application, Application, Added}]));
        {error, _} ->
            Contents
    end;
completed(_, _, Contents) ->
    Contents.

modules(Folder) ->
    {ok, Names} = prim_file:list_dir(Folder),
    lists:append([modules_at(filename:join(Folder, Name), Name) || Name <- lists:sort(Names)]).

modules_at(Path, Name) ->
    case filename:extension(Name) of
        ".erl" -> [list_to_atom(filename:rootname(Name))];
        "" ->
            case filelib:is_dir(Path) of
                true -> modules(Path);
                false -> []
            end;
        _ -> []
    end.
