%% A gen_statem with a timeout: a door opens for the right digits, and locks itself again after a while.
-module(gen_code_lock).
-behaviour(gen_statem).
-export([main/0]).
-export([init/1, callback_mode/0, handle_event/4]).

main() ->
    {ok, Door} = gen_statem:start(?MODULE, {[1, 2, 3], self()}, []),
    [gen_statem:cast(Door, {digit, N}) || N <- [1, 2, 2, 1, 2, 3]],
    Open = gen_statem:call(Door, state),
    Told = [receive {door, What} -> What end || _ <- [opened, locked]],
    Closed = gen_statem:call(Door, state),
    gen_statem:stop(Door),
    {Open, Told, Closed}.

callback_mode() -> handle_event_function.

init({Code, Owner}) -> {ok, locked, #{code => Code, left => Code, owner => Owner, wrong => 0}}.

handle_event(cast, {digit, N}, locked, #{left := [N]} = Data) ->
    tell(opened, Data),
    {next_state, open, restart(Data), [{state_timeout, 300, lock}]};
handle_event(cast, {digit, N}, locked, #{left := [N | Left]} = Data) ->
    {keep_state, Data#{left := Left}};
handle_event(cast, {digit, _}, locked, #{wrong := Wrong} = Data) ->
    {keep_state, restart(Data#{wrong := Wrong + 1})};
handle_event(cast, {digit, _}, open, _) ->
    keep_state_and_data;
handle_event(state_timeout, lock, open, Data) ->
    tell(locked, Data),
    {next_state, locked, Data};
handle_event({call, From}, state, State, #{wrong := Wrong, left := Left}) ->
    {keep_state_and_data, [{reply, From, {State, Wrong, length(Left)}}]}.

restart(#{code := Code} = Data) -> Data#{left := Code}.

tell(What, #{owner := Owner}) -> Owner ! {door, What}.
