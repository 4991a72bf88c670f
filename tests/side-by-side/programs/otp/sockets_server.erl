-module(sockets_server).
-behaviour(gen_server).
-export([main/0]).
-export([init/1, handle_call/3, handle_cast/2, handle_info/2]).

%% A server with a process for each connection, under the usual pattern of an acceptor.
main() ->
    {ok, Server} = gen_server:start_link(?MODULE, [], []),
    Port = gen_server:call(Server, port),
    Clients = [begin
                   {ok, Socket} = gen_tcp:connect("localhost", Port, [binary, {packet, line}, {active, false}]),
                   Socket
               end || _ <- lists:seq(1, 3)],
    [ok = gen_tcp:send(Socket, io_lib:format("~p~n", [N])) || {N, Socket} <- lists:zip([1, 20, 300], Clients)],
    io:format("~p~n", [[gen_tcp:recv(Socket, 0, 2000) || Socket <- Clients]]),
    [First | Others] = Clients,
    ok = gen_tcp:send(First, "quit\n"),
    io:format("~p~n", [gen_tcp:recv(First, 0, 2000)]),
    [ok = gen_tcp:send(Socket, "what\n") || Socket <- Others],
    io:format("~p~n", [[gen_tcp:recv(Socket, 0, 2000) || Socket <- Others]]),
    io:format("~p~n", [gen_server:call(Server, served)]),
    gen_server:stop(Server),
    io:format("~p~n", [gen_tcp:connect("localhost", Port, [])]).

init([]) ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {packet, line}, {active, false}, {reuseaddr, true}]),
    Self = self(),
    spawn_link(fun() -> accept(Listen, Self) end),
    {ok, {Listen, 0}}.

handle_call(port, _, {Listen, _} = State) ->
    {ok, Port} = inet:port(Listen),
    {reply, Port, State};
handle_call(served, _, {_, Served} = State) -> {reply, Served, State}.

handle_cast(_, State) -> {noreply, State}.

handle_info(served, {Listen, Served}) -> {noreply, {Listen, Served + 1}}.

accept(Listen, Server) ->
    {ok, Socket} = gen_tcp:accept(Listen),
    Pid = spawn(fun() -> receive go -> serve(Socket, Server) end end),
    ok = gen_tcp:controlling_process(Socket, Pid),
    Pid ! go,
    accept(Listen, Server).

serve(Socket, Server) ->
    inet:setopts(Socket, [{active, once}]),
    receive
        {tcp, Socket, <<"quit\n">>} -> gen_tcp:close(Socket);
        {tcp, Socket, Line} ->
            Answer = try integer_to_binary(2 * binary_to_integer(string:trim(Line)))
                     catch error:badarg -> <<"what?">>
                     end,
            Server ! served,
            gen_tcp:send(Socket, [Answer, $\n]),
            serve(Socket, Server);
        {tcp_closed, Socket} -> ok
    end.
