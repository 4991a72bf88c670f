-module(init_skips_SUITE).
-export([all/0, init_per_suite/1, end_per_suite/1, one/1, two/1]).
all() -> [one, two].
init_per_suite(_) -> {skip, "wrong weather"}.
end_per_suite(_) -> ok.
one(_) -> ok.
two(_) -> ok.
