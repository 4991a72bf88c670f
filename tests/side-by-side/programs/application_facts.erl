%% What is known of applications before one is started.
-module(application_facts).
-export([main/0]).

main() ->
    ok = application:set_env(mine, key, value),
    Before = application:get_env(kernel, logger_level),
    ok = application:unset_env(kernel, logger_level),
    After = application:get_env(kernel, logger_level),
    ok = application:set_env(kernel, logger_level, element(2, Before)),
    {[application:get_application(M) || M <- [lists, gen_server, code, logger, ?MODULE, no_such, compile, eunit]],
     application:get_application(), application:get_application(self()), application:get_application(whereis(user)),
     application:get_env(key), application:get_env(mine, key), application:get_env(mine, other), application:get_env(other, key, default),
     Before, After, application:get_env(kernel, net_ticktime), lists:sort(application:get_all_env(kernel)), application:get_all_env(stdlib),
     lists:sort(application:loaded_applications()), application:which_applications(),
     application:get_key(nowhere, vsn), lists:member(lists, element(2, application:get_key(stdlib, modules))),
     application:start(kernel), application:ensure_started(stdlib), application:ensure_all_started(kernel), init:get_argument(no_such),
     logger:set_application_level(mine, debug), logger:set_application_level(stdlib, debug), logger:get_module_level([lists, code]),
     logger:unset_application_level(stdlib), logger:get_module_level()}.
