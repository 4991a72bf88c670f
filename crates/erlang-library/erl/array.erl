%% Functional arrays: {array, Size, Max, Default, Tree}, where Max is how many entries the tree has room for, or 0 for an array of
%% fixed size.
%%
%% A tree is a number, standing for that many entries never set; or a leaf, a tuple of 10 values; or a node, a tuple of 10
%% trees and the number of entries in each of them.
-module(array).

-export([default/1, fix/1, foldl/3, foldr/3, from_list/1, from_list/2, from_orddict/1, from_orddict/2, get/2, is_array/1,
         is_fix/1, map/2, new/0, new/1, new/2, relax/1, reset/2, resize/1, resize/2, set/3, size/1, sparse_foldl/3,
         sparse_foldr/3, sparse_map/2, sparse_size/1, sparse_to_list/1, sparse_to_orddict/1, to_list/1, to_orddict/1]).

-compile({no_auto_import, [get/1, size/1]}).

-record(array, {size, max, default, tree}).

-define(WIDTH, 10).
-define(NODE(Span), {_, _, _, _, _, _, _, _, _, _, Span}).

%% ---- making

new() -> new([]).

new(Options) -> options(as_list(Options), 0, false, undefined).

new(Size, Options) when is_integer(Size), Size >= 0 -> options(as_list(Options), Size, true, undefined);
new(_, _) -> error(badarg).

as_list(Options) when is_list(Options) -> Options;
as_list(Option) -> [Option].

options([fixed | Rest], Size, _, Default) -> options(Rest, Size, true, Default);
options([{fixed, Fixed} | Rest], Size, _, Default) when is_boolean(Fixed) -> options(Rest, Size, Fixed, Default);
options([{default, Default} | Rest], Size, Fixed, _) -> options(Rest, Size, Fixed, Default);
options([{size, Size} | Rest], _, _, Default) when is_integer(Size), Size >= 0 -> options(Rest, Size, true, Default);
options([Size | Rest], _, _, Default) when is_integer(Size), Size >= 0 -> options(Rest, Size, true, Default);
options([], Size, true, Default) -> #array{size = Size, max = 0, default = Default, tree = room(Size - 1, ?WIDTH)};
options([], Size, false, Default) ->
    Room = room(Size - 1, ?WIDTH),
    #array{size = Size, max = Room, default = Default, tree = Room};
options(_, _, _, _) -> error(badarg).

%% How many entries a tree must hold to have one for the index.
room(Index, Room) when Index >= Room -> room(Index, Room * ?WIDTH);
room(_, Room) -> Room.

