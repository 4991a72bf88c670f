%% Which events are printed: by level, by the level of the module, and with what the default handler makes of them.
-module(logging_levels).
-export([main/0]).

-define(LEVELS, [emergency, alert, critical, error, warning, notice, info, debug]).

main() ->
    [logger:log(Level, "at ~w", [Level]) || Level <- ?LEVELS],
    each(one),
    io:format("allowed: ~w~n", [[Level || Level <- ?LEVELS, logger:allow(Level, ?MODULE)]]),
    ok = logger:set_primary_config(level, error),
    each(two),
    ok = logger:set_module_level(?MODULE, debug),
    %% A function call asks for the primary level only; a macro would ask for that of its module.
    each(three),
    io:format("allowed: ~w~n", [[Level || Level <- ?LEVELS, logger:allow(Level, ?MODULE)]]),
    io:format("others: ~w~n", [[Level || Level <- ?LEVELS, logger:allow(Level, lists)]]),
    Levels = logger:get_module_level(),
    ok = logger:set_module_level([a, b], none),
    Both = logger:get_module_level([a, b, c]),
    ok = logger:unset_module_level(a),
    One = logger:get_module_level(),
    ok = logger:unset_module_level(),
    ok = logger:set_primary_config(level, all),
    logger:debug("all"),
    ok = logger:set_primary_config(level, none),
    logger:emergency("none"),
    {Levels, Both, One, logger:get_module_level(), maps:without([filters], logger:get_primary_config()),
     [logger:compare_levels(A, B) || {A, B} <- [{error, debug}, {debug, error}, {info, info}, {all, debug}, {none, emergency}]],
     logger:set_primary_config(level, loud), logger:set_module_level(m, loud), logger:set_module_level(3, error),
     logger:set_primary_config(#{level => error, other => 1}), logger:update_primary_config(#{metadata => 1}),
     catch logger:compare_levels(error, loud)}.

each(Number) ->
    logger:emergency("emergency ~w", [Number]),
    logger:alert("alert ~w", [Number]),
    logger:critical("critical ~w", [Number]),
    logger:error("error ~w", [Number]),
    logger:warning("warning ~w", [Number]),
    logger:notice("notice ~w", [Number]),
    logger:info("info ~w", [Number]),
    logger:debug("debug ~w", [Number]).
