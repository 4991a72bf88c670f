%% Regular expressions. Native: compile/1,2, inspect/2, run/2,3, version/0. A compiled expression is a tuple {re_pattern, how many
%% groups, 1 if unicode, ...}.
-module(re).

-export([replace/3, replace/4, split/2, split/3]).

%% ---- replace

replace(Subject, RE, Replacement) ->
    try replaced(Subject, RE, Replacement, [])
    catch _:_ -> erlang:error(badarg, [Subject, RE, Replacement])
    end.

replace(Subject, RE, Replacement, Options) ->
    try replaced(Subject, RE, Replacement, Options)
    catch
        throw:bad_option -> erlang:error(badarg, [Subject, RE, Replacement, Options]);
        error:badarg -> erlang:error(badarg, [Subject, RE, Replacement, Options])
    end.

replaced(Subject, RE, Replacement, Options) ->
    {RunOptions, Return} = replace_options(Options, [], iodata),
    Unicode = is_unicode(RE, Options),
    Flat = as_binary(Subject, Unicode),
    Pieces = pieces(as_binary(Replacement, Unicode)),
    Replaced = case re:run(Flat, RE, RunOptions) of
                   nomatch -> Subject;
                   {match, [[_ | _] | _] = Matches} -> substituted(Flat, 0, Pieces, Matches);
                   {match, Match} -> substituted(Flat, 0, Pieces, [Match])
               end,
    case Return of
        iodata -> Replaced;
        binary when Unicode -> unicode:characters_to_binary(Replaced, unicode);
        binary -> iolist_to_binary(Replaced);
        list when Unicode -> unicode:characters_to_list(Replaced, unicode);
        list -> binary_to_list(iolist_to_binary(Replaced))
    end.

replace_options([{return, Return} | Rest], Kept, _) when Return =:= iodata; Return =:= list; Return =:= binary ->
    replace_options(Rest, Kept, Return);
replace_options([Option | Rest], Kept, Return) ->
    case is_capture(Option) orelse is_return(Option) orelse Option =:= report_errors of
        true -> throw(bad_option);
        false -> replace_options(Rest, [Option | Kept], Return)
    end;
replace_options([], Kept, Return) -> {lists:reverse(Kept), Return};
replace_options(_, _, _) -> throw(bad_option).

is_capture({capture, _}) -> true;
is_capture({capture, _, _}) -> true;
is_capture(_) -> false.

is_return({return, _}) -> true;
is_return(_) -> false.

%% A replacement as text and the numbers of groups: & and \0 are the whole match, \N, \gN and \g{N} a group.
pieces(<<>>) -> [];
pieces(<<"\\g{", Rest/binary>>) when Rest =/= <<>> ->
    {Digits, <<$}, Rest1/binary>>} = digits(Rest),
    [list_to_integer(Digits) | pieces(Rest1)];
pieces(<<"\\g", Rest/binary>>) when Rest =/= <<>> -> group(Rest);
pieces(<<$\\, C, Rest/binary>>) when C < $1; C > $9 -> text(C, pieces(Rest));
pieces(<<$\\, Rest/binary>>) when Rest =/= <<>> -> group(Rest);
pieces(<<$&, Rest/binary>>) -> [0 | pieces(Rest)];
pieces(<<C, Rest/binary>>) -> text(C, pieces(Rest)).

group(Binary) ->
    {Digits, Rest} = digits(Binary),
    [list_to_integer(Digits) | pieces(Rest)].

digits(<<C, Rest/binary>>) when C >= $0, C =< $9 ->
    {Digits, Rest1} = digits(Rest),
    {[C | Digits], Rest1};
digits(Rest) -> {[], Rest}.

text(C, [Text | Pieces]) when is_binary(Text) -> [<<C, Text/binary>> | Pieces];
text(C, Pieces) -> [<<C>> | Pieces].

substituted(Subject, From, _, []) ->
    case binary:part(Subject, From, byte_size(Subject) - From) of
        <<>> -> [];
        Rest -> Rest
    end;
substituted(Subject, From, Pieces, [[{At, Length} | _] = Groups | Matches]) ->
    Rest = [filled(Subject, Pieces, Groups) | substituted(Subject, At + Length, Pieces, Matches)],
    case At > From of
        true -> [binary:part(Subject, From, At - From) | Rest];
        false -> Rest
    end.

filled(_, [Text], _) when is_binary(Text) -> Text;
filled(Subject, Pieces, Groups) -> [filled_piece(Subject, Piece, Groups) || Piece <- Pieces].

filled_piece(_, Text, _) when is_binary(Text) -> Text;
filled_piece(_, N, Groups) when N >= length(Groups) -> <<>>;
filled_piece(Subject, N, Groups) ->
    case lists:nth(N + 1, Groups) of
        {At, _} when At < 0 -> <<>>;
        Part -> binary:part(Subject, Part)
    end.

%% ---- split

split(Subject, RE) ->
    try split_up(Subject, RE, [])
    catch _:_ -> erlang:error(badarg, [Subject, RE])
    end.

split(Subject, RE, Options) ->
    try split_up(Subject, RE, Options)
    catch
        throw:bad_option -> erlang:error(badarg, [Subject, RE, Options]);
        error:badarg -> erlang:error(badarg, [Subject, RE, Options])
    end.

