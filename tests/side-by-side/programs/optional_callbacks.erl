%% What optional callbacks are not, OTP overlooks.
-module(optional_callbacks).
-export([main/0]).

-callback f() -> ok.
-callback g(atom()) -> ok.
-optional_callbacks([g/1]).
-optional_callbacks([ignored]).
-optional_callbacks(neither).

main() ->
    {proplists:delete(vsn, ?MODULE:module_info(attributes)), ?MODULE:behaviour_info(optional_callbacks),
     ?MODULE:behaviour_info(callbacks)}.
