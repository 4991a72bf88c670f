%% Splits URLs with binary matching.
-module(url_parser).
-export([main/0]).

parse(Url) ->
    [Scheme, Rest] = binary:split(Url, <<"://">>),
    {Authority, Path} = case binary:split(Rest, <<"/">>) of [A, P] -> {A, <<"/", P/binary>>}; [A] -> {A, <<"/">>} end,
    {Host, Port} = case binary:split(Authority, <<":">>) of [H, Po] -> {H, binary_to_integer(Po)}; [H] -> {H, default(Scheme)} end,
    {P1, Query} = case binary:split(Path, <<"?">>) of [X, Q] -> {X, params(Q)}; [X] -> {X, #{}} end,
    #{scheme => Scheme, host => Host, port => Port, path => binary:split(P1, <<"/">>, [global, trim_all]), query => Query}.

default(<<"http">>) -> 80;
default(<<"https">>) -> 443.

params(Q) -> maps:from_list([list_to_tuple(binary:split(KV, <<"=">>)) || KV <- binary:split(Q, <<"&">>, [global])]).

main() ->
    [parse(<<"http://example.com/a/b?x=1&y=2">>), parse(<<"https://host:8443">>),
     try parse(<<"ftp://x/">>) catch error:function_clause -> unknown_scheme end,
     try parse(<<"no-scheme">>) catch error:{badmatch, L} -> L end].
