%% Replies that come later, from a cast.
-module(gen_server_noreply).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

init([]) -> {ok, #{waiting => [], value => none}}.
handle_call(wait, From, #{value := none, waiting := W} = S) -> {noreply, S#{waiting := [From | W]}};
handle_call(wait, _, #{value := V} = S) -> {reply, V, S}.
handle_cast({set, V}, #{waiting := W} = S) ->
    [gen_server:reply(From, {woken, V}) || From <- W],
    {noreply, S#{value := V, waiting := []}}.

main() ->
    {ok, P} = gen_server:start_link(?MODULE, [], []),
    Self = self(),
    [spawn_link(fun() -> Self ! {I, gen_server:call(P, wait)} end) || I <- [1, 2, 3]],
    timer:sleep(10),
    gen_server:cast(P, {set, 42}),
    Woken = lists:sort([receive {I, R} -> {I, R} end || _ <- [1, 2, 3]]),
    {Woken, gen_server:call(P, wait)}.
