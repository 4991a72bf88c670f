%% Monitor and restart by hand: a keeper starts a job anew each time it fails, as often as it may.
-module(keep_alive).
-export([main/0]).

main() ->
    Jobs = [{steady, 0}, {shaky, 2}, {hopeless, 9}],
    [keep(Name, Failures, 3) || {Name, Failures} <- Jobs].

keep(Name, Failures, Attempts) ->
    Self = self(),
    Keeper = spawn(fun() -> keeper(Name, Failures, Attempts, [], Self) end),
    receive
        {kept, Keeper, Result} -> Result
    end.

keeper(Name, _, 0, Reasons, Main) ->
    Main ! {kept, self(), {Name, gave_up, lists:reverse(Reasons)}};
keeper(Name, Failures, Attempts, Reasons, Main) ->
    {Pid, Monitor} = spawn_monitor(fun() -> job(Name, Failures) end),
    receive
        {'DOWN', Monitor, process, Pid, normal} ->
            Main ! {kept, self(), {Name, done, lists:reverse(Reasons)}};
        {'DOWN', Monitor, process, Pid, Reason} ->
            keeper(Name, Failures - 1, Attempts - 1, [Reason | Reasons], Main)
    end.

job(_, 0) -> ok;
job(Name, Left) -> exit({Name, failed, Left}).
