%% A setup of the suite without its cleanup.
-module(half_SUITE).
-export([all/0, init_per_suite/1, one/1]).
all() -> [one].
init_per_suite(C) -> C.
one(_) -> ok.
