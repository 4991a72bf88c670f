%% Lists. Native: keyfind/3, keymember/3, keysearch/3, member/2, reverse/2.
%%
%% Functions that take funs walk the list in a helper named after them with `_1`: the name is seen in the stack
%% of an exception that the fun raises, so it is the one that OTP has.
-module(lists).

-export([append/1, append/2, concat/1, delete/2, droplast/1, duplicate/2, enumerate/1, enumerate/2, enumerate/3,
         flatlength/1, flatten/1, flatten/2, join/2, last/1, max/1, min/1, nth/2, nthtail/2, prefix/2, reverse/1,
         seq/2, seq/3, split/2, sublist/2, sublist/3, subtract/2, suffix/2, sum/1, uniq/1, unzip/1, unzip3/1,
         zip/2, zip/3, zip3/3, zip3/4]).
-export([keydelete/3, keymap/3, keyreplace/4, keystore/4, keytake/3]).
-export([all/2, any/2, dropwhile/2, filter/2, filtermap/2, flatmap/2, foldl/3, foldr/3, foreach/2, map/2,
         mapfoldl/3, mapfoldr/3, partition/2, search/2, splitwith/2, takewhile/2, uniq/2, zf/2, zipwith/3,
         zipwith/4, zipwith3/4, zipwith3/5]).
-export([sort/1, usort/1, merge/1, merge/2, merge3/3, umerge/1, umerge/2, umerge3/3]).
-export([rmerge/2, rmerge3/3, rumerge/2, rumerge3/3]).
-export([keysort/2, ukeysort/2, keymerge/3, ukeymerge/3, rkeymerge/3, rukeymerge/3]).
-export([sort/2, usort/2, merge/3, umerge/3, rmerge/3, rumerge/3]).

%% ---- building and taking apart

append(First, Second) -> First ++ Second.

append([Last]) -> Last;
append([List | Lists]) -> List ++ append(Lists);
append([]) -> [].

subtract(List, Remove) -> List -- Remove.

reverse([_, _ | _] = List) -> lists:reverse(List, []);
reverse([_] = List) -> List;
reverse([]) -> [].

nth(1, [Element | _]) -> Element;
nth(N, [_ | Rest]) when N > 1 -> nth(N - 1, Rest).

nthtail(0, List) when is_list(List) -> List;
nthtail(1, [_ | Rest]) -> Rest;
nthtail(N, [_ | Rest]) when N > 1 -> nthtail(N - 1, Rest).

prefix([Same | Prefix], [Same | List]) -> prefix(Prefix, List);
prefix([], List) when is_list(List) -> true;
prefix([_ | _], List) when is_list(List) -> false.

suffix(Suffix, List) ->
    Before = length(List) - length(Suffix),
    Before >= 0 andalso nthtail(Before, List) =:= Suffix.

droplast([_]) -> [];
droplast([Element | Rest]) -> [Element | droplast(Rest)].

last([Element | Rest]) -> last(Element, Rest).

last(_, [Element | Rest]) -> last(Element, Rest);
last(Element, []) -> Element.

seq(From, To) when is_integer(From), is_integer(To), From - 1 =< To -> count_down(From, To, 1, []).

seq(From, To, Step) when is_integer(From), is_integer(To), is_integer(Step), Step > 0, From - Step =< To;
                         is_integer(From), is_integer(To), is_integer(Step), Step < 0, From - Step >= To ->
    Steps = (To - From + Step) div Step - 1,
    case Steps < 0 of
        true -> [];
        false -> count_down(From, From + Steps * Step, Step, [])
    end;
seq(Same, Same, 0) when is_integer(Same) -> [Same];
seq(From, To, Step) -> erlang:error(badarg, [From, To, Step]).

count_down(From, From, _, Seq) -> [From | Seq];
count_down(From, To, 1, Seq) when To < From -> Seq;
count_down(From, To, Step, Seq) -> count_down(From, To - Step, Step, [To | Seq]).

sum(List) -> sum(List, 0).

sum([Number | Rest], Sum) -> sum(Rest, Sum + Number);
sum([], Sum) -> Sum.

duplicate(N, Element) when is_integer(N), N >= 0 -> duplicate(N, Element, []).

duplicate(0, _, List) -> List;
duplicate(N, Element, List) -> duplicate(N - 1, Element, [Element | List]).

min([Element | Rest]) -> min_1(Rest, Element).

min_1([Element | Rest], Min) when Element < Min -> min_1(Rest, Element);
min_1([_ | Rest], Min) -> min_1(Rest, Min);
min_1([], Min) -> Min.

max([Element | Rest]) -> max_1(Rest, Element).

max_1([Element | Rest], Max) when Element > Max -> max_1(Rest, Element);
max_1([_ | Rest], Max) -> max_1(Rest, Max);
max_1([], Max) -> Max.

sublist(List, 1, Length) when is_list(List), is_integer(Length), Length >= 0 -> sublist(List, Length);
sublist([_ | Rest], Start, Length) when is_integer(Start), Start >= 2 -> sublist(Rest, Start - 1, Length);
sublist([], Start, _) when is_integer(Start), Start >= 2 -> [].

sublist(List, Length) when is_integer(Length), is_list(List) -> sublist_2(List, Length).

sublist_2(_, 0) -> [];
sublist_2([Element | Rest], Length) when Length > 0 -> [Element | sublist_2(Rest, Length - 1)];
sublist_2([], Length) when Length > 0 -> [].

split(N, List) when is_integer(N), N >= 0, is_list(List) ->
    case split(N, List, []) of
        badarg -> erlang:error(badarg, [N, List]);
        Parts -> Parts
    end;
split(N, List) -> erlang:error(badarg, [N, List]).

split(0, List, Taken) -> {lists:reverse(Taken, []), List};
split(N, [Element | Rest], Taken) -> split(N - 1, Rest, [Element | Taken]);
split(_, [], _) -> badarg.

delete(Element, [Element | Rest]) -> Rest;
delete(Element, [Other | Rest]) -> [Other | delete(Element, Rest)];
delete(_, []) -> [].

join(_, []) -> [];
join(Separator, [Element | Rest]) -> [Element | join_prepend(Separator, Rest)].

join_prepend(_, []) -> [];
join_prepend(Separator, [Element | Rest]) -> [Separator, Element | join_prepend(Separator, Rest)].

concat(Things) -> flatmap(fun thing_to_list/1, Things).

