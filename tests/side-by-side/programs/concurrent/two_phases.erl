%% Two-phase commit: all who take part must agree before any of them changes anything.
-module(two_phases).
-export([main/0]).

main() ->
    Stores = [store(Limit) || Limit <- [10, 20, 5]],
    Results = [commit(Stores, Amount) || Amount <- [4, 3, 1, 1]],
    {Results, [value(Store) || Store <- Stores]}.

store(Limit) -> spawn(fun() -> idle(0, Limit) end).

commit(Stores, Amount) ->
    [Store ! {prepare, self(), Amount} || Store <- Stores],
    Votes = [receive {vote, Store, Vote} -> Vote end || Store <- Stores],
    Decision = decide(Votes),
    [Store ! Decision || Store <- Stores],
    {Decision, length([no || no <- Votes])}.

decide(Votes) ->
    case lists:all(fun(Vote) -> Vote =:= yes end, Votes) of
        true -> commit;
        false -> abort
    end.

idle(Value, Limit) ->
    receive
        {prepare, From, Amount} when Value + Amount =< Limit ->
            From ! {vote, self(), yes},
            prepared(Value, Amount, Limit);
        {prepare, From, _} ->
            From ! {vote, self(), no},
            prepared(Value, 0, Limit);
        {value, From} ->
            From ! {value, self(), Value},
            idle(Value, Limit)
    end.

prepared(Value, Amount, Limit) ->
    receive
        commit -> idle(Value + Amount, Limit);
        abort -> idle(Value, Limit)
    end.

value(Store) ->
    Store ! {value, self()},
    receive {value, Store, Value} -> Value end.
