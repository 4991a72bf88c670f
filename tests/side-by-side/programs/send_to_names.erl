%% All the ways to address a process.
-module(send_to_names).
-export([main/0]).

main() ->
    register(stn_me, self()),
    self() ! 1,
    stn_me ! 2,
    {stn_me, node()} ! 3,
    erlang:send(self(), 4),
    erlang:send(stn_me, 5, [nosuspend]),
    spawn(fun() -> stn_me ! 6 end),
    A = alias(),
    A ! 7,
    F = flush(),
    {lists:sort(F), [try X ! x, ok catch error:badarg -> badarg end || X <- [no_name, {no_name, node()}, make_ref()]]}.

flush() -> receive M -> [M | flush()] after 10 -> [] end.
