%% Hooks: what they are told, in which order, and what they change.
-module(hooked_SUITE).
-compile([export_all, nowarn_export_all]).

suite() -> [{ct_hooks, [{noting_hook, [outer]}, {noting_hook, [first], -1}]}].

all() ->
    [passes, fails, skips, hook_skips, hook_fails, hook_crashes, hook_fails_later, hook_excuses, hook_changes,
     hook_blames, {group, inside}, {group, barred}, {group, after_failure}, of_suite, of_passes, of_fails, of_skips,
     of_hook_skips, of_hook_fails, of_hook_fails_later, of_groups].

groups() -> [{inside, [], [passes, fails]}, {barred, [], [passes]}, {after_failure, [], [passes]}].

group(inside) -> [{ct_hooks, [{noting_hook, [inner]}]}];
group(_) -> [].

init_per_suite(Config) -> Config.
end_per_suite(_) -> ok.
init_per_group(_, Config) -> Config.
end_per_group(_, _) -> ok.
init_per_testcase(_, Config) -> Config.
end_per_testcase(_, _) -> ok.

passes(_) -> ok.
fails(_) -> error(on_purpose).
skips(_) -> {skip, "as it wants"}.
hook_skips(_) -> ok.
hook_fails(_) -> ok.
hook_crashes(_) -> ok.
hook_fails_later(_) -> ok.
hook_excuses(_) -> error(excused).
hook_changes(Config) -> [first, outer] = lists:sort(proplists:get_all_values(changed, Config)).
hook_blames(_) -> ok.

of_suite(_) ->
    [{first, pre_init_per_suite}, {outer, pre_init_per_suite}, {first, post_init_per_suite},
     {outer, post_init_per_suite}] = [Seen || {_, _} = Seen <- noting_hook:seen()].

of_passes(_) ->
    [{first, pre_init_per_testcase}, {outer, pre_init_per_testcase}, {first, post_init_per_testcase, ok},
     {outer, post_init_per_testcase, ok}, {outer, pre_end_per_testcase, ok}, {first, pre_end_per_testcase, ok},
     {outer, post_end_per_testcase, ok}, {first, post_end_per_testcase, ok} | _] = of_case(passes).

of_fails(_) ->
    [{outer, pre_end_per_testcase, failed}, {first, pre_end_per_testcase, failed}, {outer, post_end_per_testcase, error},
     {first, post_end_per_testcase, error}, {first, on_tc_fail, on_purpose}, {outer, on_tc_fail, on_purpose} | _] =
        lists:nthtail(4, of_case(fails)).

of_skips(_) ->
    [{outer, pre_end_per_testcase, skipped}, {first, pre_end_per_testcase, skipped}, {outer, post_end_per_testcase, skip},
     {first, post_end_per_testcase, skip}, {first, on_tc_skip, _}, {outer, on_tc_skip, _}] = lists:nthtail(4, of_case(skips)).

of_hook_skips(_) ->
    [{first, pre_init_per_testcase}, {first, post_init_per_testcase, skip}, {outer, post_init_per_testcase, skip} | _] =
        of_case(hook_skips).

of_hook_fails(_) ->
    [{first, pre_init_per_testcase}, {first, post_init_per_testcase, _}, {outer, post_init_per_testcase, _},
     {first, on_tc_fail, list}, {outer, on_tc_fail, list}] = of_case(hook_fails).

of_hook_fails_later(_) ->
    [{first, pre_init_per_testcase}, {outer, pre_init_per_testcase}, {first, post_init_per_testcase, ok},
     {outer, pre_end_per_testcase, failed}, {first, pre_end_per_testcase, failed}, {outer, post_end_per_testcase, error},
     {first, post_end_per_testcase, error}, {first, on_tc_fail, list}, {outer, on_tc_fail, list}] = of_case(hook_fails_later).

of_groups(_) ->
    Seen = noting_hook:seen(),
    [first, outer, inner] = [Who || {Who, post_init_per_group, inside} <- Seen],
    [inner, outer, first] = [Who || {Who, pre_end_per_group, inside} <- Seen],
    [first, outer, inner] = [Who || {Who, on_tc_fail, {fails, inside}, _} <- Seen],
    [{init_per_group, barred}, {passes, barred}, {end_per_group, barred}] =
        [Case || {outer, on_tc_skip, {_, barred} = Case, {tc_user_skip, "barred"}} <- Seen],
    [{init_per_group, after_failure}] = [Case || {outer, on_tc_fail, {_, after_failure} = Case, _} <- Seen],
    [{passes, after_failure}, {end_per_group, after_failure}] =
        [Case || {outer, on_tc_skip, {_, after_failure} = Case, {tc_auto_skip, {failed, {?MODULE, init_per_group, _}}}} <- Seen].

%% The calls about a case, outside groups.
of_case(Case) -> [erlang:delete_element(3, Seen) || Seen <- noting_hook:seen(), tuple_size(Seen) > 2, element(3, Seen) =:= Case].
