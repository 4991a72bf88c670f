%% Word count by mappers and reducers.
-module(map_reduce).
-export([main/0]).

main() ->
    Docs = ["a b a", "b c", "a c c c"],
    Self = self(),
    [spawn(fun() -> [Self ! {pair, W, 1} || W <- string:tokens(D, " ")], Self ! done end) || D <- Docs],
    Groups = gather(length(Docs), #{}),
    [spawn(fun() -> Self ! {reduced, W, lists:sum(Ns)} end) || {W, Ns} <- maps:to_list(Groups)],
    lists:sort([receive {reduced, W, N} -> {W, N} end || _ <- maps:keys(Groups)]).

gather(0, M) -> M;
gather(N, M) ->
    receive
        {pair, W, V} -> gather(N, maps:update_with(W, fun(L) -> [V | L] end, [V], M));
        done -> gather(N - 1, M)
    end.
