%% Log events as text, by a template.
-module(logger_formatter).
-export([format/2, check_config/1]).

-define(UNLIMITED, unlimited).
-define(WRONG_FORMAT, "FORMAT ERROR: ~tp - ~tp").

format(#{level := Level, msg := Message, meta := Meta}, Config0) when is_map(Config0) ->
    Config = with_defaults(Config0),
    #{template := Template, max_size := Max} = Config,
    %% The time limit of a text is for the whole of it: what surrounds the message counts.
    Text = lists:map(fun(Part) -> part(Part, Level, Message, Meta, Config) end, Template),
    cut(Text, Max).

with_defaults(Config) ->
    Full = maps:merge(#{legacy_header => false, single_line => true, chars_limit => ?UNLIMITED, max_size => ?UNLIMITED,
                        depth => error_logger:get_format_depth(), time_designator => $T, time_offset => ""}, Config),
    case Full of
        #{template := _} -> Full;
        #{legacy_header := true} -> Full#{template => [[logger_formatter, header], "\n", msg, "\n"]};
        #{single_line := true} -> Full#{template => [time, " ", level, ": ", msg, "\n"]};
        _ -> Full#{template => [time, " ", level, ":\n", msg, "\n"]}
    end.

part(level, Level, _, _, Config) -> text(level, Level, Config);
part(msg, _, Message, Meta, Config) -> message(Message, Meta, Config);
part({Key, Found, Missing}, Level, Message, Meta, Config) ->
    Parts = case value(Key, Level, Meta, Config) of
                {ok, _} -> Found;
                error -> Missing
            end,
    [part(Part, Level, Message, Meta, Config) || Part <- Parts];
part(Key, Level, _, Meta, Config) ->
    case is_key(Key) of
        false -> Key;
        true ->
            case value(Key, Level, Meta, Config) of
                {ok, Value} -> text(Key, Value, Config);
                error -> ""
            end
    end.

is_key(Key) -> is_atom(Key) orelse (is_list(Key) andalso Key =/= [] andalso lists:all(fun is_atom/1, Key)).

