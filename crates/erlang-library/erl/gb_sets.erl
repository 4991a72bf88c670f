%% Sets as general balanced trees: {Size, Tree}, where a tree is nil or {Element, Smaller, Larger}. 1 and 1.0 are the same.
%% See gb_trees for how the balance is kept.
-module(gb_sets).

-export([add/2, add_element/2, balance/1, del_element/2, delete/2, delete_any/2, difference/2, empty/0, filter/2, filtermap/2,
         fold/3, from_list/1, from_ordset/1, insert/2, intersection/1, intersection/2, is_disjoint/2, is_element/2, is_empty/1,
         is_equal/2, is_member/2, is_set/1, is_subset/2, iterator/1, iterator_from/2, larger/2, largest/1, map/2, new/0, next/1,
         singleton/1, size/1, smaller/2, smallest/1, subtract/2, take_largest/1, take_smallest/1, to_list/1, union/1, union/2]).

-compile({no_auto_import, [size/1]}).

empty() -> {0, nil}.

new() -> {0, nil}.

singleton(Element) -> {1, {Element, nil, nil}}.

is_empty(Set) -> Set =:= {0, nil}.

size({Size, _}) -> Size.

is_set({0, nil}) -> true;
is_set({Size, {_, _, _}}) when is_integer(Size), Size >= 0 -> true;
is_set(_) -> false.

is_equal({Size1, Tree1}, {Size2, Tree2}) -> Size1 =:= Size2 andalso elements(Tree1) == elements(Tree2).

%% ---- finding

is_element(Element, Set) -> is_member(Element, Set).

is_member(Element, {_, Tree}) -> is_in(Element, Tree).

is_in(Element, {Other, Smaller, _}) when Element < Other -> is_in(Element, Smaller);
is_in(Element, {Other, _, Larger}) when Element > Other -> is_in(Element, Larger);
is_in(_, {_, _, _}) -> true;
is_in(_, nil) -> false.

smallest({_, Tree}) -> smallest_1(Tree).

smallest_1({Element, nil, _}) -> Element;
smallest_1({_, Smaller, _}) -> smallest_1(Smaller).

largest({_, Tree}) -> largest_1(Tree).

largest_1({Element, _, nil}) -> Element;
largest_1({_, _, Larger}) -> largest_1(Larger).

%% The nearest element below or above one.
smaller(Element, {_, Tree}) -> smaller(Element, Tree, none).

smaller(_, nil, Found) -> Found;
smaller(Element, {Other, _, Larger}, _) when Element > Other -> smaller(Element, Larger, {found, Other});
smaller(Element, {_, Smaller, _}, Found) -> smaller(Element, Smaller, Found).

larger(Element, {_, Tree}) -> larger(Element, Tree, none).

larger(_, nil, Found) -> Found;
larger(Element, {Other, Smaller, _}, _) when Element < Other -> larger(Element, Smaller, {found, Other});
larger(Element, {_, _, Larger}, Found) -> larger(Element, Larger, Found).

%% ---- inserting

add_element(Element, Set) -> add(Element, Set).

add(Element, Set) ->
    case is_member(Element, Set) of
        true -> Set;
        false -> insert(Element, Set)
    end.

insert(Element, {Size, Tree}) ->
    Size1 = Size + 1,
    {Size1, insert_1(Element, Tree, Size1 * Size1)}.

insert_1(Element, {Other, Smaller, Larger}, Allowed) when Element < Other ->
    case insert_1(Element, Smaller, Allowed div 2) of
        {deep, Smaller1, Power, Size} -> grown({Other, Smaller1, Larger}, Power, Size, Larger);
        Smaller1 -> {Other, Smaller1, Larger}
    end;
insert_1(Element, {Other, Smaller, Larger}, Allowed) when Element > Other ->
    case insert_1(Element, Larger, Allowed div 2) of
        {deep, Larger1, Power, Size} -> grown({Other, Smaller, Larger1}, Power, Size, Smaller);
        Larger1 -> {Other, Smaller, Larger1}
    end;
insert_1(Element, nil, 0) -> {deep, {Element, nil, nil}, 1, 1};
insert_1(Element, nil, _) -> {Element, nil, nil};
insert_1(Element, _, _) -> error({key_exists, Element}).

grown(Tree, Power1, Size1, Beside) ->
    {Power2, Size2} = measure(Beside),
    Power = 2 * max(Power1, Power2),
    Size = Size1 + Size2 + 1,
    case Power > Size * Size of
        true -> build_all(elements(Tree), Size);
        false -> {deep, Tree, Power, Size}
    end.

