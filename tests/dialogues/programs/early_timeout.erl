%% Symptom: the value is [{near,20},{far,no_answer},{remote,no_answer}]; the others need 250 and 400 ms, and all have 500 ms to answer.
%% Bug: line 27. The time for one answer is divided among all of them.
-module(early_timeout).
-export([main/0]).

main() ->
    Servers = [{near, server(20)}, {far, server(250)}, {remote, server(400)}],
    [{Name, ask(Server, Servers)} || {Name, Server} <- Servers].

%% Answers after so many milliseconds.
server(Delay) ->
    spawn(fun() -> serve(Delay) end).

serve(Delay) ->
    receive
        {ask, From} ->
            timer:sleep(Delay),
            From ! {answer, self(), Delay}
    end.

ask(Server, Servers) ->
    Server ! {ask, self()},
    Wait = patience(Servers),
    receive {answer, Server, Answer} -> Answer after Wait -> no_answer end.

%% How long to wait for the answer of one of them: 500 milliseconds, however many there are.
patience(Servers) -> 500 div length(Servers).