split_up(Subject, RE, Options) ->
    {Kept, #{return := Return, limit := Limit, trim := Trim, group := Group}} =
        split_options(Options, [], #{return => iodata, limit => -1, trim => false, group => false}),
    Unicode = is_unicode(RE, Options),
    Flat = as_binary(Subject, Unicode),
    {Compiled, RunOptions} = compiled(RE, Kept),
    Parts = case re:run(Flat, Compiled, RunOptions ++ [global]) of
                nomatch -> [[Flat]];
                {match, Matches} -> trimmed(parts(Flat, 0, Matches, element(2, Compiled), Limit), Trim, Group)
            end,
    Converted = [[converted(Part, Return, Unicode) || Part <- Row] || Row <- Parts],
    case Group of
        true -> Converted;
        false -> lists:append(Converted)
    end.

split_options([trim | Rest], Kept, Settings) -> split_options(Rest, Kept, Settings#{limit := -1, trim := true});
split_options([{parts, 0} | Rest], Kept, Settings) -> split_options(Rest, Kept, Settings#{limit := -1, trim := true});
split_options([{parts, infinity} | Rest], Kept, Settings) -> split_options(Rest, Kept, Settings#{limit := -1, trim := false});
split_options([{parts, N} | Rest], Kept, Settings) when is_integer(N), N >= 1 ->
    split_options(Rest, Kept, Settings#{limit := N - 1, trim := false});
split_options([{parts, _} | _], _, _) -> throw(bad_option);
split_options([group | Rest], Kept, Settings) -> split_options(Rest, Kept, Settings#{group := true});
split_options([{return, Return} | Rest], Kept, Settings) when Return =:= iodata; Return =:= list; Return =:= binary ->
    split_options(Rest, Kept, Settings#{return := Return});
split_options([Option | Rest], Kept, Settings) ->
    case is_capture(Option) orelse is_return(Option) orelse Option =:= report_errors orelse Option =:= global of
        true -> throw(bad_option);
        false -> split_options(Rest, [Option | Kept], Settings)
    end;
split_options([], Kept, Settings) -> {lists:reverse(Kept), Settings};
split_options(_, _, _) -> throw(bad_option).

%% The compiled expression, and the options to run it with.
compiled({re_pattern, _, _, _, _} = Compiled, Options) -> {Compiled, Options};
compiled(RE, Options) when not is_tuple(RE) ->
    case re:compile(RE, [Option || Option <- Options, not is_run_option(Option)]) of
        {ok, Compiled} -> {Compiled, [Option || Option <- Options, not is_compile_option(Option)]};
        {error, _} -> error(badarg)
    end;
compiled(_, _) -> error(badarg).

is_run_option({offset, _}) -> true;
is_run_option({match_limit, _}) -> true;
is_run_option({match_limit_recursion, _}) -> true;
is_run_option(Option) -> lists:member(Option, [notempty, notempty_atstart, notbol, noteol]).

is_compile_option(Option) ->
    lists:member(Option, [caseless, no_start_optimize, never_utf, ucp, dollar_endonly, dotall, extended, firstline, multiline,
                          no_auto_capture, dupnames, ungreedy, unicode]).

%% Rows of what comes before a match and what its groups matched, up to a number of rows; the last row is the rest.
parts(Subject, From, Matches, _, Limit) when Limit =:= 0; Matches =:= [] ->
    [[binary:part(Subject, From, byte_size(Subject) - From)]];
parts(Subject, From, _, _, _) when From >= byte_size(Subject) -> [[<<>>]];
parts(Subject, From, [[{At, Length} | Groups] | Matches], N, Limit) ->
    %% An empty match at the very start of a part splits nothing.
    case At =:= From andalso Length =:= 0 andalso lists:all(fun({_, L}) -> L =:= 0 end, Groups) of
        true -> parts(Subject, At + Length, Matches, N, Limit);
        false ->
            [[binary:part(Subject, From, At - From) | matched(Subject, Groups, N)]
             | parts(Subject, At + Length, Matches, N, Limit - 1)]
    end.

matched(_, _, 0) -> [];
matched(Subject, [], N) -> [<<>> | matched(Subject, [], N - 1)];
matched(Subject, [{-1, 0} | Groups], N) -> [<<>> | matched(Subject, Groups, N - 1)];
matched(Subject, [Part | Groups], N) -> [binary:part(Subject, Part) | matched(Subject, Groups, N - 1)].

%% Without empty parts at the end; of groups, whole rows.
trimmed(Rows, false, _) -> Rows;
trimmed(Rows, true, true) -> without_last(Rows, fun(Row) -> lists:all(fun(Part) -> Part =:= <<>> end, Row) end);
trimmed(Rows, true, false) -> [without_last(lists:append(Rows), fun(Part) -> Part =:= <<>> end)].

without_last(List, IsEmpty) -> lists:reverse(lists:dropwhile(IsEmpty, lists:reverse(List))).

converted(Part, list, true) -> unicode:characters_to_list(Part, unicode);
converted(Part, list, false) -> binary_to_list(Part);
converted(Part, _, _) -> Part.

%% ---- both

is_unicode({re_pattern, _, Unicode, _, _}, _) -> Unicode =:= 1;
is_unicode(_, Options) -> lists:member(unicode, Options).

as_binary(Data, _) when is_binary(Data) -> Data;
as_binary(Data, true) ->
    case unicode:characters_to_binary(Data, unicode) of
        Binary when is_binary(Binary) -> Binary;
        _ -> error(badarg)
    end;
as_binary(Data, false) -> iolist_to_binary(Data).
