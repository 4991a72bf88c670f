%% Binaries. Native: at/2, compile_pattern/1, copy/1,2, decode_unsigned/1,2, encode_unsigned/1,2, first/1, last/1, list_to_bin/1,
%% longest_common_prefix/1, longest_common_suffix/1, match/2,3, matches/2,3, part/2,3, referenced_byte_size/1, split/2,3.
-module(binary).

-export([bin_to_list/1, bin_to_list/2, bin_to_list/3, decode_hex/1, encode_hex/1, encode_hex/2, join/2, replace/3, replace/4]).

bin_to_list(Binary) when is_binary(Binary) -> binary_to_list(Binary);
bin_to_list(Binary) -> erlang:error(badarg, [Binary]).

bin_to_list(Binary, {Start, Length} = Part) ->
    case listed(Binary, Start, Length) of
        badarg -> erlang:error(badarg, [Binary, Part]);
        Bytes -> Bytes
    end;
bin_to_list(Binary, Part) -> erlang:error(badarg, [Binary, Part]).

bin_to_list(Binary, Start, Length) ->
    case listed(Binary, Start, Length) of
        badarg -> erlang:error(badarg, [Binary, Start, Length]);
        Bytes -> Bytes
    end.

%% A negative length counts back from the start.
listed(Binary, Start, Length) when is_binary(Binary), is_integer(Start), is_integer(Length), Length < 0 ->
    listed(Binary, Start + Length, -Length);
listed(Binary, Start, Length) when is_binary(Binary), is_integer(Start), is_integer(Length), Start >= 0,
                                   Start + Length =< byte_size(Binary) ->
    binary_to_list(binary:part(Binary, Start, Length));
listed(_, _, _) -> badarg.

%% ---- replacing

replace(Subject, Pattern, Replacement) ->
    try replaced(Subject, Pattern, Replacement, [])
    catch _:_ -> erlang:error(badarg, [Subject, Pattern, Replacement])
    end.

replace(Subject, Pattern, Replacement, Options) ->
    try replaced(Subject, Pattern, Replacement, Options)
    catch _:_ -> erlang:error(badarg, [Subject, Pattern, Replacement, Options])
    end.

replaced(Subject, Pattern, Replacement, Options) when is_binary(Replacement) ->
    {Scope, Global, Insert} = options(Options, {[], false, []}),
    Matches = case Global of
                  true -> binary:matches(Subject, Pattern, Scope);
                  false -> [Match || Match <- [binary:match(Subject, Pattern, Scope)], Match =/= nomatch]
              end,
    iolist_to_binary(pieces(Subject, Matches, cut(Replacement, 0, insertions(Insert)), 0)).

options([{scope, {_, _}} = Scope | Rest], {_, Global, Insert}) -> options(Rest, {[Scope], Global, Insert});
options([global | Rest], {Scope, _, Insert}) -> options(Rest, {Scope, true, Insert});
options([{insert_replaced, Insert} | Rest], {Scope, Global, _}) -> options(Rest, {Scope, Global, Insert});
options([], Options) -> Options.

insertions(Position) when is_integer(Position) -> [Position];
insertions(Positions) -> lists:sort(Positions).

%% The replacement cut where the replaced part goes.
cut(Replacement, From, [Position | Positions]) ->
    [binary:part(Replacement, From, Position - From) | cut(Replacement, Position, Positions)];
cut(Replacement, From, []) -> [binary:part(Replacement, From, byte_size(Replacement) - From)].

pieces(Subject, [{Start, Length} | Matches], Cuts, From) ->
    [binary:part(Subject, From, Start - From), lists:join(binary:part(Subject, Start, Length), Cuts)
     | pieces(Subject, Matches, Cuts, Start + Length)];
pieces(Subject, [], _, From) -> [binary:part(Subject, From, byte_size(Subject) - From)].

join(Separator, Binaries) when is_binary(Separator), is_list(Binaries) ->
    try iolist_to_binary(lists:join(Separator, [Binary || Binary <- Binaries, is_binary(Binary) orelse error(badarg)]))
    catch error:_ -> erlang:error(badarg, [Separator, Binaries])
    end;
join(Separator, Binaries) -> erlang:error(badarg, [Separator, Binaries]).

%% ---- hexadecimal

encode_hex(Binary) when is_binary(Binary) -> hex(Binary, $A);
encode_hex(Binary) -> erlang:error(badarg, [Binary]).

encode_hex(Binary, uppercase) when is_binary(Binary) -> hex(Binary, $A);
encode_hex(Binary, lowercase) when is_binary(Binary) -> hex(Binary, $a);
encode_hex(Binary, Case) -> erlang:error(badarg, [Binary, Case]).

hex(Binary, Ten) -> << <<(digit(Half, Ten))>> || <<Half:4>> <= Binary >>.

digit(Half, _) when Half < 10 -> $0 + Half;
digit(Half, Ten) -> Ten + Half - 10.

decode_hex(Binary) when is_binary(Binary), byte_size(Binary) rem 2 =:= 0 ->
    try << <<(half(Digit)):4>> || <<Digit>> <= Binary >>
    catch throw:no_digit -> erlang:error(badarg, [Binary])
    end;
decode_hex(Binary) -> erlang:error(badarg, [Binary]).

half(Digit) when Digit >= $0, Digit =< $9 -> Digit - $0;
half(Digit) when Digit >= $A, Digit =< $F -> Digit - $A + 10;
half(Digit) when Digit >= $a, Digit =< $f -> Digit - $a + 10;
half(_) -> throw(no_digit).
