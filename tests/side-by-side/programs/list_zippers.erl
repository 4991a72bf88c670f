%% A list with a cursor.
-module(list_zippers).
-export([main/0]).

new(L) -> {[], L}.
right({L, [X | R]}) -> {[X | L], R};
right(Z) -> Z.
left({[X | L], R}) -> {L, [X | R]};
left(Z) -> Z.
insert(X, {L, R}) -> {L, [X | R]}.
delete({L, [_ | R]}) -> {L, R}.
replace(F, {L, [X | R]}) -> {L, [F(X) | R]}.
to_list({L, R}) -> lists:reverse(L, R).

main() ->
    Z = new([a, b, c, d]),
    Z1 = replace(fun(X) -> {X, X} end, right(right(Z))),
    Z2 = insert(x, left(Z1)),
    {to_list(Z1), to_list(Z2), to_list(delete(delete(Z2))), try delete({[a], []}) catch error:function_clause -> nothing_here end}.
