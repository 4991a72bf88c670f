%% Dictionaries: hash tables of cells [Key | Value].
-module(dict).

-export([append/3, append_list/3, erase/2, fetch/2, fetch_keys/1, filter/2, find/2, fold/3, from_list/1, is_empty/1, is_key/2,
         map/2, merge/3, new/0, size/1, store/3, take/2, to_list/1, update/3, update/4, update_counter/3]).

-compile({no_auto_import, [size/1]}).

-define(IS_DICT(Dict), (tuple_size(Dict) =:= 9 andalso element(1, Dict) =:= dict)).

new() -> linear_hash:new(dict).

from_list(Pairs) -> lists:foldl(fun({Key, Value}, Dict) -> store(Key, Value, Dict) end, new(), Pairs).

to_list(Dict) -> fold(fun(Key, Value, Pairs) -> [{Key, Value} | Pairs] end, [], Dict).

fetch_keys(Dict) -> fold(fun(Key, _, Keys) -> [Key | Keys] end, [], Dict).

size(Dict) when ?IS_DICT(Dict) -> linear_hash:size(Dict).

is_empty(Dict) when ?IS_DICT(Dict) -> linear_hash:size(Dict) =:= 0.

%% ---- one key

%% The bucket of a key and its number.
at(Key, Dict) when ?IS_DICT(Dict) ->
    Slot = linear_hash:slot(Dict, Key),
    {Slot, linear_hash:bucket(Dict, Slot)};
at(_, Other) -> error({badrecord, Other}).

is_key(Key, Dict) -> find(Key, Dict) =/= error.

find(Key, Dict) ->
    {_, Bucket} = at(Key, Dict),
    in_bucket(Key, Bucket).

in_bucket(Key, [[Key | Value] | _]) -> {ok, Value};
in_bucket(Key, [_ | Bucket]) -> in_bucket(Key, Bucket);
in_bucket(_, []) -> error.

fetch(Key, Dict) ->
    case find(Key, Dict) of
        {ok, Value} -> Value;
        error -> erlang:error(badarg, [Key, Dict])
    end.

take(Key, Dict) ->
    {Slot, Bucket} = at(Key, Dict),
    case in_bucket(Key, Bucket) of
        {ok, Value} -> {Value, linear_hash:shrunk(linear_hash:put_bucket(Dict, Slot, without(Key, Bucket)), 1)};
        error -> error
    end.

erase(Key, Dict) ->
    case take(Key, Dict) of
        {_, Dict1} -> Dict1;
        error -> linear_hash:shrunk(Dict, 0)
    end.

without(Key, [[Key | _] | Bucket]) -> Bucket;
without(Key, [Other | Bucket]) -> [Other | without(Key, Bucket)].

%% Changes the value of a key, or adds the key.
change(Key, Change, Init, Dict) ->
    {Slot, Bucket} = at(Key, Dict),
    {Bucket1, Added} = change_in(Key, Change, Init, Bucket),
    linear_hash:grown(linear_hash:put_bucket(Dict, Slot, Bucket1), Added, fun erlang:hd/1).

change_in(Key, Change, _, [[Key | Value] | Bucket]) -> {[[Key | Change(Value)] | Bucket], 0};
change_in(Key, Change, Init, [Other | Bucket]) ->
    {Bucket1, Added} = change_in(Key, Change, Init, Bucket),
    {[Other | Bucket1], Added};
change_in(Key, Change, Init, []) when is_function(Change, 1) -> {[[Key | Init]], 1}.

store(Key, Value, Dict) -> change(Key, fun(_) -> Value end, Value, Dict).

append(Key, Value, Dict) -> change(Key, fun(Values) -> Values ++ [Value] end, [Value], Dict).

append_list(Key, Values, Dict) -> change(Key, fun(Before) -> Before ++ Values end, Values, Dict).

update_counter(Key, Increment, Dict) when is_number(Increment) -> change(Key, fun(N) -> N + Increment end, Increment, Dict).

update(Key, Fun, Init, Dict) -> change(Key, Fun, Init, Dict).

update(Key, Fun, Dict) ->
    case is_key(Key, Dict) of
        true -> change(Key, Fun, none, Dict);
        false -> erlang:error(badarg, [Key, Fun, Dict])
    end.

%% ---- all keys

fold(Fun, Acc, Dict) when ?IS_DICT(Dict), is_function(Fun, 3) ->
    linear_hash:fold(fun(Bucket, Acc1) -> fold_bucket(Fun, Acc1, Bucket) end, Acc, Dict);
fold(_, _, Dict) -> no_walk(Dict).

fold_bucket(Fun, Acc, [[Key | Value] | Bucket]) -> fold_bucket(Fun, Fun(Key, Value, Acc), Bucket);
fold_bucket(_, Acc, []) -> Acc.

map(Fun, Dict) when ?IS_DICT(Dict), is_function(Fun, 2) ->
    linear_hash:map(fun(Bucket) -> [[Key | Fun(Key, Value)] || [Key | Value] <- Bucket] end, Dict);
map(_, Dict) -> no_walk(Dict).

filter(Pred, Dict) when ?IS_DICT(Dict), is_function(Pred, 2) ->
    Filtered = linear_hash:map(fun(Bucket) -> filter_bucket(Pred, Bucket) end, Dict),
    Kept = linear_hash:fold(fun(Bucket, N) -> N + length(Bucket) end, 0, Filtered),
    linear_hash:shrunk(Filtered, size(Dict) - Kept);
filter(_, Dict) -> no_walk(Dict).

filter_bucket(Pred, [[Key | Value] = Cell | Bucket]) ->
    case Pred(Key, Value) of
        true -> [Cell | filter_bucket(Pred, Bucket)];
        false -> filter_bucket(Pred, Bucket)
    end;
filter_bucket(_, []) -> [].

no_walk(Dict) when ?IS_DICT(Dict) -> error(function_clause);
no_walk(Other) -> error({badrecord, Other}).

%% The smaller dictionary is walked.
merge(Fun, Dict1, Dict2) ->
    case size(Dict1) < size(Dict2) of
        true ->
            fold(fun(Key, Value1, Dict) -> update(Key, fun(Value2) -> Fun(Key, Value1, Value2) end, Value1, Dict) end,
                 Dict2, Dict1);
        false ->
            fold(fun(Key, Value2, Dict) -> update(Key, fun(Value1) -> Fun(Key, Value1, Value2) end, Value2, Dict) end,
                 Dict1, Dict2)
    end.
