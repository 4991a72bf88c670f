%% Cases that all/0 names and nobody has written, and groups likewise.
-module(odd_all_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [one, unwritten, {group, g}, one].
groups() -> [{g, [], [one, unwritten_too, one]}].
one(_) -> ok.
