%% A turnstile: a coin opens it, a push closes it again.
-module(turnstile).
-behaviour(gen_statem).
-export([main/0, init/1, callback_mode/0, locked/3, unlocked/3]).

main() ->
    {ok, T} = gen_statem:start_link(?MODULE, [], []),
    [gen_statem:cast(T, Event) || Event <- [coin, push, push, coin]],
    gen_statem:call(T, state).

callback_mode() -> state_functions.
init([]) -> {ok, locked, 0}.

locked(cast, coin, Coins) -> {next_state, unlocked, Coins + 1};
locked(cast, push, _) -> keep_state_and_data;
locked({call, From}, state, Coins) -> {keep_state_and_data, {reply, From, {locked, Coins}}}.

unlocked(cast, coin, Coins) -> {keep_state, Coins + 1};
unlocked(cast, push, Coins) -> {next_state, unlocked, Coins};
unlocked({call, From}, state, Coins) -> {keep_state_and_data, {reply, From, {unlocked, Coins}}}.
