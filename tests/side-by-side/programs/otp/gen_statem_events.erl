%% handle_event mode: postponing, internal events, enter calls.
-module(gen_statem_events).
-export([main/0, init/1, callback_mode/0, handle_event/4]).
-behaviour(gen_statem).

callback_mode() -> [handle_event_function, state_enter].
init(Main) -> {ok, idle, Main}.

handle_event(enter, Old, State, Main) -> Main ! {enter, Old, State}, keep_state_and_data;
handle_event(cast, work, idle, _) -> {keep_state_and_data, postpone};
handle_event(cast, go, idle, Main) -> {next_state, busy, Main, [{next_event, internal, started}]};
handle_event(internal, E, busy, Main) -> Main ! {internal, E}, keep_state_and_data;
handle_event(cast, work, busy, Main) -> Main ! worked, {next_state, idle, Main};
handle_event({call, From}, which, S, _) -> {keep_state_and_data, {reply, From, S}};
handle_event(info, M, _, Main) -> Main ! {info, M}, keep_state_and_data.

main() ->
    {ok, P} = gen_statem:start_link(?MODULE, self(), []),
    gen_statem:cast(P, work),
    gen_statem:cast(P, go),
    P ! hello,
    W = gen_statem:call(P, which),
    {W, flush()}.

flush() -> receive M -> [M | flush()] after 10 -> [] end.
