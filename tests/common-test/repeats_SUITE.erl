%% Every way to repeat.
-module(repeats_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [{group, any_ok}, {group, any_fail}, {group, all_fail}, {group, all_ok}, {group, nested}, {group, twice}, {group, outer_until}, {group, twice, [{repeat, 1}]}, {group, seq_repeat}].
groups() ->
    [{any_ok, [{repeat_until_any_ok, 4}], [third, never]},
     {any_fail, [{repeat_until_any_fail, 4}], [always, fourth_fails]},
     {all_fail, [{repeat_until_all_fail, 3}], [never, third]},
     {all_ok, [{repeat_until_all_ok, 3}], [always, never]},
     {nested, [{repeat, 2}], [always, {inner, [{repeat, 2}], [always]}]},
     {twice, [sequence, {repeat, 2}], [never, always]},
     {outer_until, [{repeat_until_all_ok, 4}], [{sub, [], [sixth]}]},
     {seq_repeat, [sequence], [{testcase, always, [{repeat, 2}]}, {testcase, never, [{repeat_until_any_fail, 3}]}, always]}].
init_per_suite(C) ->
    spawn(fun() -> register(counts, self()), count(#{}) end), C.
end_per_suite(_) -> counts ! stop, ok.
count(M) -> receive {P, K} -> N = maps:get(K, M, 0) + 1, P ! {K, N}, count(M#{K => N}); stop -> ok end.
n(K) -> counts ! {self(), K}, receive {K, N} -> N end.
always(_) -> ok.
never(_) -> error(never).
third(_) -> 0 = n(third) rem 3.
fourth_fails(_) -> true = n(fourth) =/= 3.
sixth(_) -> 3 = n(sixth).
