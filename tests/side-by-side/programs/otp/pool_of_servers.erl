%% Requests go round robin over gen_servers; one dies and is replaced.
-module(pool_of_servers).
-export([main/0, init/1, handle_call/3, handle_cast/2]).
-behaviour(gen_server).

init(Id) -> {ok, {Id, 0}}.
handle_call(who, _, {Id, N}) -> {reply, {Id, N + 1}, {Id, N + 1}};
handle_call(die, _, {Id, _}) -> {stop, {died, Id}, ok, x}.
handle_cast(_, S) -> {noreply, S}.

main() ->
    process_flag(trap_exit, true),
    Q0 = queue:from_list([start(I) || I <- [1, 2, 3]]),
    {R1, Q1} = lists:mapfoldl(fun(_, Q) -> ask(who, Q) end, Q0, lists:seq(1, 5)),
    {ok, Q2} = ask(die, Q1),
    Q3 = receive {'EXIT', P, {died, Id}} -> queue:in(start({again, Id}), queue:filter(fun(X) -> X =/= P end, Q2)) end,
    {R2, _} = lists:mapfoldl(fun(_, Q) -> ask(who, Q) end, Q3, lists:seq(1, 4)),
    {R1, R2}.

start(I) -> {ok, P} = gen_server:start_link(?MODULE, I, []), P.

ask(R, Q) ->
    {{value, P}, Rest} = queue:out(Q),
    {gen_server:call(P, R), queue:in(P, Rest)}.
