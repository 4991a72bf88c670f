%% Log events: who may log, filters, handlers and their configuration.
%%
%% Everything happens in the process that calls. In OTP a server changes the configuration, and the callbacks of a handler that is
%% added, changed or removed run in a process of its own; here they run in the caller. The configuration is in the table `logger`,
%% which belongs to the machine (see whodunit_logger). Embedded even if OTP is installed, because OTP's own needs processes of a node.
-module(logger).

-export([emergency/1, emergency/2, emergency/3, alert/1, alert/2, alert/3, critical/1, critical/2, critical/3, error/1, error/2,
         error/3, warning/1, warning/2, warning/3, notice/1, notice/2, notice/3, info/1, info/2, info/3, debug/1, debug/2,
         debug/3]).
-export([log/2, log/3, log/4, allow/2, macro_log/3, macro_log/4, macro_log/5]).
-export([add_handler/3, remove_handler/1, add_handlers/1, add_primary_filter/2, remove_primary_filter/1, add_handler_filter/3,
         remove_handler_filter/2]).
-export([set_primary_config/1, set_primary_config/2, update_primary_config/1, get_primary_config/0, set_handler_config/2,
         set_handler_config/3, update_handler_config/2, update_handler_config/3, get_handler_config/0, get_handler_config/1,
         get_handler_ids/0, update_formatter_config/2, update_formatter_config/3, get_config/0]).
-export([set_module_level/2, unset_module_level/0, unset_module_level/1, get_module_level/0, get_module_level/1,
         set_application_level/2, unset_application_level/1]).
-export([set_process_metadata/1, update_process_metadata/1, get_process_metadata/0, unset_process_metadata/0]).
-export([compare_levels/2, format_report/1, format_otp_report/1, filter_stacktrace/2, timestamp/0]).

-define(METADATA, '$logger_metadata$').

%% ---- logging

emergency(Message) -> log(emergency, Message).
emergency(A, B) -> log(emergency, A, B).
emergency(Format, Args, Meta) -> log(emergency, Format, Args, Meta).

alert(Message) -> log(alert, Message).
alert(A, B) -> log(alert, A, B).
alert(Format, Args, Meta) -> log(alert, Format, Args, Meta).

critical(Message) -> log(critical, Message).
critical(A, B) -> log(critical, A, B).
critical(Format, Args, Meta) -> log(critical, Format, Args, Meta).

error(Message) -> log(error, Message).
error(A, B) -> log(error, A, B).
error(Format, Args, Meta) -> log(error, Format, Args, Meta).

warning(Message) -> log(warning, Message).
warning(A, B) -> log(warning, A, B).
warning(Format, Args, Meta) -> log(warning, Format, Args, Meta).

notice(Message) -> log(notice, Message).
notice(A, B) -> log(notice, A, B).
notice(Format, Args, Meta) -> log(notice, Format, Args, Meta).

info(Message) -> log(info, Message).
info(A, B) -> log(info, A, B).
info(Format, Args, Meta) -> log(info, Format, Args, Meta).

debug(Message) -> log(debug, Message).
debug(A, B) -> log(debug, A, B).
debug(Format, Args, Meta) -> log(debug, Format, Args, Meta).

