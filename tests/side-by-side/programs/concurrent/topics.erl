%% Publish and subscribe: a broker knows who wants to hear about what.
-module(topics).
-export([main/0]).

main() ->
    Broker = spawn(fun() -> broker(#{}) end),
    Ann = reader(Broker, [sport, music]),
    Bob = reader(Broker, [sport]),
    Sent = [publish(Broker, Topic, Text) || {Topic, Text} <- [{sport, goal}, {music, song}, {news, flood}]],
    sync(Broker, {unsubscribe, sport, Ann}),
    Again = publish(Broker, sport, whistle),
    {Sent, Again, stop(Ann), stop(Bob)}.

reader(Broker, Topics) ->
    Reader = spawn(fun() -> read([]) end),
    [sync(Broker, {subscribe, Topic, Reader}) || Topic <- Topics],
    Reader.

read(Seen) ->
    receive
        {item, Topic, Text} -> read([{Topic, Text} | Seen]);
        {stop, From} -> From ! {seen, self(), lists:reverse(Seen)}
    end.

stop(Reader) ->
    Reader ! {stop, self()},
    receive {seen, Reader, Items} -> Items end.

publish(Broker, Topic, Text) -> sync(Broker, {publish, Topic, Text}).

sync(Broker, Request) ->
    Broker ! {self(), Request},
    receive {Broker, Answer} -> Answer end.

broker(Readers) ->
    receive
        {From, {subscribe, Topic, Reader}} ->
            From ! {self(), ok},
            broker(Readers#{Topic => [Reader | readers(Topic, Readers)]});
        {From, {unsubscribe, Topic, Reader}} ->
            From ! {self(), ok},
            broker(Readers#{Topic => lists:delete(Reader, readers(Topic, Readers))});
        {From, {publish, Topic, Text}} ->
            To = readers(Topic, Readers),
            [Reader ! {item, Topic, Text} || Reader <- To],
            From ! {self(), length(To)},
            broker(Readers)
    end.

readers(Topic, Readers) -> maps:get(Topic, Readers, []).
