%% The interface to logging from before module logger, on top of it.
-module(error_logger).
-export([error_msg/1, error_msg/2, format/2, warning_msg/1, warning_msg/2, info_msg/1, info_msg/2]).
-export([error_report/1, error_report/2, warning_report/1, warning_report/2, info_report/1, info_report/2]).
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
    logger:remove_handler(error_logger_tty_true),
    [logger:add_handler_filter(default, error_logger_tty_false, {fun(_, _) -> stop end, ok}) || prints()],
    ok.

%% Is the default handler the usual one?
prints() ->
    case logger:get_handler_config(default) of
        {ok, #{module := logger_std_h, config := #{type := standard_io}}} -> true;
        _ -> false
    end.
