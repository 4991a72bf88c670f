%% What module logger keeps, and what becomes of a log event.
%%
%% The table `logger` is public and belongs to the machine. It holds `{primary, Config}`, `{handlers, Ids}`, `{{handler, Id}, Config}` and
%% `{{level, Module}, Level}`; what is not in it has never been changed. Each change takes the place of what it was made from, or is made
%% again if that is not there any more.
-module(whodunit_logger).
-export([proxy/0]).
-export([log/3, number/1, primary/0, level_of/1, levels/0, handlers/0, handler/1, shown/2]).
-export([set_primary/1, update_primary/1, set_levels/2, unset_levels/1, add_filter/2, remove_filter/2, add_handler/3,
         remove_handler/1, set_handler/2, change_handler/3, change_formatter/2]).

-define(TABLE, logger).
%% Keys of a handler's configuration that are none of the handler's business when it logs.
-define(OWN_KEYS, [level, filters, filter_default]).

%% ---- a log event

%% The process `logger_proxy`: it logs what the machine has to say, that a process has failed.
proxy() ->
    receive
        {log, Level, Format, Args, Meta} ->
            case logger:allow(Level, logger_proxy) of
                true -> log(Level, {Format, Args}, Meta);
                false -> ok
            end,
            proxy();
        _ -> proxy()
    end.

log(Level, Message, Meta) ->
    #{metadata := Primary, filters := Filters, filter_default := Default} = primary(),
    Event = #{level => Level, msg => evaluated(Message), meta => maps:merge(Primary, Meta)},
    case filter(primary, Event, Filters, Default) of
        stop -> ok;
        Event1 -> lists:foreach(fun(Id) -> handle(Id, Event1) end, handlers())
    end.

%% A fun stands for what it costs to find out.
evaluated({Fun, Arg}) when is_function(Fun, 1) ->
    try Fun(Arg) of
        {Format, Args} when is_list(Format), is_list(Args) -> {Format, Args};
        Report when is_map(Report) -> {report, Report};
        [Tuple | _] = Report when is_tuple(Tuple) -> {report, Report};
        String when is_list(String); is_binary(String) -> {string, String};
        Other -> {"LAZY_FUN ERROR: ~tp; Returned: ~tp", [{Fun, Arg}, Other]}
    catch
        Class:Reason -> {"LAZY_FUN CRASH: ~tp; Reason: ~tp", [{Fun, Arg}, {Class, Reason}]}
    end;
evaluated(Message) -> Message.

%% The event, perhaps changed, or `stop`.
filter(Owner, Event, Filters, Default) -> filter(Owner, Event, Filters, Default, ignored).

filter(Owner, Event, [{_, {Fun, Arg}} = Filter | Rest], Default, State) ->
    try Fun(Event, Arg) of
        stop -> stop;
        ignore -> filter(Owner, Event, Rest, Default, State);
        #{level := Level, msg := _, meta := Meta} = Event1 when is_atom(Level), is_map(Meta) ->
            filter(Owner, Event1, Rest, Default, logged);
        _ ->
            remove_failing(Owner, Filter),
            filter(Owner, Event, Rest, Default, State)
    catch
        _:_ ->
            remove_failing(Owner, Filter),
            filter(Owner, Event, Rest, Default, State)
    end;
filter(_, _, [], stop, ignored) -> stop;
filter(_, Event, [], _, _) -> Event.

remove_failing(Owner, {Id, _}) ->
    case remove_filter(Owner, Id) of
        ok -> internal({removed_failing_filter, Id});
        _ -> ok
    end.

