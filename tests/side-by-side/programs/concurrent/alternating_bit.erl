%% The alternating bit protocol over a line that loses some packets: what is lost is sent again, and nothing comes twice.
-module(alternating_bit).
-export([main/0]).

main() ->
    Receiver = spawn(fun() -> receiver(0, []) end),
    Line = spawn(fun() -> line(1, Receiver) end),
    Tries = send_all([h, e, l, o], 0, Line),
    Receiver ! {read, self()},
    receive {text, Text} -> {Text, Tries} end.

send_all([], _, _) ->
    [];
send_all([Item | Items], Bit, Line) ->
    Tries = send(Item, Bit, Line, 1),
    [Tries | send_all(Items, 1 - Bit, Line)].

send(Item, Bit, Line, Tries) ->
    Line ! {packet, self(), Bit, Item},
    receive
        {ack, Bit} -> Tries
    after 200 ->
        send(Item, Bit, Line, Tries + 1)
    end.

%% Loses every third packet.
line(3, Receiver) ->
    receive {packet, _, _, _} -> line(1, Receiver) end;
line(N, Receiver) ->
    receive
        Packet ->
            Receiver ! Packet,
            line(N + 1, Receiver)
    end.

receiver(Expected, Items) ->
    receive
        {packet, From, Expected, Item} ->
            From ! {ack, Expected},
            receiver(1 - Expected, [Item | Items]);
        {packet, From, Bit, _} ->
            From ! {ack, Bit},
            receiver(Expected, Items);
        {read, From} ->
            From ! {text, lists:reverse(Items)}
    end.
