-module(sockets_packets).
-export([main/0]).

%% How bytes become packets.
main() ->
    [packets(Packet) || Packet <- [1, 2, 4, line, raw, 0]],
    too_long(),
    large(),
    options().

packets(Packet) ->
    {ok, Listen} = gen_tcp:listen(0, [{packet, Packet}, binary, {active, false}]),
    {ok, Port} = inet:port(Listen),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [{packet, Packet}, {active, false}]),
    {ok, Server} = gen_tcp:accept(Listen),
    ok = gen_tcp:send(Client, "first\n"),
    ok = gen_tcp:send(Client, <<>>),
    ok = gen_tcp:send(Client, ["sec", <<"ond">>, "\n"]),
    Lengths = case Packet of
                  _ when Packet =:= raw; Packet =:= 0 -> [6, 7];
                  line -> [0, 0];
                  _ -> [0, 0, 0]
              end,
    io:format("~p: ~p~n", [Packet, [gen_tcp:recv(Server, Length) || Length <- Lengths]]),
    io:format("~p~n", [inet:getopts(Server, [packet])]),
    %% The bytes as they are.
    ok = inet:setopts(Server, [{packet, raw}]),
    ok = gen_tcp:send(Client, "x"),
    Header = case Packet of
                 N when is_integer(N) -> N;
                 _ -> 0
             end,
    io:format("~p~n", [gen_tcp:recv(Server, Header + 1)]),
    gen_tcp:close(Server),
    gen_tcp:close(Client),
    gen_tcp:close(Listen).

too_long() ->
    {ok, Listen} = gen_tcp:listen(0, [{packet, 2}, {packet_size, 10}, binary, {active, false}]),
    {ok, Port} = inet:port(Listen),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [{packet, 2}]),
    {ok, Server} = gen_tcp:accept(Listen),
    ok = gen_tcp:send(Client, "short"),
    ok = gen_tcp:send(Client, "much too long"),
    io:format("~p~n", [[gen_tcp:recv(Server, 0), gen_tcp:recv(Server, 0)]]),
    {ok, Other} = gen_tcp:connect({127, 0, 0, 1}, Port, [{packet, 1}]),
    io:format("~p~n", [gen_tcp:send(Other, lists:duplicate(300, $a))]),
    [gen_tcp:close(Socket) || Socket <- [Listen, Client, Server, Other]].

large() ->
    {ok, Listen} = gen_tcp:listen(0, [{packet, 4}, binary, {active, true}]),
    {ok, Port} = inet:port(Listen),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [{packet, 4}, binary]),
    {ok, Server} = gen_tcp:accept(Listen),
    Data = binary:copy(<<"0123456789">>, 5000),
    ok = gen_tcp:send(Client, Data),
    receive {tcp, Server, Data} -> io:format("~p bytes~n", [byte_size(Data)]) end,
    [gen_tcp:close(Socket) || Socket <- [Listen, Client, Server]].

options() ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {active, false}, {nodelay, true}, {keepalive, true}, {exit_on_close, false}]),
    {ok, Port} = inet:port(Listen),
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, [list, {header, 0}, {send_timeout, 100}]),
    {ok, Server} = gen_tcp:accept(Listen),
    io:format("~p~n", [inet:getopts(Server, [active, mode, packet, nodelay, keepalive, exit_on_close])]),
    io:format("~p~n", [inet:getopts(Client, [active, mode, packet, nodelay, delay_send, send_timeout, header])]),
    io:format("~p~n", [inet:setopts(Client, [{active, maybe}])]),
    io:format("~p~n", [inet:setopts(Client, [{packet, 3}])]),
    io:format("~p~n", [catch gen_tcp:listen(0, [{nonsense, 1}])]),
    io:format("~p~n", [catch gen_tcp:connect({127, 0, 0, 1}, Port, [nonsense])]),
    io:format("~p~n", [element(1, element(2, catch gen_tcp:connect({127, 0, 0, 1}, 70000, [])))]),
    io:format("~p~n", [inet:getstat(Server, [recv_cnt, recv_oct])]),
    io:format("~p~n", [erlang:port_info(Client, name)]),
    [gen_tcp:close(Socket) || Socket <- [Listen, Client, Server]].
