%% Messages are taken by kind, not by age.
-module(selective_receive).
-export([main/0]).

main() ->
    [self() ! M || M <- [{low, 1}, {high, 2}, {low, 3}, urgent, {high, 4}]],
    take(urgent_first(), []).

urgent_first() -> receive urgent -> [urgent] after 0 -> [] end.

take(Seen, Acc) ->
    receive
        {high, X} -> take(Seen, [{high, X} | Acc])
    after 0 ->
        receive
            {low, X} -> take(Seen, [{low, X} | Acc])
        after 0 -> {Seen, lists:reverse(Acc)}
        end
    end.
