-module(orders).
-include_lib("eunit/include/eunit.hrl").

inorder_test_() ->
    {inorder, [?_test(put(n, 1)), ?_assertEqual(1, get(n)), {spawn, ?_assertEqual(undefined, get(n))}]}.

inparallel_test_() ->
    {inparallel, [{"slow", ?_test(timer:sleep(50))}, {"fast", ?_test(ok)}, {"bad", ?_test(error(bad))}, {"last", ?_test(ok)}]}.

two_at_a_time_test_() -> {inparallel, 2, [?_test(timer:sleep(10 * N)) || N <- lists:seq(5, 1, -1)]}.

parallel_groups_test_() ->
    {inparallel, [{"a", [?_test(timer:sleep(20)), ?_test(ok)]}, {"b", {inorder, [?_test(ok), ?_assertEqual(1, 2)]}}]}.

messages_stay_apart_test_() ->
    {inparallel, [?_test(begin self() ! N, receive N -> ok end end) || N <- lists:seq(1, 4)]}.
