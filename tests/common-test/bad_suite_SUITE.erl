%% An info function of the suite that crashes.
-module(bad_suite_SUITE).
-compile([export_all, nowarn_export_all]).
suite() -> error(nothing).
all() -> [one].
one(_) -> ok.
