%% What can be logged: formats, strings, reports, funs; with callbacks, by any process.
-module(logging_messages).
-export([main/0]).

main() ->
    logger:error("just text"),
    logger:error(<<"binary ", 955/utf8>>),
    logger:error("~s and ~p", ["text", {a, term}]),
    logger:error(#{a => map, b => "text", c => [1, 2, 3]}),
    logger:error([{a, list}, {b, "text"}]),
    logger:error(#{secret => 1}, #{report_cb => fun(#{secret := _}) -> {"a ~s", ["secret"]} end}),
    logger:error(#{n => 2}, #{report_cb => fun(#{n := N}, #{single_line := Single}) -> io_lib:format("~w ~w", [N, Single]) end}),
    logger:log(error, fun(N) -> {"made of ~w", [N]} end, 1),
    logger:log(error, fun(N) -> #{made => N} end, 2),
    logger:log(error, fun(_) -> "made" end, 3),
    logger:log(error, fun(N) -> [{made, N}] end, 4),
    logger:log(debug, fun(_) -> io:format("never~n") end, 5),
    logger:log(error, "with ~w", [metadata], #{domain => [mine]}),
    logger:log(error, "of a domain that is not printed", #{domain => [mine]}),
    logger:log(error, "of otp", #{domain => [otp]}),
    logger:log(error, "of sasl", #{domain => [otp, sasl]}),
    logger:error("too few ~w ~w", [1]),
    logger:error("new\nline"),
    ok = logger:update_formatter_config(default, #{legacy_header => false, single_line => true}),
    logger:error("new\nline"),
    logger:error(#{a => [1, 2], b => 3}),
    ok = logger:remove_handler(default),
    ok = logger:add_handler(errors, logger_std_h, #{level => critical, formatter => {logger_formatter, #{template => ["to me: ", msg, "\n"]}}}),
    logger:error("once"),
    logger:critical("twice"),
    ok = logger_std_h:filesync(errors),
    ok = logger:set_handler_config(errors, formatter, {?MODULE, #{}}),
    logger:critical("that fails"),
    ok = logger_std_h:filesync(errors),
    ok = logger:set_primary_config(level, error),
    Parent = self(),
    Pids = [spawn(fun() ->
                          logger:set_process_metadata(#{n => N}),
                          logger:notice("process ~w", [N]),
                          Parent ! {self(), logger:get_process_metadata()}
                  end) || N <- [1, 2, 3]],
    [receive {Pid, Meta} -> Meta end || Pid <- Pids].
