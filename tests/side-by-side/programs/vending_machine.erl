%% A state machine as a pure function over events.
-module(vending_machine).
-export([main/0]).

next(idle, {coin, N}) -> {{paid, N}, []};
next({paid, P}, {coin, N}) -> {{paid, P + N}, []};
next({paid, P}, {choose, Item}) ->
    case price(Item) of
        unknown -> {{paid, P}, [no_such_item]};
        C when C > P -> {{paid, P}, [{need, C - P}]};
        C -> {idle, [{drop, Item} | [{change, P - C} || P > C]]}
    end;
next({paid, P}, cancel) -> {idle, [{change, P}]};
next(S, E) -> {S, [{ignored, E}]}.

price(tea) -> 30;
price(juice) -> 50;
price(_) -> unknown.

main() ->
    Events = [{choose, tea}, {coin, 20}, {choose, tea}, {coin, 20}, {choose, water}, {choose, tea}, {coin, 50}, cancel, {coin, 50}, {choose, juice}],
    lists:mapfoldl(fun(E, S) -> {S2, Out} = next(S, E), {Out, S2} end, idle, Events).
