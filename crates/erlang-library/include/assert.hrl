%% Assertions. One that does not hold raises {Name, [{module, M}, {line, L}, ...]}.
%%
%% Each is a call of a fun, so that its variables are its own.

-ifndef(ASSERT_HRL).
-define(ASSERT_HRL, true).

-ifdef(NODEBUG).
-ifndef(DEBUG).
-ifndef(NOASSERT).
-define(NOASSERT, true).
-endif.
-endif.
-endif.

-ifdef(ASSERT).
-undef(NOASSERT).
-endif.

-ifdef(NOASSERT).

-define(assert(BoolExpr), ok).
-define(assert(BoolExpr, Comment), ok).
-define(assertNot(BoolExpr), ok).
-define(assertNot(BoolExpr, Comment), ok).
-define(assertMatch(Guard, Expr), ok).
-define(assertMatch(Guard, Expr, Comment), ok).
-define(assertNotMatch(Guard, Expr), ok).
-define(assertNotMatch(Guard, Expr, Comment), ok).
-define(assertEqual(Expect, Expr), ok).
-define(assertEqual(Expect, Expr, Comment), ok).
-define(assertNotEqual(Unexpected, Expr), ok).
-define(assertNotEqual(Unexpected, Expr, Comment), ok).
-define(assertException(Class, Term, Expr), ok).
-define(assertException(Class, Term, Expr, Comment), ok).
-define(assertNotException(Class, Term, Expr), ok).
-define(assertNotException(Class, Term, Expr, Comment), ok).

-else.

%% With a comment, it stands after the line.
-define(assert_failed(Name, Comment, Details), erlang:error({Name, [{module, ?MODULE}, {line, ?LINE}] ++ Comment ++ Details})).

-define(assert_is(Expected, BoolExpr, Text, Comment),
        begin
            ((fun() ->
                  %% Not a literal, lest a compiler should find that the comparison cannot succeed.
                  X__Alive = is_process_alive(self()),
                  X__Expected = (X__Alive =:= Expected),
                  case (BoolExpr) of
                      X__Expected -> ok;
                      X__Value ->
                          ?assert_failed(assert, Comment,
                                         [{expression, Text}, {expected, Expected},
                                          case not X__Expected of
                                              X__Value -> {value, not Expected};
                                              _ -> {not_boolean, X__Value}
                                          end])
                  end
              end)())
        end).

-define(assert(BoolExpr), ?assert_is(true, BoolExpr, (??BoolExpr), [])).
-define(assert(BoolExpr, Comment), ?assert_is(true, BoolExpr, (??BoolExpr), [{comment, (Comment)}])).

-define(assertNot(BoolExpr), ?assert_is(false, BoolExpr, (??BoolExpr), [])).
-define(assertNot(BoolExpr, Comment), ?assert_is(false, BoolExpr, (??BoolExpr), [{comment, (Comment)}])).

-define(assert_match(Guard, Expr, Pattern, Text, Comment),
        begin
            ((fun() ->
                  case (Expr) of
                      Guard -> ok;
                      X__Value ->
                          ?assert_failed(assertMatch, Comment, [{expression, Text}, {pattern, Pattern}, {value, X__Value}])
                  end
              end)())
        end).

-define(assertMatch(Guard, Expr), ?assert_match(Guard, Expr, (??Guard), (??Expr), [])).
-define(assertMatch(Guard, Expr, Comment), ?assert_match(Guard, Expr, (??Guard), (??Expr), [{comment, (Comment)}])).

-define(assert_not_match(Guard, Expr, Pattern, Text, Comment),
        begin
            ((fun() ->
                  X__Value = (Expr),
                  case X__Value of
                      Guard ->
                          ?assert_failed(assertNotMatch, Comment,
                                         [{expression, Text}, {pattern, Pattern}, {value, X__Value}]);
                      _ -> ok
                  end
              end)())
        end).

-define(assertNotMatch(Guard, Expr), ?assert_not_match(Guard, Expr, (??Guard), (??Expr), [])).
-define(assertNotMatch(Guard, Expr, Comment), ?assert_not_match(Guard, Expr, (??Guard), (??Expr), [{comment, (Comment)}])).

