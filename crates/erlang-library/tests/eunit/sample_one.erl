-module(sample_one).
-include_lib("eunit/include/eunit.hrl").

passes_test() -> ?assertEqual(3, 1 + 2).

equal_test() -> ?assertEqual(3, 1 + 1).

assert_test() -> ?assert(1 > 2).

assert_comment_test() -> ?assert(1 > 2, "a comment").

not_boolean_test() -> ?assert(list_to_atom("maybe")).

assert_not_test() -> ?assertNot(2 > 1).

match_test() -> ?assertMatch({ok, _}, {error, why}).

match_guard_test() -> ?assertMatch(X when X > 3, 2).

not_match_test() -> ?assertNotMatch({ok, _}, {ok, 1}, comment).

not_equal_test() -> ?assertNotEqual(a, a).

error_test() -> ?assertError(badarith, 1 / zero()).

error_value_test() -> ?assertError(badarith, 1).

%% What is raised instead is shown with its stack, where OTP has more frames.
error_other_test() ->
    try ?assertThrow(x, throw(y))
    catch error:{assertException, Details} -> error({Details -- [lists:last(Details)], element(1, lists:last(Details))})
    end.

exit_test() -> ?assertExit(x, exit(x)).

not_exception_test() ->
    try ?assertNotException(error, badarith, 1 / zero())
    catch error:{assertNotException, Details} -> error({Details -- [lists:last(Details)], element(1, lists:last(Details))})
    end.

not_exception_ok_test() -> ?assertNotException(error, _, 1).

prints_test() -> io:format("hello ~p~n", [world]), ?assertEqual("hello world\n", ?capturedOutput), error(after_printing).

throws_test() -> throw(ball).

exits_test() -> exit(gone).

badmatch_test() -> ok = list_to_atom("nok").

arguments_test() -> lists:nth(zero(), [a]).

let_if_test() -> ?assertEqual(7, ?LET(X, 3, ?IF(X > 2, X + 4, 0))).

under_test() -> ?assert(?UNDER_EUNIT).

zero() -> list_to_integer("0").
