%% General balanced trees: {Size, Tree}, where a tree is nil or {Key, Value, Smaller, Larger}. 1 and 1.0 are the same key.
%%
%% A tree may be at most about 2 * log2(Size) high. Insertion counts that down; when it arrives too deep, the lowest tree on the
%% way back up that is too high for its own size is rebuilt. Deletion leaves the tree as it is.
-module(gb_trees).

-export([balance/1, delete/2, delete_any/2, empty/0, enter/3, from_orddict/1, get/2, insert/3, is_defined/2, is_empty/1,
         iterator/1, iterator_from/2, keys/1, larger/2, largest/1, lookup/2, map/2, next/1, size/1, smaller/2, smallest/1, take/2,
         take_any/2, take_largest/1, take_smallest/1, to_list/1, update/3, values/1]).

-compile({no_auto_import, [get/1, size/1]}).

empty() -> {0, nil}.

is_empty(Tree) -> Tree =:= {0, nil}.

size({Size, _}) when is_integer(Size), Size >= 0 -> Size.

%% ---- finding

lookup(Key, {_, Tree}) -> find(Key, Tree).

find(Key, {Other, _, Smaller, _}) when Key < Other -> find(Key, Smaller);
find(Key, {Other, _, _, Larger}) when Key > Other -> find(Key, Larger);
find(_, {_, Value, _, _}) -> {value, Value};
find(_, nil) -> none.

is_defined(Key, {_, Tree}) -> find(Key, Tree) =/= none.

get(Key, {_, Tree}) -> get_1(Key, Tree).

get_1(Key, {Other, _, Smaller, _}) when Key < Other -> get_1(Key, Smaller);
get_1(Key, {Other, _, _, Larger}) when Key > Other -> get_1(Key, Larger);
get_1(_, {_, Value, _, _}) -> Value.

smallest({_, Tree}) -> smallest_1(Tree).

smallest_1({Key, Value, nil, _}) -> {Key, Value};
smallest_1({_, _, Smaller, _}) -> smallest_1(Smaller).

largest({_, Tree}) -> largest_1(Tree).

largest_1({Key, Value, _, nil}) -> {Key, Value};
largest_1({_, _, _, Larger}) -> largest_1(Larger).

%% The nearest key below or above one.
smaller(Key, {_, Tree}) -> smaller(Key, Tree, none).

smaller(_, nil, Found) -> Found;
smaller(Key, {Other, Value, _, Larger}, _) when Key > Other -> smaller(Key, Larger, {Other, Value});
smaller(Key, {_, _, Smaller, _}, Found) -> smaller(Key, Smaller, Found).

larger(Key, {_, Tree}) -> larger(Key, Tree, none).

larger(_, nil, Found) -> Found;
larger(Key, {Other, Value, Smaller, _}, _) when Key < Other -> larger(Key, Smaller, {Other, Value});
larger(Key, {_, _, _, Larger}, Found) -> larger(Key, Larger, Found).

%% ---- inserting

update(Key, Value, {Size, Tree}) -> {Size, update_1(Key, Value, Tree)}.

update_1(Key, Value, {Other, V, Smaller, Larger}) when Key < Other -> {Other, V, update_1(Key, Value, Smaller), Larger};
update_1(Key, Value, {Other, V, Smaller, Larger}) when Key > Other -> {Other, V, Smaller, update_1(Key, Value, Larger)};
update_1(Key, Value, {_, _, Smaller, Larger}) -> {Key, Value, Smaller, Larger}.

enter(Key, Value, Tree) ->
    case is_defined(Key, Tree) of
        true -> update(Key, Value, Tree);
        false -> insert(Key, Value, Tree)
    end.

insert(Key, Value, {Size, Tree}) when is_integer(Size) ->
    Size1 = Size + 1,
    {Size1, insert_1(Key, Value, Tree, Size1 * Size1)}.

%% Allowed is halved with every level; {deep, Tree, 2 to its height, its size} comes back when it reached 0 below.
insert_1(Key, Value, {Other, V, Smaller, Larger}, Allowed) when Key < Other ->
    case insert_1(Key, Value, Smaller, Allowed div 2) of
        {deep, Smaller1, Power, Size} -> grown({Other, V, Smaller1, Larger}, Power, Size, Larger);
        Smaller1 -> {Other, V, Smaller1, Larger}
    end;
insert_1(Key, Value, {Other, V, Smaller, Larger}, Allowed) when Key > Other ->
    case insert_1(Key, Value, Larger, Allowed div 2) of
        {deep, Larger1, Power, Size} -> grown({Other, V, Smaller, Larger1}, Power, Size, Smaller);
        Larger1 -> {Other, V, Smaller, Larger1}
    end;
insert_1(Key, Value, nil, 0) -> {deep, {Key, Value, nil, nil}, 1, 1};
insert_1(Key, Value, nil, _) -> {Key, Value, nil, nil};
insert_1(Key, _, _, _) -> error({key_exists, Key}).

%% A tree that got a deep subtree beside another one.
grown(Tree, Power1, Size1, Beside) ->
    {Power2, Size2} = measure(Beside),
    Power = 2 * max(Power1, Power2),
    Size = Size1 + Size2 + 1,
    case Power > Size * Size of
        true -> rebuilt(Tree, Size);
        false -> {deep, Tree, Power, Size}
    end.

