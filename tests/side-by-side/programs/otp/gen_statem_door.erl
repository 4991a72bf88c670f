%% A door with a code as a gen_statem.
-module(gen_statem_door).
-export([main/0, init/1, callback_mode/0, locked/3, open/3]).
-behaviour(gen_statem).

callback_mode() -> state_functions.
init(Code) -> {ok, locked, #{code => Code, left => Code}}.

locked(cast, {button, D}, #{code := Code, left := [D]} = Data) -> {next_state, open, Data#{left := Code}, [{state_timeout, 30, lock}]};
locked(cast, {button, D}, #{left := [D | Left]} = Data) -> {keep_state, Data#{left := Left}};
locked(cast, {button, _}, #{code := Code} = Data) -> {keep_state, Data#{left := Code}};
locked({call, From}, get, Data) -> {keep_state, Data, [{reply, From, locked}]}.

open(state_timeout, lock, Data) -> {next_state, locked, Data};
open(cast, {button, _}, _) -> keep_state_and_data;
open({call, From}, get, _) -> {keep_state_and_data, [{reply, From, open}]}.

main() ->
    {ok, P} = gen_statem:start_link(?MODULE, [1, 2, 3], []),
    Get = fun() -> gen_statem:call(P, get) end,
    A = Get(),
    [gen_statem:cast(P, {button, B}) || B <- [1, 9, 1, 2, 3]],
    B = Get(),
    timer:sleep(60),
    {A, B, Get(), gen_statem:stop(P)}.
