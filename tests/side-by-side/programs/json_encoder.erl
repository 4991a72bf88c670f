%% Encodes terms as JSON text.
-module(json_encoder).
-export([main/0]).

encode(null) -> "null";
encode(true) -> "true";
encode(false) -> "false";
encode(A) when is_atom(A) -> encode(atom_to_binary(A));
encode(N) when is_integer(N) -> integer_to_list(N);
encode(F) when is_float(F) -> io_lib:format("~w", [F]);
encode(B) when is_binary(B) -> [$", [escape(C) || <<C>> <= B], $"];
encode(L) when is_list(L) -> ["[", lists:join(",", [encode(X) || X <- L]), "]"];
encode(M) when is_map(M) ->
    ["{", lists:join(",", [[encode(K), ":", encode(V)] || {K, V} <- lists:sort(maps:to_list(M))]), "}"].

escape($") -> "\\\"";
escape($\\) -> "\\\\";
escape($\n) -> "\\n";
escape(C) when C < 32 -> io_lib:format("\\u~4.16.0b", [C]);
escape(C) -> C.

main() ->
    Term = #{name => <<"A \"quoted\"\nname">>, list => [1, 2.5, null, true, [], #{}], nested => #{k => <<1, 255>>}},
    Text = lists:flatten(encode(Term)),
    io:format("~s~n", [Text]),
    try encode({tuple}) catch error:function_clause -> {Text, no_tuples} end.
