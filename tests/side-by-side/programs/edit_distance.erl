%% Levenshtein distance by rows.
-module(edit_distance).
-export([main/0]).

distance(A, B) -> lists:last(lists:foldl(fun(C, Row) -> row(C, B, Row) end, lists:seq(0, length(B)), A)).

row(C, B, [D0 | _] = Row) -> row(C, B, Row, [D0 + 1]).

row(_, [], _, Acc) -> lists:reverse(Acc);
row(C, [X | B], [Diag, Up | Row], [Left | _] = Acc) ->
    Cost = if C =:= X -> 0; true -> 1 end,
    row(C, B, [Up | Row], [lists:min([Left + 1, Up + 1, Diag + Cost]) | Acc]).

main() -> [{A, B, distance(A, B)} || {A, B} <- [{"kitten", "sitting"}, {"", "abc"}, {"flaw", "lawn"}, {"same", "same"}]].
