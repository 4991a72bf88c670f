%% Time limits of setups, and what outlives them.
-module(traps_SUITE).
-compile([export_all, nowarn_export_all]).
suite() -> [{timetrap, 200}].
all() -> [{group, slow_setup}, {group, slow_cleanup}, scaled, twice, sleeper, cancelled, aborted, catches, in_vain].
groups() -> [{slow_setup, [], [one]}, {slow_cleanup, [], [one]}].
init_per_group(slow_setup, _) -> timer:sleep(1000);
init_per_group(_, C) -> C.
end_per_group(slow_cleanup, _) -> timer:sleep(1000);
end_per_group(_, _) -> ok.
one(_) -> ok.
scaled(_) -> ct:sleep(100), ok.
twice(_) -> ct:timetrap(400), timer:sleep(300), ct:timetrap(400), timer:sleep(300).
sleeper(_) -> process_flag(trap_exit, true), receive {'EXIT', _, {timetrap_timeout, _, _}} -> ok end.
cancelled(_) -> ct:timetrap(infinity), timer:sleep(400).
aborted(_) -> spawn(fun() -> ok end), ct:abort_current_testcase(enough), timer:sleep(100).
catches(_) -> catch receive never -> ok end, ok.
in_vain(_) -> try ct:fail(x) catch exit:_ -> ok end.
