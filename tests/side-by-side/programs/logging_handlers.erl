%% Handlers of one's own: when they are asked, what they get, what becomes of those that fail.
-module(logging_handlers).
-export([main/0]).
-export([log/2, adding_handler/1, removing_handler/1, changing_config/3, filter_config/1]).

log(#{level := Level, msg := Message, meta := Meta}, #{id := Id} = Config) ->
    io:format("~w got ~w ~p~n  ~p~n  ~p~n",
              [Id, Level, Message, maps:without([time, gl, pid], Meta), maps:without([formatter], Config)]).

adding_handler(#{refuse := Reason}) -> {error, Reason};
adding_handler(Config) ->
    io:format("adding ~p~n", [shown(Config)]),
    {ok, Config#{added => true}}.

removing_handler(#{id := Id}) -> io:format("removing ~w~n", [Id]).

changing_config(How, Old, New) ->
    io:format("~w ~p~n to ~p~n", [How, shown(Old), shown(New)]),
    {ok, New#{changed => How}}.

filter_config(Config) -> maps:remove(hidden, Config).

shown(Config) -> maps:without([filters], Config).

main() ->
    ok = logger:add_handler(one, ?MODULE, #{config => mine, hidden => 1}),
    ok = logger:add_handler(two, ?MODULE, #{level => error}),
    io:format("~p~n", [logger:get_handler_ids()]),
    {ok, One} = logger:get_handler_config(one),
    io:format("~p~n", [One]),
    logger:error("to all ~w", [1], #{more => 2}),
    logger:warning(#{not_for => two}),
    ok = logger:remove_handler(default),
    ok = logger:set_process_metadata(#{a => 1, b => 1}),
    ok = logger:update_process_metadata(#{b => 2}),
    ok = logger:update_primary_config(#{metadata => #{a => 0, p => 0}}),
    logger:error([{with, metadata}], #{b => 3}),
    io:format("~p~n", [logger:get_process_metadata()]),
    ok = logger:unset_process_metadata(),
    ok = logger:update_handler_config(one, #{level => critical, more => 1}),
    logger:error("only for two"),
    ok = logger:set_handler_config(one, level, info),
    ok = logger:set_handler_config(one, #{config => new}),
    {ok, Set} = logger:get_handler_config(one),
    io:format("~p~n", [Set]),
    io:format("~p~n", [logger:get_handler_ids()]),
    Answers = [logger:add_handler(one, ?MODULE, #{}), logger:add_handler("one", ?MODULE, #{}), logger:add_handler(x, no_such, #{}),
               logger:add_handler(x, ?MODULE, #{refuse => why}), logger:add_handler(x, ?MODULE, #{level => loud}),
               logger:add_handler(x, ?MODULE, #{filters => [bad]}), logger:add_handler(x, ?MODULE, #{filter_default => bad}),
               logger:remove_handler(x), logger:get_handler_config(x), logger:set_handler_config(x, #{}),
               logger:update_handler_config(x, #{}), logger:set_handler_config(one, id, other),
               logger:set_handler_config(one, module, other), logger:set_handler_config(one, level, loud),
               logger:set_handler_config(one, formatter, bad), logger:set_handler_config(one, filters, bad),
               logger:update_formatter_config(one, #{single_line => maybe_not}), logger:update_formatter_config(x, a, b),
               logger:update_formatter_config(one, single_line, true),
               logger:add_handler(x, logger_std_h, #{config => #{type => nowhere}}),
               logger:add_handlers([{handler, three, ?MODULE, #{}}])],
    ok = logger:remove_handler(one),
    {Answers, logger:get_handler_ids()}.