is_array(#array{size = Size, max = Max}) when is_integer(Size), is_integer(Max) -> true;
is_array(_) -> false.

size(#array{size = Size}) -> Size;
size(_) -> error(badarg).

default(#array{default = Default}) -> Default;
default(_) -> error(badarg).

fix(#array{} = Array) -> Array#array{max = 0}.

is_fix(#array{max = Max}) -> Max =:= 0.

relax(#array{size = Size} = Array) -> Array#array{max = room(Size - 1, ?WIDTH)}.

resize(Array) -> resize(sparse_size(Array), Array).

resize(Size, #array{size = Old, max = 0, tree = Tree} = Array) when is_integer(Size), Size > Old ->
    {Tree1, _} = grown(Size - 1, Tree, room(Old - 1, ?WIDTH)),
    Array#array{size = Size, tree = Tree1};
resize(Size, #array{size = Old, max = Max, tree = Tree} = Array) when is_integer(Size), Size > Old ->
    {Tree1, Max1} = grown(Size - 1, Tree, Max),
    Array#array{size = Size, max = Max1, tree = Tree1};
resize(Size, #array{} = Array) when is_integer(Size), Size >= 0 -> Array#array{size = Size};
resize(_, _) -> error(badarg).

%% The tree with room for an index, and its room.
grown(Index, Tree, _) when is_integer(Tree) ->
    Room = room(Index, Tree),
    {Room, Room};
grown(Index, Tree, Room) when Index >= Room -> grown(Index, setelement(1, unset_node(Room), Tree), Room * ?WIDTH);
grown(_, Tree, Room) -> {Tree, Room}.

unset_node(Span) -> erlang:make_tuple(?WIDTH + 1, Span).

%% An unset tree with its first level drawn out.
drawn(Room, _) when Room > ?WIDTH -> unset_node(Room div ?WIDTH);
drawn(_, Default) -> erlang:make_tuple(?WIDTH, Default).

%% ---- one entry

set(Index, Value, #array{size = Size, max = Max, default = Default, tree = Tree} = Array) when is_integer(Index), Index >= 0 ->
    if
        Index < Size -> Array#array{tree = put_in(Index, Tree, Value, Default)};
        Index < Max -> Array#array{size = Index + 1, tree = put_in(Index, Tree, Value, Default)};
        Max > 0 ->
            {Tree1, Max1} = grown(Index, Tree, Max),
            Array#array{size = Index + 1, max = Max1, tree = put_in(Index, Tree1, Value, Default)};
        true -> error(badarg)
    end;
set(_, _, _) -> error(badarg).

put_in(Index, Tree, Value, Default) when is_integer(Tree) -> put_in(Index, drawn(Tree, Default), Value, Default);
put_in(Index, ?NODE(Span) = Node, Value, Default) ->
    I = Index div Span + 1,
    setelement(I, Node, put_in(Index rem Span, element(I, Node), Value, Default));
put_in(Index, Leaf, Value, _) -> setelement(Index + 1, Leaf, Value).

get(Index, #array{size = Size, max = Max, default = Default, tree = Tree}) when is_integer(Index), Index >= 0 ->
    if
        Index < Size -> get_from(Index, Tree, Default);
        Max > 0 -> Default;
        true -> error(badarg)
    end;
get(_, _) -> error(badarg).

get_from(_, Tree, Default) when is_integer(Tree) -> Default;
get_from(Index, ?NODE(Span) = Node, Default) -> get_from(Index rem Span, element(Index div Span + 1, Node), Default);
get_from(Index, Leaf, _) -> element(Index + 1, Leaf).

reset(Index, #array{size = Size, max = Max, default = Default, tree = Tree} = Array) when is_integer(Index), Index >= 0 ->
    if
        Index < Size ->
            case get_from(Index, Tree, Default) of
                Default -> Array;
                _ -> Array#array{tree = put_in(Index, Tree, Default, Default)}
            end;
        Max > 0 -> Array;
        true -> error(badarg)
    end;
reset(_, _) -> error(badarg).

%% ---- folds
%%
%% A fold walks the entries of a tree up to a last index, counted within the tree; First is the index in the array of the tree's
%% first entry. A sparse fold passes entries with the default value by.

foldl(Fun, Acc, #array{size = Size, default = Default, tree = Tree}) when is_function(Fun, 3) ->
    fold_up(Fun, Acc, Tree, 0, Size - 1, {all, Default});
foldl(_, _, _) -> error(badarg).

sparse_foldl(Fun, Acc, #array{size = Size, default = Default, tree = Tree}) when is_function(Fun, 3) ->
    fold_up(Fun, Acc, Tree, 0, Size - 1, {sparse, Default});
sparse_foldl(_, _, _) -> error(badarg).

fold_up(_, Acc, _, _, Last, _) when Last < 0 -> Acc;
fold_up(_, Acc, Tree, _, _, {sparse, _}) when is_integer(Tree) -> Acc;
fold_up(Fun, Acc, Tree, First, Last, {all, Default} = Which) when is_integer(Tree) ->
    fold_up(Fun, Acc, drawn(Tree, Default), First, Last, Which);
fold_up(Fun, Acc, ?NODE(Span) = Node, First, Last, Which) -> fold_node_up(Fun, Acc, Node, 1, Span, First, Last, Which);
fold_up(Fun, Acc, Leaf, First, Last, Which) -> fold_leaf_up(Fun, Acc, Leaf, 0, First, Last, Which).

fold_node_up(Fun, Acc, Node, I, Span, First, Last, Which) when Last < Span ->
    fold_up(Fun, Acc, element(I, Node), First, Last, Which);
fold_node_up(Fun, Acc, Node, I, Span, First, Last, Which) ->
    Acc1 = fold_up(Fun, Acc, element(I, Node), First, Span - 1, Which),
    fold_node_up(Fun, Acc1, Node, I + 1, Span, First + Span, Last - Span, Which).

fold_leaf_up(_, Acc, _, I, _, Last, _) when I > Last -> Acc;
fold_leaf_up(Fun, Acc, Leaf, I, First, Last, Which) ->
    case {element(I + 1, Leaf), Which} of
        {Default, {sparse, Default}} -> fold_leaf_up(Fun, Acc, Leaf, I + 1, First, Last, Which);
        {Value, _} -> fold_leaf_up(Fun, Fun(First + I, Value, Acc), Leaf, I + 1, First, Last, Which)
    end.

foldr(Fun, Acc, #array{size = Size, default = Default, tree = Tree}) when is_function(Fun, 3) ->
    fold_down(Fun, Acc, Tree, 0, Size - 1, {all, Default});
foldr(_, _, _) -> error(badarg).

sparse_foldr(Fun, Acc, #array{size = Size, default = Default, tree = Tree}) when is_function(Fun, 3) ->
    fold_down(Fun, Acc, Tree, 0, Size - 1, {sparse, Default});
sparse_foldr(_, _, _) -> error(badarg).

fold_down(_, Acc, _, _, Last, _) when Last < 0 -> Acc;
fold_down(_, Acc, Tree, _, _, {sparse, _}) when is_integer(Tree) -> Acc;
fold_down(Fun, Acc, Tree, First, Last, {all, Default} = Which) when is_integer(Tree) ->
    fold_down(Fun, Acc, drawn(Tree, Default), First, Last, Which);
fold_down(Fun, Acc, ?NODE(Span) = Node, First, Last, Which) -> fold_node_down(Fun, Acc, Node, Span, First, Last, Which);
fold_down(Fun, Acc, Leaf, First, Last, Which) -> fold_leaf_down(Fun, Acc, Leaf, First, Last, Which).

fold_node_down(_, Acc, _, _, _, Last, _) when Last < 0 -> Acc;
fold_node_down(Fun, Acc, Node, Span, First, Last, Which) ->
    Before = Last div Span * Span,
    Acc1 = fold_down(Fun, Acc, element(Last div Span + 1, Node), First + Before, Last - Before, Which),
    fold_node_down(Fun, Acc1, Node, Span, First, Before - 1, Which).

fold_leaf_down(_, Acc, _, _, I, _) when I < 0 -> Acc;
fold_leaf_down(Fun, Acc, Leaf, First, I, Which) ->
    case {element(I + 1, Leaf), Which} of
        {Default, {sparse, Default}} -> fold_leaf_down(Fun, Acc, Leaf, First, I - 1, Which);
        {Value, _} -> fold_leaf_down(Fun, Fun(First + I, Value, Acc), Leaf, First, I - 1, Which)
    end.

to_list(Array) -> foldr(fun(_, Value, Values) -> [Value | Values] end, [], Array).

sparse_to_list(Array) -> sparse_foldr(fun(_, Value, Values) -> [Value | Values] end, [], Array).

to_orddict(Array) -> foldr(fun(Index, Value, Pairs) -> [{Index, Value} | Pairs] end, [], Array).

sparse_to_orddict(Array) -> sparse_foldr(fun(Index, Value, Pairs) -> [{Index, Value} | Pairs] end, [], Array).

sparse_size(Array) ->
    try sparse_foldr(fun(Index, _, _) -> throw({last, Index}) end, 0, Array)
    catch throw:{last, Index} -> Index + 1
    end.

%% ---- maps: what lies behind the last entry is left as it is, but in the last leaf it becomes the default again

map(Fun, #array{size = Size, default = Default, tree = Tree} = Array) when is_function(Fun, 2), Size > 0 ->
    Array#array{tree = mapped(Fun, Tree, 0, Size - 1, {all, Default})};
map(Fun, #array{} = Array) when is_function(Fun, 2) -> Array;
map(_, _) -> error(badarg).

sparse_map(Fun, #array{size = Size, default = Default, tree = Tree} = Array) when is_function(Fun, 2), Size > 0 ->
    Array#array{tree = mapped(Fun, Tree, 0, Size - 1, {sparse, Default})};
sparse_map(Fun, #array{} = Array) when is_function(Fun, 2) -> Array;
sparse_map(_, _) -> error(badarg).

mapped(_, Tree, _, _, {sparse, _}) when is_integer(Tree) -> Tree;
mapped(Fun, Tree, First, Last, {all, Default} = Which) when is_integer(Tree) ->
    mapped(Fun, drawn(Tree, Default), First, Last, Which);
mapped(Fun, ?NODE(Span) = Node, First, Last, Which) ->
    list_to_tuple(mapped_trees(Fun, tuple_to_list(Node), Span, First, Last, Which));
mapped(Fun, Leaf, First, Last, Which) ->
    list_to_tuple(mapped_values(Fun, tuple_to_list(Leaf), First, First + Last, Which)).

mapped_trees(_, Rest, _, _, Last, _) when Last < 0 -> Rest;
mapped_trees(Fun, [Tree | Rest], Span, First, Last, Which) ->
    Mapped = mapped(Fun, Tree, First, min(Last, Span - 1), Which),
    [Mapped | mapped_trees(Fun, Rest, Span, First + Span, Last - Span, Which)].

mapped_values(_, [], _, _, _) -> [];
mapped_values(Fun, [Default | Rest], Index, Last, {sparse, Default} = Which) ->
    [Default | mapped_values(Fun, Rest, Index + 1, Last, Which)];
mapped_values(Fun, [_ | Rest], Index, Last, {all, Default} = Which) when Index > Last ->
    [Default | mapped_values(Fun, Rest, Index + 1, Last, Which)];
mapped_values(Fun, [Value | Rest], Index, Last, Which) ->
    New = Fun(Index, Value),
    [New | mapped_values(Fun, Rest, Index + 1, Last, Which)].

%% ---- from lists: a level of trees is built upon the level below, where {unset, N} stands for N trees

from_list(List) -> from_list(List, undefined).

from_list([], Default) -> new({default, Default});
from_list(List, Default) when is_list(List) ->
    {Leaves, Size} = leaves(List, Default, 0),
    {Tree, Room} = tree(Leaves, ?WIDTH),
    #array{size = Size, max = Room, default = Default, tree = Tree};
from_list(_, _) -> error(badarg).

leaves([], _, Size) -> {[], Size};
leaves(List, Default, Size) ->
    {Values, Rest, N} = first_values(List, ?WIDTH, Default),
    {Leaves, Size1} = leaves(Rest, Default, Size + N),
    {[list_to_tuple(Values) | Leaves], Size1}.

first_values(Rest, 0, _) -> {[], Rest, 0};
first_values([Value | Rest], N, Default) ->
    {Values, Rest1, Count} = first_values(Rest, N - 1, Default),
    {[Value | Values], Rest1, Count + 1};
first_values([], N, Default) -> {lists:duplicate(N, Default), [], 0};
first_values(_, _, _) -> error(badarg).

tree([Tree], Room) when is_tuple(Tree), tuple_size(Tree) >= ?WIDTH -> {Tree, Room};
tree(Trees, Span) -> tree(next_level(Trees, Span), Span * ?WIDTH).

next_level([{unset, N} | Rest], Span) when N >= ?WIDTH -> [{unset, N div ?WIDTH} | next_level(unset(N rem ?WIDTH, Rest), Span)];
next_level([], _) -> [];
next_level(Trees, Span) ->
    {Children, Rest} = children(Trees, ?WIDTH, Span),
    [list_to_tuple(Children) | next_level(Rest, Span)].

unset(0, Rest) -> Rest;
unset(N, Rest) -> [{unset, N} | Rest].

%% The next N trees and the span: what a node is made of.
children(Trees, 0, Span) -> {[Span], Trees};
children([], N, Span) -> {lists:duplicate(N + 1, Span), []};
children([{unset, K} | Rest], N, Span) ->
    {Children, Rest1} = children(unset(K - 1, Rest), N - 1, Span),
    {[Span | Children], Rest1};
children([Tree | Rest], N, Span) ->
    {Children, Rest1} = children(Rest, N - 1, Span),
    {[Tree | Children], Rest1}.

from_orddict(Pairs) -> from_orddict(Pairs, undefined).

from_orddict([], Default) -> new({default, Default});
from_orddict(Pairs, Default) when is_list(Pairs) ->
    {Leaves, Size} = pair_leaves(Pairs, 0, Default),
    {Tree, Room} = tree(Leaves, ?WIDTH),
    #array{size = Size, max = Room, default = Default, tree = Tree};
from_orddict(_, _) -> error(badarg).

%% Leaves from an index on that is a multiple of 10. Those before the next pair are unset, except a last one that ends
%% where the pair is.
pair_leaves([{Index, _} | _] = Pairs, From, Default) when is_integer(Index), Index > From + ?WIDTH ->
    Skip = (Index - From) div ?WIDTH,
    {Leaves, Size} = pair_leaves(Pairs, From + Skip * ?WIDTH, Default),
    {[{unset, Skip} | Leaves], Size};
pair_leaves([{_, _} | _] = Pairs, From, Default) ->
    {Values, Rest, Size} = pair_values(Pairs, From, From + ?WIDTH, From, Default),
    Leaf = list_to_tuple(Values),
    case Rest of
        [] -> {[Leaf], Size};
        _ ->
            {Leaves, Size1} = pair_leaves(Rest, From + ?WIDTH, Default),
            {[Leaf | Leaves], Size1}
    end;
pair_leaves(Pairs, _, _) -> error({badarg, Pairs}).

pair_values(Pairs, End, End, Size, _) -> {[], Pairs, Size};
pair_values([{Index, Value} | Pairs], Index, End, _, Default) ->
    {Values, Rest, Size} = pair_values(Pairs, Index + 1, End, Index + 1, Default),
    {[Value | Values], Rest, Size};
pair_values([{Later, _} | _] = Pairs, Index, End, _, Default) when is_integer(Later), Later > Index ->
    {Values, Rest, Size} = pair_values(Pairs, Index + 1, End, Index + 1, Default),
    {[Default | Values], Rest, Size};
pair_values([_ | _] = Pairs, _, _, _, _) -> error({badarg, Pairs});
pair_values(Rest, Index, End, Size, Default) -> {lists:duplicate(End - Index, Default), Rest, Size}.
