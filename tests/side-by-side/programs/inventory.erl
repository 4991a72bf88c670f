%% An inventory with folds over maps.
-module(inventory).
-export([main/0]).

main() ->
    Orders = [{apple, 5}, {pear, 2}, {apple, 3}, {plum, 7}, {pear, -1}],
    Stock0 = #{apple => 10, pear => 1},
    {Stock, Log} = lists:foldl(fun order/2, {Stock0, []}, Orders),
    maps:foreach(fun(K, V) -> io:format("~p: ~p~n", [K, V]) end, Stock),
    {Stock, lists:reverse(Log)}.

order({Item, N}, {Stock, Log}) when N > 0 ->
    case Stock of
        #{Item := Have} when Have >= N -> {Stock#{Item := Have - N}, [{sold, Item, N} | Log]};
        #{Item := Have} -> {Stock, [{short, Item, N - Have} | Log]};
        _ -> {Stock, [{unknown, Item} | Log]}
    end;
order({Item, N}, {Stock, Log}) -> {maps:update_with(Item, fun(H) -> H - N end, Stock), [{returned, Item} | Log]}.
