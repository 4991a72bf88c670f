%% Reads an INI file from a string into maps.
-module(ini_parser).
-export([main/0]).

parse(Text) ->
    {_, M} = lists:foldl(fun line/2, {global, #{}}, string:split(Text, "\n", all)),
    M.

line(L, {Section, M}) ->
    case string:trim(L) of
        "" -> {Section, M};
        ";" ++ _ -> {Section, M};
        "[" ++ R -> {list_to_atom(string:trim(R, trailing, "]")), M};
        S ->
            [K, V] = [string:trim(X) || X <- string:split(S, "=")],
            {Section, maps:update_with(Section, fun(Old) -> Old#{K => value(V)} end, #{K => value(V)}, M)}
    end.

value("true") -> true;
value("false") -> false;
value(V) -> try list_to_integer(V) catch error:badarg -> V end.

main() -> parse("top = 1\n; a comment\n[db]\nhost = localhost\nport=5432\n\n[flags]\nfast = true\nslow = false\n").
