%% A buffer with room for so many: who puts into a full one waits, and who takes from an empty one does, too.
-module(bounded_buffer).
-export([main/0]).

main() ->
    Buffer = spawn(fun() -> buffer(2, [], []) end),
    Self = self(),
    spawn(fun() -> produce(Buffer, [a, b, c, d, e], Self) end),
    Taken = consume(Buffer, 5),
    Puts = receive {produced, Count} -> Count end,
    Buffer ! {stop, self()},
    Left = receive {left, Items} -> Items end,
    {Taken, Puts, Left}.

produce(Buffer, Items, Main) ->
    Answers = [call(Buffer, {put, Item}) || Item <- Items],
    Main ! {produced, length([ok || ok <- Answers])}.

consume(_, 0) ->
    [];
consume(Buffer, N) ->
    Item = call(Buffer, take),
    [Item | consume(Buffer, N - 1)].

call(Buffer, Request) ->
    Buffer ! {Request, self()},
    receive
        {Buffer, Answer} -> Answer
    end.

%% Takers wait only while there is no item.
buffer(Room, [Item | Items], [Taker | Takers]) ->
    Taker ! {self(), Item},
    buffer(Room + 1, Items, Takers);
buffer(Room, Items, Takers) ->
    receive
        {{put, Item}, Putter} when Room > 0 ->
            Putter ! {self(), ok},
            buffer(Room - 1, Items ++ [Item], Takers);
        {take, Taker} ->
            buffer(Room, Items, Takers ++ [Taker]);
        {stop, Main} ->
            Main ! {left, {Room, Items, Takers}}
    end.
