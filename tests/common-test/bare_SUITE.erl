%% Only all/0 and cases.
-module(bare_SUITE).
-export([all/0, one/1, two/1]).
all() -> [one, two].
one(Config) ->
    true = filelib:is_dir(proplists:get_value(priv_dir, Config)),
    "bare_SUITE_data" = filename:basename(proplists:get_value(data_dir, Config)),
    {ok, <<"kept in the data folder\n">>} = file:read_file(filename:join(proplists:get_value(data_dir, Config), "note.txt")),
    ok = file:write_file(filename:join(proplists:get_value(priv_dir, Config), "made.txt"), "by one").
two(Config) ->
    {ok, <<"by one">>} = file:read_file(filename:join(proplists:get_value(priv_dir, Config), "made.txt")),
    ok.
