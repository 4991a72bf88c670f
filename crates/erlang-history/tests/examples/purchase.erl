%% A purchase: a client asks a broker, the broker asks all shops, a bank pays the cheapest offer. One shop never answers, one crashes.
-module(purchase).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    Bank = spawn_link(fun() -> bank(#{client => 100}) end),
    Shops = [spawn_link(fun() -> shop(Price) end) || Price <- [70, 55, silent, crash, 60]],
    Broker = spawn_link(fun() -> broker(Shops, Bank) end),
    First = buy(Broker, book),
    Second = buy(Broker, lamp),
    Broken = receive {'EXIT', _, out_of_paper} -> crashed end,
    unlink(Bank),
    exit(Bank, kill),
    Third = buy(Broker, chair),
    {First, Second, Third, Broken}.

buy(Broker, Item) ->
    Ref = make_ref(),
    Broker ! {buy, {self(), Ref}, Item},
    receive
        {Ref, Answer} -> Answer
    after 60000 -> timeout
    end.

broker(Shops, Bank) ->
    receive
        {buy, {Client, Ref}, Item} ->
            Offers = offers(Shops, Item),
            Client ! {Ref, settle(lists:sort(Offers), Bank)},
            broker(Shops, Bank)
    end.

offers(Shops, Item) ->
    Asked = [{monitor(process, Shop), Shop} || Shop <- Shops],
    [Shop ! {offer, self(), Monitor, Item} || {Monitor, Shop} <- Asked],
    lists:append([answer(Monitor, Shop) || {Monitor, Shop} <- Asked]).

answer(Monitor, Shop) ->
    receive
        {Monitor, Price} -> demonitor(Monitor, [flush]), [{Price, Shop}];
        {'DOWN', Monitor, process, _, _} -> []
    after 5000 -> demonitor(Monitor, [flush]), []
    end.

settle([], _) -> nobody_sells;
settle([{Price, Shop} | _], Bank) ->
    Monitor = monitor(process, Bank),
    Bank ! {pay, self(), Monitor, client, Price},
    receive
        {Monitor, paid} -> demonitor(Monitor, [flush]), Shop ! sold, {bought, Price};
        {Monitor, refused} -> demonitor(Monitor, [flush]), too_poor;
        {'DOWN', Monitor, process, _, Why} -> {no_bank, Why}
    end.

shop(crash) -> receive {offer, _, _, _} -> exit(out_of_paper) end;
shop(silent) -> receive never -> ok end;
shop(Price) ->
    receive
        {offer, From, Tag, _} -> From ! {Tag, Price}, shop(Price);
        sold -> shop(Price)
    end.

bank(Accounts) ->
    receive
        {pay, From, Tag, Who, Amount} ->
            case Accounts of
                #{Who := Money} when Money >= Amount ->
                    From ! {Tag, paid},
                    bank(Accounts#{Who := Money - Amount});
                _ ->
                    From ! {Tag, refused},
                    bank(Accounts)
            end
    end.
