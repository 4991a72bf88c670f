%% Counts the words of a text.
-module(word_count).
-export([main/0]).

main() ->
    Text = "the quick brown fox jumps over the lazy dog. The dog barks; the fox runs!",
    Words = string:lexemes(string:lowercase(Text), " .;!"),
    Counts = lists:foldl(fun(W, D) -> dict:update_counter(W, 1, D) end, dict:new(), Words),
    Sorted = lists:sort(fun({A, N}, {B, M}) -> {-N, A} =< {-M, B} end, dict:to_list(Counts)),
    lists:foreach(fun({W, N}) -> io:format("~-6s ~p~n", [W, N]) end, lists:sublist(Sorted, 4)),
    length(Sorted).
