%% Groups words by their sorted letters.
-module(anagrams).
-export([main/0]).

main() ->
    Words = ["listen", "silent", "enlist", "google", "elgoog", "abc", "cab", "xyz"],
    Groups = lists:foldr(fun(W, M) ->
        maps:update_with(lists:sort(W), fun(L) -> [W | L] end, [W], M)
    end, #{}, Words),
    lists:sort([G || {_, [_, _ | _] = G} <- maps:to_list(Groups)]).
