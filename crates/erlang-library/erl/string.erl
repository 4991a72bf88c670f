%% Strings: character data as seen by a reader, in grapheme clusters. Native: list_to_float/1, list_to_integer/1.
%%
%% Work is done on flat lists of code points. What comes from a binary goes back to a binary; what comes from deeper
%% character data comes back flat (OTP returns the same characters, and may keep some of the nesting).
%%
%% The functions of the last section are older: they know lists of characters only, and count code points.
-module(string).

-export([casefold/1, chomp/1, equal/2, equal/3, equal/4, find/2, find/3, is_empty/1, length/1, lexemes/2, lowercase/1,
         next_codepoint/1, next_grapheme/1, nth_lexeme/3, pad/2, pad/3, pad/4, prefix/2, replace/3, replace/4, reverse/1,
         slice/2, slice/3, split/2, split/3, take/2, take/3, take/4, titlecase/1, to_float/1, to_graphemes/1, to_integer/1,
         trim/1, trim/2, trim/3, uppercase/1]).
-export([centre/2, centre/3, chars/2, chars/3, chr/2, concat/2, copies/2, cspan/2, join/2, left/2, left/3, len/1, rchr/2,
         right/2, right/3, rstr/2, span/2, str/2, strip/1, strip/2, strip/3, sub_string/2, sub_string/3, sub_word/2,
         sub_word/3, substr/2, substr/3, to_lower/1, to_upper/1, tokens/2, words/1, words/2]).

-compile({no_auto_import, [length/1]}).

%% Two code points of which the first is a cluster of its own.
-define(IS_PLAIN(C1, C2), (is_integer(C1) andalso is_integer(C2) andalso C1 < 256 andalso C2 < 256 andalso C1 =/= $\r)).

%% ---- to and from flat lists

%% Data that cannot be flattened are walked, to raise what the walk raises.
flat(Data) when is_list(Data); is_binary(Data) ->
    try unicode:characters_to_list(Data) of
        Chars when is_list(Chars) -> Chars;
        _ -> walk(Data)
    catch
        error:badarg -> walk(Data)
    end;
flat(Data) -> walk(Data).

walk(Data) ->
    case unicode_util:cp(Data) of
        [C | Rest] -> [C | walk(Rest)];
        [] -> [];
        {error, Invalid} -> error({badarg, Invalid})
    end.

%% A part of some data, in the shape of the data.
like(Data, Chars) when is_binary(Data) -> unicode:characters_to_binary(Chars);
like(_, Chars) -> Chars.

%% The first cluster of a flat list, and the rest.
cluster([C1, C2 | _] = Chars) when ?IS_PLAIN(C1, C2) -> Chars;
cluster(Chars) -> unicode_util:gc(Chars).

%% A cluster put before a flat list; put before a list that is backwards.
put_before(C, Chars) when is_integer(C) -> [C | Chars];
put_before(Cluster, Chars) -> Cluster ++ Chars.

put_back(C, Reversed) when is_integer(C) -> [C | Reversed];
put_back(Cluster, Reversed) -> lists:reverse(Cluster, Reversed).

%% ---- clusters

next_grapheme(Data) -> unicode_util:gc(Data).

next_codepoint(Data) -> unicode_util:cp(Data).

is_empty([]) -> true;
is_empty(<<>>) -> true;
is_empty([First | Rest]) -> is_empty(First) andalso is_empty(Rest);
is_empty(_) -> false.

length(Data) -> count(flat(Data), 0).

count([C1 | [C2 | _] = Rest], N) when ?IS_PLAIN(C1, C2) -> count(Rest, N + 1);
count([], N) -> N;
count(Chars, N) ->
    [_ | Rest] = unicode_util:gc(Chars),
    count(Rest, N + 1).

to_graphemes(Data) -> clusters(flat(Data)).

clusters([]) -> [];
clusters(Chars) ->
    [Cluster | Rest] = cluster(Chars),
    [Cluster | clusters(Rest)].

reverse(Data) -> reverse(flat(Data), []).

reverse([], Clusters) -> Clusters;
reverse(Chars, Clusters) ->
    [Cluster | Rest] = cluster(Chars),
    reverse(Rest, [Cluster | Clusters]).

slice(Data, Start) when is_integer(Start), Start >= 0 -> like(Data, drop(flat(Data), Start)).

