%% The sleeping barber: a room with few chairs, a barber who sleeps until he is woken, customers who leave if there is no chair.
-module(barber).
-export([main/0]).

main() ->
    Shop = self(),
    Barber = spawn_link(fun() -> barber(Shop) end),
    Room = spawn_link(fun() -> room(Barber, 2, []) end),
    register(room, Room),
    Customers = [spawn(fun() -> customer(Shop, N) end) || N <- lists:seq(1, 6)],
    Outcomes = [receive {C, Outcome} -> Outcome end || C <- Customers],
    Room ! {close, self()},
    receive {closed, Empty} -> Empty end,
    Barber ! stop,
    Cut = receive {barber, N} -> N end,
    Left = length([turned || turned <- Outcomes]),
    {Cut + Left, Cut =:= length([shorn || shorn <- Outcomes]), Cut >= 1}.

room(Barber, Chairs, Waiting) ->
    receive
        {enter, Customer} when length(Waiting) < Chairs ->
            case Waiting of
                [] -> Barber ! {wake, self()};
                _ -> awake
            end,
            Customer ! seated,
            room(Barber, Chairs, Waiting ++ [Customer]);
        {enter, Customer} ->
            Customer ! full,
            room(Barber, Chairs, Waiting);
        {next, Barber} ->
            case Waiting of
                [] -> Barber ! sleep, room(Barber, Chairs, []);
                [First | Rest] -> Barber ! {customer, First}, room(Barber, Chairs, Rest)
            end;
        {close, From} when Waiting =:= [] ->
            From ! {closed, true},
            room(Barber, Chairs, [])
    end.

barber(Shop) -> barber(Shop, 0).

barber(Shop, Cut) ->
    receive
        {wake, Room} -> barber(Shop, work(Room, Cut));
        stop -> Shop ! {barber, Cut}
    end.

work(Room, Cut) ->
    Room ! {next, self()},
    receive
        {customer, Customer} ->
            timer:sleep(5),
            Customer ! shorn,
            work(Room, Cut + 1);
        sleep -> Cut
    end.

customer(Shop, N) ->
    timer:sleep(N * 2),
    room ! {enter, self()},
    Outcome = receive
        seated -> receive shorn -> shorn end;
        full -> turned
    end,
    io:format("customer ~p: ~p~n", [N, Outcome]),
    Shop ! {self(), Outcome}.
