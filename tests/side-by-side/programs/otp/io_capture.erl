%% A process takes the place of the group leader and keeps what is printed.
-module(io_capture).
-export([main/0]).

main() ->
    Self = self(),
    Old = group_leader(),
    Leader = spawn_link(fun() -> collect([]) end),
    group_leader(Leader, Self),
    io:format("hidden ~p~n", [1]),
    io:put_chars("more"),
    group_leader(Old, Self),
    io:format("shown~n"),
    Leader ! {dump, Self},
    receive {dumped, T} -> T end.

collect(Acc) ->
    receive
        {io_request, From, Ref, {put_chars, unicode, Chars}} -> reply(From, Ref), collect([Chars | Acc]);
        {io_request, From, Ref, {put_chars, unicode, M, F, A}} -> reply(From, Ref), collect([apply(M, F, A) | Acc]);
        {dump, P} -> P ! {dumped, unicode:characters_to_list(lists:reverse(Acc))}
    end.

reply(From, Ref) -> From ! {io_reply, Ref, ok}.
