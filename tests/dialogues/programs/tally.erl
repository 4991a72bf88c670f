-module(tally).
-behaviour(gen_server).
-export([start_link/0, add/1, poke/1, value/0, init/1, handle_call/3, handle_cast/2]).

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).
add(N) -> gen_server:cast(?MODULE, {add, N}).
poke(What) -> gen_server:cast(?MODULE, {poke, What}).
value() -> gen_server:call(?MODULE, value).

init([]) -> {ok, 0}.
handle_call(value, _From, N) -> {reply, N, N}.
handle_cast({add, M}, N) -> {noreply, N + M};
handle_cast({poke, What}, N) -> {noreply, N + weight(What)}.

weight(good) -> 1.
