%% Knuth-Morris-Pratt against naive search.
-module(string_search).
-export([main/0]).

table(P) -> table(list_to_tuple(P), 2, 0, #{1 => 0}).
table(P, I, _, T) when I > tuple_size(P) -> T;
table(P, I, K, T) ->
    case element(K + 1, P) =:= element(I, P) of
        true -> table(P, I + 1, K + 1, T#{I => K + 1});
        false when K > 0 -> table(P, I, maps:get(K, T), T);
        false -> table(P, I + 1, 0, T#{I => 0})
    end.

kmp(S, P) -> kmp(S, list_to_tuple(P), table(P), 0, 0).
kmp(_, P, _, K, I) when K =:= tuple_size(P) -> I - K;
kmp([], _, _, _, _) -> none;
kmp([C | S] = Text, P, T, K, I) ->
    case element(K + 1, P) of
        C -> kmp(S, P, T, K + 1, I + 1);
        _ when K > 0 -> kmp(Text, P, T, maps:get(K, T), I);
        _ -> kmp(S, P, T, 0, I + 1)
    end.

main() -> [{kmp(S, P), string:str(S, P) - 1} || {S, P} <- [{"abxabcabcaby", "abcaby"}, {"aaaaab", "aab"}, {"hello", "xyz"}, {"abc", "abc"}]].
