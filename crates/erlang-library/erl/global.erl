%% Locks and transactions of a node that is not part of a network. Names are the machine's.
-module(global).
-export([set_lock/1, set_lock/2, set_lock/3, del_lock/1, del_lock/2, trans/2, trans/3, trans/4]).

set_lock(Id) -> set_lock(Id, [node()], infinity).

set_lock(Id, Nodes) -> set_lock(Id, Nodes, infinity).

set_lock({_, _} = Id, Nodes, Retries) when Retries =:= infinity; is_integer(Retries), Retries >= 0 ->
    set_lock(Id, Nodes, Retries, 1).

set_lock(Id, Nodes, Retries, Times) ->
    case lock(Id, Nodes) of
        true -> true;
        false when Retries =:= 0 -> false;
        false ->
            wait(Times),
            set_lock(Id, Nodes, fewer(Retries), Times + 1)
    end.

%% Other nodes cannot be reached, and whoever cannot be reached has no objection.
lock({Resource, Requester}, Nodes) ->
    not lists:member(node(), Nodes) orelse whodunit_network:hold({'$lock', Resource}, Requester, true).

fewer(infinity) -> infinity;
fewer(Retries) -> Retries - 1.

%% OTP waits for a random time of up to so many milliseconds: twice as long each time.
wait(Times) when Times > 5 -> timer:sleep(4000);
wait(Times) -> timer:sleep((1 bsl Times) * 1000 div 16).

del_lock(Id) -> del_lock(Id, [node()]).

del_lock({Resource, Requester}, Nodes) ->
    not lists:member(node(), Nodes) orelse whodunit_network:hold({'$lock', Resource}, Requester, false).

trans(Id, Fun) -> trans(Id, Fun, [node()], infinity).

trans(Id, Fun, Nodes) -> trans(Id, Fun, Nodes, infinity).

trans(Id, Fun, Nodes, Retries) ->
    case set_lock(Id, Nodes, Retries) of
        true ->
            try Fun()
            after del_lock(Id, Nodes)
            end;
        false -> aborted
    end.
