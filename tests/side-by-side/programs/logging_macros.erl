%% The macros: they know where they stand, and look at the level of their module.
-module(logging_macros).
-export([main/0, log/2]).
-include_lib("kernel/include/logger.hrl").

log(#{level := Level, msg := Message, meta := #{mfa := Mfa, line := Line, file := File} = Meta}, _) ->
    io:format("~w ~p ~p ~w ~s ~p~n", [Level, Message, Mfa, Line, filename:basename(File), maps:get(more, Meta, none)]).

main() ->
    ok = logger:remove_handler(default),
    ok = logger:add_handler(mine, ?MODULE, #{}),
    all(1),
    ok = logger:set_module_level(?MODULE, debug),
    all(2),
    ok = logger:set_module_level(?MODULE, none),
    all(3),
    ?LOG(emergency, "never"),
    ok = logger:unset_module_level(?MODULE),
    ?LOG(error, "text"),
    ?LOG(error, "~w", [format]),
    ?LOG(error, #{a => report}, #{more => 1}),
    ?LOG(error, "~w", [format], #{more => 2}),
    F = fun() -> ?LOG_ERROR("in a fun") end,
    F(),
    ?LOG_DEBUG("~w", [io:format("never~n")]).

all(N) ->
    ?LOG_EMERGENCY("emergency"),
    ?LOG_ALERT("alert ~w", [N]),
    ?LOG_CRITICAL("critical ~w", [N], #{more => N}),
    ?LOG_ERROR(#{error => N}),
    ?LOG_WARNING([{warning, N}], #{more => N}),
    ?LOG_NOTICE(fun(M) -> {"notice ~w", [M]} end, N),
    ?LOG_INFO("info"),
    ?LOG_DEBUG("debug").
