%% A pool lends one resource: a client that has to wait never gets it.
-module(connections).
-behaviour(gen_server).
-export([lost/0, init/1, handle_call/3, handle_cast/2]).

lost() ->
    {ok, Pool} = gen_server:start_link(?MODULE, [r1], []),
    {ok, Resource} = gen_server:call(Pool, acquire),
    Me = self(),
    spawn(fun() -> Me ! {got, gen_server:call(Pool, acquire)} end),
    timer:sleep(10),
    ok = gen_server:call(Pool, {release, Resource}),
    receive {got, Got} -> Got after 10000 -> nothing end.

init(Free) -> {ok, #{free => Free, waiting => []}}.

handle_call(acquire, From, #{free := [], waiting := Waiting} = State) ->
    {noreply, State#{waiting := Waiting ++ [From]}};
handle_call(acquire, _From, #{free := [Resource | Free]} = State) ->
    {reply, {ok, Resource}, State#{free := Free}};
handle_call({release, Resource}, _From, #{free := Free, waiting := []} = State) ->
    {reply, ok, State#{free := [Resource | Free]}};
handle_call({release, Resource}, _From, #{free := Free, waiting := [_Client | Waiting]} = State) ->
    {reply, ok, State#{free := [Resource | Free], waiting := Waiting}}.

handle_cast(_, State) -> {noreply, State}.
