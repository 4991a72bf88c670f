%% The dining philosophers with a waiter, after the description in CauDEr's paper (section 4.2).
%% A process for each philosopher and each fork; the waiter keeps philosophers from deadlock.
-module(dining).
-export([main/0, start/2, waiter/2, fork/1, philosopher/4]).

%% Five philosophers, each of whom wants to eat three times.
main() ->
    start(5, 3).

%% The philosophers in the order in which they had their last meal.
start(N, Meals) ->
    Main = self(),
    Waiter = spawn(?MODULE, waiter, [N, #{}]),
    Forks = [{Id, spawn(?MODULE, fork, [free])} || Id <- lists:seq(1, N)],
    Waiter ! {forks, maps:from_list(Forks)},
    [spawn(?MODULE, philosopher, [Id, Waiter, Main, Meals]) || Id <- lists:seq(1, N)],
    [receive {full, Id} -> Id end || _ <- lists:seq(1, N)].

%% -- the waiter: gives both forks to a hungry philosopher, or neither

waiter(N, Forks) ->
    receive
        {forks, NewForks} ->
            waiter(N, NewForks);
        {hungry, Id, Philosopher} ->
            LeftFork = maps:get(Id, Forks),
            RightFork = maps:get(1 + (Id rem N), Forks),
            case {ask_state(LeftFork), ask_state(RightFork)} of
                {free, free} ->
                    set_state(LeftFork, used),
                    set_state(RightFork, used),
                    Philosopher ! eat;
                _ ->
                    Philosopher ! think
            end,
            waiter(N, Forks);
        {eaten, Id} ->
            LeftForkId = Id,
            RightForkId = 1 + (LeftForkId rem N),
            set_state(maps:get(LeftForkId, Forks), free),
            set_state(maps:get(RightForkId, Forks), free),
            waiter(N, Forks)
    end.

ask_state(Fork) ->
    Fork ! {get_state, self()},
    receive
        State -> State % takes whatever comes first: the next hungry philosopher, too
    end.

set_state(Fork, State) ->
    Fork ! {set_state, State, self()},
    receive
        {been_set, Fork} -> ok
    end.

%% -- a fork

fork(State) ->
    receive
        {get_state, Waiter} ->
            Waiter ! State,
            fork(State);
        {set_state, NewState, Waiter} ->
            Waiter ! {been_set, self()},
            fork(NewState)
    end.

%% -- a philosopher

philosopher(Id, _Waiter, Main, 0) ->
    Main ! {full, Id};
philosopher(Id, Waiter, Main, Meals) ->
    Waiter ! {hungry, Id, self()},
    receive
        think ->
            io:format("philosopher ~p thinks~n", [Id]),
            philosopher(Id, Waiter, Main, Meals);
        eat ->
            io:format("philosopher ~p eats~n", [Id]),
            Waiter ! {eaten, Id},
            philosopher(Id, Waiter, Main, Meals - 1)
    end.
