%% Two servers that call each other.
-module(peers).
-behaviour(gen_server).
-export([total/0, init/1, handle_call/3, handle_cast/2]).

total() ->
    {ok, _} = gen_server:start({local, srv_a}, ?MODULE, srv_b, []),
    {ok, _} = gen_server:start({local, srv_b}, ?MODULE, srv_a, []),
    gen_server:call(srv_a, total).

init(Peer) -> {ok, #{peer => Peer}}.

handle_call(total, _From, #{peer := Peer} = State) ->
    {reply, gen_server:call(Peer, part) + 1, State};
handle_call(part, _From, #{peer := Peer} = State) ->
    {reply, gen_server:call(Peer, ping) * 2, State};
handle_call(ping, _From, State) ->
    {reply, 1, State}.

handle_cast(_, State) -> {noreply, State}.