thing_to_list(Thing) when is_list(Thing) -> Thing;
thing_to_list(Thing) when is_atom(Thing) -> atom_to_list(Thing);
thing_to_list(Thing) when is_integer(Thing) -> integer_to_list(Thing);
thing_to_list(Thing) when is_float(Thing) -> float_to_list(Thing).

flatten(Deep) when is_list(Deep) -> do_flatten(Deep, []).

flatten(Deep, Tail) when is_list(Deep), is_list(Tail) -> do_flatten(Deep, Tail).

do_flatten([Inner | Rest], Tail) when is_list(Inner) -> do_flatten(Inner, do_flatten(Rest, Tail));
do_flatten([Element | Rest], Tail) -> [Element | do_flatten(Rest, Tail)];
do_flatten([], Tail) -> Tail.

flatlength(Deep) -> flatlength(Deep, 0).

flatlength([Inner | Rest], N) when is_list(Inner) -> flatlength(Inner, flatlength(Rest, N));
flatlength([_ | Rest], N) -> flatlength(Rest, N + 1);
flatlength([], N) -> N.

enumerate(List) when is_list(List) -> enumerate_1(1, 1, List).

enumerate(Index, List) when is_integer(Index), is_list(List) -> enumerate_1(Index, 1, List).

enumerate(Index, Step, List) when is_integer(Index), is_integer(Step), is_list(List) ->
    enumerate_1(Index, Step, List).

enumerate_1(Index, Step, [Element | Rest]) -> [{Index, Element} | enumerate_1(Index + Step, Step, Rest)];
enumerate_1(_, _, []) -> [].

