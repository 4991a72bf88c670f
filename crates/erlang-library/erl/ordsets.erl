%% Sets as sorted lists; 1 and 1.0 are the same element.
-module(ordsets).

-export([add_element/2, del_element/2, filter/2, filtermap/2, fold/3, from_list/1, intersection/1, intersection/2,
         is_disjoint/2, is_element/2, is_empty/1, is_equal/2, is_set/1, is_subset/2, map/2, new/0, size/1, subtract/2,
         to_list/1, union/1, union/2]).

-compile({no_auto_import, [size/1]}).

new() -> [].

is_set([Element | Rest]) -> is_set(Rest, Element);
is_set(Other) -> Other =:= [].

is_set([Element | Rest], Before) when Before < Element -> is_set(Rest, Element);
is_set([_ | _], _) -> false;
is_set([], _) -> true.

size(Set) -> length(Set).

is_empty(Set) -> Set =:= [].

is_equal(Set1, Set2) when is_list(Set1), is_list(Set2) -> Set1 == Set2.

to_list(Set) -> Set.

from_list(List) -> lists:usort(List).

is_element(Element, [Other | Set]) when Element > Other -> is_element(Element, Set);
is_element(Element, [Other | _]) -> Element == Other;
is_element(_, []) -> false.

add_element(Element, [Other | Set]) when Element > Other -> [Other | add_element(Element, Set)];
add_element(Element, [Other | _] = Set) when Element < Other -> [Element | Set];
add_element(_, [_ | _] = Set) -> Set;
add_element(Element, []) -> [Element].

del_element(Element, [Other | Set]) when Element > Other -> [Other | del_element(Element, Set)];
del_element(Element, [Other | _] = Set) when Element < Other -> Set;
del_element(_, [_ | Set]) -> Set;
del_element(_, []) -> [].

%% The arguments change places whenever the second set is behind: so which of two equal elements is kept is as in OTP.
union([X | Xs], [Y | _] = Ys) when X < Y -> [X | union(Xs, Ys)];
union([X | _] = Xs, [Y | Ys]) when X > Y -> [Y | union(Ys, Xs)];
union([X | Xs], [_ | Ys]) -> [X | union(Xs, Ys)];
union([], Ys) -> Ys;
union(Xs, []) -> Xs.

union(Sets) -> lists:umerge(Sets).

intersection([X | Xs], [Y | _] = Ys) when X < Y -> intersection(Xs, Ys);
intersection([X | _] = Xs, [Y | Ys]) when X > Y -> intersection(Ys, Xs);
intersection([X | Xs], [_ | Ys]) -> [X | intersection(Xs, Ys)];
intersection([], _) -> [];
intersection(_, []) -> [].

intersection([Set1, Set2 | Sets]) -> intersection_all(intersection(Set1, Set2), Sets);
intersection([Set]) -> Set.

intersection_all(Set1, [Set2 | Sets]) -> intersection_all(intersection(Set1, Set2), Sets);
intersection_all(Set, []) -> Set.

is_disjoint([X | Xs], [Y | _] = Ys) when X < Y -> is_disjoint(Xs, Ys);
is_disjoint([X | _] = Xs, [Y | Ys]) when X > Y -> is_disjoint(Ys, Xs);
is_disjoint([_ | _], [_ | _]) -> false;
is_disjoint([], _) -> true;
is_disjoint(_, []) -> true.

subtract([X | Xs], [Y | _] = Ys) when X < Y -> [X | subtract(Xs, Ys)];
subtract([X | _] = Xs, [Y | Ys]) when X > Y -> subtract(Xs, Ys);
subtract([_ | Xs], [_ | Ys]) -> subtract(Xs, Ys);
subtract([], _) -> [];
subtract(Xs, []) -> Xs.

is_subset([X | _], [Y | _]) when X < Y -> false;
is_subset([X | _] = Xs, [Y | Ys]) when X > Y -> is_subset(Xs, Ys);
is_subset([_ | Xs], [_ | Ys]) -> is_subset(Xs, Ys);
is_subset([], _) -> true;
is_subset(_, []) -> false.

fold(Fun, Acc, Set) -> lists:foldl(Fun, Acc, Set).

filter(Pred, Set) -> lists:filter(Pred, Set).

map(Fun, Set) -> from_list(lists:map(Fun, Set)).

filtermap(Fun, Set) -> from_list(lists:filtermap(Fun, Set)).
