%% Filters, of all events and of one handler's: the first that decides, and what is done when none does.
-module(logging_filters).
-export([main/0]).

main() ->
    Stop = fun(#{msg := {string, "stop " ++ _}}, Arg) ->
                   io:format("stopped by ~w~n", [Arg]),
                   stop;
              (_, _) -> ignore
           end,
    ok = logger:add_primary_filter(stop, {Stop, primary}),
    logger:error("stop this"),
    logger:error("but not this"),
    Mark = fun(#{meta := Meta} = Event, Mark) -> Event#{meta := Meta#{mark => Mark}} end,
    ok = logger:add_handler_filter(default, mark, {Mark, red}),
    ok = logger:update_formatter_config(default, template, [level, " ", mark, " ", msg, "\n"]),
    logger:error("marked"),
    ok = logger:remove_primary_filter(stop),
    logger:error("stop is gone"),
    Answers = [logger:add_primary_filter(x, bad), logger:remove_primary_filter(x), logger:add_handler_filter(none, x, {Mark, 1}),
               logger:add_handler_filter(default, mark, {Mark, 1}), logger:remove_handler_filter(default, x),
               logger:remove_handler_filter(default, mark)],
    logger:error("unmarked"),
    {ok, #{filters := Left}} = logger:get_handler_config(default),
    ready_made(),
    ok = logger:set_primary_config(filter_default, stop),
    logger:error("changed by one filter at least"),
    {Answers, [Id || {Id, _} <- maps:get(filters, logger:get_primary_config())], [Id || {Id, _} <- Left]}.

ready_made() ->
    Event = fun(Level, Meta) -> #{level => Level, msg => {string, "x"}, meta => Meta} end,
    Seen = fun(stop) -> stop; (ignore) -> ignore; (#{}) -> log end,
    Domains = [none, [], [otp], [otp, sasl], [otp, sasl, more], [mine]],
    Meta = fun(none) -> #{}; (Domain) -> #{domain => Domain} end,
    [io:format("~w ~w: ~w~n", [Action, Compare, [Seen(logger_filters:domain(Event(error, Meta(D)), {Action, Compare, [otp, sasl]}))
                                                || D <- Domains]])
     || Action <- [log, stop], Compare <- [super, sub, equal, not_equal, undefined]],
    [io:format("~w: ~w~n", [Compare, [Seen(logger_filters:level(Event(Level, #{}), {log, Compare, warning}))
                                     || Level <- [error, warning, notice]]])
     || Compare <- [eq, neq, gt, lt, gteq, lteq]],
    Progress = #{level => info, msg => {report, #{label => {supervisor, progress}}}, meta => #{gl => group_leader()}},
    io:format("~w~n", [[Seen(logger_filters:progress(Progress, stop)), Seen(logger_filters:progress(Event(info, #{}), stop)),
                        Seen(logger_filters:progress(Progress, log)), Seen(logger_filters:remote_gl(Progress, stop))]]),
    io:format("~p~n", [[element(1, element(2, catch logger_filters:level(Event(info, #{}), bad))),
                        element(1, element(2, catch logger_filters:domain(Event(info, #{}), bad)))]]).
