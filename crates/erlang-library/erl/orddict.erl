%% Dictionaries as lists of pairs sorted by key; 1 and 1.0 are the same key.
-module(orddict).

-export([append/3, append_list/3, erase/2, fetch/2, fetch_keys/1, filter/2, find/2, fold/3, from_list/1, is_empty/1, is_key/2,
         map/2, merge/3, new/0, size/1, store/3, take/2, to_list/1, update/3, update/4, update_counter/3]).

-compile({no_auto_import, [size/1]}).

new() -> [].

size(Dict) -> length(Dict).

is_empty([]) -> true;
is_empty([_ | _]) -> false.

to_list(Dict) -> Dict.

%% Of pairs with the same key the last is kept.
from_list([]) -> [];
from_list([{_, _}] = Dict) -> Dict;
from_list(Pairs) -> lists:ukeysort(1, backwards(Pairs, [])).

backwards([{_, _} = Pair | Pairs], Backwards) -> backwards(Pairs, [Pair | Backwards]);
backwards([], Backwards) -> Backwards.

is_key(Key, [{Other, _} | _]) when Key < Other -> false;
is_key(Key, [{Other, _} | Dict]) when Key > Other -> is_key(Key, Dict);
is_key(_, [{_, _} | _]) -> true;
is_key(_, []) -> false.

fetch(Key, [{Other, _} | Dict]) when Key > Other -> fetch(Key, Dict);
fetch(Key, [{Other, Value} | _]) when Key == Other -> Value.

find(Key, [{Other, _} | _]) when Key < Other -> error;
find(Key, [{Other, _} | Dict]) when Key > Other -> find(Key, Dict);
find(_, [{_, Value} | _]) -> {ok, Value};
find(_, []) -> error.

fetch_keys([{Key, _} | Dict]) -> [Key | fetch_keys(Dict)];
fetch_keys([]) -> [].

erase(Key, [{Other, _} | _] = Dict) when Key < Other -> Dict;
erase(Key, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | erase(Key, Dict)];
erase(_, [{_, _} | Dict]) -> Dict;
erase(_, []) -> [].

take(Key, Dict) -> take(Key, Dict, []).

take(Key, [{Other, _} | _], _) when Key < Other -> error;
take(Key, [{Other, _} = Pair | Dict], Before) when Key > Other -> take(Key, Dict, [Pair | Before]);
take(_, [{_, Value} | Dict], Before) -> {Value, lists:reverse(Before, Dict)};
take(_, [], _) -> error.

store(Key, Value, [{Other, _} | _] = Dict) when Key < Other -> [{Key, Value} | Dict];
store(Key, Value, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | store(Key, Value, Dict)];
store(Key, Value, [{_, _} | Dict]) -> [{Key, Value} | Dict];
store(Key, Value, []) -> [{Key, Value}].

append(Key, Value, [{Other, _} | _] = Dict) when Key < Other -> [{Key, [Value]} | Dict];
append(Key, Value, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | append(Key, Value, Dict)];
append(Key, Value, [{_, Values} | Dict]) -> [{Key, Values ++ [Value]} | Dict];
append(Key, Value, []) -> [{Key, [Value]}].

append_list(Key, Values, [{Other, _} | _] = Dict) when Key < Other -> [{Key, Values} | Dict];
append_list(Key, Values, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | append_list(Key, Values, Dict)];
append_list(Key, Values, [{_, Before} | Dict]) -> [{Key, Before ++ Values} | Dict];
append_list(Key, Values, []) -> [{Key, Values}].

update(Key, Fun, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | update(Key, Fun, Dict)];
update(Key, Fun, [{Other, Value} | Dict]) when Key == Other -> [{Key, Fun(Value)} | Dict].

update(Key, _, Init, [{Other, _} | _] = Dict) when Key < Other -> [{Key, Init} | Dict];
update(Key, Fun, Init, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | update(Key, Fun, Init, Dict)];
update(Key, Fun, _, [{_, Value} | Dict]) -> [{Key, Fun(Value)} | Dict];
update(Key, _, Init, []) -> [{Key, Init}].

update_counter(Key, Increment, [{Other, _} | _] = Dict) when Key < Other -> [{Key, Increment} | Dict];
update_counter(Key, Increment, [{Other, _} = Pair | Dict]) when Key > Other -> [Pair | update_counter(Key, Increment, Dict)];
update_counter(Key, Increment, [{_, N} | Dict]) -> [{Key, N + Increment} | Dict];
update_counter(Key, Increment, []) -> [{Key, Increment}].

fold(Fun, Acc, [{Key, Value} | Dict]) -> fold(Fun, Fun(Key, Value, Acc), Dict);
fold(Fun, Acc, []) when is_function(Fun, 3) -> Acc.

map(Fun, [{Key, Value} | Dict]) -> [{Key, Fun(Key, Value)} | map(Fun, Dict)];
map(Fun, []) when is_function(Fun, 2) -> [].

filter(Pred, [{Key, Value} = Pair | Dict]) ->
    case Pred(Key, Value) of
        true -> [Pair | filter(Pred, Dict)];
        false -> filter(Pred, Dict)
    end;
filter(Pred, []) when is_function(Pred, 2) -> [].

merge(Fun, [{Key1, _} = Pair | Dict1], [{Key2, _} | _] = Dict2) when Key1 < Key2 -> [Pair | merge(Fun, Dict1, Dict2)];
merge(Fun, [{Key1, _} | _] = Dict1, [{Key2, _} = Pair | Dict2]) when Key1 > Key2 -> [Pair | merge(Fun, Dict1, Dict2)];
merge(Fun, [{Key, Value1} | Dict1], [{_, Value2} | Dict2]) -> [{Key, Fun(Key, Value1, Value2)} | merge(Fun, Dict1, Dict2)];
merge(Fun, [], Dict2) when is_function(Fun, 3) -> Dict2;
merge(Fun, Dict1, []) when is_function(Fun, 3) -> Dict1.