slice(Data, Start, Length) when is_integer(Start), Start >= 0, is_integer(Length), Length > 0 ->
    like(Data, first(drop(flat(Data), Start), Length));
slice(Data, Start, infinity) -> like(Data, drop(flat(Data), Start));
slice(Data, _, 0) -> like(Data, []).

drop(Chars, 0) -> Chars;
drop([], N) when N > 0 -> [];
drop(Chars, N) when N > 0 ->
    [_ | Rest] = cluster(Chars),
    drop(Rest, N - 1).

first(_, 0) -> [];
first([], _) -> [];
first(Chars, N) ->
    [Cluster | Rest] = cluster(Chars),
    put_before(Cluster, first(Rest, N - 1)).

pad(Data, Length) -> pad(Data, Length, trailing, $\s).

pad(Data, Length, Where) -> pad(Data, Length, Where, $\s).

pad(Data, Length, leading, Char) when is_integer(Length) -> [padding(Data, Length, Char), Data];
pad(Data, Length, trailing, Char) when is_integer(Length) -> [Data | padding(Data, Length, Char)];
pad(Data, Length, both, Char) when is_integer(Length) ->
    Size = erlang:length(padding(Data, Length, Char)),
    Before = lists:duplicate(Size div 2, Char),
    [Before, Data, Before | lists:duplicate(Size rem 2, Char)].

padding(Data, Length, Char) -> lists:duplicate(max(0, Length - length(Data)), Char).

%% ---- equality

equal(A, B) when is_binary(A), is_binary(B) -> A =:= B;
equal([C | A], [C | B]) when is_integer(C) -> equal(A, B);
equal([], B) -> is_empty(B);
equal(A, B) ->
    case {unicode_util:cp(A), unicode_util:cp(B)} of
        {[C | A1], [C | B1]} -> equal(A1, B1);
        {[], []} -> true;
        {Rest1, Rest2} when is_list(Rest1), is_list(Rest2) -> false
    end.

equal(A, B, false) -> equal(A, B);
equal(A, B, true) -> A =:= B orelse folded(flat(A)) =:= folded(flat(B)).

equal(A, B, IgnoreCase, none) -> equal(A, B, IgnoreCase);
equal(A, B, false, Form) -> A =:= B orelse formed(flat(A), Form) =:= formed(flat(B), Form);
equal(A, B, true, Form) -> A =:= B orelse folded(formed(flat(A), Form)) =:= folded(formed(flat(B), Form)).

folded(Chars) -> change(Chars, fun unicode_util:casefold/1).

formed(Chars, Form) ->
    case unicode_util:Form(Chars) of
        [Cluster | Rest] -> put_before(Cluster, formed(Rest, Form));
        [] -> []
    end.

%% ---- letter case

uppercase(Data) -> changed(Data, fun unicode_util:uppercase/1).

lowercase(Data) -> changed(Data, fun unicode_util:lowercase/1).

casefold(Data) -> changed(Data, fun unicode_util:casefold/1).

changed(Data, Change) when is_list(Data); is_binary(Data) -> like(Data, change(flat(Data), Change));
changed(Data, _) -> error({badarg, Data}).

change([], _) -> [];
change(Chars, Change) ->
    [Changed | Rest] = Change(Chars),
    put_before(Changed, change(Rest, Change)).

titlecase(Data) when is_list(Data); is_binary(Data) ->
    case unicode_util:titlecase(flat(Data)) of
        [First | Rest] -> like(Data, put_before(First, Rest));
        [] -> like(Data, [])
    end.

%% ---- separators
%%
%% Separators are clusters. A run of separators is walked cluster by cluster; but when looking for the next separator, only
%% characters that a separator begins with are looked at as clusters. So $\n is found within "\r\n", as in OTP.

separators(Separators) -> {Separators, [first_char(S) || S <- Separators]}.

first_char(C) when is_integer(C) -> C;
first_char(Cluster) -> hd(unicode_util:cp(Cluster)).

%% {Before, backwards, and the rest, which begins with the separator or is empty}
search([], _, Before) -> {Before, []};
search([C | Rest] = Chars, {Clusters, Firsts} = Separators, Before) ->
    case lists:member(C, Firsts) of
        false -> search(Rest, Separators, [C | Before]);
        true ->
            [Cluster | After] = cluster(Chars),
            case lists:member(Cluster, Clusters) of
                true -> {Before, Chars};
                false -> search(After, Separators, put_back(Cluster, Before))
            end
    end.

