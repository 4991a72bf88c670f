%% A cache as a gen_server: what is not there is computed by a process of its own, and all who wait get it together.
-module(gen_cache).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

main() ->
    {ok, Cache} = gen_server:start_link(?MODULE, fun square/1, []),
    First = [get(Cache, N) || N <- [3, 4, 3]],
    Together = get_at_once(Cache, [5, 5, 3]),
    Statistics = gen_server:call(Cache, statistics),
    ok = gen_server:stop(Cache),
    {First, Together, Statistics}.

square(N) -> N * N.

get(Cache, Key) -> gen_server:call(Cache, {get, Key}).

get_at_once(Cache, Keys) ->
    Requests = [gen_server:send_request(Cache, {get, Key}) || Key <- Keys],
    [value(gen_server:wait_response(Request, infinity)) || Request <- Requests].

%% Whether the second of two that ask at once is still in time to wait is a matter of chance.
value({reply, {_, Value}}) -> Value.

init(Compute) -> {ok, #{compute => Compute, known => #{}, waiting => #{}, asked => 0}}.

handle_call(statistics, _From, #{known := Known, waiting := Waiting, asked := Asked} = State) ->
    {reply, {lists:sort(maps:to_list(Known)), map_size(Waiting), Asked}, State};
handle_call({get, Key}, From, #{known := Known, asked := Asked} = State) ->
    Next = State#{asked := Asked + 1},
    case Known of
        #{Key := Value} -> {reply, {hit, Value}, Next};
        _ -> {noreply, wait_for(Key, From, Next)}
    end.

wait_for(Key, From, #{waiting := Waiting, compute := Compute} = State) ->
    case Waiting of
        #{Key := Others} ->
            State#{waiting := Waiting#{Key := Others ++ [From]}};
        _ ->
            Self = self(),
            spawn_link(fun() -> gen_server:cast(Self, {computed, Key, Compute(Key)}) end),
            State#{waiting := Waiting#{Key => [From]}}
    end.

handle_cast({computed, Key, Value}, #{known := Known, waiting := Waiting} = State) ->
    {Callers, Left} = maps:take(Key, Waiting),
    [gen_server:reply(Caller, {miss, Value}) || Caller <- Callers],
    {noreply, State#{known := Known#{Key => Value}, waiting := Left}}.

handle_info(_, State) -> {noreply, State}.
