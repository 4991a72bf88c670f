%% The handler that prints. It asks the process of the stream in the process that logs, and waits for it: what OTP calls the synchronous
%% mode. No event is ever dropped. A handler for a file opens it when it is added, which is not supported.
-module(logger_std_h).
-export([log/2, adding_handler/1, changing_config/3, removing_handler/1, filesync/1]).

log(Event, #{config := #{type := Type}, formatter := {Formatter, Config}}) ->
    Text = try Formatter:format(Event, Config)
           catch
               _:_ -> by_default(Event, "FORMATTER CRASH: ~tp")
           end,
    try unicode:characters_to_binary(Text) of
        Binary when is_binary(Binary) -> print(Type, Binary);
        _ -> print(Type, unicode:characters_to_binary(by_default(Event, "FORMATTER ERROR: ~tp")))
    catch
        _:_ -> print(Type, unicode:characters_to_binary(by_default(Event, "FORMATTER ERROR: ~tp")))
    end.

%% The usual formatter takes the place of one that fails.
by_default(#{msg := Message} = Event, Format) -> logger_formatter:format(Event#{msg := {Format, [Message]}}, #{}).

%% The machine's own process prints by itself: nobody is to wait for it.
print(Type, Text) ->
    case is_atom(Type) andalso whereis(logger_proxy) =:= self() of
        true -> whodunit_io:write(Type, Text);
        false -> io:put_chars(device(Type), Text)
    end.

device(standard_io) -> user;
device(standard_error) -> standard_error;
device({device, Device}) -> Device.

adding_handler(#{config := Config} = Handler) ->
    open(Config),
    case is_valid(Config) of
        true -> {ok, Handler#{config := maps:merge(#{type => standard_io}, Config)}};
        false -> {error, {invalid_config, ?MODULE, Config}}
    end;
adding_handler(Handler) -> {ok, Handler#{config => #{type => standard_io}}}.

%% The stream is what the handler is.
changing_config(How, #{config := Old}, #{config := New} = Handler) ->
    Full = case How of
               set -> maps:merge(#{type => maps:get(type, Old)}, New);
               update -> maps:merge(Old, New)
           end,
    case {maps:with([type], Old), maps:with([type], Full)} of
        {Same, Same} ->
            case is_valid(Full) of
                true -> {ok, Handler#{config := Full}};
                false -> {error, {invalid_config, ?MODULE, New}}
            end;
        {Was, Is} -> {error, {illegal_config_change, ?MODULE, Was, Is}}
    end;
changing_config(set, #{config := #{type := Type}}, Handler) -> {ok, Handler#{config => #{type => Type}}}.

removing_handler(_) -> ok.

open(#{file := Name}) -> file:open(Name, [append]);
open(#{type := {file, Name}}) -> file:open(Name, [append]);
open(#{type := {file, Name, Modes}}) -> file:open(Name, Modes);
open(_) -> ok.

%% Numbers and switches that say when OTP drops events are kept, and have no effect.
is_valid(Config) when is_map(Config) -> lists:all(fun is_valid_pair/1, maps:to_list(Config));
is_valid(_) -> false.

is_valid_pair({type, {device, _}}) -> true;
is_valid_pair({type, Type}) -> Type =:= standard_io orelse Type =:= standard_error;
is_valid_pair({Key, Value}) when Key =:= burst_limit_enable; Key =:= overload_kill_enable -> is_boolean(Value);
is_valid_pair({Key, Value})
  when Key =:= sync_mode_qlen; Key =:= drop_mode_qlen; Key =:= flush_qlen; Key =:= burst_limit_max_count;
       Key =:= burst_limit_window_time; Key =:= overload_kill_qlen; Key =:= overload_kill_mem_size ->
    is_integer(Value) andalso Value >= 0;
is_valid_pair({Key, Value}) when Key =:= overload_kill_restart_after; Key =:= filesync_repeat_interval ->
    is_atom(Value) orelse is_integer(Value) andalso Value >= 0;
is_valid_pair(_) -> false.

%% Everything is printed by the time that log/2 returns.
filesync(Name) ->
    case logger:get_handler_config(Name) of
        {ok, #{module := ?MODULE}} -> ok;
        _ -> exit({noproc, {gen_server, call, [list_to_atom(lists:concat([?MODULE, "_", Name])), filesync]}})
    end.
