%% A light driven by its own timeouts.
-module(traffic_light).
-export([main/0]).

main() ->
    Light = spawn(fun() -> red(0) end),
    Samples = [begin timer:sleep(T), Light ! {self(), colour}, receive C -> C end end || T <- [40, 100, 100, 100, 100]],
    exit(Light, kill),
    Samples.

red(N) -> wait(red, 100, fun() -> green(N + 1) end).
green(N) -> wait(green, 100, fun() -> yellow(N) end).
yellow(N) -> wait(yellow, 100, fun() -> red(N) end).

wait(Colour, Time, Next) ->
    T = erlang:start_timer(Time, self(), change),
    loop(Colour, T, Next).

loop(Colour, T, Next) ->
    receive
        {timeout, T, change} -> Next();
        {From, colour} -> From ! Colour, loop(Colour, T, Next)
    end.
