%% Formatted input, for io_lib:fread/2 and fread/3.
-module(io_lib_fread).

-export([fread/2, fread/3]).

-define(IS_SPACE(C), (C =:= $\s orelse C =:= $\t orelse C =:= $\r orelse C =:= $\n)).

%% ---- input that comes in pieces: lines are collected, and read when they are complete

fread([], Chars, Format) -> collect(Format, [], 0, [], Chars);
fread({Format, Line, N, Results}, Chars, _) -> collect(Format, Line, N, Results, Chars).

%% The line is collected backwards. Chars that are no list are the end of input.
collect(Format, [$\r | Line], N, Results, [$\n | Chars]) -> read_line(Format, lists:reverse(Line), N, Results, Chars, "\r\n");
collect(Format, Line, N, Results, [$\n | Chars]) -> read_line(Format, lists:reverse(Line), N, Results, Chars, "\n");
collect(Format, Line, N, Results, []) -> {more, {Format, Line, N, Results}};
collect(Format, [$\r | Line], N, Results, Chars) -> read_line(Format, lists:reverse(Line), N, Results, Chars, "\r");
collect(Format, Line, N, Results, [C | Chars]) -> collect(Format, [C | Line], N, Results, Chars);
collect(Format, Line, N, Results, End) -> read_line(Format, lists:reverse(Line), N, Results, End, "").

read_line(Format, Line, N, Results, More, Newline) ->
    case read(Format, Line, N, Results) of
        {ok, Values, []} when is_list(More) -> {done, {ok, Values}, More};
        {ok, Values, []} -> {done, {ok, Values}, []};
        {ok, Values, Rest} when is_list(More) -> {done, {ok, Values}, Rest ++ Newline ++ More};
        {ok, Values, Rest} -> {done, {ok, Values}, Rest ++ Newline};
        {more, Format1, N1, Results1} when is_list(More) -> collect(Format1, [], N1 + length(Newline), Results1, More);
        {more, Format1, N1, Results1} -> read_line(Format1, eof, N1 + length(Newline), Results1, More, "");
        EndOrError -> {done, EndOrError, More}
    end.

%% ---- one line

fread(Format, Line) -> read(Format, Line, 0, []).

%% N characters have been read; the results are collected backwards.
read([$~ | Format] = All, Line, N, Results) ->
    {Suppress, Format1} = case Format of
                              [$* | Rest] -> {true, Rest};
                              _ -> {false, Format}
                          end,
    {Width, Format2} = width(Format1, none),
    {Wide, Format3} = case Format2 of
                          [$t | Rest1] -> {true, Rest1};
                          _ -> {false, Format2}
                      end,
    case {Format3, Line} of
        {[$l | Format4], _} -> read(Format4, Line, N, result(Suppress, N, Results));
        {_, []} -> {more, All, N, Results};
        {_, eof} when N =:= 0, Results =:= [] -> eof;
        {_, eof} -> {error, {fread, input}};
        {[$~ | Format4], [$~ | Rest2]} -> read(Format4, Rest2, N + 1, Results);
        {[Control | Format4], _} ->
            case item(Control, Width, Wide, Line) of
                {ok, Value, Rest3, Read} -> read(Format4, Rest3, N + Read, result(Suppress, Value, Results));
                {error, What} -> {error, {fread, What}}
            end;
        {[], _} -> {error, {fread, format}}
    end;
read([C | Format], Line, N, Results) when ?IS_SPACE(C) ->
    {Rest, Read} = skip_space(Line, 0),
    read(Format, Rest, N + Read, Results);
read([C | Format], [C | Line], N, Results) -> read(Format, Line, N + 1, Results);
read([_ | _], [_ | _], _, _) -> {error, {fread, input}};
read([_ | _] = Format, [], N, Results) -> {more, Format, N, Results};
read([_ | _], eof, 0, []) -> eof;
read([_ | _], eof, _, _) -> {error, {fread, input}};
read([], Line, _, Results) -> {ok, lists:reverse(Results), Line}.

width([C | Format], none) when C >= $0, C =< $9 -> width(Format, C - $0);
width([C | Format], Width) when C >= $0, C =< $9 -> width(Format, Width * 10 + C - $0);
width(Format, Width) -> {Width, Format}.

result(true, _, Results) -> Results;
result(false, Value, Results) -> [Value | Results].

%% ---- items: {ok, Value, Rest, how many characters it took} or {error, What}

item($d, none, false, Line) -> converted(integer, signed_digits(Line), fun erlang:list_to_integer/1);
item($d, Width, false, Line) -> converted(integer, field(Line, Width, false), fun erlang:list_to_integer/1);
item($f, none, false, Line) -> converted(float, float_chars(Line), fun erlang:list_to_float/1);
item($f, Width, false, Line) -> converted(float, field(Line, Width, false), fun erlang:list_to_float/1);
item($u, none, false, Line) -> item($u, 10, false, Line);
item($u, Base, false, Line) when Base >= 2, Base =< 36 ->
    converted(unsigned, digits(Line, Base, []), fun(Chars) -> list_to_integer(Chars, Base) end);
