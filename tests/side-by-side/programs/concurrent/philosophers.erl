%% Dining philosophers with registered forks and a waiter who lets only so many sit down at a time.
-module(philosophers).
-export([main/0]).

-define(SEATS, 3).

main() ->
    [start_fork(N) || N <- lists:seq(1, ?SEATS)],
    Waiter = spawn(fun() -> waiter(?SEATS - 1) end),
    Self = self(),
    Guests = [spawn(fun() -> philosopher(N, Waiter, 2, Self) end) || N <- lists:seq(1, ?SEATS)],
    Meals = [receive {sated, Guest, Meals} -> Meals end || Guest <- Guests],
    Uses = [stop_fork(N) || N <- lists:seq(1, ?SEATS)],
    {Meals, Uses}.

fork_name(N) -> list_to_atom("fork_" ++ integer_to_list(N)).

start_fork(N) -> register(fork_name(N), spawn(fun() -> fork_on_table(0) end)).

stop_fork(N) ->
    fork_name(N) ! {stop, self()},
    receive {uses, Uses} -> Uses end.

fork_on_table(Uses) ->
    receive
        {take, Who} ->
            Who ! taken,
            fork_in_use(Who, Uses + 1);
        {stop, Main} ->
            Main ! {uses, Uses}
    end.

fork_in_use(Who, Uses) ->
    receive {put_back, Who} -> fork_on_table(Uses) end.

waiter(0) ->
    receive leave -> waiter(1) end;
waiter(Seats) ->
    receive
        {enter, Who} ->
            Who ! sit_down,
            waiter(Seats - 1);
        leave ->
            waiter(Seats + 1)
    end.

philosopher(N, Waiter, Meals, Main) ->
    [eat(N, Waiter) || _ <- lists:seq(1, Meals)],
    Main ! {sated, self(), Meals}.

eat(N, Waiter) ->
    Waiter ! {enter, self()},
    receive sit_down -> ok end,
    Forks = [fork_name(N), fork_name(N rem ?SEATS + 1)],
    [take(Fork) || Fork <- Forks],
    [Fork ! {put_back, self()} || Fork <- Forks],
    Waiter ! leave.

take(Fork) ->
    Fork ! {take, self()},
    receive taken -> ok end.
