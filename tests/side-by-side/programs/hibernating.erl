%% A process hibernates between messages.
-module(hibernating).
-export([main/0, wake/2]).

main() ->
    P = spawn(fun() -> erlang:hibernate(?MODULE, wake, [[], self_tag]) end),
    P ! {add, 1},
    P ! {add, 2},
    P ! {get, self()},
    receive {sum, L} -> L end.

wake(Acc, Tag) ->
    receive
        {add, X} -> erlang:hibernate(?MODULE, wake, [[X | Acc], Tag]);
        {get, P} -> P ! {sum, {Tag, lists:reverse(Acc)}}
    end.
