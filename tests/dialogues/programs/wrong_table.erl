-module(wrong_table).
-export([main/0]).

main() ->
    Stock = ets:new(stock, [public]),
    ets:insert(Stock, {apple, 10}),
    {Seller, Monitor} = spawn_monitor(fun() -> sell(Stock, apple, 3) end),
    receive {'DOWN', Monitor, process, Seller, _} -> ok end,
    left(Stock, apple).

sell(Stock, Fruit, Number) ->
    [{_, Left}] = ets:lookup(Stock, Fruit),
    ets:insert(Stock, {Fruit, Left - Number - 1}).

left(Stock, Fruit) ->
    [{_, Left}] = ets:lookup(Stock, Fruit),
    Left.
