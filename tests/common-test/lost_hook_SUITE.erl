%% A hook that is not there.
-module(lost_hook_SUITE).
-compile([export_all, nowarn_export_all]).
suite() -> [{ct_hooks, [there_is_no_such_hook]}].
all() -> [one, two].
one(_) -> ok.
two(_) -> ok.
