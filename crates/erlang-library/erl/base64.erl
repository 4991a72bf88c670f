%% Base 64.
-module(base64).

-export([decode/1, decode_to_string/1, encode/1, encode_to_string/1, mime_decode/1, mime_decode_to_string/1]).

encode(Data) when is_binary(Data) -> encoded(Data);
encode(Data) when is_list(Data) -> encoded(list_to_binary(Data)).

encode_to_string(Data) when is_binary(Data); is_list(Data) -> binary_to_list(encode(Data)).

encoded(Data) ->
    case byte_size(Data) rem 3 of
        0 -> sextets(Data);
        1 -> <<(sextets(<<Data/binary, 0:4>>))/binary, "==">>;
        2 -> <<(sextets(<<Data/binary, 0:2>>))/binary, "=">>
    end.

sextets(Bits) -> << <<(digit(Sextet))>> || <<Sextet:6>> <= Bits >>.

digit(Sextet) when Sextet < 26 -> $A + Sextet;
digit(Sextet) when Sextet < 52 -> $a + Sextet - 26;
digit(Sextet) when Sextet < 62 -> $0 + Sextet - 52;
digit(62) -> $+;
digit(63) -> $/.

%% ---- decoding: white space is passed over; `mime` passes over all that is no digit, and padding in the middle

decode(Data) when is_binary(Data) -> decoded(binary_to_list(Data), <<>>);
decode(Data) when is_list(Data) -> decoded(Data, <<>>).

decode_to_string(Data) when is_binary(Data); is_list(Data) -> binary_to_list(decode(Data)).

decoded(Chars, Bits) ->
    case value(Chars) of
        {Sextet, Rest} when is_integer(Sextet) -> decoded(Rest, <<Bits/bits, Sextet:6>>);
        {padding, Rest} ->
            case bit_size(Bits) rem 24 of
                18 -> only_space(Rest, whole_bytes(Bits));
                12 ->
                    {padding, Rest1} = value(Rest),
                    only_space(Rest1, whole_bytes(Bits));
                _ -> error(badarg)
            end;
        {other, _} -> error(badarg);
        none when bit_size(Bits) rem 24 =:= 0 -> Bits;
        none -> error(missing_padding)
    end.

only_space(Chars, Bytes) ->
    none = value(Chars),
    Bytes.

mime_decode(Data) when is_binary(Data) -> mime(binary_to_list(Data), <<>>);
mime_decode(Data) when is_list(Data) -> mime(Data, <<>>).

mime_decode_to_string(Data) when is_binary(Data); is_list(Data) -> binary_to_list(mime_decode(Data)).

mime(Chars, Bits) ->
    case value(Chars) of
        {Sextet, Rest} when is_integer(Sextet) -> mime(Rest, <<Bits/bits, Sextet:6>>);
        {_, Rest} -> mime(Rest, Bits);
        none -> whole_bytes(Bits)
    end.

%% What padding stands for is dropped.
whole_bytes(Bits) ->
    Size = bit_size(Bits) div 8,
    <<Bytes:Size/binary, _/bits>> = Bits,
    Bytes.

%% The next character that is no white space: a value, `padding` or `other`.
value([C | Rest]) when C =:= $\s; C =:= $\t; C =:= $\r; C =:= $\n -> value(Rest);
value([C | Rest]) when C >= $A, C =< $Z -> {C - $A, Rest};
value([C | Rest]) when C >= $a, C =< $z -> {C - $a + 26, Rest};
value([C | Rest]) when C >= $0, C =< $9 -> {C - $0 + 52, Rest};
value([$+ | Rest]) -> {62, Rest};
value([$/ | Rest]) -> {63, Rest};
value([$= | Rest]) -> {padding, Rest};
value([_ | Rest]) -> {other, Rest};
value([]) -> none.
