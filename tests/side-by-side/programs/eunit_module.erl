%% Tests are exported by themselves and can be run one by one.
-module(eunit_module).
-export([main/0]).

-include_lib("eunit/include/eunit.hrl").

fact(0) -> 1;
fact(N) when N > 0 -> N * fact(N - 1).

zero_test() -> ?assertEqual(1, fact(0)).
five_test() -> 120 = fact(5).
negative_test() -> ?assertError(function_clause, fact(-1)).
wrong_test() -> ?assertEqual(7, fact(3)).
generated_test_() -> [fun() -> ?assert(fact(N) > 0) end || N <- [1, 2, 3]].

main() ->
    Tests = lists:sort([F || {F, 0} <- ?MODULE:module_info(exports), lists:suffix("_test", atom_to_list(F))]),
    [{T, try ?MODULE:T() of _ -> ok catch error:{R, _} -> R; error:R -> R end} || T <- Tests].