measure(nil) -> {1, 0};
measure({_, nil, nil}) -> {1, 1};
measure({_, Smaller, Larger}) ->
    {Power1, Size1} = measure(Smaller),
    {Power2, Size2} = measure(Larger),
    {2 * max(Power1, Power2), Size1 + Size2 + 1}.

balance({Size, Tree}) -> {Size, build_all(elements(Tree), Size)}.

from_list(List) -> from_ordset(ordsets:from_list(List)).

from_ordset(Elements) ->
    Size = length(Elements),
    {Size, build_all(Elements, Size)}.

build_all(Elements, Size) ->
    {Tree, _} = build(Elements, Size),
    Tree.

%% A tree of the first Size elements, and the elements left.
build(Elements, 0) -> {nil, Elements};
build([Element | Rest], 1) -> {{Element, nil, nil}, Rest};
build(Elements, Size) when Size > 1 ->
    Right = (Size - 1) div 2,
    {Smaller, [Element | Rest]} = build(Elements, Size - 1 - Right),
    {Larger, Rest1} = build(Rest, Right),
    {{Element, Smaller, Larger}, Rest1}.

%% The same from the largest element down: the larger side gets the larger half.
from_reversed(Reversed, Size) ->
    {Tree, _} = build_reversed(Reversed, Size),
    {Size, Tree}.

build_reversed(Reversed, 0) -> {nil, Reversed};
build_reversed([Element | Rest], 1) -> {{Element, nil, nil}, Rest};
build_reversed(Reversed, Size) ->
    Left = (Size - 1) div 2,
    {Larger, [Element | Rest]} = build_reversed(Reversed, Size - 1 - Left),
    {Smaller, Rest1} = build_reversed(Rest, Left),
    {{Element, Smaller, Larger}, Rest1}.

%% ---- deleting

del_element(Element, Set) -> delete_any(Element, Set).

delete_any(Element, Set) ->
    case is_member(Element, Set) of
        true -> delete(Element, Set);
        false -> Set
    end.

delete(Element, {Size, Tree}) -> {Size - 1, delete_1(Element, Tree)}.

delete_1(Element, {Other, Smaller, Larger}) when Element < Other -> {Other, delete_1(Element, Smaller), Larger};
delete_1(Element, {Other, Smaller, Larger}) when Element > Other -> {Other, Smaller, delete_1(Element, Larger)};
delete_1(_, {_, Smaller, nil}) -> Smaller;
delete_1(_, {_, nil, Larger}) -> Larger;
delete_1(_, {_, Smaller, Larger}) ->
    {Element, Larger1} = take_first(Larger),
    {Element, Smaller, Larger1}.

take_smallest({Size, Tree}) ->
    {Element, Tree1} = take_first(Tree),
    {Element, {Size - 1, Tree1}}.

take_first({Element, nil, Larger}) -> {Element, Larger};
take_first({Other, Smaller, Larger}) ->
    {Element, Smaller1} = take_first(Smaller),
    {Element, {Other, Smaller1, Larger}}.

take_largest({Size, Tree}) ->
    {Element, Tree1} = take_last(Tree),
    {Element, {Size - 1, Tree1}}.

take_last({Element, Smaller, nil}) -> {Element, Smaller};
take_last({Other, Smaller, Larger}) ->
    {Element, Larger1} = take_last(Larger),
    {Element, {Other, Smaller, Larger1}}.

%% ---- walking

to_list({_, Tree}) -> elements(Tree).

elements(Tree) -> elements(Tree, []).

elements({Element, Smaller, Larger}, Elements) -> elements(Smaller, [Element | elements(Larger, Elements)]);
elements(nil, Elements) -> Elements.

iterator({_, Tree}) -> leftmost(Tree, []).

leftmost({_, Smaller, _} = Tree, Trees) -> leftmost(Smaller, [Tree | Trees]);
leftmost(nil, Trees) -> Trees.

iterator_from(Element, {_, Tree}) -> leftmost_from(Element, Tree, []).

leftmost_from(Element, {Other, _, Larger}, Trees) when Other < Element -> leftmost_from(Element, Larger, Trees);
leftmost_from(_, {_, nil, _} = Tree, Trees) -> [Tree | Trees];
leftmost_from(Element, {_, Smaller, _} = Tree, Trees) -> leftmost_from(Element, Smaller, [Tree | Trees]);
leftmost_from(_, nil, Trees) -> Trees.

