%% Old style of sequences, repeated cases, sequences of groups.
-module(sequences_SUITE).
-compile([export_all, nowarn_export_all]).
all() -> [{testcase, one, [{repeat, 3}]}, {group, fails_within}, {group, after_it}, {group, shuffled}].
groups() ->
    [{fails_within, [sequence], [{group, sub}, two, {group, other}]},
     {sub, [], [fails, one]},
     {other, [], [one]},
     {after_it, [], [one, {testcase, two, [{repeat, 2}]}]},
     {shuffled, [shuffle, {repeat, 2}], [one]}].
one(_) -> ok.
two(_) -> ok.
fails(_) -> error(on_purpose).
