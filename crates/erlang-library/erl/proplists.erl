%% Property lists: `Key` stands for {Key, true}; any tuple with a first element is an entry for it; the rest is passed over.
-module(proplists).

-export([append_values/2, compact/1, delete/2, expand/2, from_map/1, get_all_values/2, get_bool/2, get_keys/1, get_value/2,
         get_value/3, is_defined/2, lookup/2, lookup_all/2, normalize/2, property/1, property/2, split/2,
         substitute_aliases/2, substitute_negations/2, to_map/1, to_map/2, unfold/1]).

%% Whether an entry is about a key; the order of the tests keeps a guard that fails from being an error.
-define(IS_ABOUT(Entry, Key), (is_atom(Entry) andalso Entry =:= Key
                               orelse tuple_size(Entry) >= 1 andalso element(1, Entry) =:= Key)).

property({Key, true}) when is_atom(Key) -> Key;
property(Property) -> Property.

property(Key, true) when is_atom(Key) -> Key;
property(Key, Value) -> {Key, Value}.

unfold([Key | Rest]) when is_atom(Key) -> [{Key, true} | unfold(Rest)];
unfold([Entry | Rest]) -> [Entry | unfold(Rest)];
unfold([]) -> [].

compact(List) -> [property(Entry) || Entry <- List].

%% ---- finding

lookup(Key, [Entry | _]) when ?IS_ABOUT(Entry, Key) -> as_tuple(Entry);
lookup(Key, [_ | Rest]) -> lookup(Key, Rest);
lookup(_, []) -> none.

as_tuple(Key) when is_atom(Key) -> {Key, true};
as_tuple(Tuple) -> Tuple.

lookup_all(Key, [Entry | Rest]) when ?IS_ABOUT(Entry, Key) -> [as_tuple(Entry) | lookup_all(Key, Rest)];
lookup_all(Key, [_ | Rest]) -> lookup_all(Key, Rest);
lookup_all(_, []) -> [].

is_defined(Key, [Entry | _]) when ?IS_ABOUT(Entry, Key) -> true;
is_defined(Key, [_ | Rest]) -> is_defined(Key, Rest);
is_defined(_, []) -> false.

get_value(Key, List) -> get_value(Key, List, undefined).

%% The first entry decides, even when it holds no single value.
get_value(Key, [Entry | _], Default) when ?IS_ABOUT(Entry, Key) ->
    case as_tuple(Entry) of
        {_, Value} -> Value;
        _ -> Default
    end;
get_value(Key, [_ | Rest], Default) -> get_value(Key, Rest, Default);
get_value(_, [], Default) -> Default.

get_bool(Key, [Entry | _]) when ?IS_ABOUT(Entry, Key) -> as_tuple(Entry) =:= {Key, true};
get_bool(Key, [_ | Rest]) -> get_bool(Key, Rest);
get_bool(_, []) -> false.

get_all_values(Key, [Entry | Rest]) when ?IS_ABOUT(Entry, Key) ->
    case as_tuple(Entry) of
        {_, Value} -> [Value | get_all_values(Key, Rest)];
        _ -> get_all_values(Key, Rest)
    end;
get_all_values(Key, [_ | Rest]) -> get_all_values(Key, Rest);
get_all_values(_, []) -> [].

append_values(Key, [Entry | Rest]) when ?IS_ABOUT(Entry, Key) ->
    case as_tuple(Entry) of
        {_, Values} when is_list(Values) -> Values ++ append_values(Key, Rest);
        {_, Value} -> [Value | append_values(Key, Rest)];
        _ -> append_values(Key, Rest)
    end;
append_values(Key, [_ | Rest]) -> append_values(Key, Rest);
append_values(_, []) -> [].

%% In the order of a set, as OTP returns them.
get_keys(List) -> sets:to_list(get_keys(List, sets:new())).

get_keys([Key | Rest], Keys) when is_atom(Key) -> get_keys(Rest, sets:add_element(Key, Keys));
get_keys([Tuple | Rest], Keys) when tuple_size(Tuple) >= 1 -> get_keys(Rest, sets:add_element(element(1, Tuple), Keys));
get_keys([_ | Rest], Keys) -> get_keys(Rest, Keys);
get_keys([], Keys) -> Keys.

%% ---- changing

delete(Key, [Entry | Rest]) when ?IS_ABOUT(Entry, Key) -> delete(Key, Rest);
delete(Key, [Entry | Rest]) -> [Entry | delete(Key, Rest)];
delete(_, []) -> [].

