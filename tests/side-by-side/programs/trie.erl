%% A trie of words with prefix search.
-module(trie).
-export([main/0]).

insert([], T) -> T#{stop => true};
insert([C | W], T) -> T#{C => insert(W, maps:get(C, T, #{}))}.

words(T) -> words(T, []).
words(T, P) ->
    [lists:reverse(P) || is_map_key(stop, T)] ++
        lists:append([words(S, [C | P]) || {C, S} <- lists:sort(maps:to_list(T)), is_integer(C)]).

find([], T) -> T;
find([C | W], T) -> case T of #{C := S} -> find(W, S); _ -> #{} end.

main() ->
    T = lists:foldl(fun insert/2, #{}, ["car", "cart", "care", "cat", "dog", "do", ""]),
    {words(T), [("ca" ++ W) || W <- words(find("ca", T))], words(find("xyz", T)), T}.