item($-, _, false, [$- | Line]) -> {ok, -1, Line, 1};
item($-, _, false, [$+ | Line]) -> {ok, 1, Line, 1};
item($-, _, false, Line) -> {ok, 1, Line, 0};
item($#, none, false, Line) -> based(Line);
item($#, Width, false, Line) ->
    case field(Line, Width, false) of
        error -> {error, based};
        {Chars, Rest, Read} ->
            case based_field(Chars) of
                {ok, Value, _, _} -> {ok, Value, Rest, Read};
                Error -> Error
            end
    end;
item($s, none, Wide, Line) -> converted(string, word(Line, Wide), fun(Chars) -> Chars end);
item($s, Width, Wide, Line) -> converted(string, field(Line, Width, Wide), fun without_space_after/1);
item($a, none, Wide, Line) -> converted(atom, word(Line, Wide), fun erlang:list_to_atom/1);
item($a, Width, false, Line) ->
    converted(atom, field(Line, Width, false), fun(Chars) -> list_to_atom(without_space_after(Chars)) end);
item($c, none, Wide, Line) -> item($c, 1, Wide, Line);
item($c, Width, Wide, Line) ->
    case field(Line, Width, Wide) of
        error -> {error, character};
        {Chars, Rest, Read} -> {ok, Chars, Rest, Read}
    end;
item(_, _, _, _) -> {error, format}.

converted(What, error, _) -> {error, What};
converted(What, {Chars, Rest, Read}, Convert) ->
    try {ok, Convert(without_space(Chars)), Rest, Read}
    catch error:_ -> {error, What}
    end.

without_space(Chars) -> element(1, skip_space(Chars, 0)).

without_space_after(Chars) -> lists:reverse(without_space(lists:reverse(Chars))).

skip_space([C | Line], N) when ?IS_SPACE(C) -> skip_space(Line, N + 1);
skip_space(Line, N) -> {Line, N}.

%% Exactly so many characters.
field(Line, Width, Wide) -> field(Line, Width, Wide, [], Width).

field(Line, 0, _, Chars, Width) -> {lists:reverse(Chars), Line, Width};
field([C | Line], N, Wide, Chars, Width) when C =/= $\n, Wide orelse C >= 0 andalso C =< 255 ->
    field(Line, N - 1, Wide, [C | Chars], Width);
field(_, _, _, _, _) -> error.

%% The next characters up to white space; without ~t, up to one beyond Latin-1.
word(Line, Wide) ->
    {Line1, Space} = skip_space(Line, 0),
    {Word, Rest} = lists:splitwith(fun(C) -> not ?IS_SPACE(C) andalso (Wide orelse C =< 255) end, Line1),
    case {Word, Rest} of
        {[], [C | _]} when C > 255 -> error;
        _ -> {Word, Rest, Space + length(Word)}
    end.

signed_digits(Line) ->
    {Line1, Space} = skip_space(Line, 0),
    {Sign, Line2} = sign(Line1),
    {Digits, Rest, Read} = digits(Line2, 10, []),
    {Sign ++ Digits, Rest, Space + length(Sign) + Read}.

sign([C | Line]) when C =:= $+; C =:= $- -> {[C], Line};
sign(Line) -> {[], Line}.

digits([C | Line], Base, Digits) when C >= $0, C =< $9; C >= $A, C < $A + Base - 10; C >= $a, C < $a + Base - 10 ->
    digits(Line, Base, [C | Digits]);
digits(Line, _, Digits) -> {lists:reverse(Digits), Line, length(Digits)}.

float_chars(Line) ->
    case signed_digits(Line) of
        {Whole, [$. | Line1], Read} ->
            {Fraction, Line2, Read1} = digits(Line1, 10, []),
            {Exponent, Rest} = exponent(Line2),
            {Whole ++ [$. | Fraction] ++ Exponent, Rest, Read + 1 + Read1 + length(Exponent)};
        Integer -> Integer
    end.

exponent([C | Line]) when C =:= $e; C =:= $E ->
    {Sign, Line1} = sign(Line),
    {Digits, Rest, _} = digits(Line1, 10, []),
    {[C | Sign ++ Digits], Rest};
exponent(Line) -> {[], Line}.

%% Base#Digits; the sign stands before the base. In a field of given width the rest must be digits.
based(Line) ->
    case base(Line) of
        {Base, Line1, Read} when abs(Base) >= 2, abs(Base) =< 36 ->
            {Digits, Rest, Read1} = digits(Line1, abs(Base), []),
            in_base(Base, Digits, Rest, Read + Read1);
        _ -> {error, based}
    end.

based_field(Chars) ->
    case base(Chars) of
        {Base, Digits, Read} when Base >= 2, Base =< 36 -> in_base(Base, Digits, [], Read);
        _ -> {error, based}
    end.

base(Line) ->
    case signed_digits(Line) of
        {Chars, [$# | Rest], Read} ->
            try {list_to_integer(Chars), Rest, Read + 1}
            catch error:_ -> error
            end;
        _ -> error
    end.

in_base(Base, Digits, Rest, Read) ->
    try list_to_integer(Digits, abs(Base)) of
        Value when Base < 0 -> {ok, -Value, Rest, Read};
        Value -> {ok, Value, Rest, Read}
    catch
        error:_ -> {error, based}
    end.
