-module(spawned).
-include_lib("eunit/include/eunit.hrl").

spawn_test_() -> [{spawn, ?_test(ok)}, {spawn, [?_test(ok), ?_test(error(in_spawn))]}, ?_test(ok)].

killed_test_() -> {spawn, [?_test(ok), ?_test(exit(self(), kill)), ?_test(ok)]}.

linked_test_() -> {spawn, [?_test(begin spawn_link(fun() -> exit(linked) end), timer:sleep(10) end), ?_test(ok)]}.

after_test() -> ok.
