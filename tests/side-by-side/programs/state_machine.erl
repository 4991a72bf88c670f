%% A door lock as a process whose state is the function it is in.
-module(state_machine).
-export([main/0]).

main() ->
    Door = spawn(fun() -> locked([], [1, 2, 3, 4]) end),
    [begin Door ! {press, D}, timer:sleep(1) end || D <- [1, 2, 9]],
    S1 = state(Door),
    Door ! reset,
    [Door ! {press, D} || D <- [1, 2, 3, 4]],
    S2 = state(Door),
    Door ! open,
    S3 = state(Door),
    Door ! close, Door ! lock,
    S4 = state(Door),
    {S1, S2, S3, S4}.

state(Door) -> Door ! {state, self()}, receive {state, S} -> S end.

locked(Pressed, Code) ->
    receive
        {press, D} ->
            case lists:reverse([D | Pressed]) of
                Code -> unlocked(Code);
                _ -> locked([D | Pressed], Code)
            end;
        reset -> locked([], Code);
        {state, P} -> P ! {state, {locked, length(Pressed)}}, locked(Pressed, Code)
    end.

unlocked(Code) ->
    receive
        open -> opened(Code);
        lock -> locked([], Code);
        {state, P} -> P ! {state, unlocked}, unlocked(Code)
    end.

opened(Code) ->
    receive
        close -> unlocked(Code);
        {state, P} -> P ! {state, open}, opened(Code)
    end.
