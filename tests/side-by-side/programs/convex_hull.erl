%% Andrew's monotone chain.
-module(convex_hull).
-export([main/0]).

cross({X0, Y0}, {X1, Y1}, {X2, Y2}) -> (X1 - X0) * (Y2 - Y0) - (Y1 - Y0) * (X2 - X0).

half([], H) -> H;
half([P | Ps], [B, A | T]) ->
    case cross(A, B, P) =< 0 of
        true -> half([P | Ps], [A | T]);
        false -> half(Ps, [P, B, A | T])
    end;
half([P | Ps], H) -> half(Ps, [P | H]).

hull(Ps) -> S = lists:usort(Ps), tl(half(S, [])) ++ tl(half(lists:reverse(S), [])).

main() ->
    Ps = [{X, X * X rem 11} || X <- lists:seq(0, 10)] ++ [{5, 5}, {0, 10}, {10, 0}],
    hull(Ps).
