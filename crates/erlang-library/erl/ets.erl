%% Tables: what takes a fun. All else is native; fun2ms/1 is a parse transform, and files of tables are not supported.
-module(ets).

-export([foldl/3, foldr/3, init_table/2, test_ms/2]).

%% The table is fixed for as long as it is walked, so that the fun may delete what it sees.
foldl(Fun, Acc, Table) ->
    ets:safe_fixtable(Table, true),
    First = ets:first(Table),
    try do_foldl(Fun, Acc, First, Table)
    after ets:safe_fixtable(Table, false)
    end.

do_foldl(_, Acc, '$end_of_table', _) -> Acc;
do_foldl(Fun, Acc, Key, Table) ->
    do_foldl(Fun, lists:foldl(Fun, Acc, ets:lookup(Table, Key)), ets:next(Table, Key), Table).

foldr(Fun, Acc, Table) ->
    ets:safe_fixtable(Table, true),
    Last = ets:last(Table),
    try do_foldr(Fun, Acc, Last, Table)
    after ets:safe_fixtable(Table, false)
    end.

do_foldr(_, Acc, '$end_of_table', _) -> Acc;
do_foldr(Fun, Acc, Key, Table) ->
    do_foldr(Fun, lists:foldr(Fun, Acc, ets:lookup(Table, Key)), ets:prev(Table, Key), Table).

%% Filled from a fun that returns objects and the fun to call next.
init_table(Table, Fun) ->
    ets:delete_all_objects(Table),
    init_from(Table, Fun(read)).

init_from(_, end_of_input) -> true;
init_from(Table, {Objects, Fun}) when is_list(Objects), is_function(Fun) ->
    try ets:insert(Table, Objects) of
        true -> init_from(Table, Fun(read))
    catch
        error:Reason:Stack ->
            catch Fun(close),
            exit({Reason, Stack})
    end;
init_from(_, Other) -> exit(Other).

test_ms(Tuple, MatchSpec) ->
    case erlang:match_spec_test(Tuple, MatchSpec, table) of
        {ok, Result, _, _} -> {ok, Result};
        {error, _} = Error -> Error
    end.
