%% Handlers are added, notified, queried and removed.
-module(gen_event_log).
-export([main/0, init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]).
-behaviour(gen_event).

init(Args) -> {ok, {Args, []}}.
handle_event(crash, _) -> error(crashed);
handle_event(E, {A, L}) -> {ok, {A, [E | L]}}.
handle_call(dump, {A, L}) -> {ok, {A, lists:reverse(L)}, {A, L}}.
handle_info(_, S) -> {ok, S}.
terminate(R, {A, L}) -> {terminated, case R of {error, _} -> error; _ -> R end, A, length(L)}.

main() ->
    {ok, M} = gen_event:start_link(),
    ok = gen_event:add_handler(M, ?MODULE, first),
    ok = gen_event:add_handler(M, {?MODULE, 2}, second),
    gen_event:notify(M, a),
    gen_event:sync_notify(M, b),
    D = gen_event:call(M, ?MODULE, dump),
    W = gen_event:which_handlers(M),
    T = gen_event:delete_handler(M, {?MODULE, 2}, why),
    gen_event:sync_notify(M, crash),
    {D, W, T, gen_event:which_handlers(M), gen_event:call(M, nobody, x)}.