next([{Element, _, Larger} | Trees]) -> {Element, leftmost(Larger, Trees)};
next([]) -> none.

fold(Fun, Acc, {_, Tree}) when is_function(Fun, 2) -> fold_1(Fun, Acc, Tree).

fold_1(Fun, Acc, {Element, Smaller, Larger}) -> fold_1(Fun, Fun(Element, fold_1(Fun, Acc, Smaller)), Larger);
fold_1(_, Acc, _) -> Acc.

filter(Pred, Set) when is_function(Pred, 1) -> from_ordset([Element || Element <- to_list(Set), Pred(Element)]).

map(Fun, Set) when is_function(Fun, 1) -> from_list([Fun(Element) || Element <- to_list(Set)]).

filtermap(Fun, Set) when is_function(Fun, 1) -> from_list(lists:filtermap(Fun, to_list(Set))).

%% ---- two sets
%%
%% When one set is small against the other, its elements are looked up one by one; otherwise both are walked together. The
%% choice shows in the shape of the resulting tree, so it is made as OTP makes it.

few(Size1, Size2) -> Size2 >= 10 andalso Size2 >= Size1 * round(1.46 * math:log(Size2)).

union({Size1, Tree1}, {Size2, Tree2}) when Size2 < Size1 -> union(elements(Tree2), Size2, Tree1, Size1);
union({Size1, Tree1}, {Size2, Tree2}) -> union(elements(Tree1), Size1, Tree2, Size2).

union(Elements, Size1, Tree, Size2) ->
    case few(Size1, Size2) of
        true -> lists:foldl(fun add/2, {Size2, Tree}, Elements);
        false -> merge(Elements, elements(Tree), [], Size1 + Size2)
    end.

merge([X | Xs], [Y | _] = Ys, Merged, Size) when X < Y -> merge(Xs, Ys, [X | Merged], Size);
merge([X | _] = Xs, [Y | Ys], Merged, Size) when X > Y -> merge(Ys, Xs, [Y | Merged], Size);
merge([X | Xs], [_ | Ys], Merged, Size) -> merge(Xs, Ys, [X | Merged], Size - 1);
merge([], Ys, Merged, Size) -> from_reversed(lists:reverse(Ys, Merged), Size);
merge(Xs, [], Merged, Size) -> from_reversed(lists:reverse(Xs, Merged), Size).

union([Set | Sets]) -> union_all(Set, Sets);
union([]) -> empty().

union_all(Set1, [Set2 | Sets]) -> union_all(union(Set1, Set2), Sets);
union_all(Set, []) -> Set.

intersection({Size1, Tree1}, {Size2, Tree2}) when Size2 < Size1 -> intersection(elements(Tree2), Size2, Tree1, Size1);
intersection({Size1, Tree1}, {Size2, Tree2}) -> intersection(elements(Tree1), Size1, Tree2, Size2).

intersection(Elements, Size1, Tree, Size2) ->
    case few(Size1, Size2) of
        true -> from_ordset_reversed([Element || Element <- Elements, is_in(Element, Tree)]);
        false -> from_ordset_reversed(ordsets:intersection(Elements, elements(Tree)))
    end.

from_ordset_reversed(Elements) -> from_reversed(lists:reverse(Elements), length(Elements)).

intersection([Set | Sets]) -> intersection_all(Set, Sets).

intersection_all(Set1, [Set2 | Sets]) -> intersection_all(intersection(Set1, Set2), Sets);
intersection_all(Set, []) -> Set.

subtract(Set1, Set2) -> difference(Set1, Set2).

difference({Size1, Tree1}, {Size2, Tree2}) ->
    Elements = elements(Tree1),
    case few(Size1, Size2) of
        true -> from_ordset_reversed([Element || Element <- Elements, not is_in(Element, Tree2)]);
        false -> from_ordset_reversed(ordsets:subtract(Elements, elements(Tree2)))
    end.

is_subset({Size1, Tree1}, {Size2, Tree2}) ->
    Elements = elements(Tree1),
    case few(Size1, Size2) of
        true -> lists:all(fun(Element) -> is_in(Element, Tree2) end, Elements);
        false -> ordsets:is_subset(Elements, elements(Tree2))
    end.

is_disjoint({_, Tree1}, {_, Tree2}) -> ordsets:is_disjoint(elements(Tree1), elements(Tree2)).
