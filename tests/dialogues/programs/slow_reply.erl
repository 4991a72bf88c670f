%% The server takes longer than its callers wait.
-module(slow_reply).
-behaviour(gen_server).
-export([fetch/0, init/1, handle_call/3, handle_cast/2]).

fetch() ->
    {ok, Server} = gen_server:start_link(?MODULE, [], []),
    catch gen_server:call(Server, report).

init([]) -> {ok, []}.

handle_call(report, _From, State) ->
    timer:sleep(8000),
    {reply, done, State}.

handle_cast(_, State) -> {noreply, State}.
