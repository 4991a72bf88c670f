%% Sets: hash tables (version 1, the default), or maps from each element to [] (version 2).
-module(sets).

-export([add_element/2, del_element/2, filter/2, fold/3, from_list/1, from_list/2, intersection/1, intersection/2,
         is_disjoint/2, is_element/2, is_empty/1, is_equal/2, is_set/1, is_subset/2, map/2, filtermap/2, new/0, new/1, size/1,
         subtract/2, to_list/1, union/1, union/2]).

-compile({no_auto_import, [size/1]}).

%% A hash table, in the shape of linear_hash.
-define(IS_TABLE(Set), (tuple_size(Set) =:= 9 andalso element(1, Set) =:= set)).

new() -> linear_hash:new(set).

new([{version, 2}]) -> #{};
new(Options) ->
    case proplists:get_value(version, Options, 1) of
        1 -> new();
        2 -> #{}
    end.

from_list(List) -> lists:foldl(fun add_element/2, new(), List).

from_list(List, [{version, 2}]) -> maps:from_keys(List, []);
from_list(List, Options) ->
    case proplists:get_value(version, Options, 1) of
        1 -> from_list(List);
        2 -> maps:from_keys(List, [])
    end.

is_set(Set) -> is_map(Set) orelse is_tuple(Set) andalso ?IS_TABLE(Set).

size(Set) when is_map(Set) -> map_size(Set);
size(Set) when ?IS_TABLE(Set) -> linear_hash:size(Set).

is_empty(Set) when is_map(Set) -> map_size(Set) =:= 0;
is_empty(Set) when ?IS_TABLE(Set) -> linear_hash:size(Set) =:= 0.

to_list(Set) when is_map(Set) -> maps:keys(Set);
to_list(Set) when ?IS_TABLE(Set) -> fold(fun(Element, List) -> [Element | List] end, [], Set).

is_element(Element, Set) when is_map(Set) -> is_map_key(Element, Set);
is_element(Element, Set) when ?IS_TABLE(Set) -> lists:member(Element, linear_hash:bucket(Set, linear_hash:slot(Set, Element))).

add_element(Element, Set) when is_map(Set) -> Set#{Element => []};
add_element(Element, Set) when ?IS_TABLE(Set) ->
    Slot = linear_hash:slot(Set, Element),
    Bucket = linear_hash:bucket(Set, Slot),
    case lists:member(Element, Bucket) of
        true -> Set;
        false -> linear_hash:grown(linear_hash:put_bucket(Set, Slot, [Element | Bucket]), 1, fun(E) -> E end)
    end.

del_element(Element, Set) when is_map(Set) -> maps:remove(Element, Set);
del_element(Element, Set) when ?IS_TABLE(Set) ->
    Slot = linear_hash:slot(Set, Element),
    Bucket = linear_hash:bucket(Set, Slot),
    case lists:member(Element, Bucket) of
        false -> Set;
        true -> linear_hash:shrunk(linear_hash:put_bucket(Set, Slot, lists:delete(Element, Bucket)), 1)
    end.

%% ---- two sets and more; of two hash tables, the smaller is walked

union(Set1, Set2) when is_map(Set1), is_map(Set2) -> maps:merge(Set1, Set2);
union(Set1, Set2) ->
    case size(Set1) < size(Set2) of
        true -> fold(fun add_element/2, Set2, Set1);
        false -> fold(fun add_element/2, Set1, Set2)
    end.

union([Set1, Set2 | Sets]) -> union_all(union(Set1, Set2), Sets);
union([Set]) -> Set;
union([]) -> new().

union_all(Set1, [Set2 | Sets]) -> union_all(union(Set1, Set2), Sets);
union_all(Set, []) -> Set.

intersection(Set1, Set2) ->
    case size(Set1) < size(Set2) of
        true -> filter(fun(Element) -> is_element(Element, Set2) end, Set1);
        false -> filter(fun(Element) -> is_element(Element, Set1) end, Set2)
    end.

