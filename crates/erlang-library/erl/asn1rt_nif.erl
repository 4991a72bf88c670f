%% Tags, lengths and values of BER, for the modules that OTP's compiler for ASN.1 makes. In OTP this is written in C.
-module(asn1rt_nif).
-export([decode_ber_tlv/1, encode_ber_tlv/1, encode_per_complete/1]).

-define(MAX_TAG, 16#FFFF).

%% {{Tag, Value}, Rest}. A tag is Class bsl 16 + Number; the value of a constructed one is a list.
decode_ber_tlv(Binary) ->
    try decode(Binary, 0)
    catch throw:{invalid, What, At} -> exit({error, {asn1, {What, At}}})
    end.

%% At is how many bytes come before these.
decode(<<Class:2, Constructed:1, Low:5, Rest/binary>>, At) when Rest =/= <<>> ->
    {Number, Rest1, At1} = number(Low, Rest, At),
    {Content, Rest2, At2} = content(Rest1, Constructed, At1),
    Tag = Class bsl 16 + Number,
    case Content of
        indefinite ->
            {Values, Rest3} = until_end(Rest2, At2, []),
            {{Tag, Values}, Rest3};
        Bytes when Constructed =:= 0 -> {{Tag, Bytes}, Rest2};
        Bytes -> {{Tag, all(Bytes, At2 - byte_size(Bytes), [])}, Rest2}
    end;
decode(_, At) -> invalid(invalid_value, At).

number(31, Rest, At) when byte_size(Rest) < 2 -> invalid(invalid_value, At);
number(31, <<0:1, Number:7, Rest/binary>>, At) -> {Number, Rest, At + 2};
number(31, <<1:1, _:7, 1:1, _/bits>>, At) -> invalid(invalid_tag, At + 2);
number(31, <<1:1, _:7, 0:1, _:7>>, At) -> invalid(invalid_tag, At + 3);
number(31, <<1:1, High:7, 0:1, Low:7, Rest/binary>>, At) -> {High bsl 7 bor Low, Rest, At + 3};
number(Low, Rest, At) -> {Low, Rest, At + 1}.

content(<<16#80, Rest/binary>>, 1, At) -> {indefinite, Rest, At + 1};
content(<<16#80, _/binary>>, 0, At) -> invalid(invalid_length, At + 1);
content(<<0:1, Length:7, Rest/binary>>, _, At) ->
    case Rest of
        <<Bytes:Length/binary, Rest1/binary>> -> {Bytes, Rest1, At + 1 + Length};
        _ -> invalid(invalid_value, At)
    end;
content(<<1:1, Size:7, Rest/binary>>, _, At) ->
    case Rest of
        <<Length:Size/unit:8, Bytes:Length/binary, Rest1/binary>> -> {Bytes, Rest1, At + 1 + Size + Length};
        <<_:Size/unit:8, _/binary>> -> invalid(invalid_value, At + Size);
        _ -> invalid(invalid_length, At)
    end;
content(<<>>, _, At) -> invalid(invalid_value, At).

all(<<>>, _, Values) -> lists:reverse(Values);
all(Bytes, At, Values) ->
    {Value, Rest} = decode(Bytes, At),
    all(Rest, At + byte_size(Bytes) - byte_size(Rest), [Value | Values]).

until_end(<<0, 0, Rest/binary>>, _, Values) -> {lists:reverse(Values), Rest};
until_end(Bytes, At, _) when byte_size(Bytes) < 2 -> invalid(invalid_length, At);
until_end(Bytes, At, Values) ->
    {Value, Rest} = decode(Bytes, At),
    until_end(Rest, At + byte_size(Bytes) - byte_size(Rest), [Value | Values]).

invalid(What, At) -> throw({invalid, What, At}).

encode_ber_tlv(Value) ->
    try iolist_to_binary(encode(Value))
    catch throw:bad_value -> {error, -1}
    end.

encode({Tag, Value}) when is_integer(Tag), Tag >= 0, Tag =< 16#FFFFFFFF ->
    {Constructed, Content} = if
        is_binary(Value) -> {0, Value};
        is_list(Value) -> {1, iolist_to_binary([encode(Part) || Part <- Value])};
        true -> throw(bad_value)
    end,
    [tag((Tag bsr 16) band 3, Constructed, Tag band ?MAX_TAG), length_of(byte_size(Content)), Content];
encode(_) -> throw(bad_value).

tag(Class, Constructed, Number) when Number < 31 -> <<Class:2, Constructed:1, Number:5>>;
tag(Class, Constructed, Number) -> [<<Class:2, Constructed:1, 31:5>> | parts(Number bsr 7, [<<0:1, Number:7>>])].

parts(0, Parts) -> Parts;
parts(Number, Parts) -> parts(Number bsr 7, [<<1:1, Number:7>> | Parts]).

length_of(Length) when Length < 16#80 -> Length;
length_of(Length) ->
    Bytes = binary:encode_unsigned(Length),
    [16#80 bor byte_size(Bytes), Bytes].

encode_per_complete(_) -> erlang:nif_error({nif_not_loaded, module, ?MODULE, line, ?LINE}).
