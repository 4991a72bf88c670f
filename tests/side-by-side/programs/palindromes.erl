%% Finds palindromes, ignoring case and punctuation.
-module(palindromes).
-export([main/0]).

clean(S) -> [string:to_lower(C) || C <- S, (C >= $a andalso C =< $z) orelse (C >= $A andalso C =< $Z)].
is(S) -> C = clean(S), C =:= lists:reverse(C).

longest(S) -> lists:last(lists:sort([{length(P), P} || I <- lists:seq(1, length(S)), J <- lists:seq(1, length(S) - I + 1),
                                     P <- [lists:sublist(S, I, J)], P =:= lists:reverse(P)])).

main() -> {[is(S) || S <- ["A man, a plan, a canal: Panama", "hello", ""]], longest("bananas"), longest("abacabad")}.
