-module(timeouts).
-include_lib("eunit/include/eunit.hrl").

in_time_test_() -> {timeout, 10, ?_test(timer:sleep(200))}.

too_late_test_() -> {spawn, {timeout, 0.5, {"too late", ?_test(timer:sleep(9000))}}}.

fraction_test_() -> {spawn, {timeout, 0.05, ?_test(timer:sleep(200))}}.

group_test_() -> {spawn, {timeout, 0.5, [?_test(ok), ?_test(timer:sleep(3000)), ?_test(ok)]}}.

last_test() -> ok.
