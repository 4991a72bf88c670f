%% Two processes exchange messages in turn.
-module(ping_pong).
-export([main/0]).

main() ->
    Pong = spawn(fun pong/0),
    ping(3, Pong).

ping(0, Pong) ->
    Pong ! finished,
    io:format("ping finished~n"),
    done;
ping(N, Pong) ->
    Pong ! {ping, self()},
    receive
        pong -> io:format("ping received pong ~p~n", [N])
    end,
    ping(N - 1, Pong).

pong() ->
    receive
        finished -> ok;
        {ping, From} ->
            From ! pong,
            pong()
    end.