handle(Id, #{level := Level} = Event) ->
    case handler(Id) of
        {ok, #{module := Module, level := Most, filters := Filters, filter_default := Default} = Config} ->
            case number(Level) =< number(Most) andalso filter({handler, Id}, Event, Filters, Default) of
                #{} = Event1 -> handle(Id, Module, Event1, maps:without(?OWN_KEYS, Config));
                _ -> ok
            end;
        _ -> ok
    end.

handle(Id, Module, Event, Config) ->
    try Module:log(Event, Config)
    catch
        _:_ ->
            case remove_handler(Id) of
                ok -> internal({removed_failing_handler, Id});
                _ -> ok
            end
    end.

%% Trouble with logging cannot be logged.
internal(Term) ->
    whodunit_io:write(standard_error, <<"Logger - error: ">>),
    erlang:display(Term).

%% ---- levels

number(none) -> -1;
number(emergency) -> 0;
number(alert) -> 1;
number(critical) -> 2;
number(error) -> 3;
number(warning) -> 4;
number(notice) -> 5;
number(info) -> 6;
number(debug) -> 7;
number(all) -> 10.

is_level(Level) ->
    lists:member(Level, [none, emergency, alert, critical, error, warning, notice, info, debug, all]).

level_of(Module) ->
    case ets:lookup(?TABLE, {level, Module}) of
        [{_, Level}] -> Level;
        [] -> maps:get(level, primary())
    end.

levels() -> lists:sort([{Module, Level} || {{level, Module}, Level} <- ets:tab2list(?TABLE)]).

set_levels(Modules, Level) ->
    case {are_modules(Modules), is_level(Level)} of
        {false, _} -> {error, {not_a_list_of_modules, Modules}};
        {true, false} -> {error, {invalid_level, Level}};
        {true, true} ->
            ets:insert(?TABLE, [{{level, Module}, Level} || Module <- Modules]),
            ok
    end.

unset_levels(Modules) ->
    case are_modules(Modules) of
        false -> {error, {not_a_list_of_modules, Modules}};
        true ->
            lists:foreach(fun(Module) -> ets:delete(?TABLE, {level, Module}) end, Modules),
            ok
    end.

are_modules(Modules) -> is_list(Modules) andalso lists:all(fun is_atom/1, Modules).

%% ---- what is kept

primary() -> row(primary).

handlers() -> row(handlers).

handler(Id) when is_atom(Id) ->
    case row({handler, Id}) of
        undefined -> {error, {not_found, Id}};
        Config -> {ok, Config}
    end;
handler(Id) -> {error, {not_found, Id}}.

row(Key) ->
    case ets:lookup(?TABLE, Key) of
        [{_, removed}] -> undefined;
        [{_, Value}] -> Value;
        [] -> initial(Key)
    end.

initial(primary) -> #{level => notice, filters => [], filter_default => log, metadata => #{}};
initial(handlers) -> [default];
initial({handler, default}) ->
    Filters = [{remote_gl, {fun logger_filters:remote_gl/2, stop}},
               {domain, {fun logger_filters:domain/2, {log, super, [otp, sasl]}}},
               {no_domain, {fun logger_filters:domain/2, {log, undefined, []}}}],
    #{id => default, module => logger_std_h, level => all, filters => Filters, filter_default => stop,
      formatter => {logger_formatter, #{legacy_header => true, single_line => false}},
      config => #{type => standard_io}};
initial({handler, _}) -> undefined.

%% Fun makes of what is there `{ok, New}`, or an error.
change(Key, Fun) ->
    Old = row(Key),
    case Fun(Old) of
        {ok, New} ->
            case replace(Key, Old, New) of
                true -> ok;
                false -> change(Key, Fun)
            end;
        Error -> Error
    end.

replace(Key, Old, New) ->
    ets:insert_new(?TABLE, {Key, stored(Old)}),
    Spec = [{{Key, '$1'}, [{'=:=', '$1', {const, stored(Old)}}], [{{{const, Key}, {const, stored(New)}}}]}],
    ets:select_replace(?TABLE, Spec) =:= 1.

stored(undefined) -> removed;
stored(Value) -> Value.

%% ---- primary configuration

set_primary(Config) ->
    Full = maps:merge(initial(primary), Config),
    change(primary, fun(_) -> checked_primary(Full) end).

update_primary(Changes) -> change(primary, fun(Old) -> checked_primary(maps:merge(Old, Changes)) end).

checked_primary(Config) -> checked(fun is_primary/1, Config).

%% The first pair that is not right, in the order of the keys.
checked(Check, Config) -> checked(Check, lists:sort(maps:to_list(Config)), Config).

checked(Check, [Pair | Rest], Config) ->
    case Check(Pair) of
        ok -> checked(Check, Rest, Config);
        Error -> Error
    end;
checked(_, [], Config) -> {ok, Config}.

is_primary({metadata, Meta}) when is_map(Meta) -> ok;
is_primary({Key, Value}) when Key =:= level; Key =:= filters; Key =:= filter_default -> is_common(Key, Value);
is_primary(Pair) -> {error, {invalid_primary_config, Pair}}.

is_common(level, Level) ->
    case is_level(Level) of
        true -> ok;
        false -> {error, {invalid_level, Level}}
    end;
is_common(filter_default, Default) when Default =:= log; Default =:= stop -> ok;
is_common(filter_default, Default) -> {error, {invalid_filter_default, Default}};
is_common(filters, Filters) when is_list(Filters) -> are_filters(Filters);
is_common(filters, Filters) -> {error, {invalid_filters, Filters}}.

are_filters([Filter | Rest]) ->
    case is_filter(Filter) of
        true -> are_filters(Rest);
        false -> {error, {invalid_filter, Filter}}
    end;
are_filters([]) -> ok;
are_filters(Filters) -> {error, {invalid_filters, Filters}}.

is_filter({Id, {Fun, _}}) -> is_atom(Id) andalso is_function(Fun, 2);
is_filter(_) -> false.

%% ---- filters

add_filter(Owner, {Id, _} = Filter) ->
    case is_filter(Filter) of
        false -> {error, {invalid_filter, Filter}};
        true ->
            change_filters(Owner, fun(Filters) ->
                                          case lists:keymember(Id, 1, Filters) of
                                              true -> {error, {already_exist, Id}};
                                              false -> {ok, [Filter | Filters]}
                                          end
                                  end)
    end.

remove_filter(Owner, Id) ->
    change_filters(Owner, fun(Filters) ->
                                  case lists:keymember(Id, 1, Filters) of
                                      true -> {ok, lists:keydelete(Id, 1, Filters)};
                                      false -> {error, {not_found, Id}}
                                  end
                          end).

change_filters(Owner, Fun) ->
    change(Owner, fun(undefined) -> {error, {not_found, element(2, Owner)}};
                     (#{filters := Filters} = Config) ->
                          case Fun(Filters) of
                              {ok, New} -> {ok, Config#{filters := New}};
                              Error -> Error
                          end
                  end).

%% ---- handlers

defaults(Id, Module) ->
    #{id => Id, module => Module, level => all, filters => [], filter_default => log, formatter => {logger_formatter, #{}}}.

add_handler(Id, Module, Config) when is_atom(Id), is_atom(Module), is_map(Config) ->
    Full = maps:merge(defaults(Id, Module), Config),
    case {handler(Id), checked_handler(Full)} of
        {{ok, _}, {ok, _}} -> {error, {already_exist, Id}};
        {_, {ok, _}} -> add_new_handler(Id, Module, Full);
        {_, Error} -> Error
    end;
add_handler(Id, _, _) when not is_atom(Id) -> {error, {invalid_id, Id}};
add_handler(_, Module, _) when not is_atom(Module) -> {error, {invalid_module, Module}};
add_handler(_, _, Config) -> {error, {invalid_config, Config}}.

add_new_handler(Id, Module, Config) ->
    code:ensure_loaded(Module),
    case erlang:function_exported(Module, log, 2) of
        false -> {error, {invalid_handler, {function_not_exported, {Module, log, 2}}}};
        true ->
            case callback(Module, adding_handler, [Config], {ok, Config}) of
                {ok, Config1} -> store_handler(Id, Config1);
                {error, Reason} -> {error, {handler_not_added, Reason}}
            end
    end.

store_handler(Id, Config) ->
    case replace({handler, Id}, undefined, Config) of
        true -> change(handlers, fun(Ids) -> {ok, [Id | Ids]} end);
        false -> {error, {already_exist, Id}}
    end.

remove_handler(Id) ->
    case handler(Id) of
        {ok, #{module := Module} = Config} ->
            case replace({handler, Id}, Config, undefined) of
                true ->
                    change(handlers, fun(Ids) -> {ok, lists:delete(Id, Ids)} end),
                    callback(Module, removing_handler, [Config], ok),
                    ok;
                false -> remove_handler(Id)
            end;
        Error -> Error
    end.

%% All of a handler's configuration: what is not said is as it was at first.
set_handler(Id, Config) when is_map(Config) ->
    change_config(Id, set, fun(#{module := Module}) -> maps:merge(defaults(Id, Module), Config) end);
set_handler(_, Config) -> {error, {invalid_config, Config}}.

change_handler(Id, How, Changes) when is_map(Changes) ->
    change_config(Id, How, fun(Old) -> maps:merge(Old, Changes) end);
change_handler(_, _, Config) -> {error, {invalid_config, Config}}.

change_formatter(Id, Changes) ->
    change_config(Id, none, fun(#{formatter := {Module, Config}} = Old) ->
                                    Old#{formatter := {Module, maps:merge(Config, Changes)}}
                            end).

change_config(Id, How, Make) ->
    change({handler, Id}, fun(undefined) -> {error, {not_found, Id}};
                             (#{module := Module} = Old) ->
                                  New = Make(Old),
                                  case {maps:with([id, module], Old), maps:with([id, module], New)} of
                                      {Same, Same} -> changing(Module, How, Old, New);
                                      {Was, Is} -> illegal(Was, Is)
                                  end
                          end).

illegal(Was, Is) ->
    Changed = [Key || {Key, Value} <- maps:to_list(Was), maps:get(Key, Is) =/= Value],
    {error, {illegal_config_change, maps:with(Changed, Was), maps:with(Changed, Is)}}.

changing(Module, How, Old, New) ->
    case checked_handler(New) of
        {ok, _} when How =:= none -> {ok, New};
        {ok, _} -> callback(Module, changing_config, [How, Old, New], {ok, New});
        Error -> Error
    end.

checked_handler(Config) -> checked(fun is_handler/1, Config).

is_handler({Key, Value}) when Key =:= level; Key =:= filters; Key =:= filter_default -> is_common(Key, Value);
is_handler({formatter, {Module, Config}}) when is_atom(Module), is_map(Config) ->
    try callback(Module, check_config, [Config], ok) of
        ok -> ok;
        {error, Reason} -> {error, Reason}
    catch
        Class:Reason -> {error, {callback_crashed, {Class, Reason, []}}}
    end;
is_handler({formatter, Formatter}) -> {error, {invalid_formatter, Formatter}};
is_handler(_) -> ok.

%% A handler may hide something of its configuration.
shown(Module, Config) -> callback(Module, filter_config, [Config], Config).

%% What an optional function says; Default if there is none.
callback(Module, Function, Args, Default) ->
    code:ensure_loaded(Module),
    case erlang:function_exported(Module, Function, length(Args)) of
        true -> apply(Module, Function, Args);
        false -> Default
    end.
