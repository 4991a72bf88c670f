%% Type-length-value packets, encoded and decoded.
-module(tlv_protocol).
-export([main/0]).

encode(L) -> << <<(tag(T)), (byte_size(V)):16, V/binary>> || {T, V} <- L >>.

decode(<<T, N:16, V:N/binary, R/binary>>) -> [{name(T), V} | decode(R)];
decode(<<>>) -> [];
decode(Rest) -> [{incomplete, byte_size(Rest)}].

tag(name) -> 1; tag(age) -> 2; tag(_) -> 255.
name(1) -> name; name(2) -> age; name(N) -> {unknown, N}.

main() ->
    B = encode([{name, <<"ann">>}, {age, <<42>>}, {other, <<>>}]),
    io:format("~p~n", [B]),
    <<Part:7/binary, _/binary>> = B,
    {decode(B), decode(Part), decode(<<9, 0, 1, "x">>)}.
