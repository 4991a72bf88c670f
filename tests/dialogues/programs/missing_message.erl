%% Symptom: the run stops dead: main waits for the sum, and the adder still waits for the end of the numbers.
%% Bug: line 18. After the last number of a list that is not empty nobody says `done`.
-module(missing_message).
-export([main/0]).

main() ->
    Adder = spawn(fun() -> adder(0) end),
    feed(Adder, [1, 2, 3]),
    Adder ! {sum, self()},
    receive
        {sum, Sum} -> Sum
    end.

feed(Adder, []) ->
    Adder ! done;
feed(Adder, [Number | Numbers]) ->
    Adder ! {number, Number},
    [feed(Adder, Numbers) || Numbers =/= []].

adder(Sum) ->
    receive
        {number, Number} -> adder(Sum + Number);
        done -> total(Sum)
    end.

total(Sum) ->
    receive
        {sum, From} -> From ! {sum, Sum}
    end.
