%% EUnit's assertion macros, passing and failing.
-module(eunit_macros).
-export([main/0]).

-include_lib("eunit/include/eunit.hrl").

add(A, B) -> A + B.

add_test() -> ?assertEqual(3, add(1, 2)).
bad_test() -> ?assertEqual(4, add(1, 2)).
sums_test_() -> [?_assertEqual(N + 1, add(N, 1)) || N <- [1, 2]].

main() ->
    Tests = [fun() -> ?assert(1 < 2) end, fun() -> ?assert(2 < 1) end, fun() -> ?assertNot(true) end,
             fun() -> ?assertEqual(a, b) end, fun() -> ?assertNotEqual(a, a) end,
             fun() -> ?assertMatch({ok, _}, {error, x}) end, fun() -> ?assertMatch({ok, _}, {ok, x}) end,
             fun() -> ?assertError(badarg, atom_to_list(1)) end, fun() -> ?assertError(other, atom_to_list(1)) end,
             fun() -> ?assertThrow(x, throw(x)) end, fun() -> ?assertExit(x, exit(x)) end,
             fun() -> ?assertException(error, undef, foo:bar()) end, fun() -> ?assertException(throw, x, fine) end,
             fun() -> ?assert(not_boolean) end, fun bad_test/0, fun add_test/0],
    [run(F) || F <- Tests] ++ [length(sums_test_())].

run(F) ->
    try F() of V -> {passed, V}
    catch error:{Kind, Info} when is_list(Info) ->
        {Kind, [{K, V} || {K, V} <- Info, lists:member(K, [expression, expected, value, pattern])]}
    end.