measure(nil) -> {1, 0};
measure({_, _, nil, nil}) -> {1, 1};
measure({_, _, Smaller, Larger}) ->
    {Power1, Size1} = measure(Smaller),
    {Power2, Size2} = measure(Larger),
    {2 * max(Power1, Power2), Size1 + Size2 + 1}.

balance({Size, Tree}) -> {Size, rebuilt(Tree, Size)}.

from_orddict(Pairs) ->
    Size = length(Pairs),
    {Size, from_pairs(Pairs, Size)}.

rebuilt(Tree, Size) -> from_pairs(pairs(Tree, []), Size).

from_pairs(Pairs, Size) ->
    {Tree, []} = build(Pairs, Size),
    Tree.

%% A tree of the first Size pairs, and the pairs left.
build(Pairs, 0) -> {nil, Pairs};
build([{Key, Value} | Rest], 1) -> {{Key, Value, nil, nil}, Rest};
build(Pairs, Size) when Size > 1 ->
    Right = (Size - 1) div 2,
    {Smaller, [{Key, Value} | Rest]} = build(Pairs, Size - 1 - Right),
    {Larger, Rest1} = build(Rest, Right),
    {{Key, Value, Smaller, Larger}, Rest1}.

%% ---- deleting

delete_any(Key, Tree) ->
    case is_defined(Key, Tree) of
        true -> delete(Key, Tree);
        false -> Tree
    end.

delete(Key, {Size, Tree}) when is_integer(Size), Size >= 0 ->
    {_, Tree1} = take_1(Key, Tree),
    {Size - 1, Tree1}.

take_any(Key, Tree) ->
    case is_defined(Key, Tree) of
        true -> take(Key, Tree);
        false -> error
    end.

take(Key, {Size, Tree}) when is_integer(Size), Size >= 0 ->
    {Value, Tree1} = take_1(Key, Tree),
    {Value, {Size - 1, Tree1}}.

take_1(Key, {Other, V, Smaller, Larger}) when Key < Other ->
    {Value, Smaller1} = take_1(Key, Smaller),
    {Value, {Other, V, Smaller1, Larger}};
take_1(Key, {Other, V, Smaller, Larger}) when Key > Other ->
    {Value, Larger1} = take_1(Key, Larger),
    {Value, {Other, V, Smaller, Larger1}};
take_1(_, {_, Value, Smaller, Larger}) -> {Value, joined(Smaller, Larger)}.

joined(Smaller, nil) -> Smaller;
joined(nil, Larger) -> Larger;
joined(Smaller, Larger) ->
    {Key, Value, Larger1} = take_first(Larger),
    {Key, Value, Smaller, Larger1}.

take_smallest({Size, Tree}) when is_integer(Size), Size >= 0 ->
    {Key, Value, Tree1} = take_first(Tree),
    {Key, Value, {Size - 1, Tree1}}.

take_first({Key, Value, nil, Larger}) -> {Key, Value, Larger};
take_first({Other, V, Smaller, Larger}) ->
    {Key, Value, Smaller1} = take_first(Smaller),
    {Key, Value, {Other, V, Smaller1, Larger}}.

take_largest({Size, Tree}) when is_integer(Size), Size >= 0 ->
    {Key, Value, Tree1} = take_last(Tree),
    {Key, Value, {Size - 1, Tree1}}.

take_last({Key, Value, Smaller, nil}) -> {Key, Value, Smaller};
take_last({Other, V, Smaller, Larger}) ->
    {Key, Value, Larger1} = take_last(Larger),
    {Key, Value, {Other, V, Smaller, Larger1}}.

%% ---- walking

to_list({_, Tree}) -> pairs(Tree, []).

pairs({Key, Value, Smaller, Larger}, Pairs) -> pairs(Smaller, [{Key, Value} | pairs(Larger, Pairs)]);
pairs(nil, Pairs) -> Pairs.

keys({_, Tree}) -> keys(Tree, []).

keys({Key, _, Smaller, Larger}, Keys) -> keys(Smaller, [Key | keys(Larger, Keys)]);
keys(nil, Keys) -> Keys.

values({_, Tree}) -> values(Tree, []).

values({_, Value, Smaller, Larger}, Values) -> values(Smaller, [Value | values(Larger, Values)]);
values(nil, Values) -> Values.

%% The trees of which the root and the larger side are still to come.
iterator({_, Tree}) -> leftmost(Tree, []).

leftmost({_, _, Smaller, _} = Tree, Trees) -> leftmost(Smaller, [Tree | Trees]);
leftmost(nil, Trees) -> Trees.

iterator_from(Key, {_, Tree}) -> leftmost_from(Key, Tree, []).

leftmost_from(Key, {Other, _, _, Larger}, Trees) when Other < Key -> leftmost_from(Key, Larger, Trees);
leftmost_from(_, {_, _, nil, _} = Tree, Trees) -> [Tree | Trees];
leftmost_from(Key, {_, _, Smaller, _} = Tree, Trees) -> leftmost_from(Key, Smaller, [Tree | Trees]);
leftmost_from(_, nil, Trees) -> Trees.

next([{Key, Value, _, Larger} | Trees]) -> {Key, Value, leftmost(Larger, Trees)};
next([]) -> none.

map(Fun, {Size, Tree}) when is_function(Fun, 2) -> {Size, map_1(Fun, Tree)}.

map_1(_, nil) -> nil;
map_1(Fun, {Key, Value, Smaller, Larger}) -> {Key, Fun(Key, Value), map_1(Fun, Smaller), map_1(Fun, Larger)}.