%% A key of the metadata, or the way to one in maps within it.
value(level, Level, _, _) -> {ok, Level};
value(msg, _, _, _) -> {ok, msg};
value([logger_formatter, header], Level, Meta, #{legacy_header := true} = Config) -> {ok, header(Level, Meta, Config)};
value([Key | Keys], _, Meta, _) -> find([Key | Keys], Meta);
value(Key, _, Meta, _) -> find([Key], Meta).

find([Key | Keys], #{} = Map) ->
    case Map of
        #{Key := Value} -> find(Keys, Value);
        _ -> error
    end;
find([], Value) -> {ok, Value};
find(_, _) -> error.

%% ---- values

text(time, Time, Config) when is_integer(Time) -> time(Time, Config);
text(mfa, Mfa, _) -> mfa(Mfa);
text([logger_formatter, header], Header, _) -> Header;
text(_, Value, _) when is_atom(Value) -> atom_to_list(Value);
text(_, Value, _) when is_integer(Value) -> integer_to_list(Value);
text(_, Value, _) when is_pid(Value) -> pid_to_list(Value);
text(_, Value, _) when is_reference(Value) -> ref_to_list(Value);
text(_, Value, Config) when is_list(Value) ->
    case io_lib:printable_unicode_list(Value) of
        true -> Value;
        false -> term(Value, Config)
    end;
text(_, Value, Config) -> term(Value, Config).

term(Value, Config) -> formatted("~tp", [Value], Config).

mfa({Module, Function, Arity}) when is_atom(Module), is_atom(Function), is_integer(Arity) ->
    io_lib:fwrite("~tw:~tw/~w", [Module, Function, Arity]);
mfa({Module, Function, Args}) when is_atom(Module), is_atom(Function), is_list(Args) -> mfa({Module, Function, length(Args)});
mfa(Mfa) -> io_lib:fwrite("~tp", [Mfa]).

time(Time, #{time_offset := Offset, time_designator := Designator}) ->
    calendar:system_time_to_rfc3339(Time, [{unit, microsecond}, {offset, Offset}, {time_designator, Designator}]).

header(Level, #{time := Time} = Meta, #{time_offset := Offset}) ->
    {{Year, Month, Day}, {Hour, Minute, Second}} = date(Time div 1000000, Offset),
    io_lib:format("=~ts==== ~w-~s-~4..0w::~2..0w:~2..0w:~2..0w.~6..0w~s===",
                  [title(Level, Meta), Day, month(Month), Year, Hour, Minute, Second, Time rem 1000000, zone(Offset)]);
header(Level, Meta, _) -> io_lib:format("=~ts====", [title(Level, Meta)]).

date(Seconds, Offset) ->
    case zone(Offset) of
        " UTC " -> calendar:system_time_to_universal_time(Seconds, second);
        _ -> calendar:system_time_to_local_time(Seconds, second)
    end.

zone(Offset) when Offset =:= 0; Offset =:= "Z"; Offset =:= "z" -> " UTC ";
zone(_) -> " ".

title(_, #{logger_formatter := #{title := Title}}) -> Title;
title(notice, #{error_logger := #{tag := Tag}}) when Tag =:= info_msg; Tag =:= info_report -> "INFO REPORT";
title(Level, _) -> string:uppercase(atom_to_list(Level)) ++ " REPORT".

month(N) -> element(N, {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}).

%% ---- messages

message({string, String}, Meta, #{single_line := Single} = Config) ->
    try unicode:characters_to_list(String) of
        Chars when is_list(Chars) -> limited(one_line(Chars, Single), Config);
        _ -> message({"~ts", [String]}, Meta, Config)
    catch
        _:_ -> message({"~ts", [String]}, Meta, Config)
    end;
message({report, Report}, Meta, #{report_cb := Fun} = Config) when is_function(Fun, 1); is_function(Fun, 2) ->
    message({report, Report}, Meta#{report_cb => Fun}, maps:remove(report_cb, Config));
message({report, Report}, #{report_cb := Fun} = Meta, Config) when is_function(Fun, 1) ->
    try Fun(Report) of
        {Format, Args} when is_list(Format), is_list(Args) -> message({Format, Args}, Meta, Config);
        Other -> message({"REPORT_CB/1 ERROR: ~tp; Returned: ~tp", [Report, Other]}, Meta, Config)
    catch
        Class:Reason:Stack -> crashed(1, Report, {Class, Reason, Stack}, Meta, Config)
    end;
message({report, Report}, #{report_cb := Fun} = Meta, #{single_line := Single} = Config) when is_function(Fun, 2) ->
    try Fun(Report, maps:with([depth, chars_limit, single_line], Config)) of
        Chars when is_list(Chars); is_binary(Chars) ->
            try unicode:characters_to_list(Chars) of
                List when is_list(List) -> limited(one_line(List, Single), Config)
            catch
                _:_ -> message({"REPORT_CB/2 ERROR: ~tp; Returned: ~tp", [Report, Chars]}, Meta, Config)
            end;
        Other -> message({"REPORT_CB/2 ERROR: ~tp; Returned: ~tp", [Report, Other]}, Meta, Config)
    catch
        Class:Reason:Stack -> crashed(2, Report, {Class, Reason, Stack}, Meta, Config)
    end;
message({report, Report}, Meta, Config) ->
    message({report, Report}, Meta#{report_cb => fun logger:format_report/1}, Config);
message({Format, Args}, _, #{single_line := Single} = Config) ->
    one_line(formatted(Format, Args, Config), Single).

crashed(Arity, Report, {Class, Reason, Stack}, Meta, Config) ->
    Frames = [Frame || Frame <- Stack, element(1, Frame) =/= ?MODULE],
    Format = "REPORT_CB/~w CRASH: ~tp; Reason: ~tp",
    message({Format, [Arity, Report, {Class, Reason, Frames}]}, Meta, Config).

%% Terms no deeper than the depth, and without line breaks if all is to be on one line.
formatted(Format, Args, #{depth := Depth, single_line := Single, chars_limit := Limit} = Config) ->
    Options = case Limit of
                  ?UNLIMITED -> [];
                  _ -> [{chars_limit, Limit}]
              end,
    try
        Parts = io_lib:scan_format(Format, Args),
        Changed = [narrow(deep(Part, Depth), Single) || Part <- Parts],
        lists:flatten(io_lib:build_text(Changed, Options))
    catch
        _:_ when Format =/= ?WRONG_FORMAT -> formatted(?WRONG_FORMAT, [Format, Args], Config)
    end.

deep(#{control_char := Char, args := [Term]} = Part, Depth)
  when is_integer(Depth), (Char =:= $p orelse Char =:= $w) ->
    Part#{control_char := Char - $a + $A, args := [Term, Depth]};
deep(#{control_char := Char, args := [Term, Own]} = Part, Depth)
  when is_integer(Depth), (Char =:= $P orelse Char =:= $W) ->
    Part#{args := [Term, min(Own, Depth)]};
deep(Part, _) -> Part.

narrow(#{control_char := Char} = Part, true) when Char =:= $p; Char =:= $P -> Part#{width => 0};
narrow(Part, _) -> Part.

one_line(Chars, false) -> Chars;
one_line(Chars, true) -> re:replace(string:trim(Chars), ",?\r?\n\s*", ", ", [{return, list}, global, unicode]).

limited(Chars, #{chars_limit := ?UNLIMITED}) -> Chars;
limited(Chars, #{chars_limit := Limit} = Config) -> formatted("~ts", [Chars], Config#{chars_limit := Limit}).

cut(Text, ?UNLIMITED) -> Text;
cut(Text, Max) ->
    case string:length(Text) > Max of
        true -> [string:slice(Text, 0, Max - 3), "..."];
        false -> Text
    end.

%% ---- checks

check_config(Config) when is_map(Config) -> check(maps:to_list(Config));
check_config(Config) -> {error, {invalid_formatter_config, ?MODULE, Config}}.

check([{Key, Value} = Pair | Rest]) ->
    case is_valid(Key, Value) of
        true -> check(Rest);
        false when Key =:= template -> {error, {invalid_formatter_template, ?MODULE, Value}};
        false -> {error, {invalid_formatter_config, ?MODULE, Pair}}
    end;
check([]) -> ok.

is_valid(max_size, Size) -> is_limit(Size);
is_valid(chars_limit, Limit) -> is_limit(Limit);
is_valid(depth, Depth) -> is_limit(Depth);
is_valid(legacy_header, Value) -> is_boolean(Value);
is_valid(single_line, Value) -> is_boolean(Value);
is_valid(report_cb, Fun) -> is_function(Fun, 1) orelse is_function(Fun, 2);
is_valid(template, Template) -> is_list(Template) andalso lists:all(fun is_part/1, Template);
is_valid(time_offset, Offset) -> is_integer(Offset) orelse is_offset(Offset);
is_valid(time_designator, Char) -> is_integer(Char) andalso Char >= 0 andalso Char =< 255;
is_valid(_, _) -> false.

is_limit(Limit) -> Limit =:= ?UNLIMITED orelse (is_integer(Limit) andalso Limit > 0).

is_offset("Z") -> true;
is_offset("z") -> true;
is_offset("") -> true;
is_offset([Sign, H1, H2, $:, M1, M2]) when Sign =:= $+; Sign =:= $- ->
    lists:all(fun(Char) -> Char >= $0 andalso Char =< $9 end, [H1, H2, M1, M2]);
is_offset(_) -> false.

is_part({Key, Found, Missing}) ->
    is_key(Key) andalso is_valid(template, Found) andalso is_valid(template, Missing);
is_part(Part) -> is_key(Part) orelse is_text(Part).

is_text(Part) -> is_binary(Part) orelse (is_list(Part) andalso io_lib:printable_unicode_list(Part)).