substitute_aliases(Aliases, List) -> [substitute_alias(Aliases, Entry) || Entry <- List].

substitute_alias([{Alias, Key} | _], Entry) when ?IS_ABOUT(Entry, Alias) ->
    property(setelement(1, as_tuple(Entry), Key));
substitute_alias([{_, _} | Aliases], Entry) -> substitute_alias(Aliases, Entry);
substitute_alias([], Entry) -> Entry.

substitute_negations(Negations, List) -> [substitute_negation(Negations, Entry) || Entry <- List].

%% Anything but {Key, true} counts as false.
substitute_negation([{Negation, Key} | _], Entry) when ?IS_ABOUT(Entry, Negation) ->
    property(Key, as_tuple(Entry) =/= {Negation, true});
substitute_negation([{_, _} | Negations], Entry) -> substitute_negation(Negations, Entry);
substitute_negation([], Entry) -> Entry.

%% An expansion takes the place of the first entry for its key, when that equals the property, and all later entries
%% for the key go. Expansions are kept as lists among the entries until all are done, so that none is expanded again.
expand(Expansions, List) when is_list(List) ->
    Expanded = expand_all(without_repeats([{property(Property), By} || {Property, By} <- Expansions]), List),
    flatten_once(Expanded).

%% Of expansions for the same property that follow each other, the first.
without_repeats([{Property, _} = First, {Property, _} | Rest]) -> without_repeats([First | Rest]);
without_repeats([Expansion | Rest]) -> [Expansion | without_repeats(Rest)];
without_repeats([]) -> [].

expand_all([{Key, By} | Rest], List) when is_atom(Key) -> expand_all(Rest, expand(Key, Key, By, List));
expand_all([{Tuple, By} | Rest], List) when tuple_size(Tuple) >= 1 ->
    expand_all(Rest, expand(element(1, Tuple), Tuple, By, List));
expand_all([_ | Rest], List) -> expand_all(Rest, List);
expand_all([], List) -> List.

expand(Key, Property, By, [Entry | Rest]) when ?IS_ABOUT(Entry, Key) ->
    case property(Entry) of
        Property -> [By | delete(Key, Rest)];
        Other -> [Other | Rest]
    end;
expand(Key, Property, By, [Entry | Rest]) -> [Entry | expand(Key, Property, By, Rest)];
expand(_, _, _, []) -> [].

flatten_once([Entries | Rest]) when is_list(Entries) -> Entries ++ flatten_once(Rest);
flatten_once([Entry | Rest]) -> [Entry | flatten_once(Rest)];
flatten_once([]) -> [].

normalize(List, Stages) -> compact(apply_stages(List, Stages)).

apply_stages(List, [{aliases, Aliases} | Stages]) -> apply_stages(substitute_aliases(Aliases, List), Stages);
apply_stages(List, [{expand, Expansions} | Stages]) -> apply_stages(expand(Expansions, List), Stages);
apply_stages(List, [{negations, Negations} | Stages]) -> apply_stages(substitute_negations(Negations, List), Stages);
apply_stages(List, []) -> List.

%% ---- apart, and to maps

split(List, Keys) ->
    {Found, Rest} = split(List, maps:from_list([{Key, []} || Key <- Keys]), []),
    {[lists:reverse(map_get(Key, Found)) || Key <- Keys], lists:reverse(Rest)}.

split([Entry | Entries], Found, Rest) ->
    case key_of(Entry) of
        {key, Key} when is_map_key(Key, Found) -> split(Entries, Found#{Key := [Entry | map_get(Key, Found)]}, Rest);
        _ -> split(Entries, Found, [Entry | Rest])
    end;
split([], Found, Rest) -> {Found, Rest}.

key_of(Key) when is_atom(Key) -> {key, Key};
key_of(Tuple) when tuple_size(Tuple) >= 1 -> {key, element(1, Tuple)};
key_of(_) -> none.

to_map(List) ->
    lists:foldr(fun({Key, Value}, Map) -> Map#{Key => Value};
                   (Tuple, Map) when tuple_size(Tuple) >= 1 -> maps:remove(element(1, Tuple), Map);
                   (Key, Map) when is_atom(Key) -> Map#{Key => true};
                   (_, Map) -> Map
                end, #{}, List).

to_map(List, Stages) -> to_map(apply_stages(List, Stages)).

from_map(Map) -> maps:to_list(Map).
