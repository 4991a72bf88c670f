%% A server that echoes, with a protocol version check.
-module(echo_server).
-export([main/0]).

-record(request, {version = 1, from, body}).

main() ->
    Server = spawn_link(fun serve/0),
    Replies = [ask(Server, B) || B <- [hello, {a, tuple}, "string"]],
    Server ! #request{version = 2, from = self(), body = future},
    Other = receive M -> M after 100 -> none end,
    unlink(Server),
    exit(Server, kill),
    {Replies, Other}.

ask(Server, Body) ->
    Server ! #request{from = self(), body = Body},
    receive {reply, R} -> R end.

serve() ->
    receive
        #request{version = 1, from = F, body = B} -> F ! {reply, {echo, B}}, serve();
        #request{version = V, from = F} -> F ! {unsupported, V}, serve()
    end.
