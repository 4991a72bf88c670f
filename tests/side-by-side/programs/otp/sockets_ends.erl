-module(sockets_ends).
-export([main/0]).

%% What each call says once a connection has ended: closed once, later that there is none.
main() ->
    ended_by_the_other(),
    sent_in_vain(),
    shut(),
    kept_open(),
    active(),
    while_waiting(),
    others().

pair(Options) ->
    {ok, Listen} = gen_tcp:listen(0, [binary, {active, false}]),
    {ok, Port} = inet:port(Listen),
    {ok, Client} = gen_tcp:connect("localhost", Port, [binary, {active, false} | Options]),
    {ok, Server} = gen_tcp:accept(Listen),
    {Client, Server}.

ended_by_the_other() ->
    {Client, Server} = pair([]),
    gen_tcp:close(Server),
    timer:sleep(20),
    show([gen_tcp:recv(Client, 0), gen_tcp:recv(Client, 0), gen_tcp:send(Client, "a"), gen_tcp:send(Client, "b"),
          gen_tcp:recv(Client, 0), inet:peername(Client), inet:setopts(Client, [{active, true}])]),
    show(message()).

sent_in_vain() ->
    {Client, Server} = pair([]),
    gen_tcp:close(Server),
    timer:sleep(20),
    show([gen_tcp:send(Client, "a"), timer:sleep(20), gen_tcp:send(Client, "b"), gen_tcp:send(Client, "c"),
          gen_tcp:recv(Client, 0), gen_tcp:recv(Client, 0), inet:peername(Client)]).

shut() ->
    {Client, Server} = pair([]),
    show([gen_tcp:shutdown(Client, write), gen_tcp:send(Client, "a"), gen_tcp:send(Client, "b"), gen_tcp:recv(Client, 0),
          gen_tcp:recv(Client, 0), inet:peername(Client)]),
    show([gen_tcp:recv(Server, 0), gen_tcp:recv(Server, 0)]),
    {Both, Other} = pair([]),
    show([gen_tcp:shutdown(Both, read_write), gen_tcp:recv(Both, 0), gen_tcp:recv(Both, 0), gen_tcp:send(Both, "a")]),
    show([gen_tcp:send(Other, "x"), gen_tcp:recv(Other, 0), gen_tcp:recv(Other, 0)]),
    {Reader, Writer} = pair([]),
    show([gen_tcp:shutdown(Reader, read), gen_tcp:recv(Reader, 0), gen_tcp:recv(Reader, 0), gen_tcp:send(Reader, "a"),
          gen_tcp:recv(Writer, 0)]).

kept_open() ->
    {Client, Server} = pair([{exit_on_close, false}]),
    gen_tcp:send(Server, "xyz"),
    gen_tcp:close(Server),
    timer:sleep(20),
    show([gen_tcp:recv(Client, 5), gen_tcp:recv(Client, 0), gen_tcp:send(Client, "a"), timer:sleep(20),
          gen_tcp:send(Client, "b"), gen_tcp:send(Client, "c"), inet:setopts(Client, [{active, true}])]),
    show(message()).

active() ->
    {Client, Server} = pair([{active, true}]),
    show([gen_tcp:shutdown(Client, write), gen_tcp:send(Client, "a"), message(), erlang:port_info(Client)]),
    show(gen_tcp:recv(Server, 0)).

while_waiting() ->
    Me = self(),
    {Client, _} = pair([]),
    spawn(fun() -> Me ! gen_tcp:recv(Client, 0) end),
    timer:sleep(20),
    gen_tcp:close(Client),
    show(message()),
    {ok, Listen} = gen_tcp:listen(0, []),
    spawn(fun() -> Me ! gen_tcp:accept(Listen) end),
    timer:sleep(20),
    gen_tcp:close(Listen),
    show(message()).

others() ->
    {ok, Listen} = gen_tcp:listen(0, []),
    {ok, Port} = inet:port(Listen),
    show([gen_tcp:recv(Listen, 0), gen_tcp:send(Listen, "x"), gen_tcp:shutdown(Listen, write)]),
    {ok, Never} = gen_tcp:connect("localhost", Port, [{active, false}]),
    gen_tcp:close(Listen),
    timer:sleep(20),
    show(gen_tcp:recv(Never, 0)),
    {Client, _} = pair([]),
    show(gen_tcp:accept(Client, 10)).

message() ->
    receive
        {tcp_closed, Port} when is_port(Port) -> tcp_closed;
        Message -> Message
    after 1000 -> none
    end.

show(Term) -> io:format("~p~n", [Term]).
