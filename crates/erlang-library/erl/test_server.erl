%% What suites call of OTP's test_server, mostly by the macros of ct.hrl. All else is not supported.
-module(test_server).

-export([lookup_config/2, sleep/1, seconds/1, minutes/1, hours/1, timetrap/1, timetrap_cancel/1, is_native/1, fail/1, fail/0]).

lookup_config(Key, Config) ->
    case lists:keyfind(Key, 1, Config) of
        {Key, Value} -> Value;
        _ ->
            io:format("Could not find element ~tp in Config.~n", [Key]),
            undefined
    end.

sleep(Time) -> ct:sleep(Time).

seconds(N) -> trunc(N * 1000 + 0.5).
minutes(N) -> trunc(N * 1000 * 60 + 0.5).
hours(N) -> trunc(N * 1000 * 60 * 60 + 0.5).

timetrap(Time) -> ct:timetrap(Time).
timetrap_cancel(_) -> ct:timetrap(infinity).

is_native(_) -> false.

fail() -> exit(suite_failed).
fail(Reason) -> ct:fail(Reason).