%% {Separators passed, backwards, and the rest}
skip([], _, Before) -> {Before, []};
skip(Chars, Clusters, Before) ->
    [Cluster | Rest] = cluster(Chars),
    case lists:member(Cluster, Clusters) of
        true -> skip(Rest, Clusters, put_back(Cluster, Before));
        false -> {Before, Chars}
    end.

trim(Data) -> trim(Data, both, unicode_util:whitespace()).

trim(Data, Where) -> trim(Data, Where, unicode_util:whitespace()).

trim(Data, _, []) -> Data;
trim(Data, leading, Clusters) when is_list(Clusters) -> like(Data, trim_leading(flat(Data), Clusters));
trim(Data, trailing, Clusters) when is_list(Clusters) -> like(Data, trim_trailing(flat(Data), Clusters));
trim(Data, both, Clusters) when is_list(Clusters) ->
    like(Data, trim_trailing(trim_leading(flat(Data), Clusters), Clusters)).

trim_leading(Chars, Clusters) ->
    {_, Rest} = skip(Chars, Clusters, []),
    Rest.

trim_trailing(Chars, Clusters) ->
    {Kept, _} = last_run(Chars, separators(Clusters), []),
    Kept.

chomp(Data) -> trim(Data, trailing, [[$\r, $\n], $\n]).

%% What comes before the run of separators at the end, and that run.
last_run(Chars, {Clusters, _} = Separators, Before) ->
    {Before1, Run} = search(Chars, Separators, Before),
    case skip(Run, Clusters, Before1) of
        {_, []} -> {lists:reverse(Before1), Run};
        {Before2, Rest} -> last_run(Rest, Separators, Before2)
    end.

take(Data, Clusters) -> take(Data, Clusters, false, leading).

take(Data, Clusters, Complement) -> take(Data, Clusters, Complement, leading).

take(Data, [], false, leading) -> {like(Data, []), Data};
take(Data, [], false, trailing) -> {Data, like(Data, [])};
take(Data, [], true, leading) -> {Data, like(Data, [])};
take(Data, [], true, trailing) -> {like(Data, []), Data};
take(_, [], Complement, Where) -> error({case_clause, {Complement, Where}});
take(Data, Clusters, false, leading) ->
    {Taken, Rest} = skip(flat(Data), Clusters, []),
    {like(Data, lists:reverse(Taken)), like(Data, Rest)};
take(Data, Clusters, true, leading) ->
    {Taken, Rest} = search(flat(Data), separators(Clusters), []),
    {like(Data, lists:reverse(Taken)), like(Data, Rest)};
take(Data, Clusters, false, trailing) ->
    {Before, Taken} = last_run(flat(Data), separators(Clusters), []),
    {like(Data, Before), like(Data, Taken)};
take(Data, Clusters, true, trailing) when is_binary(Data) ->
    {Before, Taken} = after_last(flat(Data), separators(Clusters), []),
    {like(Data, Before), like(Data, Taken)};
take(Data, Clusters, true, trailing) ->
    {Clusters, _} = separators(Clusters),
    {Taken, Before} = lists:splitwith(fun(Cluster) -> not lists:member(Cluster, Clusters) end, reverse(Data)),
    {forwards(Before, []), forwards(Taken, [])}.

%% What comes up to the last separator, and what follows it. OTP searches like this in binaries only.
after_last(Chars, {Clusters, _} = Separators, Before) ->
    {Before1, Rest} = skip(Chars, Clusters, Before),
    case search(Rest, Separators, Before1) of
        {_, []} -> {lists:reverse(Before1), Rest};
        {Before2, Rest1} -> after_last(Rest1, Separators, Before2)
    end.

forwards([Cluster | Rest], Chars) -> forwards(Rest, put_before(Cluster, Chars));
forwards([], Chars) -> Chars.

lexemes([], _) -> [];
lexemes(Data, []) -> [Data];
lexemes(Data, Clusters) when is_list(Clusters) ->
    [like(Data, Lexeme) || Lexeme <- pick(flat(Data), separators(Clusters))].

