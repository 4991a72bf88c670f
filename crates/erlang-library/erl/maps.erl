%% Maps. Native: find/2, from_keys/2, from_list/1, get/2, is_key/2, keys/1, merge/2, put/3, remove/2, take/2, update/3,
%% values/1, and erts_internal:map_next/3, which walks a map: map_next(Path, Map, iterator) is `none` or {Key, Value, Next};
%% map_next(Path, Map, List) puts pairs before the list, all of them or as many as [NextPath, Map | Pairs] says.
%%
%% Walks over a map are in functions named with `_1`, as a stack trace from the fun shows them.
-module(maps).

-export([filter/2, filtermap/2, fold/3, foreach/2, get/3, groups_from_list/2, groups_from_list/3, intersect/2,
         intersect_with/3, iterator/1, iterator/2, map/2, merge_with/3, new/0, next/1, size/1, to_list/1, update_with/3,
         update_with/4, with/2, without/2]).

-compile({no_auto_import, [get/1, put/2, size/1]}).

new() -> #{}.

size(Map) when is_map(Map) -> map_size(Map);
size(Map) -> erlang:error({badmap, Map}, [Map]).

get(Key, Map, Default) when is_map(Map) ->
    case Map of
        #{Key := Value} -> Value;
        #{} -> Default
    end;
get(Key, Map, Default) -> erlang:error({badmap, Map}, [Key, Map, Default]).

update_with(Key, Fun, Map) when is_function(Fun, 1), is_map(Map) ->
    case Map of
        #{Key := Value} -> Map#{Key := Fun(Value)};
        #{} -> erlang:error({badkey, Key}, [Key, Fun, Map])
    end;
update_with(Key, Fun, Map) -> erlang:error(unless_map(Map), [Key, Fun, Map]).

update_with(Key, Fun, Init, Map) when is_function(Fun, 1), is_map(Map) ->
    case Map of
        #{Key := Value} -> Map#{Key := Fun(Value)};
        #{} -> Map#{Key => Init}
    end;
update_with(Key, Fun, Init, Map) -> erlang:error(unless_map(Map), [Key, Fun, Init, Map]).

with(Keys, Map) when is_list(Keys), is_map(Map) -> maps:from_list(with_1(Keys, Map));
with(Keys, Map) -> erlang:error(unless_map(Map), [Keys, Map]).

with_1([Key | Keys], Map) ->
    case Map of
        #{Key := Value} -> [{Key, Value} | with_1(Keys, Map)];
        #{} -> with_1(Keys, Map)
    end;
with_1([], _) -> [].

without(Keys, Map) when is_list(Keys), is_map(Map) -> lists:foldl(fun maps:remove/2, Map, Keys);
without(Keys, Map) -> erlang:error(unless_map(Map), [Keys, Map]).

%% What is wrong with arguments of which the map may be the wrong one.
unless_map(Map) when is_map(Map) -> badarg;
unless_map(Other) -> {badmap, Other}.

%% ---- walking

to_list(Map) when is_map(Map) -> pairs(erts_internal:map_next(0, Map, []));
to_list(Map) -> erlang:error({badmap, Map}, [Map]).

pairs([Path, Map | Pairs]) when is_integer(Path) -> pairs(erts_internal:map_next(Path, Map, Pairs));
pairs(Pairs) -> Pairs.

iterator(Map) when is_map(Map) -> [0 | Map];
iterator(Map) -> erlang:error({badmap, Map}, [Map]).

%% In a given order: the keys still to come stand where the path would.
iterator(Map, undefined) when is_map(Map) -> [0 | Map];
iterator(Map, ordered) when is_map(Map) -> [lists:sort(maps:keys(Map)) | Map];
iterator(Map, reversed) when is_map(Map) -> [lists:reverse(lists:sort(maps:keys(Map))) | Map];
iterator(Map, Order) when is_map(Map), is_function(Order, 2) -> [lists:sort(Order, maps:keys(Map)) | Map];
iterator(Map, Order) -> erlang:error(unless_map(Map), [Map, Order]).

