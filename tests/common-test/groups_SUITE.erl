%% Groups: nested, in sequence, in parallel, repeated, with their own setups.
-module(groups_SUITE).
-include_lib("common_test/include/ct.hrl").
-compile([export_all, nowarn_export_all]).

all() ->
    [first, {group, plain}, {group, sequence}, {group, together}, {group, again}, {group, until_ok},
     {group, skipped}, {group, broken}, {group, fails_at_end}, {group, outer}, {group, overridden, [sequence]},
     {group, returns_result}, last].

groups() ->
    [{plain, [], [one, two]},
     {sequence, [sequence], [one, fails, two]},
     {together, [parallel], [late, middle, early]},
     {again, [{repeat, 2}], [one, two]},
     {until_ok, [{repeat_until_all_ok, 5}], [third_time]},
     {skipped, [], [one, two]},
     {broken, [], [one, {group, plain}]},
     {fails_at_end, [], [one]},
     {outer, [sequence], [one, {group, inner}, two, {local, [], [three]}]},
     {inner, [], [one, fails]},
     {overridden, [], [fails, one]},
     {returns_result, [sequence], [one]}].

init_per_suite(Config) ->
    Owner = spawn(fun() -> receive stop -> ok end end),
    ets:new(counts, [named_table, public, {heir, Owner, none}]),
    [{depth, 0} | Config].

end_per_suite(_) -> ok.

init_per_group(skipped, _) -> {skip, "no need"};
init_per_group(broken, _) -> error(broken);
init_per_group(Group, Config) ->
    Properties = ?config(tc_group_properties, Config),
    Group = proplists:get_value(name, Properties),
    [{depth, ?config(depth, Config) + 1} | Config].

end_per_group(fails_at_end, _) -> error(at_the_end);
end_per_group(returns_result, _) -> {return_group_result, failed};
end_per_group(_, Config) ->
    _ = ?config(tc_group_result, Config),
    ok.

init_per_testcase(_, Config) -> Config.
end_per_testcase(_, _) -> ok.

first(Config) -> 0 = ?config(depth, Config).
last(Config) -> 0 = ?config(depth, Config).
one(_) -> ok.
two(_) -> ok.
three(Config) -> 2 = ?config(depth, Config).
early(_) -> ok.
middle(_) -> timer:sleep(200), error(on_purpose).
late(_) -> timer:sleep(400).
fails(_) -> error(on_purpose).
third_time(_) ->
    case ets:update_counter(counts, tries, 1, {tries, 0}) of
        3 -> ok;
        N -> error({try_number, N})
    end.
