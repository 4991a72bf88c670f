%% Tables of Mnesia in memory: transactions, locks, an abort.
-module(mnesia_in_memory).
-export([main/0]).
-record(account, {name, balance}).

main() ->
    ok = mnesia:start(),
    io:format("~p~n", [mnesia:create_table(account, [{attributes, record_info(fields, account)}])]),
    ok = mnesia:wait_for_tables([account], 1000),
    {atomic, ok} = mnesia:transaction(fun() -> [mnesia:write(#account{name = N, balance = 10}) || N <- [anna, ben]], ok end),
    io:format("~p~n", [[transfer(anna, ben, Amount) || Amount <- [4, 7, 6]]]),
    {atomic, All} = mnesia:transaction(fun() -> mnesia:match_object(#account{_ = '_'}) end),
    Self = self(),
    Pids = [spawn(fun() -> Self ! {self(), transfer(ben, anna, 1)} end) || _ <- lists:seq(1, 5)],
    io:format("~p~n", [lists:sort([receive {P, R} -> R end || P <- Pids])]),
    Left = [B || #account{balance = B} <- [hd(mnesia:dirty_read(account, N)) || N <- [anna, ben]]],
    stopped = mnesia:stop(),
    {lists:sort(All), Left}.

transfer(From, To, Amount) ->
    mnesia:transaction(fun() ->
        [#account{balance = Has} = Giver] = mnesia:read(account, From, write),
        case Has < Amount of
            true -> mnesia:abort({only, Has});
            false ->
                [#account{balance = Old} = Taker] = mnesia:read(account, To, write),
                ok = mnesia:write(Giver#account{balance = Has - Amount}),
                ok = mnesia:write(Taker#account{balance = Old + Amount}),
                {From, Has - Amount}
        end
    end).
