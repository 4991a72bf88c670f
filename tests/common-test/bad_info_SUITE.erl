%% Info functions that crash, or say nonsense.
-module(bad_info_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [one, crashes, nonsense, no_list, fun_trap, mfa_trap, seconds, hhmm, zero, {group, crashes_group}, {group, nonsense_group}, {group, timed}].
groups() -> [{crashes_group, [], [one]}, {nonsense_group, [], [one]}, {timed, [], [slow, slower]}].
group(crashes_group) -> error(nothing);
group(nonsense_group) -> nonsense;
group(timed) -> [{timetrap, 300}].
one(_) -> ok.
crashes() -> error(nothing).
crashes(_) -> ok.
nonsense() -> [nonsense, {a, b, c}].
nonsense(_) -> ok.
no_list() -> nonsense.
no_list(_) -> ok.
fun_trap() -> [{timetrap, fun() -> 200 end}].
fun_trap(_) -> timer:sleep(500).
mfa_trap() -> [{timetrap, {?MODULE, limit, []}}].
mfa_trap(_) -> timer:sleep(500).
limit() -> 200.
seconds() -> [{timetrap, {seconds, 1}}].
seconds(_) -> timer:sleep(1500).
hhmm() -> [{timetrap, {milliseconds, 100}}].
hhmm(_) -> timer:sleep(1500).
zero() -> [{timetrap, 0}].
zero(_) -> timer:sleep(50).
slow(_) -> timer:sleep(500).
slower() -> [{timetrap, 1000}].
slower(_) -> timer:sleep(500).
