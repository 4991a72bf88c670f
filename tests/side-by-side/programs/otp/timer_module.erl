%% The timer server: apply_after, send_interval, cancel.
-module(timer_module).
-export([main/0]).

main() ->
    {ok, _} = timer:send_after(5, hello),
    A = receive M -> M end,
    {ok, T} = timer:send_interval(5, tick),
    B = [receive tick -> tick end || _ <- [1, 2, 3]],
    {ok, cancel} = timer:cancel(T),
    {ok, T2} = timer:apply_after(1000, erlang, display, [never]),
    timer:cancel(T2),
    Self = self(),
    {ok, _} = timer:apply_after(5, erlang, send, [Self, applied]),
    C = receive applied -> applied end,
    {A, B, C, timer:cancel(bad)}.