intersection([Set1, Set2 | Sets]) -> intersection_all(intersection(Set1, Set2), Sets);
intersection([Set]) -> Set.

intersection_all(Set1, [Set2 | Sets]) -> intersection_all(intersection(Set1, Set2), Sets);
intersection_all(Set, []) -> Set.

subtract(Set1, Set2) -> filter(fun(Element) -> not is_element(Element, Set2) end, Set1).

is_disjoint(Set1, Set2) ->
    case size(Set1) < size(Set2) of
        true -> none_in(Set1, Set2);
        false -> none_in(Set2, Set1)
    end.

none_in(Set1, Set2) -> fold(fun(Element, None) -> None andalso not is_element(Element, Set2) end, true, Set1).

is_subset(Set1, Set2) when is_map(Set1), is_map(Set2), map_size(Set1) > map_size(Set2) -> false;
is_subset(Set1, Set2) -> fold(fun(Element, All) -> All andalso is_element(Element, Set2) end, true, Set1).

is_equal(Set1, Set2) -> size(Set1) =:= size(Set2) andalso is_subset(Set1, Set2).

%% ---- with a fun

fold(Fun, Acc, Set) when is_map(Set), is_function(Fun, 2) -> fold_1(Fun, Acc, maps:iterator(Set));
fold(Fun, Acc, Set) when ?IS_TABLE(Set), is_function(Fun, 2) ->
    linear_hash:fold(fun(Bucket, Acc1) -> fold_bucket(Fun, Acc1, Bucket) end, Acc, Set).

fold_1(Fun, Acc, Iterator) ->
    case maps:next(Iterator) of
        {Element, _, Next} -> fold_1(Fun, Fun(Element, Acc), Next);
        none -> Acc
    end.

fold_bucket(Fun, Acc, [Element | Bucket]) -> fold_bucket(Fun, Fun(Element, Acc), Bucket);
fold_bucket(_, Acc, []) -> Acc.

filter(Pred, Set) when is_map(Set), is_function(Pred, 1) -> maps:from_keys(filter_1(Pred, maps:iterator(Set)), []);
filter(Pred, Set) when ?IS_TABLE(Set), is_function(Pred, 1) ->
    Filtered = linear_hash:map(fun(Bucket) -> filter_bucket(Pred, Bucket, []) end, Set),
    Kept = linear_hash:fold(fun(Bucket, N) -> N + length(Bucket) end, 0, Filtered),
    linear_hash:shrunk(Filtered, size(Set) - Kept).

filter_1(Pred, Iterator) ->
    case maps:next(Iterator) of
        {Element, _, Next} ->
            case Pred(Element) of
                true -> [Element | filter_1(Pred, Next)];
                false -> filter_1(Pred, Next)
            end;
        none -> []
    end.

%% This turns buckets around, as in OTP.
filter_bucket(Pred, [Element | Bucket], Kept) ->
    case Pred(Element) of
        true -> filter_bucket(Pred, Bucket, [Element | Kept]);
        false -> filter_bucket(Pred, Bucket, Kept)
    end;
filter_bucket(_, [], Kept) -> Kept.

map(Fun, Set) when is_map(Set), is_function(Fun, 1) -> maps:from_keys([Fun(Element) || Element <- maps:keys(Set)], []);
map(Fun, Set) when ?IS_TABLE(Set), is_function(Fun, 1) ->
    fold(fun(Element, Mapped) -> add_element(Fun(Element), Mapped) end, new(), Set).

filtermap(Fun, Set) when is_map(Set), is_function(Fun, 1) -> maps:from_keys(lists:filtermap(Fun, maps:keys(Set)), []);
filtermap(Fun, Set) when ?IS_TABLE(Set), is_function(Fun, 1) ->
    fold(fun(Element, Mapped) ->
                 case Fun(Element) of
                     true -> add_element(Element, Mapped);
                     {true, New} -> add_element(New, Mapped);
                     false -> Mapped
                 end
         end, new(), Set).
