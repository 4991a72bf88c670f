-module(init_hangs_SUITE).
-export([suite/0, all/0, groups/0, init_per_suite/1, end_per_suite/1, one/1, two/1]).
suite() -> [{timetrap, 200}].
all() -> [one, {group, g}].
groups() -> [{g, [], [two]}].
init_per_suite(_) -> receive never -> ok end.
end_per_suite(_) -> ok.
one(_) -> ok.
two(_) -> ok.
