%% A pool gives each idle worker the next job and gathers results in order.
-module(worker_pool).
-export([main/0]).

main() ->
    Self = self(),
    Jobs = lists:seq(1, 12),
    Workers = [spawn(fun() -> worker(Self) end) || _ <- [1, 2, 3]],
    Results = dispatch(lists:zip(Jobs, [fun() -> N * N end || N <- Jobs]), length(Jobs), #{}),
    [W ! stop || W <- Workers],
    [maps:get(N, Results) || N <- Jobs].

dispatch(_, 0, Results) -> Results;
dispatch(Jobs, Left, Results) ->
    receive
        {idle, W} ->
            case Jobs of
                [{N, F} | Rest] -> W ! {job, N, F}, dispatch(Rest, Left, Results);
                [] -> dispatch([], Left, Results)
            end;
        {result, N, R} -> dispatch(Jobs, Left - 1, Results#{N => R})
    end.

worker(Boss) ->
    Boss ! {idle, self()},
    receive
        {job, N, F} -> Boss ! {result, N, F()}, worker(Boss);
        stop -> ok
    end.
