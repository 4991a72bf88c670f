-module(assertions).
-include_lib("eunit/include/eunit.hrl").

-define(fails(Name, Assertion), Name() -> Assertion).

?fails(assert_test, ?assert(is_list(a))).
?fails(assert_no_boolean_test, ?assert(hd([maybe_so]))).
?fails(assert_comment_test, ?assert(1 > 2, "one is not more than two")).
?fails(assert_not_test, ?assertNot(is_atom(a))).
?fails(match_test, ?assertMatch({ok, _}, {error, 1})).
?fails(match_guard_test, ?assertMatch(N when N > 10, length([1, 2]))).
?fails(no_match_test, ?assertNotMatch({ok, _}, {ok, 1})).
?fails(equal_test, ?assertEqual([1, 2, 3], lists:reverse([1, 2, 3]))).
?fails(not_equal_test, ?assertNotEqual(2, 1 + 1)).
?fails(exception_test, ?assertException(error, badarg, atom_to_list(1))).
?fails(no_exception_test, ?assertException(error, _, ok)).
?fails(error_test, ?assertError(badarith, 1 + 1)).

good_exception_test() -> ?assertError(badarith, 1 / zero()).
good_match_test() -> ?assertMatch([_, _], [1, 2]).

zero() -> 0.
