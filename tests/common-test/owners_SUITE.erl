%% Which process runs what.
-module(owners_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [table_of_suite, table_of_case, linked_dies, linked_later, message_waits, leader, {group, g}].
groups() -> [{g, [], [in_group]}].
init_per_suite(C) -> ets:new(of_suite, [named_table, public]), register(suite_proc, self()), [{p, spawn_link(fun() -> receive stop -> ok end end)} | C].
end_per_suite(_) -> ok.
init_per_group(_, C) -> ets:new(of_group, [named_table, public]), C.
end_per_group(_, _) -> ok.
init_per_testcase(table_of_case, C) -> ets:new(of_case, [named_table, private]), C;
init_per_testcase(linked_dies, C) -> [{q, spawn_link(fun() -> receive die -> exit(because) end end)} | C];
init_per_testcase(message_waits, C) -> self() ! hello, C;
init_per_testcase(_, C) -> C.
end_per_testcase(table_of_case, _) -> [] = ets:lookup(of_case, b), ok;
end_per_testcase(_, _) -> ok.
table_of_suite(_) -> undefined = ets:info(of_suite), undefined = whereis(suite_proc).
table_of_case(_) -> true = ets:insert(of_case, {a, 1}).
linked_dies(C) -> proplists:get_value(q, C) ! die, timer:sleep(100).
linked_later(C) -> false = is_process_alive(proplists:get_value(p, C)) =:= wrong.
message_waits(_) -> receive hello -> ok after 0 -> error(none) end.
leader(_) -> true = group_leader() =/= whereis(user).
in_group(_) -> undefined = ets:info(of_group).
