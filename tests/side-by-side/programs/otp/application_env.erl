%% Environment of an application that is not loaded.
-module(application_env).
-export([main/0]).

main() ->
    undefined = application:get_env(no_such_app, key),
    ok = application:set_env(no_such_app, key, [value]),
    {application:get_env(no_such_app, key), application:get_env(no_such_app, other, default), application:unset_env(no_such_app, key),
     application:get_env(no_such_app, key)}.