next({Key, Value, Iterator}) -> {Key, Value, Iterator};
next([Path | Map]) when is_integer(Path), is_map(Map) -> erts_internal:map_next(Path, Map, iterator);
next([[] | Map]) when is_map(Map) -> none;
next([[Key | Keys] | Map]) when is_map_key(Key, Map) -> {Key, map_get(Key, Map), [Keys | Map]};
next(none) -> none;
next(Iterator) -> erlang:error(badarg, [Iterator]).

%% The first step through a map or an iterator, or `neither`.
first(Map) when is_map(Map) -> next(iterator(Map));
first(Iterator) ->
    try next(Iterator)
    catch error:_ -> neither
    end.

filter(Pred, Map) when is_function(Pred, 2) ->
    case first(Map) of
        neither -> erlang:error({badmap, Map}, [Pred, Map]);
        Step -> maps:from_list(filter_1(Pred, Step))
    end;
filter(Pred, Map) -> erlang:error(badarg, [Pred, Map]).

filter_1(Pred, {Key, Value, Iterator}) ->
    case Pred(Key, Value) of
        true -> [{Key, Value} | filter_1(Pred, next(Iterator))];
        false -> filter_1(Pred, next(Iterator))
    end;
filter_1(_, none) -> [].

filtermap(Fun, Map) when is_function(Fun, 2) ->
    case first(Map) of
        neither -> erlang:error({badmap, Map}, [Fun, Map]);
        Step -> maps:from_list(filtermap_1(Fun, Step))
    end;
filtermap(Fun, Map) -> erlang:error(badarg, [Fun, Map]).

filtermap_1(Fun, {Key, Value, Iterator}) ->
    case Fun(Key, Value) of
        true -> [{Key, Value} | filtermap_1(Fun, next(Iterator))];
        {true, New} -> [{Key, New} | filtermap_1(Fun, next(Iterator))];
        false -> filtermap_1(Fun, next(Iterator))
    end;
filtermap_1(_, none) -> [].

foreach(Fun, Map) when is_function(Fun, 2) ->
    case first(Map) of
        neither -> erlang:error({badmap, Map}, [Fun, Map]);
        Step -> foreach_1(Fun, Step)
    end;
foreach(Fun, Map) -> erlang:error(badarg, [Fun, Map]).

foreach_1(Fun, {Key, Value, Iterator}) ->
    Fun(Key, Value),
    foreach_1(Fun, next(Iterator));
foreach_1(_, none) -> ok.

fold(Fun, Acc, Map) when is_function(Fun, 3) ->
    case first(Map) of
        neither -> erlang:error({badmap, Map}, [Fun, Acc, Map]);
        Step -> fold_1(Fun, Acc, Step)
    end;
fold(Fun, Acc, Map) -> erlang:error(badarg, [Fun, Acc, Map]).

fold_1(Fun, Acc, {Key, Value, Iterator}) -> fold_1(Fun, Fun(Key, Value, Acc), next(Iterator));
fold_1(_, Acc, none) -> Acc.

map(Fun, Map) when is_function(Fun, 2) ->
    case first(Map) of
        neither -> erlang:error({badmap, Map}, [Fun, Map]);
        Step -> maps:from_list(map_1(Fun, Step))
    end;
map(Fun, Map) -> erlang:error(badarg, [Fun, Map]).

map_1(Fun, {Key, Value, Iterator}) -> [{Key, Fun(Key, Value)} | map_1(Fun, next(Iterator))];
map_1(_, none) -> [].

%% ---- two maps: the smaller one is walked, so the fun sees its keys in that one's order

intersect(Map1, Map2) when is_map(Map1), is_map(Map2) ->
    case map_size(Map1) =< map_size(Map2) of
        true -> maps:with(maps:keys(Map1), Map2);
        false -> maps:from_list([{Key, map_get(Key, Map2)} || Key <- maps:keys(Map2), is_map_key(Key, Map1)])
    end;
intersect(Map1, Map2) -> erlang:error(not_a_map(Map1, Map2), [Map1, Map2]).

