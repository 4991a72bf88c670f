%% Timeouts: a client asks again, waiting longer each time, until a slow server answers or it has asked often enough.
-module(retry).
-export([main/0]).

main() ->
    [ask(server(N), 50, 3) || N <- [1, 2, 3, 9]].

%% Answers only the N-th request.
server(N) -> spawn(fun() -> deaf(N) end).

deaf(1) ->
    receive {request, From, Number} -> From ! {reply, self(), Number * 100} end;
deaf(N) ->
    receive {request, _, _} -> deaf(N - 1) end.

ask(Server, Wait, Attempts) -> ask(Server, Wait, 1, Attempts).

ask(_, Wait, Number, Attempts) when Number > Attempts ->
    {gave_up, Wait};
ask(Server, Wait, Number, Attempts) ->
    Server ! {request, self(), Number},
    receive
        {reply, Server, Answer} -> {Answer, Number}
    after Wait ->
        ask(Server, Wait * 2, Number + 1, Attempts)
    end.