%% Without a module, only the primary level counts.
log(Level, Message) ->
    case may_log(Level) of
        true -> whodunit_logger:log(Level, single(Message), metadata(#{}, #{}));
        false -> ok
    end.

log(Level, A, B) ->
    case may_log(Level) of
        true -> two(Level, A, B, #{});
        false -> ok
    end.

log(Level, Format, Args, Meta) ->
    case may_log(Level) of
        true -> whodunit_logger:log(Level, formatted(Format, Args), metadata(#{}, Meta));
        false -> ok
    end.

may_log(Level) -> whodunit_logger:number(Level) =< whodunit_logger:number(maps:get(level, whodunit_logger:primary())).

allow(Level, Module) when is_atom(Module) ->
    whodunit_logger:number(Level) =< whodunit_logger:number(whodunit_logger:level_of(Module)).

%% The macros of logger.hrl have asked allow/2.
macro_log(Location, Level, Message) -> whodunit_logger:log(Level, single(Message), metadata(Location, #{})).

macro_log(Location, Level, A, B) -> two(Level, A, B, Location).

macro_log(Location, Level, Format, Args, Meta) ->
    whodunit_logger:log(Level, formatted(Format, Args), metadata(Location, Meta)).

%% Two arguments are a message and its metadata, a format and its arguments, or a fun and its argument.
two(Level, Fun, Arg, Location) when is_function(Fun, 1) ->
    whodunit_logger:log(Level, {Fun, Arg}, metadata(Location, #{}));
two(Level, Message, Meta, Location) when is_map(Meta) ->
    whodunit_logger:log(Level, single(Message), metadata(Location, Meta));
two(Level, Format, Args, Location) when is_list(Args) ->
    whodunit_logger:log(Level, {Format, Args}, metadata(Location, #{})).

single(Report) when is_map(Report) -> {report, Report};
single([Tuple | _] = Report) when is_tuple(Tuple) -> {report, Report};
single(Message) -> {string, Message}.

formatted(Fun, Arg) when is_function(Fun, 1) -> {Fun, Arg};
formatted(Format, Args) -> {Format, Args}.

%% What the event says itself goes before what the process says, and that before what is known of every event.
metadata(Location, Meta) ->
    Process = case get_process_metadata() of
                  undefined -> #{};
                  Map -> Map
              end,
    Given = maps:merge(Location, maps:merge(Process, Meta)),
    Time = case Given of
               #{time := Known} -> Known;
               _ -> timestamp()
           end,
    maps:merge(#{pid => self(), gl => group_leader()}, Given#{time => Time}).

timestamp() -> os:system_time(microsecond).

%% ---- metadata of a process

set_process_metadata(Meta) when is_map(Meta) ->
    put(?METADATA, Meta),
    ok;
set_process_metadata(Meta) -> erlang:error(badarg, [Meta]).

update_process_metadata(Meta) when is_map(Meta) ->
    case get_process_metadata() of
        undefined -> set_process_metadata(Meta);
        Old -> set_process_metadata(maps:merge(Old, Meta))
    end;
update_process_metadata(Meta) -> erlang:error(badarg, [Meta]).

get_process_metadata() -> get(?METADATA).

unset_process_metadata() ->
    erase(?METADATA),
    ok.

%% ---- primary configuration

get_primary_config() -> whodunit_logger:primary().

set_primary_config(Config) when is_map(Config) -> whodunit_logger:set_primary(Config);
set_primary_config(Config) -> {error, {invalid_config, Config}}.

set_primary_config(Key, Value) -> whodunit_logger:update_primary(#{Key => Value}).

update_primary_config(Config) when is_map(Config) -> whodunit_logger:update_primary(Config);
update_primary_config(Config) -> {error, {invalid_config, Config}}.

add_primary_filter(Id, Filter) -> whodunit_logger:add_filter(primary, {Id, Filter}).

remove_primary_filter(Id) -> whodunit_logger:remove_filter(primary, Id).

%% ---- levels of modules

set_module_level(Module, Level) when is_atom(Module) -> set_module_level([Module], Level);
set_module_level(Modules, Level) -> whodunit_logger:set_levels(Modules, Level).

unset_module_level() -> whodunit_logger:unset_levels([Module || {Module, _} <- get_module_level()]).

unset_module_level(Module) when is_atom(Module) -> unset_module_level([Module]);
unset_module_level(Modules) -> whodunit_logger:unset_levels(Modules).

get_module_level() -> whodunit_logger:levels().

get_module_level(Module) when is_atom(Module) -> get_module_level([Module]);
get_module_level(Modules) -> [Pair || {Module, _} = Pair <- get_module_level(), lists:member(Module, Modules)].

set_application_level(Application, Level) ->
    case application:get_key(Application, modules) of
        {ok, Modules} -> set_module_level(Modules, Level);
        undefined -> {error, {not_loaded, Application}}
    end.

unset_application_level(Application) ->
    case application:get_key(Application, modules) of
        {ok, Modules} -> unset_module_level(Modules);
        undefined -> {error, {not_loaded, Application}}
    end.

%% ---- handlers

add_handler(Id, Module, Config) -> whodunit_logger:add_handler(Id, Module, Config).

remove_handler(Id) -> whodunit_logger:remove_handler(Id).

%% Of an application: its environment says which handlers it has.
add_handlers(Application) when is_atom(Application) ->
    add_handlers(application:get_env(Application, logger, []));
add_handlers(Handlers) ->
    case lists:all(fun is_handler/1, Handlers) of
        true -> add_each(Handlers);
        false ->
            macro_log(#{mfa => {?MODULE, add_handlers, 1}, file => ?FILE, line => ?LINE}, error, "Invalid logger handler config: ~p", [Handlers]),
            {error, {bad_config, {handler, Handlers}}}
    end.

is_handler({handler, Id, Module, Config}) -> is_atom(Id) andalso is_atom(Module) andalso is_map(Config);
is_handler(_) -> false.

add_each([{handler, Id, Module, Config} | Rest]) ->
    case add_handler(Id, Module, Config) of
        ok -> add_each(Rest);
        Error -> Error
    end;
add_each([]) -> ok.

add_handler_filter(Handler, Id, Filter) -> whodunit_logger:add_filter({handler, Handler}, {Id, Filter}).

remove_handler_filter(Handler, Id) -> whodunit_logger:remove_filter({handler, Handler}, Id).

get_handler_ids() -> whodunit_logger:handlers().

get_handler_config() -> [Config || Id <- get_handler_ids(), {ok, Config} <- [get_handler_config(Id)]].

get_handler_config(Id) ->
    case whodunit_logger:handler(Id) of
        {ok, #{module := Module} = Config} -> {ok, whodunit_logger:shown(Module, Config)};
        Error -> Error
    end.

set_handler_config(Id, Config) -> whodunit_logger:set_handler(Id, Config).

set_handler_config(Id, Key, Value) -> whodunit_logger:change_handler(Id, set, #{Key => Value}).

update_handler_config(Id, Config) -> whodunit_logger:change_handler(Id, update, Config).

update_handler_config(Id, Key, Value) -> whodunit_logger:change_handler(Id, update, #{Key => Value}).

update_formatter_config(Id, Config) when is_map(Config) -> whodunit_logger:change_formatter(Id, Config);
update_formatter_config(_, Config) -> {error, {invalid_formatter_config, Config}}.

update_formatter_config(Id, Key, Value) -> update_formatter_config(Id, #{Key => Value}).

get_config() ->
    #{primary => get_primary_config(), handlers => get_handler_config(), module_levels => get_module_level()}.

%% ---- what else there is to know

compare_levels(A, B) ->
    try {whodunit_logger:number(A), whodunit_logger:number(B)} of
        {Same, Same} -> eq;
        {N, M} when N < M -> gt;
        _ -> lt
    catch
        error:_ -> erlang:error(badarg, [A, B])
    end.

%% What was called before a module was.
filter_stacktrace(Module, Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= Module end, Stack).

%% One with a label, which says what kind of report it is.
format_otp_report(#{label := _, report := Report}) -> format_report(Report);
format_otp_report(Report) -> format_report(Report).

%% A report as a format and its arguments, a line each for what has a name.
format_report(Report) when is_map(Report) -> format_report(lists:sort(maps:to_list(Report)));
format_report([]) -> {"~tp", [[]]};
format_report(Report) when is_list(Report) ->
    case is_proper(Report) of
        true ->
            case io_lib:printable_unicode_list(Report) of
                true -> {"~ts", [Report]};
                false -> lines(Report, [], [])
            end;
        false -> {"~tp", [Report]}
    end;
format_report(Report) -> {"~tp", [Report]}.

is_proper([_ | Tail]) -> is_proper(Tail);
is_proper(Tail) -> Tail =:= [].

lines([{Key, Value} | Rest], Formats, Args) ->
    Format = case is_text(Value) of
                 true -> "    ~tp: ~ts";
                 false -> "    ~tp: ~tp"
             end,
    lines(Rest, [Format | Formats], [Value, Key | Args]);
lines([Other | Rest], Formats, Args) -> lines(Rest, ["    ~tp" | Formats], [Other | Args]);
lines([], Formats, Args) -> {lists:append(lists:join("\n", lists:reverse(Formats))), lists:reverse(Args)}.

is_text([_ | _] = Value) -> is_proper(Value) andalso io_lib:printable_unicode_list(Value);
is_text(_) -> false.
