-module(lost_reply).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Pool} = gen_server:start_link(?MODULE, [], []),
    ok = gen_server:call(Pool, take),
    spawn(fun() -> exit(gen_server:call(Pool, take)) end),
    timer:sleep(10),
    gen_server:call(Pool, give).

init([]) -> {ok, {free, []}}.

handle_call(take, _From, {free, []}) -> {reply, ok, {taken, []}};
handle_call(take, From, {taken, Waiting}) -> {noreply, {taken, Waiting ++ [From]}};
handle_call(give, _From, {taken, []}) -> {reply, ok, {free, []}};
handle_call(give, _From, {taken, [_Next | Waiting]}) -> {reply, ok, {taken, Waiting}}.

handle_cast(_, State) -> {noreply, State}.
