%% Groups in parallel in groups in parallel.
-module(parallels_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [{group, p}, {group, broken_p}, {group, q}].
groups() ->
    [{p, [parallel], [a, {group, s}, b, {group, r}, c]},
     {s, [sequence], [a, fails, b]},
     {r, [parallel, {repeat, 2}], [a, b]},
     {broken_p, [parallel], [a, b]},
     {q, [parallel], [kills, a, hangs]}].
init_per_group(broken_p, _) -> exit(broken);
init_per_group(_, C) -> C.
end_per_group(_, _) -> ok.
a(_) -> timer:sleep(30).
b(_) -> timer:sleep(90).
c(_) -> timer:sleep(150).
fails(_) -> error(on_purpose).
kills(_) -> timer:sleep(20), exit(self(), kill).
hangs() -> [{timetrap, 150}].
hangs(_) -> receive never -> ok end.