uniq(List) -> uniq_1(List, #{}).

uniq_1([Element | Rest], Seen) when is_map_key(Element, Seen) -> uniq_1(Rest, Seen);
uniq_1([Element | Rest], Seen) -> [Element | uniq_1(Rest, Seen#{Element => true})];
uniq_1([], _) -> [].

uniq(Fun, List) when is_function(Fun, 1) -> uniq_2(List, Fun, #{}).

uniq_2([Element | Rest], Fun, Seen) ->
    Key = Fun(Element),
    case Seen of
        #{Key := _} -> uniq_2(Rest, Fun, Seen);
        #{} -> [Element | uniq_2(Rest, Fun, Seen#{Key => true})]
    end;
uniq_2([], _, _) -> [].

%% ---- zips

zip([X | Xs], [Y | Ys]) -> [{X, Y} | zip(Xs, Ys)];
zip([], []) -> [].

%% What to do when the lists are not equally long: fail, trim to the shortest, or pad with given elements.
zip([X | Xs], [Y | Ys], How) -> [{X, Y} | zip(Xs, Ys, How)];
zip([], [], fail) -> [];
zip([], [], trim) -> [];
zip([], [], {pad, {_, _}}) -> [];
zip([_ | _], [], trim) -> [];
zip([], [_ | _], trim) -> [];
zip([], [_ | _] = Ys, {pad, {X, _}}) -> [{X, Y} || Y <- Ys];
zip([_ | _] = Xs, [], {pad, {_, Y}}) -> [{X, Y} || X <- Xs].

zip3([X | Xs], [Y | Ys], [Z | Zs]) -> [{X, Y, Z} | zip3(Xs, Ys, Zs)];
zip3([], [], []) -> [].

zip3([X | Xs], [Y | Ys], [Z | Zs], How) -> [{X, Y, Z} | zip3(Xs, Ys, Zs, How)];
zip3([], [], [], fail) -> [];
zip3([], [], [], trim) -> [];
zip3(Xs, Ys, Zs, trim) when is_list(Xs), is_list(Ys), is_list(Zs) -> [];
zip3([], [], [], {pad, {_, _, _}}) -> [];
zip3(Xs, Ys, Zs, {pad, {PadX, PadY, PadZ}} = How) when is_list(Xs), is_list(Ys), is_list(Zs) ->
    {X, Xs1} = next_or(Xs, PadX),
    {Y, Ys1} = next_or(Ys, PadY),
    {Z, Zs1} = next_or(Zs, PadZ),
    [{X, Y, Z} | zip3(Xs1, Ys1, Zs1, How)].

next_or([Element | Rest], _) -> {Element, Rest};
next_or([], Pad) -> {Pad, []}.

unzip(Pairs) -> unzip(Pairs, [], []).

unzip([{X, Y} | Rest], Xs, Ys) -> unzip(Rest, [X | Xs], [Y | Ys]);
unzip([], Xs, Ys) -> {reverse(Xs), reverse(Ys)}.

unzip3(Triples) -> unzip3(Triples, [], [], []).

unzip3([{X, Y, Z} | Rest], Xs, Ys, Zs) -> unzip3(Rest, [X | Xs], [Y | Ys], [Z | Zs]);
unzip3([], Xs, Ys, Zs) -> {reverse(Xs), reverse(Ys), reverse(Zs)}.

zipwith(Fun, [X | Xs], [Y | Ys]) -> [Fun(X, Y) | zipwith(Fun, Xs, Ys)];
zipwith(Fun, [], []) when is_function(Fun, 2) -> [].

zipwith(Fun, [X | Xs], [Y | Ys], How) -> [Fun(X, Y) | zipwith(Fun, Xs, Ys, How)];
zipwith(Fun, [], [], fail) when is_function(Fun, 2) -> [];
zipwith(Fun, [], [], trim) when is_function(Fun, 2) -> [];
zipwith(Fun, [], [], {pad, {_, _}}) when is_function(Fun, 2) -> [];
zipwith(Fun, [_ | _], [], trim) when is_function(Fun, 2) -> [];
zipwith(Fun, [], [_ | _], trim) when is_function(Fun, 2) -> [];
zipwith(Fun, [], [_ | _] = Ys, {pad, {X, _}}) -> [Fun(X, Y) || Y <- Ys];
zipwith(Fun, [_ | _] = Xs, [], {pad, {_, Y}}) -> [Fun(X, Y) || X <- Xs].

zipwith3(Fun, [X | Xs], [Y | Ys], [Z | Zs]) -> [Fun(X, Y, Z) | zipwith3(Fun, Xs, Ys, Zs)];
zipwith3(Fun, [], [], []) when is_function(Fun, 3) -> [].

zipwith3(Fun, [X | Xs], [Y | Ys], [Z | Zs], How) -> [Fun(X, Y, Z) | zipwith3(Fun, Xs, Ys, Zs, How)];
zipwith3(Fun, [], [], [], fail) when is_function(Fun, 3) -> [];
zipwith3(Fun, [], [], [], trim) when is_function(Fun, 3) -> [];
zipwith3(Fun, Xs, Ys, Zs, trim) when is_function(Fun, 3), is_list(Xs), is_list(Ys), is_list(Zs) -> [];
zipwith3(Fun, [], [], [], {pad, {_, _, _}}) when is_function(Fun, 3) -> [];
zipwith3(Fun, Xs, Ys, Zs, {pad, {PadX, PadY, PadZ}} = How) when is_list(Xs), is_list(Ys), is_list(Zs) ->
    {X, Xs1} = next_or(Xs, PadX),
    {Y, Ys1} = next_or(Ys, PadY),
    {Z, Zs1} = next_or(Zs, PadZ),
    [Fun(X, Y, Z) | zipwith3(Fun, Xs1, Ys1, Zs1, How)].

%% ---- lists of tuples by key

keydelete(Key, N, Tuples) when is_integer(N), N > 0 -> keydelete3(Key, N, Tuples).

keydelete3(Key, N, [Tuple | Rest]) when element(N, Tuple) == Key -> Rest;
keydelete3(Key, N, [Tuple | Rest]) -> [Tuple | keydelete3(Key, N, Rest)];
keydelete3(_, _, []) -> [].

keyreplace(Key, N, Tuples, New) when is_integer(N), N > 0, is_tuple(New) -> keyreplace3(Key, N, Tuples, New).

keyreplace3(Key, N, [Tuple | Rest], New) when element(N, Tuple) == Key -> [New | Rest];
keyreplace3(Key, N, [Tuple | Rest], New) -> [Tuple | keyreplace3(Key, N, Rest, New)];
keyreplace3(_, _, [], _) -> [].

keystore(Key, N, Tuples, New) when is_integer(N), N > 0, is_tuple(New) -> keystore2(Key, N, Tuples, New).

keystore2(Key, N, [Tuple | Rest], New) when element(N, Tuple) == Key -> [New | Rest];
keystore2(Key, N, [Tuple | Rest], New) -> [Tuple | keystore2(Key, N, Rest, New)];
keystore2(_, _, [], New) -> [New].

keytake(Key, N, Tuples) when is_integer(N), N > 0 -> keytake(Key, N, Tuples, []).

keytake(Key, N, [Tuple | Rest], Before) when element(N, Tuple) == Key -> {value, Tuple, lists:reverse(Before, Rest)};
keytake(Key, N, [Tuple | Rest], Before) -> keytake(Key, N, Rest, [Tuple | Before]);
keytake(_, _, [], _) -> false.

keymap(Fun, N, [Tuple | Rest]) -> [setelement(N, Tuple, Fun(element(N, Tuple))) | keymap(Fun, N, Rest)];
keymap(Fun, N, []) when is_integer(N), N >= 1, is_function(Fun, 1) -> [].

%% ---- with a fun

all(Pred, List) when is_function(Pred, 1) ->
    case List of
        [Element | Rest] ->
            case Pred(Element) of
                true -> all_1(Pred, Rest);
                false -> false
            end;
        [] -> true
    end.

all_1(Pred, [Element | Rest]) ->
    case Pred(Element) of
        true -> all_1(Pred, Rest);
        false -> false
    end;
all_1(_, []) -> true.

any(Pred, List) when is_function(Pred, 1) ->
    case List of
        [Element | Rest] ->
            case Pred(Element) of
                true -> true;
                false -> any_1(Pred, Rest)
            end;
        [] -> false
    end.

any_1(Pred, [Element | Rest]) ->
    case Pred(Element) of
        true -> true;
        false -> any_1(Pred, Rest)
    end;
any_1(_, []) -> false.

map(Fun, List) when is_function(Fun, 1) ->
    case List of
        [Element | Rest] -> [Fun(Element) | map_1(Fun, Rest)];
        [] -> []
    end.

map_1(Fun, [Element | Rest]) -> [Fun(Element) | map_1(Fun, Rest)];
map_1(_, []) -> [].

flatmap(Fun, List) when is_function(Fun, 1) -> flatmap_1(Fun, List).

flatmap_1(Fun, [Element | Rest]) -> Fun(Element) ++ flatmap_1(Fun, Rest);
flatmap_1(_, []) -> [].

foldl(Fun, Acc, List) when is_function(Fun, 2) ->
    case List of
        [Element | Rest] -> foldl_1(Fun, Fun(Element, Acc), Rest);
        [] -> Acc
    end.

foldl_1(Fun, Acc, [Element | Rest]) -> foldl_1(Fun, Fun(Element, Acc), Rest);
foldl_1(_, Acc, []) -> Acc.

foldr(Fun, Acc, List) when is_function(Fun, 2) -> foldr_1(Fun, Acc, List).

foldr_1(Fun, Acc, [Element | Rest]) -> Fun(Element, foldr_1(Fun, Acc, Rest));
foldr_1(_, Acc, []) -> Acc.

filter(Pred, List) when is_function(Pred, 1) -> [Element || Element <- List, Pred(Element)].

partition(Pred, List) when is_function(Pred, 1) -> partition_1(Pred, List, [], []).

partition_1(Pred, [Element | Rest], Yes, No) ->
    case Pred(Element) of
        true -> partition_1(Pred, Rest, [Element | Yes], No);
        false -> partition_1(Pred, Rest, Yes, [Element | No])
    end;
partition_1(_, [], Yes, No) -> {reverse(Yes), reverse(No)}.

filtermap(Fun, List) when is_function(Fun, 1) -> filtermap_1(Fun, List).

filtermap_1(Fun, [Element | Rest]) ->
    case Fun(Element) of
        true -> [Element | filtermap_1(Fun, Rest)];
        {true, Value} -> [Value | filtermap_1(Fun, Rest)];
        false -> filtermap_1(Fun, Rest)
    end;
filtermap_1(_, []) -> [].

zf(Fun, List) -> filtermap(Fun, List).

foreach(Fun, List) when is_function(Fun, 1) -> foreach_1(Fun, List).

foreach_1(Fun, [Element | Rest]) ->
    Fun(Element),
    foreach_1(Fun, Rest);
foreach_1(_, []) -> ok.

mapfoldl(Fun, Acc, List) when is_function(Fun, 2) -> mapfoldl_1(Fun, Acc, List).

mapfoldl_1(Fun, Acc, [Element | Rest]) ->
    {New, Acc1} = Fun(Element, Acc),
    {News, Acc2} = mapfoldl_1(Fun, Acc1, Rest),
    {[New | News], Acc2};
mapfoldl_1(_, Acc, []) -> {[], Acc}.

mapfoldr(Fun, Acc, List) when is_function(Fun, 2) -> mapfoldr_1(Fun, Acc, List).

mapfoldr_1(Fun, Acc, [Element | Rest]) ->
    {News, Acc1} = mapfoldr_1(Fun, Acc, Rest),
    {New, Acc2} = Fun(Element, Acc1),
    {[New | News], Acc2};
mapfoldr_1(_, Acc, []) -> {[], Acc}.

takewhile(Pred, List) when is_function(Pred, 1) -> takewhile_1(Pred, List).

takewhile_1(Pred, [Element | Rest]) ->
    case Pred(Element) of
        true -> [Element | takewhile_1(Pred, Rest)];
        false -> []
    end;
takewhile_1(_, []) -> [].

dropwhile(Pred, List) when is_function(Pred, 1) -> dropwhile_1(Pred, List).

dropwhile_1(Pred, [Element | Rest] = List) ->
    case Pred(Element) of
        true -> dropwhile_1(Pred, Rest);
        false -> List
    end;
dropwhile_1(_, []) -> [].

splitwith(Pred, List) when is_function(Pred, 1) -> splitwith_1(Pred, List, []).

splitwith_1(Pred, [Element | Rest] = List, Taken) ->
    case Pred(Element) of
        true -> splitwith_1(Pred, Rest, [Element | Taken]);
        false -> {reverse(Taken), List}
    end;
splitwith_1(_, [], Taken) -> {reverse(Taken), []}.

search(Pred, List) when is_function(Pred, 1) -> search_1(Pred, List).

search_1(Pred, [Element | Rest]) ->
    case Pred(Element) of
        true -> {value, Element};
        false -> search_1(Pred, Rest)
    end;
search_1(_, []) -> false.

%% ---- sorting by term order
%%
%% A natural merge sort. The list is cut into runs; a run grows at its two ends: X and Y are its last two elements, Run
%% the ones before, backwards. An element that fits neither end goes below a run of two, or waits as the Spare, to start the
%% next run with. Then neighbouring runs are merged, pass after pass. A merge leaves its result reversed, and a pass leaves its
%% runs in reverse order; so passes over ascending runs (`up`) alternate with passes over descending ones (`down`).
%%
%% All this can be seen where 1 and 1.0 meet: a list that begins with a fall comes out with its equal elements turned
%% around, as in OTP.

sort([_, _] = List) -> sort_short(List);
sort([_, _, _] = List) -> sort_short(List);
sort([X, Y | Rest]) when X == Y -> sort_equal(Y, Rest, [X]);
sort([X, Y | Rest]) when X < Y -> rising(X, Y, Rest, [], [], []);
sort([X, Y | Rest]) -> falling(X, Y, Rest, [], [], []);
sort([_] = List) -> List;
sort([]) -> [].

sort_short([X, Y]) when X =< Y -> [X, Y];
sort_short([X, Y]) -> [Y, X];
sort_short([X, Y, Z]) when X =< Y, Y =< Z -> [X, Y, Z];
sort_short([X, Y, Z]) when X =< Y, X =< Z -> [X, Z, Y];
sort_short([X, Y, Z]) when X =< Y -> [Z, X, Y];
sort_short([X, Y, Z]) when X =< Z -> [Y, X, Z];
sort_short([X, Y, Z]) when Y =< Z -> [Y, Z, X];
sort_short([X, Y, Z]) -> [Z, Y, X].

sort_equal(X, [Y | Rest], Run) when X == Y -> sort_equal(Y, Rest, [X | Run]);
sort_equal(X, [Y | Rest], Run) when X < Y -> rising(X, Y, Rest, Run, [], []);
sort_equal(X, [Y | Rest], Run) -> falling(X, Y, Rest, Run, [], []);
sort_equal(X, [], Run) -> lists:reverse(Run, [X]).

rising(X, Y, [Z | Rest], Run, Spare, Runs) when Y =< Z -> rising(Y, Z, Rest, [X | Run], Spare, Runs);
rising(X, Y, [Z | Rest], Run, Spare, Runs) when X =< Z -> rising(Z, Y, Rest, [X | Run], Spare, Runs);
rising(X, Y, [Z | Rest], Run, [S], Runs) when S =< Z -> rising(S, Z, Rest, [], [], [[Y, X | Run] | Runs]);
rising(X, Y, [Z | Rest], Run, [S], Runs) -> rising(Z, S, Rest, [], [], [[Y, X | Run] | Runs]);
rising(X, Y, [Z | Rest], [], [], Runs) -> rising(X, Y, Rest, [Z], [], Runs);
rising(X, Y, [Z | Rest], Run, [], Runs) -> rising(X, Y, Rest, Run, [Z], Runs);
rising(X, Y, [], Run, [], Runs) -> down([[Y, X | Run] | Runs], []);
rising(X, Y, [], Run, Spare, Runs) -> down([Spare, [Y, X | Run] | Runs], []).

falling(X, Y, [Z | Rest], Run, Spare, Runs) when Z =< Y -> falling(Y, Z, Rest, [X | Run], Spare, Runs);
falling(X, Y, [Z | Rest], Run, Spare, Runs) when Z =< X -> falling(Z, Y, Rest, [X | Run], Spare, Runs);
falling(X, Y, [Z | Rest], Run, [S], Runs) when S > Z -> falling(S, Z, Rest, [], [], [[Y, X | Run] | Runs]);
falling(X, Y, [Z | Rest], Run, [S], Runs) -> falling(Z, S, Rest, [], [], [[Y, X | Run] | Runs]);
falling(X, Y, [Z | Rest], [], [], Runs) -> falling(X, Y, Rest, [Z], [], Runs);
falling(X, Y, [Z | Rest], Run, [], Runs) -> falling(X, Y, Rest, Run, [Z], Runs);
falling(X, Y, [], Run, [], Runs) -> up([[Y, X | Run] | Runs], []);
falling(X, Y, [], Run, Spare, Runs) -> up([Spare, [Y, X | Run] | Runs], []).

up([A, B | Runs], Merged) -> up(Runs, [merge_up(A, B, []) | Merged]);
up([Run], []) -> Run;
up([Run], Merged) -> down([lists:reverse(Run, []) | Merged], []);
up([], Merged) -> down(Merged, []).

down([B, A | Runs], Merged) -> down(Runs, [merge_down(A, B, []) | Merged]);
down([Run], Merged) -> up([lists:reverse(Run, []) | Merged], []);
down([], Merged) -> up(Merged, []).

%% Two ascending lists to one descending.
merge_up([X | Xs], [Y | _] = Ys, Merged) when X =< Y -> merge_up(Xs, Ys, [X | Merged]);
merge_up([_ | _] = Xs, [Y | Ys], Merged) -> merge_up(Xs, Ys, [Y | Merged]);
merge_up([], Ys, Merged) -> lists:reverse(Ys, Merged);
merge_up([_ | _] = Xs, [], Merged) -> lists:reverse(Xs, Merged).

%% Two descending lists to one ascending.
merge_down([X | _] = Xs, [Y | Ys], Merged) when X =< Y -> merge_down(Xs, Ys, [Y | Merged]);
merge_down([X | Xs], [_ | _] = Ys, Merged) -> merge_down(Xs, Ys, [X | Merged]);
merge_down([], Ys, Merged) -> lists:reverse(Ys, Merged);
merge_down([_ | _] = Xs, [], Merged) -> lists:reverse(Xs, Merged).

merge(Lists) -> up(without_empty(Lists), []).

merge(Xs, []) -> Xs;
merge(Xs, [_ | _] = Ys) -> lists:reverse(merge_up(Xs, Ys, []), []).

merge3(Xs, Ys, Zs) -> merge(merge(Xs, Ys), Zs).

rmerge(Xs, []) -> Xs;
rmerge(Xs, [_ | _] = Ys) -> lists:reverse(merge_down(Xs, Ys, []), []).

rmerge3(Xs, Ys, Zs) -> rmerge(rmerge(Xs, Ys), Zs).

%% A merge of no lists is [], which is one empty run.
without_empty(Lists) ->
    case filled(Lists) of
        [] -> [[]];
        Rest -> Rest
    end.

filled([[] | Lists]) -> filled(Lists);
filled([List | Lists]) -> [List | filled(Lists)];
filled([]) -> [].

%% ---- sorting by term order, without duplicates: of equal elements the first is kept, so simple runs will do

usort([_, _ | _] = List) -> u_up(u_runs(List, []), []);
usort([_] = List) -> List;
usort([]) -> [].

u_runs([X, Y | Rest], Runs) when X < Y -> u_rising(Y, Rest, [X], Runs);
u_runs([X, Y | Rest], Runs) when X > Y -> u_falling(Y, Rest, [X], Runs);
u_runs([X, _ | Rest], Runs) -> u_runs([X | Rest], Runs);
u_runs([X], Runs) -> lists:reverse(Runs, [[X]]);
u_runs([], Runs) -> lists:reverse(Runs, []).

u_rising(X, [Y | Rest], Run, Runs) when X < Y -> u_rising(Y, Rest, [X | Run], Runs);
u_rising(X, [Y | Rest], Run, Runs) when X == Y -> u_rising(X, Rest, Run, Runs);
u_rising(X, Rest, Run, Runs) -> u_runs(Rest, [lists:reverse(Run, [X]) | Runs]).

u_falling(X, [Y | Rest], Run, Runs) when X > Y -> u_falling(Y, Rest, [X | Run], Runs);
u_falling(X, [Y | Rest], Run, Runs) when X == Y -> u_falling(X, Rest, Run, Runs);
u_falling(X, Rest, Run, Runs) -> u_runs(Rest, [[X | Run] | Runs]).

u_up([A, B | Runs], Merged) -> u_up(Runs, [u_merge_up(A, B, []) | Merged]);
u_up([Run], []) -> Run;
u_up([Run], Merged) -> u_down([lists:reverse(Run, []) | Merged], []);
u_up([], Merged) -> u_down(Merged, []).

u_down([B, A | Runs], Merged) -> u_down(Runs, [u_merge_down(A, B, []) | Merged]);
u_down([Run], Merged) -> u_up([lists:reverse(Run, []) | Merged], []);
u_down([], Merged) -> u_up(Merged, []).

u_merge_up([X | Xs], [Y | _] = Ys, Merged) when X < Y -> u_merge_up(Xs, Ys, [X | Merged]);
u_merge_up([X | _] = Xs, [Y | Ys], Merged) when X > Y -> u_merge_up(Xs, Ys, [Y | Merged]);
u_merge_up([X | Xs], [_ | Ys], Merged) -> u_merge_up(Xs, Ys, [X | Merged]);
u_merge_up([], Ys, Merged) -> lists:reverse(Ys, Merged);
u_merge_up([_ | _] = Xs, [], Merged) -> lists:reverse(Xs, Merged).

u_merge_down([X | _] = Xs, [Y | Ys], Merged) when X < Y -> u_merge_down(Xs, Ys, [Y | Merged]);
u_merge_down([X | Xs], [Y | _] = Ys, Merged) when X > Y -> u_merge_down(Xs, Ys, [X | Merged]);
u_merge_down([X | Xs], [_ | Ys], Merged) -> u_merge_down(Xs, Ys, [X | Merged]);
u_merge_down([], Ys, Merged) -> lists:reverse(Ys, Merged);
u_merge_down([_ | _] = Xs, [], Merged) -> lists:reverse(Xs, Merged).

umerge(Lists) -> u_up(without_empty(Lists), []).

umerge([], Ys) -> Ys;
umerge([_ | _] = Xs, Ys) -> lists:reverse(u_merge_up(Xs, Ys, []), []).

umerge3(Xs, Ys, Zs) -> umerge(umerge(Xs, Ys), Zs).

rumerge(Xs, []) -> Xs;
rumerge(Xs, [_ | _] = Ys) -> lists:reverse(u_merge_down(Xs, Ys, []), []).

rumerge3(Xs, Ys, Zs) -> rumerge(rumerge(Xs, Ys), Zs).

%% ---- sorting by key: each tuple travels in a cell [Key | Tuple], so that its key is looked up once

keysort(N, Tuples) when is_integer(N), N > 0 ->
    case Tuples of
        [] -> [];
        [_] -> Tuples;
        [_, _ | _] -> [Tuple || [_ | Tuple] <- k_up(k_runs(with_keys(N, Tuples), []), [])]
    end.

with_keys(N, [Tuple | Rest]) -> [[element(N, Tuple) | Tuple] | with_keys(N, Rest)];
with_keys(_, []) -> [].

k_runs([[X | _] = A, [Y | _] = B | Rest], Runs) when X =< Y -> k_rising(Y, B, Rest, [A], Runs);
k_runs([A, [Y | _] = B | Rest], Runs) -> k_falling(Y, B, Rest, [A], Runs);
k_runs([A], Runs) -> lists:reverse(Runs, [[A]]);
k_runs([], Runs) -> lists:reverse(Runs, []).

k_rising(X, A, [[Y | _] = B | Rest], Run, Runs) when X =< Y -> k_rising(Y, B, Rest, [A | Run], Runs);
k_rising(_, A, Rest, Run, Runs) -> k_runs(Rest, [lists:reverse(Run, [A]) | Runs]).

k_falling(X, A, [[Y | _] = B | Rest], Run, Runs) when X > Y -> k_falling(Y, B, Rest, [A | Run], Runs);
k_falling(_, A, Rest, Run, Runs) -> k_runs(Rest, [[A | Run] | Runs]).

k_up([A, B | Runs], Merged) -> k_up(Runs, [k_merge_up(A, B, []) | Merged]);
k_up([Run], []) -> Run;
k_up([Run], Merged) -> k_down([lists:reverse(Run, []) | Merged], []);
k_up([], Merged) -> k_down(Merged, []).

k_down([B, A | Runs], Merged) -> k_down(Runs, [k_merge_down(A, B, []) | Merged]);
k_down([Run], Merged) -> k_up([lists:reverse(Run, []) | Merged], []);
k_down([], Merged) -> k_up(Merged, []).

k_merge_up([[X | _] = A | As], [[Y | _] | _] = Bs, Merged) when X =< Y -> k_merge_up(As, Bs, [A | Merged]);
k_merge_up([_ | _] = As, [B | Bs], Merged) -> k_merge_up(As, Bs, [B | Merged]);
k_merge_up([], Bs, Merged) -> lists:reverse(Bs, Merged);
k_merge_up(As, [], Merged) -> lists:reverse(As, Merged).

k_merge_down([[X | _] | _] = As, [[Y | _] = B | Bs], Merged) when X =< Y -> k_merge_down(As, Bs, [B | Merged]);
k_merge_down([A | As], [_ | _] = Bs, Merged) -> k_merge_down(As, Bs, [A | Merged]);
k_merge_down([], Bs, Merged) -> lists:reverse(Bs, Merged);
k_merge_down(As, [], Merged) -> lists:reverse(As, Merged).

%% The first of the tuples with equal keys, as a stable sort leaves them together.
ukeysort(N, Tuples) when is_integer(N), N > 0 ->
    case Tuples of
        [] -> [];
        [_] -> Tuples;
        [_, _ | _] -> first_of_each(k_up(k_runs(with_keys(N, Tuples), []), []))
    end.

first_of_each([[Key | Tuple] | Rest]) -> [Tuple | first_of_each(Key, Rest)].

first_of_each(Key, [[Same | _] | Rest]) when Key == Same -> first_of_each(Key, Rest);
first_of_each(_, [_ | _] = Rest) -> first_of_each(Rest);
first_of_each(_, []) -> [].

keymerge(N, As, Others) when is_integer(N), N > 0 ->
    case Others of
        [] -> As;
        [B | Bs] -> lists:reverse(keymerge(N, As, B, element(N, B), Bs, []), [])
    end.

keymerge(N, [A | As], B, Key, Bs, Merged) ->
    case element(N, A) of
        Earlier when Earlier =< Key -> keymerge(N, As, B, Key, Bs, [A | Merged]);
        _ when Bs =:= [] -> lists:reverse(As, [A, B | Merged]);
        _ -> keymerge(N, [A | As], hd(Bs), element(N, hd(Bs)), tl(Bs), [B | Merged])
    end;
keymerge(_, [], B, _, Bs, Merged) -> lists:reverse(Bs, [B | Merged]).

rkeymerge(N, As, Others) when is_integer(N), N > 0 ->
    case Others of
        [] -> As;
        [B | Bs] -> lists:reverse(rkeymerge(N, As, B, element(N, B), Bs, []), [])
    end.

rkeymerge(N, [A | As], B, Key, Bs, Merged) ->
    case element(N, A) of
        Later when Later > Key -> rkeymerge(N, As, B, Key, Bs, [A | Merged]);
        _ when Bs =:= [] -> lists:reverse(As, [A, B | Merged]);
        _ -> rkeymerge(N, [A | As], hd(Bs), element(N, hd(Bs)), tl(Bs), [B | Merged])
    end;
rkeymerge(_, [], B, _, Bs, Merged) -> lists:reverse(Bs, [B | Merged]).

ukeymerge(N, Others, Bs) when is_integer(N), N > 0 ->
    case Others of
        [] -> Bs;
        [A | As] -> lists:reverse(ukeymerge(N, A, element(N, A), As, Bs, []), [])
    end.

ukeymerge(N, A, Key, As, [B | Bs], Merged) ->
    case element(N, B) of
        Smaller when Smaller < Key -> ukeymerge(N, A, Key, As, Bs, [B | Merged]);
        Same when Same == Key, As =:= [] -> lists:reverse(Bs, [A | Merged]);
        _ when As =:= [] -> lists:reverse([B | Bs], [A | Merged]);
        Same when Same == Key -> ukeymerge(N, hd(As), element(N, hd(As)), tl(As), Bs, [A | Merged]);
        _ -> ukeymerge(N, hd(As), element(N, hd(As)), tl(As), [B | Bs], [A | Merged])
    end;
ukeymerge(_, A, _, As, [], Merged) -> lists:reverse(As, [A | Merged]).

rukeymerge(N, As, Others) when is_integer(N), N > 0 ->
    case Others of
        [] -> As;
        [B | Bs] -> lists:reverse(rukeymerge(N, As, B, element(N, B), Bs, []), [])
    end.

rukeymerge(N, [A | As], B, Key, Bs, Merged) ->
    case element(N, A) of
        Later when Later > Key -> rukeymerge(N, As, B, Key, Bs, [A | Merged]);
        Same when Same == Key, Bs =:= [] -> lists:reverse(As, [A | Merged]);
        _ when Bs =:= [] -> lists:reverse([A | As], [B | Merged]);
        Same when Same == Key -> rukeymerge(N, As, hd(Bs), element(N, hd(Bs)), tl(Bs), [A | Merged]);
        _ -> rukeymerge(N, [A | As], hd(Bs), element(N, hd(Bs)), tl(Bs), [B | Merged])
    end;
rukeymerge(_, [], B, _, Bs, Merged) -> lists:reverse(Bs, [B | Merged]).

%% ---- sorting by a fun
%%
%% The scheme of sort/1. Which pairs the fun is asked about, and in which order, can be seen by the fun: so it is asked
%% exactly as OTP asks it.

sort(Fun, []) when is_function(Fun, 2) -> [];
sort(Fun, [_] = List) when is_function(Fun, 2) -> List;
sort(Fun, [X, Y | Rest]) ->
    case Fun(X, Y) of
        true -> f_rising(Fun, X, Y, Rest, [], [], []);
        false -> f_falling(Fun, X, Y, Rest, [], [], [])
    end.

f_rising(Fun, X, Y, [Z | Rest], Run, Spare, Runs) ->
    case Fun(Y, Z) of
        true -> f_rising(Fun, Y, Z, Rest, [X | Run], Spare, Runs);
        false ->
            case Fun(X, Z) of
                true -> f_rising(Fun, Z, Y, Rest, [X | Run], Spare, Runs);
                false when Spare =/= [] ->
                    [S] = Spare,
                    case Fun(S, Z) of
                        true -> f_rising(Fun, S, Z, Rest, [], [], [[Y, X | Run] | Runs]);
                        false -> f_rising(Fun, Z, S, Rest, [], [], [[Y, X | Run] | Runs])
                    end;
                false when Run =:= [] -> f_rising(Fun, X, Y, Rest, [Z], [], Runs);
                false -> f_rising(Fun, X, Y, Rest, Run, [Z], Runs)
            end
    end;
f_rising(Fun, X, Y, [], Run, [], Runs) -> f_down([[Y, X | Run] | Runs], [], Fun, newest_first);
f_rising(Fun, X, Y, [], Run, Spare, Runs) -> f_down([Spare, [Y, X | Run] | Runs], [], Fun, newest_first).

f_falling(Fun, X, Y, [Z | Rest], Run, Spare, Runs) ->
    case Fun(Y, Z) of
        false -> f_falling(Fun, Y, Z, Rest, [X | Run], Spare, Runs);
        true ->
            case Fun(X, Z) of
                false -> f_falling(Fun, Z, Y, Rest, [X | Run], Spare, Runs);
                true when Spare =/= [] ->
                    [S] = Spare,
                    case Fun(S, Z) of
                        false -> f_falling(Fun, S, Z, Rest, [], [], [[Y, X | Run] | Runs]);
                        true -> f_falling(Fun, Z, S, Rest, [], [], [[Y, X | Run] | Runs])
                    end;
                true when Run =:= [] -> f_falling(Fun, X, Y, Rest, [Z], [], Runs);
                true -> f_falling(Fun, X, Y, Rest, Run, [Z], Runs)
            end
    end;
f_falling(Fun, X, Y, [], Run, [], Runs) -> f_up([[Y, X | Run] | Runs], [], Fun, newest_first);
f_falling(Fun, X, Y, [], Run, Spare, Runs) -> f_up([Spare, [Y, X | Run] | Runs], [], Fun, newest_first).

%% Passes as in `up` and `down`, except that the runs may come in either order: `newest_first` when the run that came
%% later in the list is at the head.
f_up([A, B | Runs], Merged, Fun, Order) ->
    {Xs, Ys} = in_order(A, B, Order),
    f_up(Runs, [f_merge_up(Xs, Ys, Fun, []) | Merged], Fun, Order);
f_up([Run], [], _, _) -> Run;
f_up([Run], Merged, Fun, Order) -> f_down([lists:reverse(Run, []) | Merged], [], Fun, opposite(Order));
f_up([], Merged, Fun, Order) -> f_down(Merged, [], Fun, opposite(Order)).

f_down([A, B | Runs], Merged, Fun, Order) ->
    {Xs, Ys} = in_order(A, B, Order),
    f_down(Runs, [f_merge_down(Xs, Ys, Fun, []) | Merged], Fun, Order);
f_down([Run], Merged, Fun, Order) -> f_up([lists:reverse(Run, []) | Merged], [], Fun, opposite(Order));
f_down([], Merged, Fun, Order) -> f_up(Merged, [], Fun, opposite(Order)).

in_order(A, B, oldest_first) -> {A, B};
in_order(A, B, newest_first) -> {B, A}.

opposite(oldest_first) -> newest_first;
opposite(newest_first) -> oldest_first.

f_merge_up([X | Rest] = Xs, [Y | Ys], Fun, Merged) ->
    case Fun(X, Y) of
        true -> f_merge_up(Rest, [Y | Ys], Fun, [X | Merged]);
        false -> f_merge_up(Xs, Ys, Fun, [Y | Merged])
    end;
f_merge_up([], Ys, _, Merged) -> lists:reverse(Ys, Merged);
f_merge_up([_ | _] = Xs, [], _, Merged) -> lists:reverse(Xs, Merged).

f_merge_down([X | Rest] = Xs, [Y | Ys], Fun, Merged) ->
    case Fun(X, Y) of
        true -> f_merge_down(Xs, Ys, Fun, [Y | Merged]);
        false -> f_merge_down(Rest, [Y | Ys], Fun, [X | Merged])
    end;
f_merge_down([], Ys, _, Merged) -> lists:reverse(Ys, Merged);
f_merge_down([_ | _] = Xs, [], _, Merged) -> lists:reverse(Xs, Merged).

merge(Fun, Xs, []) when is_function(Fun, 2) -> Xs;
merge(Fun, Xs, [_ | _] = Ys) when is_function(Fun, 2) -> lists:reverse(f_merge_up(Xs, Ys, Fun, []), []).

rmerge(Fun, Xs, []) when is_function(Fun, 2) -> Xs;
rmerge(Fun, Xs, [_ | _] = Ys) when is_function(Fun, 2) -> lists:reverse(f_merge_down(Xs, Ys, Fun, []), []).

%% ---- sorting by a fun, without duplicates: two elements are equal when the fun is true both ways

usort(Fun, []) when is_function(Fun, 2) -> [];
usort(Fun, [_] = List) when is_function(Fun, 2) -> List;
usort(Fun, [X | Rest]) when is_function(Fun, 2) -> usort_1(Fun, X, Rest).

usort_1(Fun, X, [Y | Rest]) ->
    case relation(Fun, X, Y) of
        equal when Rest =:= [] -> [X];
        equal -> usort_1(Fun, X, Rest);
        less -> uf_rising(Fun, X, Y, Rest, [], [], []);
        greater -> uf_falling(Fun, Y, Rest, [X])
    end.

relation(Fun, X, Y) ->
    case Fun(X, Y) of
        true ->
            case Fun(Y, X) of
                true -> equal;
                false -> less
            end;
        false -> greater
    end.

uf_rising(Fun, X, Y, [Z | Rest], Run, Spare, Runs) ->
    case relation(Fun, Y, Z) of
        equal -> uf_rising(Fun, X, Y, Rest, Run, Spare, Runs);
        less -> uf_rising(Fun, Y, Z, Rest, [X | Run], Spare, Runs);
        greater ->
            case relation(Fun, X, Z) of
                equal -> uf_rising(Fun, X, Y, Rest, Run, Spare, Runs);
                less -> uf_rising(Fun, Z, Y, Rest, [X | Run], Spare, Runs);
                greater when Spare =/= [] ->
                    [S] = Spare,
                    case relation(Fun, S, Z) of
                        equal -> uf_rising(Fun, X, Y, Rest, Run, Spare, Runs);
                        less -> uf_rising(Fun, S, Z, Rest, [], [], [[Y, X | Run] | Runs]);
                        greater -> uf_rising(Fun, Z, S, Rest, [], [], [[Y, X | Run] | Runs])
                    end;
                greater when Run =:= [] -> uf_rising(Fun, X, Y, Rest, [Z], [], Runs);
                greater -> uf_rising(Fun, X, Y, Rest, Run, [Z], Runs)
            end
    end;
uf_rising(Fun, X, Y, [], Run, [], Runs) -> uf_down([[Y, X | Run] | Runs], [], Fun);
uf_rising(Fun, X, Y, [], Run, Spare, Runs) -> uf_down([Spare, [Y, X | Run] | Runs], [], Fun).

%% Only the run at the head of the list may fall.
uf_falling(Fun, X, [Y | Rest], Run) ->
    case relation(Fun, X, Y) of
        equal -> uf_falling(Fun, X, Rest, Run);
        less -> uf_rising(Fun, X, Y, Rest, [], [], [lists:reverse(Run, [])]);
        greater -> uf_falling(Fun, Y, Rest, [X | Run])
    end;
uf_falling(_, X, [], Run) -> [X | Run].

uf_up([A, B | Runs], Merged, Fun) -> uf_up(Runs, [uf_merge_up(A, B, Fun, []) | Merged], Fun);
uf_up([Run], [], _) -> Run;
uf_up([Run], Merged, Fun) -> uf_down([lists:reverse(Run, []) | Merged], [], Fun);
uf_up([], Merged, Fun) -> uf_down(Merged, [], Fun).

uf_down([B, A | Runs], Merged, Fun) -> uf_down(Runs, [uf_merge_down(A, B, Fun, []) | Merged], Fun);
uf_down([Run], Merged, Fun) -> uf_up([lists:reverse(Run, []) | Merged], [], Fun);
uf_down([], Merged, Fun) -> uf_up(Merged, [], Fun).

%% Whether Y repeats the X merged last is only asked when the next X is known to come after Y.
uf_merge_up([X | Xs], [Y | Ys], Fun, Merged) ->
    case Fun(X, Y) of
        true -> uf_merge_up(Xs, Y, Ys, Fun, [X | Merged], X);
        false -> uf_merge_up([X | Xs], Ys, Fun, [Y | Merged])
    end;
uf_merge_up([_ | _] = Xs, [], _, Merged) -> lists:reverse(Xs, Merged).

uf_merge_up([X | Xs], Y, Ys, Fun, Merged, Last) ->
    case Fun(X, Y) of
        true -> uf_merge_up(Xs, Y, Ys, Fun, [X | Merged], X);
        false ->
            case Fun(Y, Last) of
                true -> uf_merge_up([X | Xs], Ys, Fun, Merged);
                false -> uf_merge_up([X | Xs], Ys, Fun, [Y | Merged])
            end
    end;
uf_merge_up([], Y, Ys, Fun, Merged, Last) ->
    case Fun(Y, Last) of
        true -> lists:reverse(Ys, Merged);
        false -> lists:reverse(Ys, [Y | Merged])
    end.

uf_merge_down([X | Xs], [Y | Ys], Fun, Merged) ->
    case Fun(X, Y) of
        true -> uf_merge_down(X, Xs, Ys, Fun, Merged, Y);
        false -> uf_merge_down(Xs, [Y | Ys], Fun, [X | Merged])
    end;
uf_merge_down([], [_ | _] = Ys, _, Merged) -> lists:reverse(Ys, Merged).

uf_merge_down(X, Xs, [Y | Ys], Fun, Merged, Last) ->
    case Fun(X, Y) of
        true -> uf_merge_down(X, Xs, Ys, Fun, [Last | Merged], Y);
        false ->
            case Fun(Last, X) of
                true -> uf_merge_down(Xs, [Y | Ys], Fun, [X | Merged]);
                false -> uf_merge_down(Xs, [Y | Ys], Fun, [X, Last | Merged])
            end
    end;
uf_merge_down(X, Xs, [], Fun, Merged, Last) ->
    case Fun(Last, X) of
        true -> lists:reverse(Xs, [X | Merged]);
        false -> lists:reverse(Xs, [X, Last | Merged])
    end.

umerge(Fun, [], Ys) when is_function(Fun, 2) -> Ys;
umerge(Fun, [_ | _] = Xs, Ys) when is_function(Fun, 2) -> lists:reverse(uf_merge_up(Xs, Ys, Fun, []), []).

rumerge(Fun, Xs, []) when is_function(Fun, 2) -> Xs;
rumerge(Fun, Xs, [_ | _] = Ys) when is_function(Fun, 2) -> lists:reverse(uf_merge_down(Xs, Ys, Fun, []), []).
