%% Symptom: the value is {ok,{too_little,60},{balance,100}}; withdrawing 40 of 100 and then 70 should give {ok,{too_little,60},{balance,60}}.
%% Bug: line 30. The history is read from the wrong end: the balance that it replies is the first one, not the last.
-module(wrong_reply).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Account} = gen_server:start_link(?MODULE, 100, []),
    First = gen_server:call(Account, {withdraw, 40}),
    Second = gen_server:call(Account, {withdraw, 70}),
    Balance = gen_server:call(Account, balance),
    gen_server:stop(Account),
    {First, Second, Balance}.

%% The state: all balances so far, the latest first.
init(Amount) ->
    {ok, [Amount]}.

handle_call({withdraw, Amount}, _From, [Balance | _] = History) ->
    case Amount =< Balance of
        true -> {reply, ok, [Balance - Amount | History]};
        false -> {reply, {too_little, Balance}, History}
    end;
handle_call(balance, _From, History) ->
    {reply, {balance, latest(History)}, History}.

handle_cast(_, History) -> {noreply, History}.

latest(History) -> lists:last(History).
