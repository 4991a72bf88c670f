%% Vector clocks in a ring of replicas.
-module(distributed_counter).
-export([main/0]).

merge(A, B) -> maps:merge_with(fun(_, X, Y) -> max(X, Y) end, A, B).
compare(A, B) ->
    Le = fun(X, Y) -> maps:fold(fun(K, V, Ok) -> Ok andalso V =< maps:get(K, Y, 0) end, true, X) end,
    case {Le(A, B), Le(B, A)} of {true, true} -> equal; {true, false} -> before; {false, true} -> after_; _ -> concurrent end.

replica(Name, Clock) ->
    receive
        inc -> replica(Name, maps:update_with(Name, fun(N) -> N + 1 end, 1, Clock));
        {sync, To} -> To ! {clock, Clock}, replica(Name, Clock);
        {clock, C} -> replica(Name, merge(Clock, C));
        {get, From} -> From ! {Name, Clock}, replica(Name, Clock)
    end.

get_(P, N) -> P ! {get, self()}, receive {N, C} -> C end.

main() ->
    [A, B] = [spawn(fun() -> replica(N, #{}) end) || N <- [a, b]],
    A ! inc, A ! inc, B ! inc,
    R1 = compare(get_(A, a), get_(B, b)),
    A ! {sync, B},
    get_(A, a),
    R2 = compare(get_(A, a), get_(B, b)),
    B ! {sync, A},
    get_(B, b),
    R3 = compare(get_(A, a), get_(B, b)),
    {R1, R2, R3, get_(A, a)}.
