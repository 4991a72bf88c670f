%% The look-and-say sequence.
-module(look_and_say).
-export([main/0]).

next(S) -> say(S, []).
say([], Acc) -> lists:flatten(lists:reverse(Acc));
say([C | T], Acc) ->
    {Same, Rest} = lists:splitwith(fun(X) -> X =:= C end, T),
    say(Rest, [[integer_to_list(length(Same) + 1), C] | Acc]).

main() -> lists:reverse(lists:foldl(fun(_, [S | _] = L) -> [next(S) | L] end, ["1"], lists:seq(1, 9))).