pick(Chars, {Clusters, _} = Separators) ->
    case skip(Chars, Clusters, []) of
        {_, []} -> [];
        {_, Rest} ->
            {Lexeme, After} = search(Rest, Separators, []),
            [lists:reverse(Lexeme) | pick(After, Separators)]
    end.

nth_lexeme(Data, 1, []) -> Data;
nth_lexeme(Data, N, []) when is_binary(Data), is_integer(N), N > 0 -> error(badarg);
nth_lexeme(Data, N, Clusters) when is_list(Clusters), is_integer(N), N > 0 ->
    like(Data, nth_lexeme(flat(Data), N, separators(Clusters), is_binary(Data))).

%% A lexeme on the way is passed from its second cluster on, except in binaries: as OTP does it.
nth_lexeme(Chars, N, {Clusters, _} = Separators, FromStart) ->
    case skip(Chars, Clusters, []) of
        {_, []} -> [];
        {_, Rest} when N =:= 1 ->
            {Lexeme, _} = search(Rest, Separators, []),
            lists:reverse(Lexeme);
        {_, Rest} ->
            [_ | Second] = cluster(Rest),
            {_, After} = search(case FromStart of true -> Rest; false -> Second end, Separators, []),
            nth_lexeme(After, N - 1, Separators, FromStart)
    end.

%% ---- searching for a string

prefix(Data, Prefix) ->
    case flat(Prefix) of
        [] -> Data;
        Chars ->
            case without_prefix(flat(Data), Chars) of
                nomatch -> nomatch;
                Rest -> like(Data, Rest)
            end
    end.

%% A match must not end within a cluster.
without_prefix(Chars, [Last]) ->
    case unicode_util:gc(Chars) of
        [Last | Rest] -> Rest;
        _ -> nomatch
    end;
without_prefix([C | Chars], [C | Prefix]) -> without_prefix(Chars, Prefix);
without_prefix(_, _) -> nomatch.

find(Data, Pattern) -> find(Data, Pattern, leading).

find(Data, [], _) -> Data;
find(Data, <<>>, _) -> Data;
find(Data, Pattern, leading) ->
    case seek(flat(Data), flat(Pattern), []) of
        nomatch -> nomatch;
        {_, Found, _} -> like(Data, Found)
    end;
find(Data, Pattern, trailing) ->
    case seek_last(flat(Data), flat(Pattern), [], nomatch) of
        nomatch -> nomatch;
        {_, Found, _} -> like(Data, Found)
    end.

%% {Before, backwards; from the match on; after the match}
seek([C | Rest] = Chars, [C | _] = Pattern, Before) ->
    case without_prefix(Chars, Pattern) of
        nomatch -> seek(Rest, Pattern, [C | Before]);
        After -> {Before, Chars, After}
    end;
seek([C | Rest], Pattern, Before) -> seek(Rest, Pattern, [C | Before]);
seek([], _, _) -> nomatch.

seek_last(Chars, Pattern, Before, Last) ->
    case seek(Chars, Pattern, Before) of
        nomatch -> Last;
        {Before1, [C | Rest], _} = Found -> seek_last(Rest, Pattern, [C | Before1], Found)
    end.

split(Data, Pattern) -> split(Data, Pattern, leading).

split(Data, Pattern, Where) ->
    case is_empty(Pattern) of
        true -> [Data];
        false ->
            case parts(flat(Data), flat(Pattern), Where) of
                [_] -> [Data];
                Parts -> [like(Data, Part) || Part <- Parts]
            end
    end.

parts(Chars, Pattern, leading) -> around(Chars, seek(Chars, Pattern, []));
parts(Chars, Pattern, trailing) -> around(Chars, seek_last(Chars, Pattern, [], nomatch));
parts(Chars, Pattern, all) ->
    case seek(Chars, Pattern, []) of
        nomatch -> [Chars];
        {Before, _, After} -> [lists:reverse(Before) | parts(After, Pattern, all)]
    end.

around(Chars, nomatch) -> [Chars];
around(_, {Before, _, After}) -> [lists:reverse(Before), After].

replace(Data, Pattern, Replacement) -> lists:join(Replacement, split(Data, Pattern)).

replace(Data, Pattern, Replacement, Where) -> lists:join(Replacement, split(Data, Pattern, Where)).

