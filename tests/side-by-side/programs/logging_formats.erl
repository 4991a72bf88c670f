%% The formatter: templates, one line or more, limits, reports and their callbacks.
-module(logging_formats).
-export([main/0]).

-define(TIME, 1700000000123456).

main() ->
    Meta = #{time => ?TIME, mfa => {m, f, 2}, line => 7, file => "m.erl", text => "text", term => {a, "b", [c]}, map => #{in => #{side => 1}},
             bin => <<"bin">>},
    Messages = [{string, "plain"}, {string, <<"binary ", 228/utf8>>}, {string, ["deep", [$\s, "list"]]}, {"~w and ~p~n", [one, "two"]},
                {string, "two\nlines"}, {report, #{b => 2, a => "one", c => [1, 2]}}, {report, [{x, 1}, {y, <<"z">>}, other]},
                {"no such ~q", [1]}, {string, [1, bad]}, {report, #{long => lists:seq(1, 60)}}, {"~p", [lists:duplicate(30, {abc, def})]}],
    Configs = [#{}, #{single_line => false}, #{legacy_header => true, single_line => false}, #{legacy_header => true},
               #{template => [msg], max_size => 20}, #{template => [msg], chars_limit => 30}, #{template => [msg], depth => 5},
               #{template => [msg], depth => 5, single_line => false}],
    [show(Config, Message, Meta) || Config <- Configs, Message <- Messages],
    Templates = [[time, " ", level, " ", pid, mfa, ":", line, " ", file, " ", msg], [text, "|", term, "|", map, "|", bin, "|", [map, in, side]],
                 [{text, ["has ", text], ["none"]}, {nothing, ["has"], ["none ", level]}, {[map, in], ["in"], []}, "end"], [nothing, msg, missing]],
    [show(#{template => Template}, {string, "msg"}, Meta) || Template <- Templates],
    [show(#{template => [time], time_offset => Offset, time_designator => $\s}, {string, ""}, Meta) || Offset <- ["Z", 0, 3600000000, "+01:30"]],
    show(#{legacy_header => true, time_offset => "Z"}, {string, "x"}, Meta),
    callbacks(),
    [show(#{legacy_header => true}, Level, {string, "title"}, Meta) || Level <- [emergency, alert, critical, error, warning, notice, info, debug]],
    show(#{legacy_header => true}, {string, "title"}, Meta#{logger_formatter => #{title => "MY TITLE"}}),
    Reports = [#{a => 1, b => "text"}, [{a, 1}, b, "c"], "abc", [a | b], [], [{a, <<"bin">>}, {b, ""}], #{}, atom, [{"key", value}]],
    {[logger:format_report(Report) || Report <- Reports],
     [logger_formatter:check_config(Config)
      || Config <- [#{}, #{template => [a, "b", {c, ["d"], []}]}, #{template => bad}, #{template => [1]}, #{single_line => 1}, #{depth => 0},
                    #{depth => unlimited}, #{max_size => 10}, #{max_size => x}, #{chars_limit => 1}, #{time_offset => "bad"}, #{time_offset => "+01:00"},
                    #{time_designator => $x}, #{report_cb => fun callbacks/0}, #{other => 1}, #{legacy_header => maybe_not}]]}.

show(Config, Message, Meta) -> show(Config, error, Message, Meta).

show(Config, Level, Message, Meta) ->
    Text = logger_formatter:format(#{level => Level, msg => Message, meta => Meta}, Config),
    io:format("[~ts]~n", [Text]).

callbacks() ->
    Report = #{temperature => 20},
    One = fun(#{temperature := T}) -> {"It is ~w~nwarm", [T]} end,
    Two = fun(#{temperature := T}, Limits) -> io_lib:format("~w ~p", [T, Limits]) end,
    Wrong = fun(_) -> wrong end,
    Fails = fun(_) -> exit(failed) end,
    [show(#{template => [msg], single_line => Single}, {report, Report}, #{time => ?TIME, report_cb => Callback})
     || Callback <- [One, Two, Wrong], Single <- [true, false]],
    show(#{template => [msg], report_cb => One}, {report, Report}, #{time => ?TIME, report_cb => Two}),
    "REPORT_CB/1 CRASH" ++ _ = lists:flatten(logger_formatter:format(#{level => error, msg => {report, Report}, meta => #{report_cb => Fails}},
                                                                     #{template => [msg]})).
