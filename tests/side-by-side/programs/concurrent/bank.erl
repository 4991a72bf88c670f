%% Client and server: accounts are kept by one process, and every request is answered to the one who asked.
-module(bank).
-export([main/0]).

main() ->
    Bank = spawn(fun() -> accounts(#{}) end),
    Opened = [call(Bank, {open, Name}) || Name <- [ann, bob, ann]],
    Paid = [call(Bank, {deposit, ann, 100}), call(Bank, {deposit, eve, 1})],
    Moved = [call(Bank, {transfer, ann, bob, 30}), call(Bank, {transfer, bob, ann, 31})],
    Balances = [{Name, call(Bank, {balance, Name})} || Name <- [ann, bob]],
    Total = call(Bank, close),
    {Opened, Paid, Moved, Balances, Total}.

call(Bank, Request) ->
    Ref = make_ref(),
    Bank ! {Ref, self(), Request},
    receive
        {Ref, Answer} -> Answer
    end.

accounts(Accounts) ->
    receive
        {Ref, From, close} ->
            From ! {Ref, lists:sum(maps:values(Accounts))};
        {Ref, From, Request} ->
            {Answer, Next} = serve(Request, Accounts),
            From ! {Ref, Answer},
            accounts(Next)
    end.

serve({open, Name}, Accounts) ->
    case Accounts of
        #{Name := _} -> {exists, Accounts};
        _ -> {ok, Accounts#{Name => 0}}
    end;
serve({deposit, Name, Amount}, Accounts) ->
    case Accounts of
        #{Name := Balance} -> {ok, Accounts#{Name := Balance + Amount}};
        _ -> {no_account, Accounts}
    end;
serve({transfer, From, To, Amount}, Accounts) ->
    #{From := A, To := B} = Accounts,
    if
        A >= Amount -> {ok, Accounts#{From := A - Amount, To := B + Amount}};
        true -> {too_little, Accounts}
    end;
serve({balance, Name}, Accounts) ->
    {maps:get(Name, Accounts), Accounts}.
