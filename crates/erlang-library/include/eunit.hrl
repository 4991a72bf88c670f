%% EUnit: assertions, tests as values, debug output. Shell commands (?cmd and its kin) are not supported.

-ifndef(EUNIT_HRL).
-define(EUNIT_HRL, true).

-ifdef(TEST).
-undef(NOTEST).
-endif.

-ifdef(DEBUG).
-undef(NODEBUG).
-endif.

-ifdef(NOTEST).
-undef(EUNIT).
-else.
-ifndef(ASSERT).
-define(ASSERT, true).
-endif.
-ifndef(TEST).
-define(TEST, true).
-endif.
-ifndef(EUNIT).
-define(EUNIT, true).
-endif.
-endif.

-include_lib("stdlib/include/assert.hrl").

%% The machine knows both by name: the first exports the functions that end in _test or _test_, and test/0, which runs them; the
%% second takes them out.
-ifndef(EUNIT_NOAUTO).
-ifndef(NOTEST).
-compile({parse_transform, eunit_autoexport}).
-else.
-compile({parse_transform, eunit_striptests}).
-endif.
-endif.

-ifndef(LET).
-define(LET(X, Y, Z), begin ((fun(X) -> (Z) end)(Y)) end).
-endif.

-ifndef(IF).
-define(IF(B, T, F), begin (case (B) of true -> (T); false -> (F) end) end).
-endif.

-ifndef(MATCHES).
-define(MATCHES(G, E), begin (case (E) of G -> true; _ -> false end) end).
-endif.

%% While a test runs, its group leader is a process of EUnit.
-ifndef(UNDER_EUNIT).
-define(UNDER_EUNIT,
        (?MATCHES({current_function, {eunit_proc, _, _}}, erlang:process_info(erlang:group_leader(), current_function)))).
-endif.

-ifndef(capturedOutput).
-define(capturedOutput, case ?UNDER_EUNIT of true -> eunit_proc:get_output(); false -> "" end).
-endif.

-define(_test(Expr), {?LINE, fun() -> (Expr) end}).
-define(_assert(BoolExpr), ?_test(?assert(BoolExpr))).
-define(_assertNot(BoolExpr), ?_assert(not (BoolExpr))).
-define(_assertMatch(Guard, Expr), ?_test(?assertMatch(Guard, Expr))).
-define(_assertNotMatch(Guard, Expr), ?_test(?assertNotMatch(Guard, Expr))).
-define(_assertEqual(Expect, Expr), ?_test(?assertEqual(Expect, Expr))).
-define(_assertNotEqual(Unexpected, Expr), ?_test(?assertNotEqual(Unexpected, Expr))).
-define(_assertException(Class, Term, Expr), ?_test(?assertException(Class, Term, Expr))).
-define(_assertError(Term, Expr), ?_assertException(error, Term, Expr)).
-define(_assertExit(Term, Expr), ?_assertException(exit, Term, Expr)).
-define(_assertThrow(Term, Expr), ?_assertException(throw, Term, Expr)).
-define(_assertNotException(Class, Term, Expr), ?_test(?assertNotException(Class, Term, Expr))).

-ifdef(NODEBUG).
-define(debugMsg(S), ok).
-define(debugHere, ok).
-define(debugFmt(S, As), ok).
-define(debugVal(E), (E)).
-define(debugVal(E, D), (E)).
-define(debugTime(S, E), (E)).
-else.
-define(debugMsg(S), begin io:fwrite(user, <<"~ts:~w:~w: ~ts\n">>, [?FILE, ?LINE, self(), S]), ok end).
-define(debugHere, (?debugMsg("<-"))).
-define(debugFmt(S, As), (?debugMsg(io_lib:format((S), (As))))).
-define(debugVal(E, D), begin ((fun(X__Value) -> ?debugFmt(<<"~ts = ~tP">>, [(??E), X__Value, D]), X__Value end)(E)) end).
-ifndef(EUNIT_DEBUG_VAL_DEPTH).
-define(EUNIT_DEBUG_VAL_DEPTH, 15).
-endif.
-define(debugVal(E), ?debugVal(E, ?EUNIT_DEBUG_VAL_DEPTH)).
-define(debugTime(S, E),
        begin
            ((fun() ->
                  {X__Start, _} = statistics(wall_clock),
                  X__Value = (E),
                  {X__End, _} = statistics(wall_clock),
                  ?debugFmt(<<"~ts: ~.3f s">>, [(S), (X__End - X__Start) / 1000]),
                  X__Value
              end)())
        end).
-endif.

-endif.
