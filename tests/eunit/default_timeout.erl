-module(default_timeout).
-include_lib("eunit/include/eunit.hrl").

slow_test_() -> [?_test(timer:sleep(300)), {spawn, ?_test(timer:sleep(400))}].

too_slow_test_() -> {spawn, [?_test(ok), fun() -> receive never -> ok end end, ?_test(ok)]}.

z_test() -> ok.
