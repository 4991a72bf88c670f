%% Links: a boss traps the exits of his team, replaces who fails, and ends when all work is done.
-module(linked_team).
-export([main/0]).

main() ->
    Main = self(),
    Boss = spawn(fun() -> boss([{1, 10}, {2, 0}, {3, 5}], Main) end),
    receive {Boss, Report} -> Report end.

boss(Tasks, Main) ->
    process_flag(trap_exit, true),
    Team = maps:from_list([{worker(Task), Task} || Task <- Tasks]),
    Main ! {self(), lists:sort(watch(Team, []))}.

worker({N, Divisor}) ->
    spawn_link(fun() -> exit({result, N, work(Divisor)}) end).

work(0) -> exit(cannot_divide);
work(Divisor) -> 100 div Divisor.

watch(Team, Results) when map_size(Team) =:= 0 ->
    Results;
watch(Team, Results) ->
    receive
        {'EXIT', Worker, {result, N, Result}} ->
            watch(maps:remove(Worker, Team), [{N, Result} | Results]);
        {'EXIT', Worker, Reason} ->
            {{N, Divisor}, Left} = maps:take(Worker, Team),
            Again = {N, Divisor + 1},
            watch(Left#{worker(Again) => Again}, [{N, Reason} | Results])
    end.
