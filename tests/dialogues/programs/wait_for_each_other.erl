-module(wait_for_each_other).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2]).

main() ->
    logger:set_primary_config(level, none),
    {ok, _} = gen_server:start({local, total}, ?MODULE, part, []),
    {ok, _} = gen_server:start({local, part}, ?MODULE, total, []),
    gen_server:call(total, sum).

init(Peer) -> {ok, Peer}.

handle_call(sum, _From, Peer) -> {reply, gen_server:call(Peer, part) + 1, Peer};
handle_call(part, _From, Peer) -> {reply, gen_server:call(Peer, rate) * 2, Peer};
handle_call(rate, _From, Peer) -> {reply, 3, Peer}.

handle_cast(_, State) -> {noreply, State}.
