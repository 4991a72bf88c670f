%% A watchdog kills a worker that stops reporting.
-module(watchdog).
-export([main/0]).

main() ->
    Self = self(),
    Worker = spawn(fun() -> work(Self, 3) end),
    Ref = monitor(process, Worker),
    watch(Worker, Ref, 0).

watch(Worker, Ref, N) ->
    receive
        alive -> watch(Worker, Ref, N + 1);
        {'DOWN', Ref, process, Worker, R} -> {N, R}
    after 60 ->
        exit(Worker, kill),
        receive {'DOWN', Ref, process, Worker, R} -> {N, timed_out, R} end
    end.

work(_, 0) -> receive never -> ok end;
work(W, N) -> W ! alive, timer:sleep(5), work(W, N - 1).
