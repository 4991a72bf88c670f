%% Formatting and the parts of io devices. Native: format/2, format/3, fwrite/2, fwrite/3, print/1, print/4, write/1, write/2,
%% write/3.
-module(io_lib).

-export([build_text/1, build_text/2, char_list/1, chars_length/1, collect_chars/3, collect_chars/4, collect_line/3,
         collect_line/4, deep_char_list/1, deep_latin1_char_list/1, deep_unicode_char_list/1, format_prompt/1,
         format_prompt/2, fread/2, fread/3, get_until/3, get_until/4, indentation/2, latin1_char_list/1, limit_term/2, nl/0,
         printable_latin1_list/1, printable_list/1, printable_unicode_list/1, quote_atom/2, scan_format/2, unscan_format/1,
         write_atom/1, write_atom_as_latin1/1, write_binary/3, write_char/1, write_char_as_latin1/1, write_latin1_char/1,
         write_latin1_string/1, write_latin1_string/2, write_string/1, write_string/2, write_string_as_latin1/1,
         write_string_as_latin1/2, write_unicode_char/1, write_unicode_string/1]).

-define(IS_LATIN1(C), (is_integer(C) andalso C >= 0 andalso C =< 255)).
-define(IS_CHAR(C), (is_integer(C) andalso
                     (C >= 0 andalso C < 16#D800 orelse C > 16#DFFF andalso C < 16#FFFE orelse C > 16#FFFF andalso C =< 16#10FFFF))).

nl() -> "\n".

chars_length(Chars) ->
    try iolist_size(Chars)
    catch _:_ -> string:length(Chars)
    end.

fread(Format, Chars) -> io_lib_fread:fread(Format, Chars).

fread(State, Chars, Format) -> io_lib_fread:fread(State, Chars, Format).

format_prompt(Prompt) -> format_prompt(Prompt, latin1).

format_prompt({format, Format, Args}, _) -> prompt(Format, Args);
format_prompt(Prompt, latin1) when is_list(Prompt); is_atom(Prompt); is_binary(Prompt) -> prompt("~s", [Prompt]);
format_prompt(Prompt, _) when is_list(Prompt); is_atom(Prompt); is_binary(Prompt) -> prompt("~ts", [Prompt]);
format_prompt(Prompt, latin1) -> prompt("~p", [Prompt]);
format_prompt(Prompt, _) -> prompt("~tp", [Prompt]).

prompt(Format, Args) ->
    try io_lib:format(Format, Args)
    catch
        throw:Thrown -> Thrown;
        _:_ -> "???"
    end.

%% ---- lists of characters

latin1_char_list([C | Rest]) when ?IS_LATIN1(C) -> latin1_char_list(Rest);
latin1_char_list(Rest) -> Rest =:= [].

char_list([C | Rest]) when ?IS_CHAR(C) -> char_list(Rest);
char_list(Rest) -> Rest =:= [].

deep_latin1_char_list(Chars) -> deep_latin1_char_list(Chars, []).

deep_latin1_char_list([C | Rest], More) when ?IS_LATIN1(C) -> deep_latin1_char_list(Rest, More);
deep_latin1_char_list([Inner | Rest], More) when is_list(Inner) -> deep_latin1_char_list(Inner, [Rest | More]);
deep_latin1_char_list([], [Rest | More]) -> deep_latin1_char_list(Rest, More);
deep_latin1_char_list(Rest, More) -> Rest =:= [] andalso More =:= [].

deep_char_list(Chars) -> deep_char_list(Chars, []).

deep_char_list([C | Rest], More) when ?IS_CHAR(C) -> deep_char_list(Rest, More);
deep_char_list([Inner | Rest], More) when is_list(Inner) -> deep_char_list(Inner, [Rest | More]);
deep_char_list([], [Rest | More]) -> deep_char_list(Rest, More);
deep_char_list(Rest, More) -> Rest =:= [] andalso More =:= [].

deep_unicode_char_list(Chars) -> deep_char_list(Chars).

printable_list(List) ->
    case io:printable_range() of
        latin1 -> printable_latin1_list(List);
        unicode -> printable_unicode_list(List)
    end.

printable_latin1_list([C | Rest]) when ?IS_LATIN1(C) -> printable(C) andalso printable_latin1_list(Rest);
printable_latin1_list(Rest) -> Rest =:= [].

printable_unicode_list([C | Rest]) when ?IS_CHAR(C) -> printable(C) andalso printable_unicode_list(Rest);
printable_unicode_list(Rest) -> Rest =:= [].

%% BS, TAB, LF, VT, FF, CR and ESC are.
printable(C) -> C >= $\s andalso C =< $~ orelse C >= 160 orelse C >= $\b andalso C =< $\r orelse C =:= $\e.

%% ---- atoms, strings and characters as source

write_atom(Atom) -> write_atom(Atom, unicode).

write_atom_as_latin1(Atom) -> write_atom(Atom, escape).

write_atom(Atom, Above) ->
    Chars = atom_to_list(Atom),
    case quote_atom(Atom, Chars) of
        true -> [$' | quoted(Chars, $', Above)];
        false -> Chars
    end.

quote_atom(Atom, [C | Rest]) when C >= $a, C =< $z; C >= 16#DF, C =< 16#FF, C =/= 16#F7 ->
    is_reserved(Atom) orelse not lists:all(fun is_name_char/1, Rest);
quote_atom(_, _) -> true.

is_name_char(C) ->
    C >= $a andalso C =< $z orelse C >= $A andalso C =< $Z orelse C >= $0 andalso C =< $9 orelse C =:= $_ orelse C =:= $@
        orelse C >= 16#C0 andalso C =< 16#FF andalso C =/= 16#D7 andalso C =/= 16#F7.

is_reserved(Atom) ->
    lists:member(Atom, ['after', 'begin', 'case', 'try', 'cond', 'catch', 'andalso', 'orelse', 'end', 'fun', 'if', 'let', 'of',
                        'receive', 'when', 'bnot', 'not', 'div', 'rem', 'band', 'and', 'bor', 'bxor', 'bsl', 'bsr', 'or',
                        'xor']).

write_string(String) -> write_string(String, $").

write_string(String, Quote) -> [Quote | quoted(String, Quote, unicode)].

write_unicode_string(String) -> write_string(String).

write_latin1_string(String) -> write_latin1_string(String, $").

write_latin1_string(String, Quote) -> [Quote | quoted(String, Quote, latin1)].

write_string_as_latin1(String) -> write_string_as_latin1(String, $").

write_string_as_latin1(String, Quote) -> [Quote | quoted(String, Quote, escape)].

quoted([C | Rest], Quote, Above) -> escaped(C, Quote, Above, quoted(Rest, Quote, Above));
quoted([], Quote, _) -> [Quote].

write_char($\s) -> "$\\s";
write_char(C) when is_integer(C), C >= 0 -> [$$ | escaped(C, none, unicode, [])].

write_unicode_char(C) -> write_char(C).

write_latin1_char(C) when ?IS_LATIN1(C) -> [$$ | escaped(C, none, latin1, [])].

write_char_as_latin1(C) when is_integer(C), C >= 0 -> [$$ | escaped(C, none, escape, [])].

%% Above 255, characters are written as they are (unicode), as \x{..} (escape), or there are none (latin1).
escaped(Quote, Quote, _, Tail) -> [$\\, Quote | Tail];
escaped($\\, _, _, Tail) -> [$\\, $\\ | Tail];
escaped(C, _, _, Tail) when C >= $\s, C =< $~ -> [C | Tail];
escaped(C, _, _, Tail) when C >= 160, C =< 255 -> [C | Tail];
escaped(C, _, unicode, Tail) when C > 255 -> [C | Tail];
escaped(C, _, escape, Tail) when C > 255 -> "\\x{" ++ integer_to_list(C, 16) ++ "}" ++ Tail;
escaped($\n, _, _, Tail) -> [$\\, $n | Tail];
escaped($\r, _, _, Tail) -> [$\\, $r | Tail];
escaped($\t, _, _, Tail) -> [$\\, $t | Tail];
escaped($\v, _, _, Tail) -> [$\\, $v | Tail];
escaped($\b, _, _, Tail) -> [$\\, $b | Tail];
escaped($\f, _, _, Tail) -> [$\\, $f | Tail];
escaped($\e, _, _, Tail) -> [$\\, $e | Tail];
escaped($\d, _, _, Tail) -> [$\\, $d | Tail];
escaped(C, _, _, Tail) when C < 160 -> [$\\, $0 + (C bsr 6), $0 + ((C bsr 3) band 7), $0 + (C band 7) | Tail].

%% Bytes as numbers, at most Depth - 1 of them and about Limit characters; and what is left.
write_binary(Bits, Depth, Limit) ->
    {Written, Rest} = write_bytes(Bits, Depth, less(Limit, 4), []),
    {[$<, $<, lists:reverse(Written), $>, $>], Rest}.

write_bytes(<<>>, _, _, Written) -> {Written, <<>>};
write_bytes(Bits, Depth, Limit, Written) when Depth =:= 1; Limit =:= 0 -> {["..." | Written], Bits};
write_bytes(<<Byte>>, _, _, Written) -> {[integer_to_list(Byte) | Written], <<>>};
write_bytes(<<Byte, Rest/bitstring>>, Depth, Limit, Written) ->
    Digits = integer_to_list(Byte),
    write_bytes(Rest, Depth - 1, less(Limit, length(Digits) + 1), [$,, Digits | Written]);
write_bytes(Bits, _, _, Written) ->
    Size = bit_size(Bits),
    <<Value:Size>> = Bits,
    {[integer_to_list(Size), $:, integer_to_list(Value) | Written], <<>>}.

%% A negative limit is none.
less(Limit, _) when Limit < 0 -> Limit;
less(Limit, Used) -> max(0, Limit - Used).

%% ---- format strings taken apart

scan_format(Format, Args) ->
    try scan(format_chars(Format), Args, [])
    catch _:_ -> erlang:error(badarg, [Format, Args])
    end.

format_chars(Format) when is_atom(Format) -> atom_to_list(Format);
format_chars(Format) when is_binary(Format) -> unicode:characters_to_list(Format);
format_chars(Format) when is_list(Format) -> Format.

scan([$~ | Chars], Args, Scanned) ->
    {Spec, Chars1, Args1} = specification(Chars, Args),
    scan(Chars1, Args1, [Spec | Scanned]);
scan([C | Chars], Args, Scanned) -> scan(Chars, Args, [C | Scanned]);
scan([], [], Scanned) -> lists:reverse(Scanned).

specification(Chars, Args) ->
    {Width, Adjust, Chars1, Args1} = width(Chars, Args),
    {Precision, Chars2, Args2} = precision(Chars1, Args1),
    {Pad, Chars3, Args3} = padding(Chars2, Args2),
    {Modifiers, [Control | Chars4]} = lists:splitwith(fun(C) -> C =:= $t orelse C =:= $l end, Chars3),
    {ControlArgs, Args4} = control_arguments(Control, Args3),
    {#{control_char => Control, args => ControlArgs, width => Width, adjust => Adjust, precision => Precision, pad_char => Pad,
       encoding => case lists:member($t, Modifiers) of true -> unicode; false -> latin1 end,
       strings => not lists:member($l, Modifiers)},
     Chars4, Args4}.

width([$- | Chars], Args) ->
    {Width, Chars1, Args1} = value(Chars, Args),
    adjusted(Width, left, Chars1, Args1);
width(Chars, Args) ->
    {Width, Chars1, Args1} = value(Chars, Args),
    adjusted(Width, right, Chars1, Args1).

adjusted(Width, _, Chars, Args) when is_integer(Width), Width < 0 -> {-Width, left, Chars, Args};
adjusted(Width, Adjust, Chars, Args) -> {Width, Adjust, Chars, Args}.

precision([$. | Chars], Args) -> value(Chars, Args);
precision(Chars, Args) -> {none, Chars, Args}.

value([$* | Chars], [Value | Args]) when is_integer(Value) -> {Value, Chars, Args};
value([C | _] = Chars, Args) when C >= $0, C =< $9 ->
    {Digits, Rest} = lists:splitwith(fun(D) -> D >= $0 andalso D =< $9 end, Chars),
    {list_to_integer(Digits), Rest, Args};
value(Chars, Args) -> {none, Chars, Args}.

padding([$., $* | Chars], [Pad | Args]) -> {Pad, Chars, Args};
padding([$., Pad | Chars], Args) -> {Pad, Chars, Args};
padding(Chars, Args) -> {$\s, Chars, Args}.

control_arguments(Control, Args) when Control =:= $~; Control =:= $n -> {[], Args};
control_arguments(Control, [A, B | Args]) when Control =:= $W; Control =:= $P; Control =:= $x; Control =:= $X -> {[A, B], Args};
control_arguments(Control, [A | Args]) when Control =/= $W, Control =/= $P, Control =/= $x, Control =/= $X ->
    true = lists:member(Control, "wpscfegbB+#i"),
    {[A], Args}.

unscan_format(Scanned) -> {unscan_chars(Scanned), unscan_args(Scanned)}.

unscan_args([#{args := Args} | Scanned]) -> Args ++ unscan_args(Scanned);
unscan_args([_ | Scanned]) -> unscan_args(Scanned);
unscan_args([]) -> [].

unscan_chars([#{control_char := Control, width := Width, adjust := Adjust, precision := Precision, pad_char := Pad,
                encoding := Encoding, strings := Strings} | Scanned]) ->
    [$~ | unscan_width(Width, Adjust) ++ unscan_precision(Precision, Pad)
          ++ [$t || Encoding =:= unicode] ++ [$l || not Strings] ++ [Control | unscan_chars(Scanned)]];
unscan_chars([C | Scanned]) -> [C | unscan_chars(Scanned)];
unscan_chars([]) -> [].

unscan_width(none, _) -> "";
unscan_width(Width, left) -> [$- | integer_to_list(Width)];
unscan_width(Width, right) -> integer_to_list(Width).

unscan_precision(none, $\s) -> "";
unscan_precision(none, Pad) -> [$., $., Pad];
unscan_precision(Precision, $\s) -> [$. | integer_to_list(Precision)];
unscan_precision(Precision, Pad) -> [$. | integer_to_list(Precision)] ++ [$., Pad].

build_text(Scanned) ->
    try formatted(Scanned, [])
    catch _:_ -> erlang:error(badarg, [Scanned])
    end.

build_text(Scanned, Options) ->
    try formatted(Scanned, Options)
    catch _:_ -> erlang:error(badarg, [Scanned, Options])
    end.

formatted(Scanned, Options) ->
    {Format, Args} = unscan_format(Scanned),
    io_lib:format(Format, Args, Options).

%% The column after some characters that start in a given one.
indentation([$\n | Chars], _) -> indentation(Chars, 0);
indentation([$\t | Chars], Column) -> indentation(Chars, (Column + 8) div 8 * 8);
indentation([C | Chars], Column) when is_integer(C) -> indentation(Chars, Column + 1);
indentation([Inner | Chars], Column) -> indentation(Chars, indentation(Inner, Column));
indentation([], Column) -> Column.

%% ---- a term cut off at some depth, as the shell shows it

limit_term(Term, Depth) ->
    case within(Term, Depth) of
        true -> Term;
        false -> limit(Term, Depth)
    end.

within(_, 0) -> false;
within([_ | _] = List, Depth) when is_integer(Depth) -> Depth =/= 1 andalso (printable_list(List) orelse within_list(List, Depth));
within(Map, Depth) when is_map(Map) ->
    lists:all(fun({I, {Key, Value}}) -> within(Key, Depth - I) andalso within(Value, Depth - I) end,
              lists:enumerate(maps:to_list(Map)));
within({}, _) -> true;
within(Tuple, Depth) when is_tuple(Tuple) -> within_elements(tuple_to_list(Tuple), Depth);
within(_, _) -> true.

within_list([Head | Tail], Depth) -> within(Head, Depth - 1) andalso within_tail(Tail, Depth - 1).

within_tail([], _) -> true;
within_tail(_, 1) -> false;
within_tail([_ | _] = List, Depth) -> within_list(List, Depth);
within_tail(Other, Depth) -> within(Other, Depth - 1).

within_elements([], _) -> true;
within_elements(_, 1) -> false;
within_elements([Element | Rest], Depth) -> within(Element, Depth - 1) andalso within_elements(Rest, Depth - 1).

limit(_, 0) -> '...';
limit([_ | _], 1) -> ['...'];
limit([Head | Tail] = List, Depth) ->
    case printable_list(List) of
        true -> List;
        false -> [limit(Head, Depth - 1) | limit_tail(Tail, Depth - 1)]
    end;
limit(Map, Depth) when is_map(Map) ->
    Kept = lists:sublist(maps:to_list(Map), Depth + 1),
    maps:from_list([{Key, limit(Value, Depth - 1)} || {Key, Value} <- Kept]);
limit({}, _) -> {};
limit(Tuple, 1) when is_tuple(Tuple) -> {'...'};
limit(Tuple, Depth) when is_tuple(Tuple) ->
    [First | Rest] = tuple_to_list(Tuple),
    list_to_tuple([limit(First, Depth - 1) | limit_elements(Rest, Depth - 1)]);
limit(Term, _) -> Term.

limit_tail([], _) -> [];
limit_tail(_, 1) -> ['...'];
limit_tail([Head | Tail], Depth) -> [limit(Head, Depth - 1) | limit_tail(Tail, Depth - 1)];
limit_tail(Other, Depth) -> limit(Other, Depth - 1).

limit_elements([], _) -> [];
limit_elements(_, 1) -> ['...'];
limit_elements([Element | Rest], Depth) -> [limit(Element, Depth - 1) | limit_elements(Rest, Depth - 1)].

%% ---- what an io device collects until a request is answered: {stop, Result, RestOfData}, or the state to go on with

collect_chars(State, Data, N) -> collect_chars(State, Data, latin1, N).

collect_chars(start, eof, _, _) -> {stop, eof, eof};
collect_chars(start, Data, Encoding, N) when is_binary(Data) -> collect_bytes([], Data, Encoding, N);
collect_chars(start, Data, _, N) when is_list(Data) -> collect_list([], N, Data);
collect_chars({binary, Collected, _}, eof, _, _) -> {stop, joined(Collected), eof};
collect_chars({binary, Collected, N}, Data, Encoding, _) -> collect_bytes(Collected, Data, Encoding, N);
collect_chars({list, Collected, N}, Data, _, _) -> collect_list(Collected, N, Data);
collect_chars([], Chars, _, N) -> collect_more(N, Chars, []);
collect_chars({N, Collected}, Chars, _, _) -> collect_more(N, Chars, Collected).

collect_bytes(Collected, Data, Encoding, N) ->
    case take_chars(Data, Encoding, N, 0) of
        {short, Count} -> {binary, [Data | Collected], N - Count};
        Size when Size =:= byte_size(Data) -> {stop, joined([Data | Collected]), eof};
        Size ->
            {Taken, Rest} = split_binary(Data, Size),
            {stop, joined([Taken | Collected]), Rest}
    end.

%% The size of the first N characters, or how many there are.
take_chars(Data, latin1, N, _) when byte_size(Data) < N -> {short, byte_size(Data)};
take_chars(_, latin1, N, _) -> N;
take_chars(_, unicode, 0, Size) -> Size;
take_chars(Data, unicode, N, Size) ->
    case Data of
        <<_:Size/binary, C/utf8, _/binary>> ->
            case take_chars(Data, unicode, N - 1, Size + byte_size(<<C/utf8>>)) of
                {short, Count} -> {short, Count + 1};
                End -> End
            end;
        _ -> {short, 0}
    end.

joined([Single]) -> Single;
joined(Collected) -> list_to_binary(lists:reverse(Collected)).

collect_list(Collected, 0, Data) -> {stop, lists:reverse(Collected), Data};
collect_list(Collected, _, eof) -> {stop, lists:reverse(Collected), eof};
collect_list(Collected, N, []) -> {list, Collected, N};
collect_list(Collected, N, [C | Rest]) -> collect_list([C | Collected], N - 1, Rest).

collect_more(N, Chars, Collected) when N =< 0 -> {done, lists:reverse(Collected), Chars};
collect_more(N, [C | Rest], Collected) -> collect_more(N - 1, Rest, [C | Collected]);
collect_more(_, eof, []) -> {done, eof, []};
collect_more(_, eof, Collected) -> {done, lists:reverse(Collected), []};
collect_more(N, [], Collected) -> {more, {N, Collected}}.

%% CR LF becomes LF.
collect_line(State, Data, Unused) -> collect_line(State, Data, latin1, Unused).

collect_line(start, eof, _, _) -> {stop, eof, eof};
collect_line(start, Data, Encoding, Unused) -> collect_line([], Data, Encoding, Unused);
collect_line(Collected, Data, _, _) when is_binary(Data) -> line_of_bytes(Collected, Data);
collect_line(Collected, Data, _, _) when is_list(Data) -> line_of_chars(Data, Collected);
collect_line([Binary | _] = Collected, eof, _, _) when is_binary(Binary) -> {stop, list_to_binary(lists:reverse(Collected)), eof};
collect_line(Collected, eof, _, _) -> {stop, lists:reverse(Collected), eof}.

line_of_bytes(Collected, Data) ->
    case binary:match(Data, <<"\n">>) of
        nomatch ->
            Before = byte_size(Data) - 1,
            case Data of
                <<Line:Before/binary, $\r>> -> [<<$\r>>, Line | Collected];
                _ -> [Data | Collected]
            end;
        {At, 1} ->
            <<Line:At/binary, $\n, Rest/binary>> = Data,
            {stop, line(Collected, Line), Rest}
    end.

line([<<$\r>> | Collected], <<>>) -> list_to_binary(lists:reverse(Collected, [$\n]));
line(Collected, Line) ->
    Before = byte_size(Line) - 1,
    case Line of
        <<Text:Before/binary, $\r>> -> list_to_binary(lists:reverse(Collected, [Text, $\n]));
        _ -> list_to_binary(lists:reverse(Collected, [Line, $\n]))
    end.

line_of_chars([$\n | Rest], [$\r | Collected]) -> {stop, lists:reverse(Collected, [$\n]), Rest};
line_of_chars([$\n | Rest], Collected) -> {stop, lists:reverse(Collected, [$\n]), Rest};
line_of_chars([C | Rest], Collected) -> line_of_chars(Rest, [C | Collected]);
line_of_chars([], Collected) -> Collected.

get_until(State, Data, Until) -> get_until(State, Data, latin1, Until).

get_until(start, Data, Encoding, Until) -> get_until([], Data, Encoding, Until);
get_until(State, Data, Encoding, {Module, Function, Args}) ->
    Chars = case is_binary(Data) of
                true when Encoding =:= unicode -> unicode:characters_to_list(Data, utf8);
                true -> binary_to_list(Data);
                false -> Data
            end,
    case apply(Module, Function, [State, Chars | Args]) of
        {done, Result, Rest} when is_binary(Data), is_list(Result), Encoding =:= unicode ->
            {stop, unicode:characters_to_binary(Result, unicode, unicode), Rest};
        {done, Result, Rest} when is_binary(Data), is_list(Result) -> {stop, iolist_to_binary(Result), Rest};
        {done, Result, Rest} -> {stop, Result, Rest};
        {more, State1} -> State1
    end.
