%% A server process that holds a balance.
-module(bank_account).
-export([main/0]).

main() ->
    Account = spawn(fun() -> account(0) end),
    ok = call(Account, {deposit, 100}),
    ok = call(Account, {withdraw, 30}),
    {error, insufficient_funds} = call(Account, {withdraw, 1000}),
    {error, {bad_amount, -5}} = call(Account, {deposit, -5}),
    Balance = call(Account, balance),
    Account ! stop,
    io:format("balance: ~p~n", [Balance]),
    Balance.

call(Pid, Request) ->
    Ref = make_ref(),
    Pid ! {self(), Ref, Request},
    receive
        {Ref, Reply} -> Reply
    after 1000 -> timeout
    end.

account(Balance) ->
    receive
        {From, Ref, Request} ->
            {Reply, New} = handle(Request, Balance),
            From ! {Ref, Reply},
            account(New);
        stop -> ok
    end.

handle(balance, B) -> {B, B};
handle({deposit, N}, B) when N > 0 -> {ok, B + N};
handle({withdraw, N}, B) when N > 0, N =< B -> {ok, B - N};
handle({withdraw, N}, B) when N > B -> {{error, insufficient_funds}, B};
handle({_, N}, B) -> {{error, {bad_amount, N}}, B}.
