%% A bank lends a few tokens; who wants one waits until another gives his back, first come, first served.
-module(token_bank).
-export([main/0]).

main() ->
    Bank = spawn(fun() -> bank(2, []) end),
    Borrowers = [borrower(Bank, Name) || Name <- [ann, bob, cat]],
    Before = ask(Bank, count),
    Order = [use(Borrower) || Borrower <- Borrowers],
    {Before, Order, ask(Bank, count)}.

%% Each has asked before the next one is started, so that their order is known.
borrower(Bank, Name) ->
    Main = self(),
    Pid = spawn(fun() -> borrow(Bank, Name, Main) end),
    receive {asked, Pid} -> {Name, Pid} end.

borrow(Bank, Name, Main) ->
    noted = ask(Bank, take),
    Main ! {asked, self()},
    Left = receive {token, Tokens} -> Tokens end,
    receive use -> noted = ask(Bank, give) end,
    Main ! {used, Name, Left}.

use({Name, Pid}) ->
    Pid ! use,
    receive {used, Name, Left} -> {Name, Left} end.

ask(Bank, What) ->
    Bank ! {What, self()},
    receive {Bank, Answer} -> Answer end.

bank(Tokens, [Next | Waiting]) when Tokens > 0 ->
    Next ! {token, Tokens - 1},
    bank(Tokens - 1, Waiting);
bank(Tokens, Waiting) ->
    receive
        {take, Who} ->
            Who ! {self(), noted},
            bank(Tokens, Waiting ++ [Who]);
        {give, Who} ->
            Who ! {self(), noted},
            bank(Tokens + 1, Waiting);
        {count, Who} ->
            Who ! {self(), {Tokens, length(Waiting)}},
            bank(Tokens, Waiting)
    end.
