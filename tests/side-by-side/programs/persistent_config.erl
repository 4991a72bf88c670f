%% Configuration in persistent terms.
-module(persistent_config).
-export([main/0]).

main() ->
    persistent_term:put({?MODULE, config}, #{debug => true, hosts => [a, b]}),
    Self = self(),
    spawn(fun() -> Self ! persistent_term:get({?MODULE, config}) end),
    M = receive X -> X end,
    persistent_term:put({?MODULE, config}, M#{debug := false}),
    R = persistent_term:get({?MODULE, config}),
    true = persistent_term:erase({?MODULE, config}),
    {M, R, persistent_term:get({?MODULE, config}, gone), (catch element(1, persistent_term:get({?MODULE, config})))} =/= x.
