%% A small database with match specifications.
-module(ets_queries).
-export([main/0]).

-record(emp, {id, name, dept, salary}).

main() ->
    T = ets:new(emps, [ordered_set, {keypos, #emp.id}]),
    ets:insert(T, [#emp{id = I, name = N, dept = D, salary = S}
                   || {I, N, D, S} <- [{1, ann, dev, 100}, {2, bob, ops, 80}, {3, cy, dev, 120}, {4, di, ops, 95}]]),
    Rich = ets:select(T, [{#emp{name = '$1', salary = '$2', _ = '_'}, [{'>=', '$2', 95}], [{{'$1', '$2'}}]}]),
    Devs = ets:match(T, #emp{name = '$1', dept = dev, _ = '_'}),
    Count = ets:select_count(T, [{#emp{dept = ops, _ = '_'}, [], [true]}]),
    ets:select_replace(T, [{#emp{id = '$1', name = '$2', dept = dev, salary = '$3'}, [],
                            [{{emp, '$1', '$2', dev, {'+', '$3', 10}}}]}]),
    Sum = ets:foldl(fun(#emp{salary = S}, A) -> S + A end, 0, T),
    ets:match_delete(T, #emp{dept = ops, _ = '_'}),
    {Rich, Devs, Count, Sum, ets:tab2list(T)}.
