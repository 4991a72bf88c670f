%% Messages of one sender arrive in the order in which they were sent.
-module(message_order).
-export([main/0]).

main() ->
    Self = self(),
    Relay = spawn(fun() -> relay(Self) end),
    spawn(fun() -> [Relay ! {a, N} || N <- lists:seq(1, 10)], Relay ! done end),
    spawn(fun() -> [Relay ! {b, N} || N <- lists:seq(1, 10)], Relay ! done end),
    All = gather(2, []),
    {[N || {a, N} <- All], [N || {b, N} <- All]}.

relay(To) -> receive M -> To ! M, relay(To) end.

gather(0, Acc) -> lists:reverse(Acc);
gather(K, Acc) -> receive done -> gather(K - 1, Acc); M -> gather(K, [M | Acc]) end.
