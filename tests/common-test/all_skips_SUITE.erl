-module(all_skips_SUITE).
-export([all/0, one/1]).
all() -> {skip, "all of it"}.
one(_) -> ok.