-define(assert_equal(Expect, Expr, Text, Comment),
        begin
            ((fun() ->
                  X__Expected = (Expect),
                  case (Expr) of
                      X__Expected -> ok;
                      X__Value ->
                          ?assert_failed(assertEqual, Comment,
                                         [{expression, Text}, {expected, X__Expected}, {value, X__Value}])
                  end
              end)())
        end).

-define(assertEqual(Expect, Expr), ?assert_equal(Expect, Expr, (??Expr), [])).
-define(assertEqual(Expect, Expr, Comment), ?assert_equal(Expect, Expr, (??Expr), [{comment, (Comment)}])).

-define(assert_not_equal(Unexpected, Expr, Text, Comment),
        begin
            ((fun() ->
                  X__Unexpected = (Unexpected),
                  case (Expr) of
                      X__Unexpected ->
                          ?assert_failed(assertNotEqual, Comment, [{expression, Text}, {value, X__Unexpected}]);
                      _ -> ok
                  end
              end)())
        end).

-define(assertNotEqual(Unexpected, Expr), ?assert_not_equal(Unexpected, Expr, (??Expr), [])).
-define(assertNotEqual(Unexpected, Expr, Comment), ?assert_not_equal(Unexpected, Expr, (??Expr), [{comment, (Comment)}])).

-define(assert_exception(Class, Term, Expr, Pattern, Text, Comment),
        begin
            ((fun() ->
                  try (Expr) of
                      X__Value ->
                          ?assert_failed(assertException, Comment,
                                         [{expression, Text}, {pattern, Pattern}, {unexpected_success, X__Value}])
                  catch
                      Class:Term -> ok;
                      X__Class:X__Reason:X__Stack ->
                          ?assert_failed(assertException, Comment,
                                         [{expression, Text}, {pattern, Pattern},
                                          {unexpected_exception, {X__Class, X__Reason, X__Stack}}])
                  end
              end)())
        end).

-define(assertException(Class, Term, Expr),
        ?assert_exception(Class, Term, Expr, "{ " ++ (??Class) ++ " , " ++ (??Term) ++ " , [...] }", (??Expr), [])).
-define(assertException(Class, Term, Expr, Comment),
        ?assert_exception(Class, Term, Expr, "{ " ++ (??Class) ++ " , " ++ (??Term) ++ " , [...] }", (??Expr),
                          [{comment, (Comment)}])).

-define(assert_not_exception(Class, Term, Expr, Pattern, Text, Comment),
        begin
            ((fun() ->
                  try (Expr) of
                      _ -> ok
                  catch
                      X__Class:X__Reason:X__Stack ->
                          case X__Class of
                              Class ->
                                  case X__Reason of
                                      Term ->
                                          ?assert_failed(assertNotException, Comment,
                                                         [{expression, Text}, {pattern, Pattern},
                                                          {unexpected_exception, {X__Class, X__Reason, X__Stack}}]);
                                      _ -> ok
                                  end;
                              _ -> ok
                          end
                  end
              end)())
        end).

-define(assertNotException(Class, Term, Expr),
        ?assert_not_exception(Class, Term, Expr, "{ " ++ (??Class) ++ " , " ++ (??Term) ++ " , [...] }", (??Expr), [])).
-define(assertNotException(Class, Term, Expr, Comment),
        ?assert_not_exception(Class, Term, Expr, "{ " ++ (??Class) ++ " , " ++ (??Term) ++ " , [...] }", (??Expr),
                              [{comment, (Comment)}])).

-endif.

-define(assertError(Term, Expr), ?assertException(error, Term, Expr)).
-define(assertError(Term, Expr, Comment), ?assertException(error, Term, Expr, Comment)).
-define(assertExit(Term, Expr), ?assertException(exit, Term, Expr)).
-define(assertExit(Term, Expr, Comment), ?assertException(exit, Term, Expr, Comment)).
-define(assertThrow(Term, Expr), ?assertException(throw, Term, Expr)).
-define(assertThrow(Term, Expr, Comment), ?assertException(throw, Term, Expr, Comment)).

-endif.
