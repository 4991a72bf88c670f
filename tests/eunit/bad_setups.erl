-module(bad_setups).
-include_lib("eunit/include/eunit.hrl").

setup_raises_test_() -> {setup, fun() -> error(no_setup) end, fun(_) -> ok end, [?_test(ok), ?_test(ok)]}.

setup_throws_test_() -> {setup, local, fun() -> throw(up) end, ?_test(ok)}.

cleanup_exits_test_() -> {setup, fun() -> 1 end, fun(_) -> exit(dirty) end, [?_test(ok), ?_assertEqual(1, 2)]}.

instantiator_raises_test_() -> {setup, fun() -> 1 end, fun(_) -> ok end, fun(X) -> [_ | _] = X end}.

instantiator_makes_nothing_test_() -> {setup, fun() -> 1 end, fun(_) -> ok end, fun(_) -> ok end}.

good_test() -> ok.
