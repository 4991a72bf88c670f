%% What is saved for the next one.
-module(keeping_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [save, skip_and_save, after_skip, {group, g}, after_group, fails_after_save, end_saves, after_end].
groups() -> [{g, [], [first_in, last_in]}].
init_per_suite(C) -> C.
end_per_suite(_) -> ok.
init_per_group(g, C) -> [{group_saw, proplists:get_value(saved_config, C)} | C].
end_per_group(g, _) -> {save_config, [{from, group}]}.
init_per_testcase(_, C) -> C.
end_per_testcase(end_saves, _) -> {save_config, [{from, cleanup}]};
end_per_testcase(_, _) -> ok.
save(_) -> {save_config, [{from, save}]}.
skip_and_save(C) -> {save, [{from, save}]} = proplists:get_value(saved_config, C), {skip_and_save, "skipped", [{from, skip}]}.
after_skip(C) -> {skip_and_save, [{from, skip}]} = proplists:get_value(saved_config, C), {save_config, [{from, after_skip}]}.
first_in(C) -> {after_skip, [{from, after_skip}]} = proplists:get_value(group_saw, C), ok.
last_in(_) -> ok.
after_group(C) -> ct:pal("~p", [proplists:get_value(saved_config, C)]), {end_per_group, [{from, group}]} = proplists:get_value(saved_config, C).
fails_after_save(C) -> undefined = proplists:get_value(saved_config, C), error(on_purpose).
end_saves(_) -> ok.
after_end(C) -> {end_saves, [{from, cleanup}]} = proplists:get_value(saved_config, C).
