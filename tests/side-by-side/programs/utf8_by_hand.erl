%% Encodes and decodes UTF-8 with bit syntax only.
-module(utf8_by_hand).
-export([main/0]).

enc(C) when C < 16#80 -> <<C>>;
enc(C) when C < 16#800 -> <<2#110:3, (C bsr 6):5, 2#10:2, C:6>>;
enc(C) when C < 16#10000 -> <<2#1110:4, (C bsr 12):4, 2#10:2, (C bsr 6):6, 2#10:2, C:6>>;
enc(C) -> <<2#11110:5, (C bsr 18):3, 2#10:2, (C bsr 12):6, 2#10:2, (C bsr 6):6, 2#10:2, C:6>>.

dec(<<0:1, C:7, R/binary>>) -> [C | dec(R)];
dec(<<6:3, A:5, 2:2, B:6, R/binary>>) -> [(A bsl 6) bor B | dec(R)];
dec(<<14:4, A:4, 2:2, B:6, 2:2, C:6, R/binary>>) -> [(A bsl 12) bor (B bsl 6) bor C | dec(R)];
dec(<<30:5, A:3, 2:2, B:6, 2:2, C:6, 2:2, D:6, R/binary>>) -> [(A bsl 18) bor (B bsl 12) bor (C bsl 6) bor D | dec(R)];
dec(<<>>) -> [].

main() ->
    S = [$a, 16#e9, 16#20ac, 16#1f600],
    B = << <<(enc(C))/binary>> || C <- S >>,
    {B, dec(B) =:= S, B =:= unicode:characters_to_binary(S), try dec(<<255>>) catch error:function_clause -> invalid end}.
