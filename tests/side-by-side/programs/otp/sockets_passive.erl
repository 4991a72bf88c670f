-module(sockets_passive).
-export([main/0]).

%% Passive sockets: lengths, half-close, time limits, and what closed sockets say.
main() ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    true = is_port(Listen),
    {ok, {Address, Port}} = inet:sockname(Listen),
    io:format("~p ~p~n", [Address, {is_integer(Port), Port > 0}]),
    io:format("~p~n", [inet:peername(Listen)]),
    io:format("~p~n", [gen_tcp:accept(Listen, 10)]),
    {Client, Server} = pair(Listen, Port, [binary, {active, false}]),
    io:format("~p~n", [inet:peername(Client) =:= {ok, {Address, Port}}]),
    io:format("~p~n", [inet:peername(Server) =:= inet:sockname(Client)]),
    ok = gen_tcp:send(Client, "hello, "),
    ok = gen_tcp:send(Client, [<<"wor">>, $l, "d"]),
    io:format("~p~n", [gen_tcp:recv(Server, 5)]),
    io:format("~p~n", [gen_tcp:recv(Server, 7, 1000)]),
    io:format("~p~n", [gen_tcp:recv(Server, 1, 10)]),
    io:format("~p~n", [gen_tcp:recv(Server, 0, 0)]),
    ok = gen_tcp:send(Server, <<"reply">>),
    {ok, <<"reply">>} = gen_tcp:recv(Client, 5),
    half_close(Client, Server),
    closed(Client, Server),
    refused(Listen, Port),
    done.

pair(Listen, Port, Options) ->
    {ok, Client} = gen_tcp:connect({127, 0, 0, 1}, Port, Options),
    {ok, Server} = gen_tcp:accept(Listen),
    {Client, Server}.

half_close(Client, Server) ->
    ok = inet:setopts(Server, [{exit_on_close, false}]),
    ok = gen_tcp:send(Client, "last"),
    io:format("~p~n", [gen_tcp:shutdown(Client, write)]),
    io:format("~p~n", [gen_tcp:send(Client, "more")]),
    io:format("~p~n", [gen_tcp:recv(Server, 4)]),
    io:format("~p~n", [gen_tcp:recv(Server, 1)]),
    io:format("~p~n", [gen_tcp:send(Server, "answer")]),
    io:format("~p~n", [gen_tcp:recv(Client, 6)]).

closed(Client, Server) ->
    io:format("~p~n", [gen_tcp:close(Server)]),
    io:format("~p~n", [gen_tcp:recv(Client, 0)]),
    io:format("~p~n", [gen_tcp:close(Client)]),
    io:format("~p~n", [gen_tcp:close(Client)]),
    io:format("~p~n", [[gen_tcp:recv(Client, 0), gen_tcp:send(Client, "x"), gen_tcp:shutdown(Client, write),
                        inet:peername(Client), inet:sockname(Client), inet:port(Client), inet:setopts(Client, [{active, true}]),
                        inet:getopts(Client, [active]), gen_tcp:controlling_process(Client, self()),
                        erlang:port_info(Client), erlang:port_info(Client, connected)]]),
    io:format("~p~n", [[catch erlang:port_close(Client), catch erlang:port_connect(Client, self())] =:= []]).

refused(Listen, Port) ->
    io:format("~p~n", [gen_tcp:listen(Port, [{ip, {127, 0, 0, 1}}])]),
    ok = gen_tcp:close(Listen),
    io:format("~p~n", [gen_tcp:accept(Listen)]),
    io:format("~p~n", [gen_tcp:connect("localhost", Port, [])]),
    io:format("~p~n", [gen_tcp:connect({127, 0, 0, 1}, Port, [], 100)]).
