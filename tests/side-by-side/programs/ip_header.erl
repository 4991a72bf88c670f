%% Takes an IPv4 header apart by bits and computes its checksum.
-module(ip_header).
-export([main/0]).

header() -> <<16#45, 0, 0, 16#73, 0, 0, 16#40, 0, 16#40, 16#11, 0, 0, 192, 168, 0, 1, 192, 168, 0, 199>>.

parse(<<4:4, Ihl:4, Tos, Len:16, Id:16, Df:1, Mf:1, _:1, Off:13, Ttl, Proto, Sum:16, Src:4/binary, Dst:4/binary, Rest/binary>>) ->
    #{ihl => Ihl, tos => Tos, len => Len, id => Id, flags => {Df, Mf}, off => Off, ttl => Ttl, proto => Proto, sum => Sum,
      src => address(Src), dst => address(Dst), rest => Rest};
parse(<<V:4, _/bits>>) -> {bad_version, V}.

address(B) -> lists:flatten(lists:join(".", [integer_to_list(X) || <<X>> <= B])).

checksum(B) -> bnot fold(lists:sum([W || <<W:16>> <= B])) band 16#ffff.
fold(S) when S > 16#ffff -> fold((S band 16#ffff) + (S bsr 16));
fold(S) -> S.

main() ->
    H = header(),
    P = parse(H),
    io:format("~p~n", [P]),
    {checksum(H), parse(<<6:4, 0:156>>), maps:get(src, P)}.
