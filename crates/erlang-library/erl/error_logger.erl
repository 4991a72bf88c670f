%% The interface to logging from before module logger, on top of it.
-module(error_logger).
-export([error_msg/1, error_msg/2, format/2, warning_msg/1, warning_msg/2, info_msg/1, info_msg/2]).
-export([error_report/1, error_report/2, warning_report/1, warning_report/2, info_report/1, info_report/2]).
-export([start/0, stop/0, add_report_handler/1, add_report_handler/2, delete_report_handler/1]).
-export([which_report_handlers/0, logfile/1]).
%% A handler of module logger.
-export([adding_handler/1, removing_handler/1, log/2]).
-export([warning_map/0, get_format_depth/0, limit_term/1, tty/1]).

%% ---- messages

error_msg(Format) -> error_msg(Format, []).

error_msg(Format, Args) -> message(error, error, Format, Args).

format(Format, Args) -> error_msg(Format, Args).

warning_msg(Format) -> warning_msg(Format, []).

warning_msg(Format, Args) -> message(warning_map(), warning_msg, Format, Args).

info_msg(Format) -> info_msg(Format, []).

info_msg(Format, Args) -> message(notice, info_msg, Format, Args).

message(Level, Tag, Format, Args) ->
    Name = case Tag of
               error -> error_msg;
               _ -> Tag
           end,
    Report = #{label => {error_logger, Name}, format => Format, args => Args},
    logger:log(Level, Report, (meta(#{tag => Tag}))#{report_cb => fun text/1}).

%% ---- reports

error_report(Report) -> error_report(std_error, Report).

error_report(Type, Report) -> report(error, error_report, Type, Report).

warning_report(Report) -> warning_report(std_warning, Report).

warning_report(Type, Report) -> report(warning_map(), warning_report, Type, Report).

info_report(Report) -> info_report(std_info, Report).

info_report(Type, Report) -> report(notice, info_report, Type, Report).

report(Level, Tag, Type, Report) ->
    Label = #{label => {error_logger, Tag}, report => Report},
    Meta = (meta(#{tag => Tag, type => Type}))#{report_cb => fun text/1},
    logger:log(Level, Label, case lists:member(Type, [std_error, std_warning, std_info]) of
                                 true -> Meta;
                                 false -> Meta#{domain => [Type]}
                             end).

%% Text with its arguments, or a report: a list of pairs and other terms.
text(#{format := Format, args := Args}) -> {Format, Args};
text(#{report := Report}) -> logger:format_report(Report).

meta(ErrorLogger) -> #{pid => self(), gl => group_leader(), error_logger => ErrorLogger}.

%% ---- event handlers

%% In OTP the event manager is a child of the kernel's logger_sup.
start() ->
    case whereis(?MODULE) =/= undefined orelse gen_event:start({local, ?MODULE}) of
        true -> ok;
        {ok, _} -> ok;
        Error -> Error
    end.

stop() ->
    [gen_event:stop(?MODULE, {shutdown, stopped}, infinity) || whereis(?MODULE) =/= undefined],
    ok.

add_report_handler(Module) -> add_report_handler(Module, []).

add_report_handler(Module, Args) when is_atom(Module) ->
    logger:add_handler(?MODULE, ?MODULE, #{level => info, filter_default => log}),
    gen_event:add_handler(?MODULE, Module, Args).

delete_report_handler(Module) when is_atom(Module) ->
    case whereis(?MODULE) of
        undefined -> ok;
        _ ->
            Result = gen_event:delete_handler(?MODULE, Module, []),
            [logger:remove_handler(?MODULE) || gen_event:which_handlers(?MODULE) =:= []],
            Result
    end.

which_report_handlers() ->
    case whereis(?MODULE) of
        undefined -> [];
        _ -> gen_event:which_handlers(?MODULE)
    end.

logfile({open, File}) ->
    case lists:member(error_logger_file_h, which_report_handlers()) of
        true -> {error, allready_have_logfile};
        false -> add_report_handler(error_logger_file_h, File)
    end;
logfile(close) ->
    case whereis(?MODULE) =/= undefined andalso gen_event:delete_handler(?MODULE, error_logger_file_h, normal) of
        false -> {error, module_not_found};
        {error, Reason} -> {error, Reason};
        _ -> ok
    end;
logfile(filename) ->
    case whereis(?MODULE) =/= undefined andalso gen_event:call(?MODULE, error_logger_file_h, filename) of
        false -> {error, no_log_file};
        {error, _} -> {error, no_log_file};
        Name -> Name
    end.

adding_handler(#{id := ?MODULE} = Config) ->
    case start() of
        ok -> {ok, Config};
        Error -> Error
    end.

removing_handler(#{id := ?MODULE}) -> stop().

%% Only events that say how they are to be shown to old handlers are passed on to them.
log(#{msg := {report, Message}, meta := #{error_logger := #{tag := Tag, type := Type}} = Meta}, _) ->
    Report = case Message of
        #{label := _, report := Inner} -> Inner;
        _ -> Message
    end,
    notify(Tag, Type, Report, Meta);
log(#{msg := {report, #{label := _, format := Format, args := Args}}, meta := #{error_logger := #{tag := Tag}} = Meta}, _) ->
    notify(Tag, Format, Args, Meta);
log(#{msg := {report, Report}, meta := #{error_logger := #{tag := Tag} = Own} = Meta}, _) ->
    Known = maps:get(report_cb, Meta, fun logger:format_report/1),
    {Format, Args} = as_text(maps:get(report_cb, Own, Known), Report),
    notify(Tag, Format, Args, Meta);
log(#{msg := {Format, Args}, meta := #{error_logger := #{tag := Tag}} = Meta}, _) when is_list(Format), is_list(Args) ->
    notify(Tag, Format, Args, Meta);
log(_, _) -> ok.

notify(Tag, FormatOrType, ArgsOrReport, #{pid := Pid, gl := Leader, error_logger := Own}) ->
    From = case Own of
        #{emulator := true} -> emulator;
        _ -> Pid
    end,
    gen_event:notify(?MODULE, {Tag, Leader, {From, FormatOrType, ArgsOrReport}}).

as_text(Show, Report) when is_function(Show, 1) ->
    try Show(Report) of
        {Format, Args} when is_list(Format), is_list(Args) -> {Format, Args};
        Other -> {"REPORT_CB ERROR: ~tp; Returned: ~tp", [Report, Other]}
    catch
        Class:Reason:Stack -> {"REPORT_CB CRASH: ~tp; Reason: ~tp", [Report, {Class, Reason, Stack}]}
    end;
as_text(Show, Report) when is_function(Show, 2) ->
    Depth = get_format_depth(),
    try Show(Report, #{depth => Depth, chars_limit => unlimited, single_line => false}) of
        Text when is_list(Text); is_binary(Text) -> {"~ts", [Text]};
        Other -> {"REPORT_CB ERROR: ~tp; Returned: ~tp", [Report, Other]}
    catch
        Class:Reason -> {"REPORT_CB CRASH: ~tp; Reason: ~tp", [Report, {Class, Reason}]}
    end.

%% ---- what it is set to

%% Since the command line has no flag +W.
warning_map() -> warning.

get_format_depth() ->
    case application:get_env(kernel, error_logger_format_depth) of
        {ok, Depth} when is_integer(Depth) -> max(10, Depth);
        _ -> unlimited
    end.

limit_term(Term) ->
    case get_format_depth() of
        unlimited -> Term;
        Depth -> io_lib:limit_term(Term, Depth)
    end.

%% Whether anything is printed. If there is no handler for that any more, another takes its place.
tty(true) ->
    case prints() of
        true -> logger:remove_handler_filter(default, error_logger_tty_false);
        false ->
            Config = #{filter_default => stop,
                       filters => [{remote_gl, {fun logger_filters:remote_gl/2, stop}},
                                   {domain, {fun logger_filters:domain/2, {log, super, [otp]}}},
                                   {no_domain, {fun logger_filters:domain/2, {log, undefined, []}}}],
                       formatter => {logger_formatter, #{legacy_header => true, single_line => false}},
                       config => #{type => standard_io}},
            logger:add_handler(error_logger_tty_true, logger_std_h, Config)
    end,
    ok;
tty(false) ->
    delete_report_handler(error_logger_tty_h),
    logger:remove_handler(error_logger_tty_true),
    [logger:add_handler_filter(default, error_logger_tty_false, {fun(_, _) -> stop end, ok}) || prints()],
    ok.

%% Is the default handler the usual one?
prints() ->
    case logger:get_handler_config(default) of
        {ok, #{module := logger_std_h, config := #{type := standard_io}}} -> true;
        _ -> false
    end.