intersect_with(Fun, Map1, Map2) when is_map(Map1), is_map(Map2), is_function(Fun, 3) ->
    case map_size(Map1) =< map_size(Map2) of
        true -> intersect_with_1(Fun, first(Map1), Map2);
        false -> intersect_with_1(fun(Key, Value2, Value1) -> Fun(Key, Value1, Value2) end, first(Map2), Map1)
    end;
intersect_with(Fun, Map1, Map2) when is_function(Fun, 3) -> erlang:error(not_a_map(Map1, Map2), [Fun, Map1, Map2]);
intersect_with(Fun, Map1, Map2) -> erlang:error(badarg, [Fun, Map1, Map2]).

intersect_with_1(Fun, Step, Large) -> maps:from_list(common(Fun, Step, Large, [])).

common(Fun, {Key, Value1, Iterator}, Large, Pairs) ->
    case Large of
        #{Key := Value2} -> common(Fun, next(Iterator), Large, [{Key, Fun(Key, Value1, Value2)} | Pairs]);
        #{} -> common(Fun, next(Iterator), Large, Pairs)
    end;
common(_, none, _, Pairs) -> Pairs.

merge_with(Fun, Map1, Map2) when is_map(Map1), is_map(Map2), is_function(Fun, 3) ->
    case map_size(Map1) > map_size(Map2) of
        true -> merge_with_1(first(Map2), Map1, Fun);
        false -> merge_with_1(first(Map1), Map2, fun(Key, Value2, Value1) -> Fun(Key, Value1, Value2) end)
    end;
merge_with(Fun, Map1, Map2) when is_function(Fun, 3) -> erlang:error(not_a_map(Map1, Map2), [Fun, Map1, Map2]);
merge_with(Fun, Map1, Map2) -> erlang:error(badarg, [Fun, Map1, Map2]).

merge_with_1({Key, Value, Iterator}, Merged, Fun) ->
    case Merged of
        #{Key := Other} -> merge_with_1(next(Iterator), Merged#{Key := Fun(Key, Other, Value)}, Fun);
        #{} -> merge_with_1(next(Iterator), Merged#{Key => Value}, Fun)
    end;
merge_with_1(none, Merged, _) -> Merged.

not_a_map(Map1, Map2) when is_map(Map1) -> {badmap, Map2};
not_a_map(Map1, _) -> {badmap, Map1}.

%% ---- groups: from the last element to the first, so that each group is built in order

groups_from_list(Fun, List) when is_function(Fun, 1) ->
    case is_list(List) andalso backwards(List) of
        false -> erlang:error(badarg, [Fun, List]);
        Reversed -> groups_from_list_1(Fun, Reversed, #{})
    end;
groups_from_list(Fun, List) -> erlang:error(badarg, [Fun, List]).

groups_from_list_1(Fun, [Element | Rest], Groups) ->
    groups_from_list_1(Fun, Rest, prepend(Fun(Element), Element, Groups));
groups_from_list_1(_, [], Groups) -> Groups.

groups_from_list(Fun, ValueFun, List) when is_function(Fun, 1), is_function(ValueFun, 1) ->
    case is_list(List) andalso backwards(List) of
        false -> erlang:error(badarg, [Fun, ValueFun, List]);
        Reversed -> groups_from_list_2(Fun, ValueFun, Reversed, #{})
    end;
groups_from_list(Fun, ValueFun, List) -> erlang:error(badarg, [Fun, ValueFun, List]).

groups_from_list_2(Fun, ValueFun, [Element | Rest], Groups) ->
    Key = Fun(Element),
    groups_from_list_2(Fun, ValueFun, Rest, prepend(Key, ValueFun(Element), Groups));
groups_from_list_2(_, _, [], Groups) -> Groups.

backwards(List) ->
    try lists:reverse(List, [])
    catch error:_ -> false
    end.

prepend(Key, Value, Groups) ->
    case Groups of
        #{Key := Values} -> Groups#{Key := [Value | Values]};
        #{} -> Groups#{Key => [Value]}
    end.
