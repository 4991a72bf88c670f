%% A gen_statem: a turnstile opens for a coin, locks behind who passes, and sounds an alarm.
-module(gen_turnstile).
-behaviour(gen_statem).
-export([main/0]).
-export([init/1, callback_mode/0, locked/3, unlocked/3]).

main() ->
    {ok, Gate} = gen_statem:start(?MODULE, self(), []),
    Steps = [gen_statem:call(Gate, Step) || Step <- [push, coin, coin, push, push]],
    gen_statem:cast(Gate, vandalise),
    Report = gen_statem:call(Gate, report),
    gen_statem:stop(Gate),
    Alarms = alarms(),
    {Steps, Report, Alarms}.

alarms() ->
    receive
        {alarm, State, Coins} -> [{State, Coins} | alarms()]
    after 0 ->
        []
    end.

callback_mode() -> state_functions.

init(Guard) -> {ok, locked, {Guard, 0, 0}}.

locked({call, From}, coin, {Guard, Coins, Passed}) ->
    {next_state, unlocked, {Guard, Coins + 1, Passed}, [{reply, From, thanks}]};
locked({call, From}, push, {Guard, Coins, _} = Data) ->
    Guard ! {alarm, locked, Coins},
    {keep_state, Data, [{reply, From, blocked}]};
locked(Type, Event, Data) ->
    common(Type, Event, locked, Data).

unlocked({call, From}, coin, Data) ->
    {keep_state, Data, [{reply, From, no_need}]};
unlocked({call, From}, push, {Guard, Coins, Passed}) ->
    {next_state, locked, {Guard, Coins, Passed + 1}, [{reply, From, passed}]};
unlocked(Type, Event, Data) ->
    common(Type, Event, unlocked, Data).

common({call, From}, report, State, {_, Coins, Passed} = Data) ->
    {keep_state, Data, [{reply, From, {State, Coins, Passed}}]};
common(cast, vandalise, State, {Guard, Coins, Passed}) ->
    Guard ! {alarm, State, Coins},
    {next_state, locked, {Guard, 0, Passed}}.
