-module(basket).
-export([total/1]).

total(Items) ->
    Net = lists:sum([price(Item) || Item <- Items]),
    Net - discount(Net).

price({_Name, Price, Count}) -> Price * Count.

discount(Net) when Net > 100 -> percent(10, Net);
discount(_) -> 0.

percent(Part, Whole) -> Part * Whole div 10.
