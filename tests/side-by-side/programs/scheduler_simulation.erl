%% A round-robin scheduler of coroutines written with closures.
-module(scheduler_simulation).
-export([main/0]).

task(Name, N) -> fun() -> step(Name, N) end.
step(Name, 0) -> {done, Name};
step(Name, N) -> io:format("~s~p ", [Name, N]), {yield, fun() -> step(Name, N - 1) end}.

run(Tasks) -> run(queue:from_list(Tasks), []).
run(Q, Done) ->
    case queue:out(Q) of
        {empty, _} -> lists:reverse(Done);
        {{value, T}, Q2} ->
            case T() of
                {yield, Next} -> run(queue:in(Next, Q2), Done);
                {done, Name} -> run(Q2, [Name | Done])
            end
    end.

main() ->
    R = run([task("a", 3), task("b", 1), task("c", 2)]),
    io:nl(),
    R.
