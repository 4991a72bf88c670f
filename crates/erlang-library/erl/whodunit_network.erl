%% The network inside a run: which sockets have which addresses. One process knows; it is called
%% inet_db, as the process of OTP's kernel that knows about networks.
%%
%% Requests {network, From, Ref, Request} are answered by {Ref, Answer}:
%%
%%     {bind, Kind, Port}     {ok, Port} | {error, eaddrinuse}; Port 0: any that is free
%%     {listen, Port}         ok
%%     {find, Kind, Port}     {ok, Socket} | none: who listens there, or is bound there
%%
%% Kind: tcp or udp; From and Socket: the processes behind sockets. What a socket has is free again
%% when its process ends. A connection of TCP has a port of its own, which nobody can find.
-module(whodunit_network).

-export([start/0, ask/1]).

%% Linux gives sockets without a number one of these.
-define(FIRST, 32768).
-define(LAST, 60999).

start() -> loop(#{}, ?FIRST).

%% For the process behind a socket.
ask(Request) ->
    Ref = make_ref(),
    inet_db ! {network, self(), Ref, Request},
    receive {Ref, Answer} -> Answer end.

loop(Taken, Next) ->
    receive
        {network, From, Ref, Request} ->
            {Answer, Taken1, Next1} = answer(Request, From, Taken, Next),
            From ! {Ref, Answer},
            loop(Taken1, Next1);
        {'DOWN', _, process, Socket, _} -> ended(Socket, Taken, Next);
        {'DOWN', _, port, Port, _} -> ended(whodunit_socket:process(Port), Taken, Next);
        _ -> loop(Taken, Next)
    end.

ended(Socket, Taken, Next) -> loop(maps:filter(fun(_, {Owner, _}) -> Owner =/= Socket end, Taken), Next).

answer({bind, Kind, 0}, From, Taken, Next) ->
    case maps:is_key({Kind, Next}, Taken) of
        true -> answer({bind, Kind, 0}, From, Taken, after_port(Next));
        false -> answer({bind, Kind, Next}, From, Taken, after_port(Next))
    end;
answer({bind, Kind, Port}, From, Taken, Next) ->
    case maps:is_key({Kind, Port}, Taken) of
        true -> {{error, eaddrinuse}, Taken, Next};
        false ->
            erlang:monitor(process, From),
            {{ok, Port}, Taken#{{Kind, Port} => {From, bound}}, Next}
    end;
answer({listen, Port}, From, Taken, Next) -> {ok, Taken#{{tcp, Port} => {From, listens}}, Next};
answer({find, Kind, Port}, _, Taken, Next) ->
    Found = case Taken of
                #{{tcp, Port} := {Socket, listens}} when Kind =:= tcp -> {ok, Socket};
                #{{udp, Port} := {Socket, bound}} when Kind =:= udp -> {ok, Socket};
                _ -> none
            end,
    {Found, Taken, Next}.

after_port(?LAST) -> ?FIRST;
after_port(Port) -> Port + 1.
