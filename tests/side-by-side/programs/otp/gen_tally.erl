%% A gen_server that counts: calls, casts, other messages, and a stop that says why.
-module(gen_tally).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2, terminate/2]).

main() ->
    {ok, Tally} = gen_server:start(?MODULE, {10, self()}, []),
    Counts = [gen_server:call(Tally, {add, N}) || N <- [1, 2, 3]],
    gen_server:cast(Tally, {subtract, 4}),
    Tally ! double,
    Now = gen_server:call(Tally, value),
    Reset = gen_server:call(Tally, reset),
    Zero = gen_server:call(Tally, value),
    gen_server:stop(Tally),
    {Counts, Now, Reset, Zero, receive {last, Why, Last} -> {Why, Last} end}.

init({Start, Owner}) -> {ok, {Start, 0, Owner}}.

handle_call({add, N}, _From, {Value, Changes, Owner}) ->
    {reply, Value + N, {Value + N, Changes + 1, Owner}};
handle_call(value, _From, {Value, Changes, Owner}) ->
    {reply, {Value, Changes}, {Value, Changes, Owner}};
handle_call(reset, _From, {Value, Changes, Owner}) ->
    {reply, {was, Value}, {0, Changes + 1, Owner}}.

handle_cast({subtract, N}, {Value, Changes, Owner}) ->
    {noreply, {Value - N, Changes + 1, Owner}}.

handle_info(double, {Value, Changes, Owner}) ->
    {noreply, {Value * 2, Changes + 1, Owner}}.

terminate(Reason, {Value, _, Owner}) ->
    Owner ! {last, Reason, Value}.
