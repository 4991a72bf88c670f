%% A hook that notes every call, and bars, fails or excuses a few cases and groups of hooked_SUITE.
-module(noting_hook).
-compile([export_all, nowarn_export_all]).

id([Name]) -> {noting, Name}.

init({noting, Name}, _) ->
    whereis(noting) =:= undefined andalso start(),
    {ok, Name}.

start() ->
    Self = self(),
    spawn(fun() ->
                  register(noting, self()),
                  Self ! ready,
                  keep([])
          end),
    receive ready -> ok end.

keep(Seen) ->
    receive
        {note, From, What} ->
            From ! noted,
            keep([What | Seen]);
        {seen, From} ->
            From ! {seen, lists:reverse(Seen)},
            keep(Seen)
    end.

note(What) ->
    noting ! {note, self(), What},
    receive noted -> ok end.

seen() ->
    noting ! {seen, self()},
    receive {seen, Seen} -> Seen end.

pre_init_per_suite(_, Config, Me) -> noted({Me, pre_init_per_suite}, Config, Me).
post_init_per_suite(_, _, Result, Me) -> noted({Me, post_init_per_suite}, Result, Me).

pre_init_per_group(_, barred, _, outer) -> noted({outer, pre_init_per_group, barred}, {skip, "barred"}, outer);
pre_init_per_group(_, Group, Config, Me) -> noted({Me, pre_init_per_group, Group}, Config, Me).
post_init_per_group(_, after_failure, _, _, outer) -> {{fail, "afterwards"}, outer};
post_init_per_group(_, Group, _, Result, Me) -> noted({Me, post_init_per_group, Group}, Result, Me).
pre_end_per_group(_, Group, Config, Me) -> noted({Me, pre_end_per_group, Group}, Config, Me).
post_end_per_group(_, Group, _, Result, Me) -> noted({Me, post_end_per_group, Group}, Result, Me).

pre_init_per_testcase(_, hook_skips, _, outer) -> {{skip, "by hook"}, outer};
pre_init_per_testcase(_, hook_fails, _, outer) -> {{fail, "by hook"}, outer};
pre_init_per_testcase(_, hook_crashes, _, outer) -> error(crashed);
pre_init_per_testcase(_, hook_changes, Config, Me) -> {[{changed, Me} | Config], Me};
pre_init_per_testcase(_, Case, Config, Me) -> noted({Me, pre_init_per_testcase, Case}, Config, Me).
post_init_per_testcase(_, hook_fails_later, _, _, outer) -> {{fail, "later"}, outer};
post_init_per_testcase(_, Case, _, Result, Me) -> noted({Me, post_init_per_testcase, Case, kind(Result)}, Result, Me).
pre_end_per_testcase(_, Case, Config, Me) ->
    noted({Me, pre_end_per_testcase, Case, kind(proplists:get_value(tc_status, Config))}, Config, Me).
post_end_per_testcase(_, hook_excuses, _, _, outer) -> {{skip, "excused"}, outer};
post_end_per_testcase(_, hook_blames, _, _, outer) -> {{fail, "blamed"}, outer};
post_end_per_testcase(_, Case, _, Result, Me) -> noted({Me, post_end_per_testcase, Case, kind(Result)}, Result, Me).

on_tc_fail(_, Case, Reason, Me) ->
    note({Me, on_tc_fail, Case, kind(Reason)}),
    Me.
on_tc_skip(_, Case, Reason, Me) ->
    note({Me, on_tc_skip, Case, Reason}),
    Me.

noted(What, Value, Me) ->
    note(What),
    {Value, Me}.

kind(Reason) when is_tuple(Reason) -> element(1, Reason);
kind(Reason) when is_list(Reason) -> list;
kind(Reason) -> Reason.
