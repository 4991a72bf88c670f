%% error_logger, from before module logger.
-module(logging_old_api).
-export([main/0, log/2]).

log(#{level := Level, msg := Message, meta := Meta}, _) ->
    io:format("~w ~p ~p~n", [Level, Message, maps:get(error_logger, Meta)]).

main() ->
    Results = messages(),
    ok = logger:remove_handler(default),
    tty(),
    ok = logger:add_handler(mine, ?MODULE, #{}),
    messages(),
    {Results, error_logger:warning_map(), error_logger:get_format_depth(), error_logger:limit_term({a, [b]})}.

tty() ->
    ok = error_logger:tty(true),
    error_logger:error_msg("printed"),
    {ok, #{filters := Filters}} = logger:get_handler_config(error_logger_tty_true),
    logger_std_h:filesync(error_logger_tty_true),
    io:format("~p~n", [[Id || {Id, _} <- Filters]]),
    ok = error_logger:tty(false),
    io:format("~p~n", [logger:get_handler_ids()]).

messages() ->
    [error_logger:error_msg("error"), error_logger:error_msg("error ~w~n", [1]), error_logger:format("format ~p", [x]),
     error_logger:warning_msg("warning"), error_logger:warning_msg("warning ~w", [2]), error_logger:info_msg("info"),
     error_logger:info_msg("info ~w", [3]), error_logger:error_report([{a, 1}, b, {c, "text"}]), error_logger:error_report("text"),
     error_logger:error_report({a, tuple}), error_logger:warning_report([{w, 1}]), error_logger:info_report([{i, 1}]),
     error_logger:info_report(just_this), error_logger:error_report(mine, [{who, mine}]), error_logger:warning_report(mine, [{who, mine}]),
     error_logger:info_report(mine, "text")].
