%% A counter as a gen_server. It crashes when asked to add something that is not a number.
-module(counter).
-behaviour(gen_server).
-export([start_link/0, add/1, value/0]).
-export([init/1, handle_call/3, handle_cast/2]).

start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

add(N) ->
    gen_server:cast(?MODULE, {add, N}).

value() ->
    gen_server:call(?MODULE, value).

init([]) ->
    {ok, 0}.

handle_call(value, _From, Count) ->
    {reply, Count, Count}.

handle_cast({add, N}, Count) ->
    {noreply, Count + N}.
