-module(sample_two).
-include_lib("eunit/include/eunit.hrl").

list_test_() -> [?_assert(true), ?_assertEqual(1, 1), ?_assertEqual(1, 2), {"described", ?_assertNot(false)}].

nested_test_() ->
    {"outer", [{"inner one", [?_test(ok), ?_test(ok)]}, {"inner two", ?_test(error(two))}, [[], [fun() -> ok end]]]}.

order_test_() -> {inorder, [?_test(ok), {spawn, ?_test(ok)}, {spawn, [?_test(ok), ?_test(exit(spawned))]}]}.

parallel_test_() -> {inparallel, [{"slow", fun() -> timer:sleep(30) end}, {"fast", ?_test(ok)}, {"bad", ?_test(error(parallel))}]}.

few_parallel_test_() -> {inparallel, 2, [?_test(ok) || _ <- lists:seq(1, 5)]}.

setup_test_() ->
    {setup, fun() -> 17 end, fun(17) -> ok end, fun(X) -> [?_assertEqual(17, X), ?_assertEqual(18, X)] end}.

local_setup_test_() -> {setup, local, fun() -> 17 end, fun(_) -> ok end, {with, [fun(X) -> ?assertEqual(17, X) end]}}.

foreach_test_() ->
    {foreach, fun() -> a end, fun(a) -> ok end, [fun(X) -> ?_assertEqual(a, X) end, fun(X) -> ?_assertEqual(b, X) end]}.

foreachx_test_() ->
    {foreachx, fun(X) -> X * 2 end, [{1, fun(X, Y) -> ?_assertEqual({1, 2}, {X, Y}) end}, {2, fun(X, Y) -> ?_assertEqual(X, Y) end}]}.

many_setups_test_() ->
    {setup, [{one, fun() -> 1 end}, {two, fun() -> 2 end, fun(2) -> ok end}], fun(Values) -> ?_assertEqual([1, 2], Values) end}.

timeout_test_() -> {timeout, 10, {"with time", ?_test(ok)}}.

generator_test_() -> {generator, fun() -> [?_test(ok), {generator, fun() -> ?_test(ok) end}] end}.

empty_test_() -> [].

line_test_() -> {17, fun() -> error(seventeen) end}.

mfa_test_() -> [{?MODULE, helper}, {test, ?MODULE, helper}, {?MODULE, missing}, {no_module_here, missing}].

helper() -> ok.
