%% A registered server: nobody passes its pid around, and after it has stopped its name is free again.
-module(phone_book).
-export([main/0]).

main() ->
    start([{ann, 12}]),
    First = [add(bob, 34), add(ann, 99), find(ann), find(bob), find(eve)],
    Removed = [remove(ann), remove(ann), find(ann)],
    Size = stop(),
    start([]),
    Second = find(bob),
    {First, Removed, Size, Second, stop()}.

start(Entries) ->
    true = register(?MODULE, spawn(fun() -> loop(Entries) end)).

add(Name, Number) -> call({add, Name, Number}).
find(Name) -> call({find, Name}).
remove(Name) -> call({remove, Name}).

stop() ->
    Monitor = monitor(process, ?MODULE),
    Size = call(stop),
    receive {'DOWN', Monitor, process, _, normal} -> Size end.

call(Request) ->
    ?MODULE ! {request, self(), Request},
    receive {answer, Answer} -> Answer end.

loop(Entries) ->
    receive
        {request, From, stop} ->
            From ! {answer, length(Entries)};
        {request, From, {find, Name}} ->
            From ! {answer, proplists:get_value(Name, Entries, unknown)},
            loop(Entries);
        {request, From, {add, Name, Number}} ->
            case lists:keymember(Name, 1, Entries) of
                true ->
                    From ! {answer, taken},
                    loop(Entries);
                false ->
                    From ! {answer, added},
                    loop([{Name, Number} | Entries])
            end;
        {request, From, {remove, Name}} ->
            Left = lists:keydelete(Name, 1, Entries),
            From ! {answer, length(Entries) - length(Left)},
            loop(Left)
    end.
