%% Clients are served in the order of their tickets.
-module(ticket_lock).
-export([main/0]).

main() ->
    S = spawn(fun() -> server(1, 1, #{}) end),
    Self = self(),
    T = [begin S ! {ticket, self()}, receive {ticket, N} -> N end end || _ <- [1, 2, 3]],
    [spawn(fun() -> S ! {wait, self(), N}, receive go -> Self ! {served, N}, S ! next end end) || N <- lists:reverse(T)],
    [receive {served, N} -> N end || _ <- T].

server(Next, Now, Waiting) ->
    case Waiting of
        #{Now := P} -> P ! go, receive next -> server(Next, Now + 1, maps:remove(Now, Waiting)) end;
        _ ->
            receive
                {ticket, P} -> P ! {ticket, Next}, server(Next + 1, Now, Waiting);
                {wait, P, N} -> server(Next, Now, Waiting#{N => P})
            end
    end.
