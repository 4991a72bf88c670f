%% A process that restarts its crashing child a limited number of times.
-module(supervisor_by_hand).
-export([main/0]).

main() ->
    process_flag(trap_exit, true),
    supervise(3, []).

supervise(0, Reasons) ->
    io:format("giving up~n"),
    lists:reverse(Reasons);
supervise(N, Reasons) ->
    Child = spawn_link(fun() -> child(N) end),
    receive
        {'EXIT', Child, normal} -> {finished, lists:reverse(Reasons)};
        {'EXIT', Child, Reason} ->
            Short = shorten(Reason),
            io:format("child failed: ~p~n", [Short]),
            supervise(N - 1, [Short | Reasons])
    end.

shorten({Reason, [{M, F, A, _} | _]}) when is_list(A) -> {Reason, {M, F, length(A)}};
shorten({Reason, [{_, _, _, _} | _]}) -> Reason;
shorten(Reason) -> Reason.

child(3) -> exit(first);
child(2) -> hd(tl([a]));
child(1) -> throw(third).
