%% Subscribers by topic; a dead subscriber is dropped.
-module(pubsub).
-export([main/0]).

main() ->
    Hub = spawn(fun() -> hub(#{}) end),
    Self = self(),
    Sub = fun(Topic) -> P = spawn(fun() -> listen(Self, []) end), Hub ! {subscribe, P, Topic}, P end,
    A = Sub(news), B = Sub(news), C = Sub(sport),
    Hub ! {publish, news, 1},
    Hub ! {publish, sport, 2},
    exit(B, kill),
    timer:sleep(5),
    Hub ! {publish, news, 3},
    Hub ! {count, Self},
    Count = receive {count, N} -> N end,
    [P ! report || P <- [A, C]],
    {Count, [receive {heard, P, L} -> L end || P <- [A, C]]}.

listen(Main, Heard) ->
    receive
        report -> Main ! {heard, self(), lists:reverse(Heard)};
        M -> listen(Main, [M | Heard])
    end.

hub(Subs) ->
    receive
        {subscribe, P, T} -> monitor(process, P), hub(maps:update_with(T, fun(L) -> [P | L] end, [P], Subs));
        {publish, T, M} -> [P ! {T, M} || P <- maps:get(T, Subs, [])], hub(Subs);
        {'DOWN', _, process, P, _} -> hub(maps:map(fun(_, L) -> lists:delete(P, L) end, Subs));
        {count, From} -> From ! {count, lists:sum([length(L) || L <- maps:values(Subs)])}, hub(Subs)
    end.
