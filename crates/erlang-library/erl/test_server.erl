%% What suites call of OTP's test_server, mostly by the macros of ct.hrl. All else is not supported.
-module(test_server).

-export([lookup_config/2, sleep/1, adjusted_sleep/1, seconds/1, minutes/1, hours/1, timetrap/1, timetrap_cancel/1,
         timetrap_cancel/0, timetrap_scale_factor/0, is_native/1, is_cover/0, is_debug/0, is_valgrind/0, is_asan/0,
         fail/1, fail/0, format/1, format/2, format/3, comment/1, messages_get/0, capture_start/0, capture_stop/0,
         capture_get/0, do_times/2, do_times/4, m_out_of_n/3, timecall/3, temp_name/1, os_type/0]).

lookup_config(Key, Config) ->
    case lists:keyfind(Key, 1, Config) of
        {Key, Value} -> Value;
        _ ->
            io:format("Could not find element ~tp in Config.~n", [Key]),
            undefined
    end.

sleep(Time) -> ct:sleep(Time).
adjusted_sleep(Time) -> ct:sleep(Time).

seconds(N) -> trunc(N * 1000 + 0.5).
minutes(N) -> trunc(N * 1000 * 60 + 0.5).
hours(N) -> trunc(N * 1000 * 60 * 60 + 0.5).

timetrap(Time) -> ct:timetrap(Time).
timetrap_cancel(_) -> ct:timetrap(infinity).
timetrap_cancel() -> ct:timetrap(infinity).

%% Time is virtual: nothing takes longer than it would.
timetrap_scale_factor() -> 1.
is_native(_) -> false.
is_cover() -> false.
is_debug() -> false.
is_valgrind() -> false.
is_asan() -> false.

fail() -> exit(suite_failed).
fail(Reason) -> ct:fail(Reason).

format(Format) -> ct:log(Format).
format(Format, Arguments) when is_list(Arguments) -> ct:log(Format, Arguments);
format(_Importance, Format) -> ct:log(Format).
format(_Importance, Format, Arguments) -> ct:log(Format, Arguments).

comment(Text) -> ct:comment(Text).

capture_start() -> ct:capture_start().
capture_stop() -> ct:capture_stop().
capture_get() -> ct:capture_get().

messages_get() ->
    receive
        Message -> [Message | messages_get()]
    after 0 -> []
    end.

do_times(0, _) -> ok;
do_times(N, Fun) when N > 0 ->
    Fun(),
    do_times(N - 1, Fun).

do_times(N, Module, Function, Arguments) -> do_times(N, fun() -> apply(Module, Function, Arguments) end).

%% The fun must hold M times of N.
m_out_of_n(0, _, _) -> ok;
m_out_of_n(M, 0, _) -> exit({m_out_of_n_failed, {M, left_to_do}});
m_out_of_n(M, N, Fun) ->
    case catch Fun() of
        {'EXIT', _} -> m_out_of_n(M, N - 1, Fun);
        _ -> m_out_of_n(M - 1, N - 1, Fun)
    end.

timecall(Module, Function, Arguments) ->
    {Time, Value} = timer:tc(Module, Function, Arguments),
    {Time / 1000000, Value}.

temp_name(Stem) -> Stem ++ "." ++ integer_to_list(erlang:unique_integer([positive])).

os_type() -> os:type().
