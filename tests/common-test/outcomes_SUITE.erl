%% Every way in which one test case can end.
-module(outcomes_SUITE).
-include_lib("common_test/include/ct.hrl").
-include_lib("stdlib/include/assert.hrl").
-compile([export_all, nowarn_export_all]).

suite() -> [{timetrap, 300}].

all() ->
    [passes, returns_anything, comments, skips, skips_by_throw, skips_by_exit, errors, exits, exits_normal,
     throws, asserts, fails_by_return, fails_by_call, killed, linked, hangs, sleeps_too_long, init_fails,
     init_throws, init_skips, init_fails_it, init_returns_nonsense, end_fails_it, end_crashes,
     end_crashes_after_failure, end_throws, end_hangs, init_hangs, saves, reads_saved, sees_status,
     is_missing, own_timetrap, trap_by_call, no_trap, trapping_exits, exit_tuple].

init_per_suite(Config) -> [{suite_was_here, yes} | Config].

end_per_suite(Config) ->
    yes = ?config(suite_was_here, Config),
    ok.

init_per_testcase(init_fails, _) -> error(broken);
init_per_testcase(init_throws, _) -> throw(broken);
init_per_testcase(init_skips, _) -> {skip, "not today"};
init_per_testcase(init_fails_it, _) -> {fail, not_like_this};
init_per_testcase(init_returns_nonsense, _) -> nonsense;
init_per_testcase(init_hangs, _) -> receive never -> ok end;
init_per_testcase(Case, Config) -> [{current, Case} | Config].

end_per_testcase(end_fails_it, _) -> {fail, afterwards};
end_per_testcase(end_crashes, _) -> error(afterwards);
end_per_testcase(end_crashes_after_failure, _) -> error(afterwards);
end_per_testcase(end_throws, _) -> throw(afterwards);
end_per_testcase(end_hangs, _) -> receive never -> ok end;
end_per_testcase(Case, Config) ->
    Case = ?config(current, Config),
    case {Case, ?config(tc_status, Config)} of
        {passes, ok} -> ok;
        {errors, {failed, {badarith, [_ | _]}}} -> ok;
        {hangs, {failed, timetrap_timeout}} -> ok;
        {skips, {skipped, "because"}} -> ok;
        {sees_status, ok} -> {fail, {saw, ok}};
        _ -> ok
    end.

passes(Config) ->
    yes = ?config(suite_was_here, Config),
    ok.
returns_anything(_) -> {a, [b]}.
comments(_) -> {comment, "all is well"}.
skips(_) -> {skip, "because"}.
skips_by_throw(_) -> throw({skip, "thrown"}).
skips_by_exit(_) -> exit({skipped, "left"}).
errors(_) -> 1 / zero().
exits(_) -> exit(gone).
exits_normal(_) -> exit(normal).
throws(_) -> throw(ball).
asserts(_) -> ?assertEqual(1, zero()).
fails_by_return(_) -> {fail, returned}.
fails_by_call(_) -> ct:fail("called with ~p", [a]).
killed(_) -> exit(self(), kill).
linked(_) ->
    spawn_link(fun() -> exit(pulled_down) end),
    receive never -> ok end.
hangs(_) -> receive never -> ok end.
sleeps_too_long(_) -> timer:sleep(900).
init_fails(_) -> ok.
init_throws(_) -> ok.
init_skips(_) -> ok.
init_fails_it(_) -> ok.
init_returns_nonsense(_) -> ok.
end_fails_it(_) -> ok.
end_crashes(_) -> ok.
end_crashes_after_failure(_) -> error(first).
end_throws(_) -> ok.
end_hangs(_) -> ok.
init_hangs(_) -> ok.
saves(_) -> {save_config, [{kept, 7}]}.
reads_saved(Config) ->
    {saves, [{kept, 7}]} = ?config(saved_config, Config),
    ok.
sees_status(_) -> ok.
own_timetrap() -> [{timetrap, 100}].
own_timetrap(_) -> timer:sleep(700).
trap_by_call(_) ->
    ct:timetrap(200),
    timer:sleep(250).
no_trap() -> [{timetrap, infinity}].
no_trap(_) -> timer:sleep(600).
trapping_exits(_) ->
    process_flag(trap_exit, true),
    spawn_link(fun() -> exit(pulled_down) end),
    receive {'EXIT', _, pulled_down} -> ok end.
exit_tuple(_) -> {'EXIT', made_up}.

zero() -> 0.
