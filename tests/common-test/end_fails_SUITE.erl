-module(end_fails_SUITE).
-export([all/0, init_per_suite/1, end_per_suite/1, one/1]).
all() -> [one].
init_per_suite(Config) -> Config.
end_per_suite(_) -> error(still_in_use).
one(_) -> ok.
