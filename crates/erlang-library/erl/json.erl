%% JSON, as the module of OTP 27 and later.
-module(json).

-export([encode/1, encode/2, encode_value/2, encode_atom/2, encode_integer/1, encode_float/1, encode_list/2, encode_map/2,
         encode_map_checked/2, encode_key_value_list/2, encode_key_value_list_checked/2, encode_binary/1,
         encode_binary_escape_all/1, decode/1, decode/3]).

%% ---- to text

encode(Term) -> encode(Term, fun encode_value/2).

encode(Term, Encoder) when is_function(Encoder, 2) -> Encoder(Term, Encoder).

encode_value(Value, Encode) when is_atom(Value) -> encode_atom(Value, Encode);
encode_value(Value, _) when is_binary(Value) -> encode_binary(Value);
encode_value(Value, _) when is_integer(Value) -> encode_integer(Value);
encode_value(Value, _) when is_float(Value) -> encode_float(Value);
encode_value(Value, Encode) when is_list(Value) -> encode_list(Value, Encode);
encode_value(Value, Encode) when is_map(Value) -> encode_map(Value, Encode);
encode_value(Value, _) -> error({unsupported_type, Value}).

encode_atom(null, _) -> <<"null">>;
encode_atom(true, _) -> <<"true">>;
encode_atom(false, _) -> <<"false">>;
encode_atom(Atom, Encode) -> Encode(atom_to_binary(Atom, utf8), Encode).

encode_integer(Integer) -> integer_to_binary(Integer).

encode_float(Float) -> float_to_binary(Float, [short]).