%% ---- numbers

to_integer(Data) -> number(Data, "+-0123456789", no_integer, fun string:list_to_integer/1).

to_float(Data) -> number(Data, "+-0123456789eE.,", no_float, fun string:list_to_float/1).

number(Data, Characters, None, Convert) ->
    try take(Data, Characters) of
        {Head, Tail} ->
            case flat(Head) of
                [] -> {error, None};
                Chars ->
                    case Convert(Chars) of
                        {error, _} = Error -> Error;
                        {Number, Rest} -> {Number, like(Data, Rest ++ flat(Tail))}
                    end
            end
    catch
        _:_ -> {error, badarg}
    end.

%% ---- lists of characters

len(String) -> erlang:length(String).

concat(String1, String2) -> String1 ++ String2.

chr(String, C) when is_integer(C) -> chr(String, C, 1).

chr([C | _], C, I) -> I;
chr([_ | Rest], C, I) -> chr(Rest, C, I + 1);
chr([], _, _) -> 0.

rchr(String, C) when is_integer(C) -> rchr(String, C, 1, 0).

rchr([C | Rest], C, I, _) -> rchr(Rest, C, I + 1, I);
rchr([_ | Rest], C, I, Last) -> rchr(Rest, C, I + 1, Last);
rchr([], _, _, Last) -> Last.

str(String, Sub) when is_list(Sub) -> str(String, Sub, 1).

str([C | Rest], [C | Sub] = Whole, I) ->
    case lists:prefix(Sub, Rest) of
        true -> I;
        false -> str(Rest, Whole, I + 1)
    end;
str([_ | Rest], Sub, I) -> str(Rest, Sub, I + 1);
str([], _, _) -> 0.

rstr(String, Sub) when is_list(Sub) -> rstr(String, Sub, 1, 0).

rstr([C | Rest], [C | Sub] = Whole, I, Last) ->
    case lists:prefix(Sub, Rest) of
        true -> rstr(Rest, Whole, I + 1, I);
        false -> rstr(Rest, Whole, I + 1, Last)
    end;
rstr([_ | Rest], Sub, I, Last) -> rstr(Rest, Sub, I + 1, Last);
rstr([], _, _, Last) -> Last.

span(String, Chars) when is_list(Chars) -> span(String, Chars, true, 0).

cspan(String, Chars) when is_list(Chars) -> span(String, Chars, false, 0).

span([C | Rest], Chars, Wanted, N) ->
    case lists:member(C, Chars) of
        Wanted -> span(Rest, Chars, Wanted, N + 1);
        _ -> N
    end;
span([], _, _, N) -> N.

substr(String, 1) when is_list(String) -> String;
substr(String, Start) when is_integer(Start), Start > 1 -> from(String, Start).

substr(String, Start, Length) when is_integer(Start), Start >= 1, is_integer(Length), Length >= 0 ->
    up_to(from(String, Start), Length).

from(String, 1) when is_list(String) -> String;
from([_ | Rest], Start) -> from(Rest, Start - 1).

up_to([C | Rest], Length) when Length > 0 -> [C | up_to(Rest, Length - 1)];
up_to(String, _) when is_list(String) -> [].

sub_string(String, Start) -> substr(String, Start).

sub_string(String, Start, Stop) -> substr(String, Start, Stop - Start + 1).

tokens(String, Separators) ->
    case Separators of
        [] ->
            case String of
                [] -> [];
                [_ | _] -> [String]
            end;
        [_ | _] -> tokens(lists:reverse(String), Separators, [], [])
    end.

%% Backwards through the string, so that the tokens come out in order.
tokens([C | Rest], Separators, Token, Tokens) ->
    case lists:member(C, Separators) of
        false -> tokens(Rest, Separators, [C | Token], Tokens);
        true when Token =:= [] -> tokens(Rest, Separators, [], Tokens);
        true -> tokens(Rest, Separators, [], [Token | Tokens])
    end;
tokens([], _, [], Tokens) -> Tokens;
tokens([], _, Token, Tokens) -> [Token | Tokens].

chars(C, N) -> chars(C, N, []).

chars(C, N, Tail) when N > 0 -> chars(C, N - 1, [C | Tail]);
chars(C, 0, Tail) when is_integer(C) -> Tail.

