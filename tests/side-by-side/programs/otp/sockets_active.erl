-module(sockets_active).
-export([main/0]).

%% Active sockets: messages, {active, once | N}, owners, and how a connection ends.
main() ->
    {ok, Listen} = gen_tcp:listen(0, [{packet, line}, {reuseaddr, true}]),
    {ok, Port} = inet:port(Listen),
    once(Listen, Port),
    counted(Listen, Port),
    owners(Listen, Port),
    ends(Listen, Port),
    trapping(Listen, Port),
    gen_tcp:close(Listen).

pair(Listen, Port, Options) ->
    {ok, Client} = gen_tcp:connect("localhost", Port, Options),
    {ok, Server} = gen_tcp:accept(Listen, 5000),
    {Client, Server}.

once(Listen, Port) ->
    {Client, Server} = pair(Listen, Port, [{active, once}, {packet, line}]),
    ok = gen_tcp:send(Server, "one\ntwo\nthr"),
    ok = gen_tcp:send(Server, "ee\n"),
    io:format("~p~n", [next()]),
    io:format("~p ~p~n", [inet:getopts(Client, [active, mode, packet]), next(20)]),
    ok = inet:setopts(Client, [{active, once}, binary]),
    io:format("~p~n", [next()]),
    ok = inet:setopts(Client, [{active, true}]),
    io:format("~p~n", [next()]),
    io:format("~p~n", [gen_tcp:recv(Client, 0)]),
    ok = gen_tcp:close(Server),
    io:format("~p~n", [next()]),
    io:format("~p ~p~n", [erlang:port_info(Client), gen_tcp:send(Client, "late")]).

counted(Listen, Port) ->
    {Client, Server} = pair(Listen, Port, [{active, 2}, {packet, line}]),
    ok = gen_tcp:send(Server, "a\nb\nc\nd\n"),
    io:format("~p ~p ~p~n", [next(), next(), next()]),
    io:format("~p ~p~n", [inet:getopts(Client, [active]), next(20)]),
    ok = inet:setopts(Client, [{active, 1}]),
    io:format("~p ~p~n", [next(), next()]),
    io:format("~p~n", [inet:setopts(Client, [{active, 100000}])]),
    ok = inet:setopts(Client, [{active, 5}]),
    io:format("~p ~p~n", [next(), inet:getopts(Client, [active])]),
    ok = inet:setopts(Client, [{active, -10}]),
    io:format("~p ~p~n", [next(), inet:getopts(Client, [active])]),
    gen_tcp:close(Client),
    io:format("~p~n", [next()]),
    gen_tcp:close(Server).

owners(Listen, Port) ->
    {Client, Server} = pair(Listen, Port, [{active, true}, {packet, line}, binary]),
    Me = self(),
    Owner = spawn_link(fun() ->
                               receive go -> ok end,
                               Me ! {owner, next()},
                               receive stop -> ok end
                       end),
    io:format("~p~n", [erlang:port_info(Client, connected) =:= {connected, Me}]),
    ok = gen_tcp:controlling_process(Client, Owner),
    io:format("~p~n", [erlang:port_info(Client, connected) =:= {connected, Owner}]),
    io:format("~p~n", [gen_tcp:controlling_process(Client, Me)]),
    ok = gen_tcp:send(Server, "to the owner\n"),
    Owner ! go,
    io:format("~p~n", [next()]),
    Owner ! stop,
    %% The socket ends with its owner, and so does the connection.
    io:format("~p~n", [next()]),
    io:format("~p~n", [gen_tcp:send(Client, "nobody\n")]),
    gen_tcp:close(Server).

ends(Listen, Port) ->
    {Client, Server} = pair(Listen, Port, [{active, false}]),
    ok = gen_tcp:send(Client, "no end of line"),
    ok = gen_tcp:shutdown(Client, read_write),
    io:format("~p~n", [next()]),
    io:format("~p~n", [gen_tcp:recv(Client, 0)]),
    gen_tcp:close(Client),
    gen_tcp:close(Server).

trapping(Listen, Port) ->
    process_flag(trap_exit, true),
    {Client, Server} = pair(Listen, Port, [{active, true}]),
    io:format("~p~n", [[lists:member(Port1, element(2, process_info(self(), links))) || Port1 <- [Client, Server]]]),
    %% FIXME: here a process that traps exits gets an 'EXIT' when a connection closes, and monitors
    %% of ports are those of processes.
    process_flag(trap_exit, false),
    ok = gen_tcp:close(Client),
    io:format("~p~n", [next()]),
    io:format("~p~n", [next(20)]).

next() -> next(5000).

next(Time) ->
    receive Message -> plain(Message)
    after Time -> nothing
    end.

plain(Port) when is_port(Port) -> '#Port';
plain(Ref) when is_reference(Ref) -> '#Ref';
plain(Tuple) when is_tuple(Tuple) -> list_to_tuple([plain(Part) || Part <- tuple_to_list(Tuple)]);
plain(Other) -> Other.