encode_list([], _) -> <<"[]">>;
encode_list([First | Rest], Encode) when is_function(Encode, 2) ->
    [$[, Encode(First, Encode) | more_elements(Rest, Encode)].

more_elements([Value | Rest], Encode) -> [$,, Encode(Value, Encode) | more_elements(Rest, Encode)];
more_elements([], _) -> "]".

encode_map(Map, Encode) when is_map(Map), is_function(Encode, 2) -> object(maps:to_list(Map), Encode, fun(Key) -> key(Key, Encode) end).

%% Keys that are the same text are an error.
encode_map_checked(Map, Encode) -> encode_key_value_list_checked(maps:to_list(Map), Encode).

encode_key_value_list(Pairs, Encode) when is_function(Encode, 2) -> object(Pairs, Encode, fun(Key) -> key(Key, Encode) end).

encode_key_value_list_checked(Pairs, Encode) ->
    Texts = [{iolist_to_binary(key(Key, Encode)), Key} || {Key, _} <- Pairs],
    case Texts -- lists:ukeysort(1, Texts) of
        [] -> encode_key_value_list(Pairs, Encode);
        [{_, Key} | _] -> error({duplicate_key, Key})
    end.

object([], _, _) -> <<"{}">>;
object([First | Rest], Encode, Key) -> [${, member(First, Encode, Key), [[$, | member(Pair, Encode, Key)] || Pair <- Rest], $}].

member({Name, Value}, Encode, Key) -> [Key(Name), $: | Encode(Value, Encode)].

key(Key, _) when is_binary(Key) -> encode_binary(Key);
key(Key, Encode) when is_atom(Key) -> Encode(atom_to_binary(Key, utf8), Encode);
key(Key, _) when is_integer(Key) -> [$", encode_integer(Key), $"];
key(Key, _) when is_float(Key) -> [$", encode_float(Key), $"].

encode_binary(Binary) when is_binary(Binary) -> [$", escaped(Binary, Binary, Binary, 0, 0, []), $"].

encode_binary_escape_all(Binary) when is_binary(Binary) -> [$", lists:reverse(all_escaped(Binary, Binary, [])), $"].

%% What needs no escape is taken in one piece. Parts: the pieces before, reversed.
escaped(<<C/utf8, Rest/binary>>, All, Whole, From, Length, Parts) ->
    case escape(C) of
        none -> escaped(Rest, All, Whole, From, Length + byte_size(<<C/utf8>>), Parts);
        Text -> escaped(Rest, All, Whole, From + Length + 1, 0, [Text, binary:part(Whole, From, Length) | Parts])
    end;
escaped(<<>>, _, Whole, From, Length, Parts) -> lists:reverse(Parts, [binary:part(Whole, From, Length)]);
escaped(Bad, All, _, _, _, _) -> not_text(Bad, All).

all_escaped(<<C/utf8, Rest/binary>>, All, Parts) ->
    Text = case escape(C) of
               none when C < 128 -> C;
               none when C > 16#ffff -> [hex(16#d800 bor ((C - 16#10000) bsr 10)), hex(16#dc00 bor ((C - 16#10000) band 16#3ff))];
               none -> hex(C);
               Escape -> Escape
           end,
    all_escaped(Rest, All, [Text | Parts]);
all_escaped(<<>>, _, Parts) -> Parts;
all_escaped(Bad, All, _) -> not_text(Bad, All).

not_text(Bad, All) -> unexpected(breaking(Bad), #{size => byte_size(All)}).

%% From the byte on that no character has at this place.
breaking(<<C, Rest/binary>>) when C >= 16#c2, C =< 16#df -> after_tail(1, Rest);
breaking(<<C, Rest/binary>>) when C >= 16#e0, C =< 16#ef -> after_tail(2, Rest);
breaking(<<C, Rest/binary>>) when C >= 16#f0, C =< 16#f4 -> after_tail(3, Rest);
breaking(Bad) -> Bad.

after_tail(N, <<C, Rest/binary>>) when N > 0, C >= 16#80, C =< 16#bf -> after_tail(N - 1, Rest);
after_tail(_, Rest) -> Rest.

escape($") -> <<"\\\"">>;
escape($\\) -> <<"\\\\">>;
escape($\b) -> <<"\\b">>;
escape($\t) -> <<"\\t">>;
escape($\n) -> <<"\\n">>;
escape($\f) -> <<"\\f">>;
escape($\r) -> <<"\\r">>;
escape(C) when C < 32 -> hex(C);
escape(_) -> none.

hex(C) -> io_lib:format("\\u~4.16.0B", [C]).

%% ---- from text

decode(Binary) when is_binary(Binary) ->
    {Value, _, Rest} = decode(Binary, ok, #{}),
    case blanks(Rest) of
        <<>> -> Value;
        <<Byte, _/binary>> -> raise({invalid_byte, Byte}, 0)
    end.

%% {Value, Accumulator, Rest}
decode(Binary, Acc, Decoders) when is_binary(Binary), is_map(Decoders) ->
    D = maps:merge(#{array_start => fun(_) -> [] end, array_push => fun(Value, Values) -> [Value | Values] end,
                     array_finish => fun(Values, Old) -> {lists:reverse(Values), Old} end,
                     object_start => fun(_) -> [] end, object_push => fun(Key, Value, Pairs) -> [{Key, Value} | Pairs] end,
                     object_finish => fun(Pairs, Old) -> {maps:from_list(Pairs), Old} end,
                     integer => fun erlang:binary_to_integer/1, float => fun erlang:binary_to_float/1,
                     string => fun(String) -> String end, null => null, size => byte_size(Binary)}, Decoders),
    {Value, Acc1, Rest} = value(blanks(Binary), Acc, D),
    {Value, Acc1, blanks(Rest)}.

blanks(<<C, Rest/binary>>) when C =:= $\s; C =:= $\t; C =:= $\n; C =:= $\r -> blanks(Rest);
blanks(Rest) -> Rest.

value(<<"null", Rest/binary>>, Acc, #{null := Null}) -> {Null, Acc, Rest};
value(<<"true", Rest/binary>>, Acc, _) -> {true, Acc, Rest};
value(<<"false", Rest/binary>>, Acc, _) -> {false, Acc, Rest};
value(<<$", Rest/binary>>, Acc, #{string := String} = D) ->
    {Text, Rest1} = string(Rest, [], D),
    {String(Text), Acc, Rest1};
value(<<$[, Rest/binary>>, Acc, #{array_start := Start, array_finish := Finish} = D) ->
    Inside = Start(Acc),
    {Values, Rest1} = case blanks(Rest) of
                          <<$], After/binary>> -> {Inside, After};
                          Rest0 -> elements(Rest0, Inside, D)
                      end,
    {Value, Acc1} = Finish(Values, Acc),
    {Value, Acc1, Rest1};
value(<<${, Rest/binary>>, Acc, #{object_start := Start, object_finish := Finish} = D) ->
    Inside = Start(Acc),
    {Pairs, Rest1} = case blanks(Rest) of
                         <<$}, After/binary>> -> {Inside, After};
                         Rest0 -> members(Rest0, Inside, D)
                     end,
    {Value, Acc1} = Finish(Pairs, Acc),
    {Value, Acc1, Rest1};
value(<<C, _/binary>> = Text, Acc, D) when C =:= $-; C >= $0, C =< $9 -> number(Text, Acc, D);
value(Text, _, D) -> unexpected(literal(Text), D).

%% A word that is not whole may still be one.
literal(<<C, Rest/binary>>) when C =:= $n, byte_size(Rest) =< 3; C =:= $t, byte_size(Rest) =< 3; C =:= $f, byte_size(Rest) =< 4 -> <<>>;
literal(<<C, Rest/binary>>) when C =:= $n; C =:= $t; C =:= $f -> Rest;
literal(Text) -> Text.

elements(Text, Acc, #{array_push := Push} = D) ->
    {Value, Acc1, Rest} = value(Text, Acc, D),
    Acc2 = Push(Value, Acc1),
    case blanks(Rest) of
        <<$,, More/binary>> -> elements(blanks(More), Acc2, D);
        <<$], After/binary>> -> {Acc2, After};
        Bad -> unexpected(Bad, D)
    end.

members(<<$", Text/binary>>, Acc, #{object_push := Push, string := String} = D) ->
    {Key, Rest} = string(Text, [], D),
    Name = String(Key),
    case blanks(Rest) of
        <<$:, Rest1/binary>> ->
            {Value, Acc1, Rest2} = value(blanks(Rest1), Acc, D),
            Acc2 = Push(Name, Value, Acc1),
            case blanks(Rest2) of
                <<$,, More/binary>> -> members(blanks(More), Acc2, D);
                <<$}, After/binary>> -> {Acc2, After};
                Bad -> unexpected(Bad, D)
            end;
        Bad -> unexpected(Bad, D)
    end;
members(Bad, _, D) -> unexpected(Bad, D).

string(<<$", Rest/binary>>, Parts, _) -> {unicode:characters_to_binary(lists:reverse(Parts)), Rest};
string(<<"\\u", Rest/binary>>, Parts, D) ->
    {C, Rest1} = code_point(Rest, D),
    string(Rest1, [C | Parts], D);
string(<<$\\, C, Rest/binary>> = Text, Parts, D) ->
    case C of
        $b -> string(Rest, [$\b | Parts], D);
        $f -> string(Rest, [$\f | Parts], D);
        $n -> string(Rest, [$\n | Parts], D);
        $r -> string(Rest, [$\r | Parts], D);
        $t -> string(Rest, [$\t | Parts], D);
        _ when C =:= $"; C =:= $\\; C =:= $/ -> string(Rest, [C | Parts], D);
        _ -> unexpected(binary:part(Text, 1, byte_size(Text) - 1), D)
    end;
string(<<C, _/binary>> = Bad, _, D) when C < 32 -> unexpected(Bad, D);
string(<<C/utf8, Rest/binary>>, Parts, D) when C =/= $\\ -> string(Rest, [C | Parts], D);
string(<<$\\>>, _, D) -> unexpected(<<>>, D);
string(Bad, _, D) -> unexpected(breaking(Bad), D).

%% Two halves make one character.
code_point(<<High:4/binary, "\\u", Low:4/binary, Rest/binary>> = Text, D) ->
    case {from_hex(High), from_hex(Low)} of
        {H, L} when is_integer(H), is_integer(L), H >= 16#d800, H < 16#dc00, L >= 16#dc00, L < 16#e000 ->
            {16#10000 + ((H band 16#3ff) bsl 10) + (L band 16#3ff), Rest};
        {H, _} when is_integer(H), H >= 16#d800, H < 16#e000 -> not_a_character(<<"\\u", High/binary, "\\u", Low/binary>>, Text, D);
        {H, _} when is_integer(H) -> {H, <<"\\u", Low/binary, Rest/binary>>};
        _ -> not_a_character(<<"\\u", High/binary>>, Text, D)
    end;
code_point(<<Digits:4/binary, Rest/binary>> = Text, D) ->
    case from_hex(Digits) of
        C when is_integer(C), C >= 16#d800, C < 16#dc00, byte_size(Rest) < 6 -> unexpected(<<>>, D);
        C when is_integer(C), C >= 16#d800, C < 16#e000 -> not_a_character(<<"\\u", Digits/binary>>, Text, D);
        C when is_integer(C) -> {C, Rest};
        _ -> not_a_character(<<"\\u", Digits/binary>>, Text, D)
    end;
code_point(_, D) -> unexpected(<<>>, D).

from_hex(Digits) ->
    try binary_to_integer(Digits, 16) of
        N when N >= 0 -> N;
        _ -> error
    catch
        error:badarg -> error
    end.

not_a_character(Sequence, Left, #{size := Size}) -> raise({unexpected_sequence, Sequence}, Size - byte_size(Left) - 2).

number(Text, Acc, #{integer := Integer, float := Float} = D) ->
    Sign = case Text of
               <<$-, _/binary>> -> 1;
               _ -> 0
           end,
    Whole = case Text of
                <<_:Sign/binary, $0, _/binary>> -> Sign + 1;
                _ -> digits(Text, Sign, D)
            end,
    {Fraction, HasPoint} = case Text of
                               <<_:Whole/binary, $., _/binary>> -> {digits(Text, Whole + 1, D), true};
                               _ -> {Whole, false}
                           end,
    {Length, HasExponent} = case Text of
                                <<_:Fraction/binary, E, S, _/binary>> when (E =:= $e orelse E =:= $E), (S =:= $+ orelse S =:= $-) ->
                                    {digits(Text, Fraction + 2, D), true};
                                <<_:Fraction/binary, E, _/binary>> when E =:= $e; E =:= $E -> {digits(Text, Fraction + 1, D), true};
                                _ -> {Fraction, false}
                            end,
    <<Number:Length/binary, Rest/binary>> = Text,
    Value = case {HasPoint, HasExponent} of
                {false, false} -> Integer(Number);
                {true, _} -> floating(Float, Number, Text, D);
                {false, true} ->
                    <<Before:Whole/binary, Exponent/binary>> = Number,
                    floating(Float, <<Before/binary, ".0", Exponent/binary>>, Text, D)
            end,
    {Value, Acc, Rest}.

floating(Float, Number, Text, #{size := Size}) ->
    try Float(Number)
    catch error:badarg -> raise({unexpected_sequence, Number}, Size - byte_size(Text))
    end.

%% Where the digits end; there is at least one.
digits(Text, From, D) ->
    case Text of
        <<_:From/binary, C, _/binary>> when C >= $0, C =< $9 -> more_digits(Text, From + 1);
        <<_:From/binary, Bad/binary>> -> unexpected(Bad, D);
        _ -> unexpected(<<>>, D)
    end.

more_digits(Text, At) ->
    case Text of
        <<_:At/binary, C, _/binary>> when C >= $0, C =< $9 -> more_digits(Text, At + 1);
        _ -> At
    end.

unexpected(<<>>, #{size := Size}) -> raise(unexpected_end, Size);
unexpected(<<Byte, _/binary>> = Left, #{size := Size}) -> raise({invalid_byte, Byte}, Size - byte_size(Left)).

raise(unexpected_end, _) -> error(unexpected_end);
raise(Reason, Position) -> error(Reason, none, [{error_info, #{cause => #{position => Position}}}]).