copies(String, N) when is_list(String), is_integer(N), N >= 0 -> copies(String, N, []).

copies(_, 0, Copies) -> Copies;
copies(String, N, Copies) -> copies(String, N - 1, String ++ Copies).

words(String) -> words(String, $\s).

words(String, C) when is_integer(C) -> words(strip(String, both, C), C, 1).

words([C | Rest], C, N) -> words(strip(Rest, left, C), C, N + 1);
words([_ | Rest], C, N) -> words(Rest, C, N);
words([], _, N) -> N.

sub_word(String, Index) -> sub_word(String, Index, $\s).

sub_word(String, Index, C) when is_integer(Index), is_integer(C) ->
    case words(String, C) of
        Words when Words < Index -> [];
        _ -> sub_word(strip(String, left, C), Index, C, 1, [])
    end.

sub_word([], _, _, _, Word) -> lists:reverse(Word);
sub_word([C | _], Index, C, Index, Word) -> lists:reverse(Word);
sub_word([Other | Rest], Index, C, Index, Word) -> sub_word(Rest, Index, C, Index, [Other | Word]);
sub_word([C | Rest], Index, C, At, Word) when At < Index -> sub_word(strip(Rest, left, C), Index, C, At + 1, Word);
sub_word([_ | Rest], Index, C, At, Word) when At < Index -> sub_word(Rest, Index, C, At, Word).

strip(String) -> strip(String, both).

strip(String, left) -> strip_left(String, $\s);
strip(String, right) -> strip_right(String, $\s);
strip(String, both) -> strip_right(strip_left(String, $\s), $\s).

strip(String, left, C) -> strip_left(String, C);
strip(String, right, C) -> strip_right(String, C);
strip(String, both, C) -> strip_right(strip_left(String, C), C).

strip_left([C | Rest], C) -> strip_left(Rest, C);
strip_left([_ | _] = String, C) when is_integer(C) -> String;
strip_left([], C) when is_integer(C) -> [].

strip_right([C | Rest], C) ->
    case strip_right(Rest, C) of
        [] -> [];
        Kept -> [C | Kept]
    end;
strip_right([Other | Rest], C) -> [Other | strip_right(Rest, C)];
strip_right([], C) when is_integer(C) -> [].

left(String, Length) when is_integer(Length) -> left(String, Length, $\s).

left(String, Length, C) when is_integer(C) ->
    case erlang:length(String) of
        Actual when Actual > Length -> substr(String, 1, Length);
        Actual when Actual < Length -> String ++ chars(C, Length - Actual);
        Length -> String
    end.

right(String, Length) when is_integer(Length) -> right(String, Length, $\s).

right(String, Length, C) when is_integer(C) ->
    case erlang:length(String) of
        Actual when Actual > Length -> substr(String, Actual - Length + 1);
        Actual when Actual < Length -> chars(C, Length - Actual, String);
        Length -> String
    end.

centre(String, Length) when is_integer(Length) -> centre(String, Length, $\s).

centre(String, 0, C) when is_list(String), is_integer(C) -> [];
centre(String, Length, C) when is_integer(C) ->
    case erlang:length(String) of
        Actual when Actual > Length -> substr(String, (Actual - Length) div 2 + 1, Length);
        Actual when Actual < Length ->
            Before = (Length - Actual) div 2,
            chars(C, Before, String ++ chars(C, Length - Actual - Before));
        Length -> String
    end.

to_lower(String) when is_list(String) -> [lower(C) || C <- String];
to_lower(C) when is_integer(C) -> lower(C).

to_upper(String) when is_list(String) -> [upper(C) || C <- String];
to_upper(C) when is_integer(C) -> upper(C).

%% Latin-1, without the multiplication and division signs.
lower(C) when is_integer(C), C >= $A, C =< $Z; is_integer(C), C >= 16#C0, C =< 16#DE, C =/= 16#D7 -> C + 32;
lower(C) -> C.

upper(C) when is_integer(C), C >= $a, C =< $z; is_integer(C), C >= 16#E0, C =< 16#FE, C =/= 16#F7 -> C - 32;
upper(C) -> C.

join([], Separator) when is_list(Separator) -> [];
join([String | Rest], Separator) -> String ++ lists:append([Separator ++ S || S <- Rest]).
