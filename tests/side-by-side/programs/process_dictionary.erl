%% The dictionary is private to a process.
-module(process_dictionary).
-export([main/0]).

main() ->
    put(a, 1),
    undefined = put(b, [x]),
    1 = put(a, 2),
    Self = self(),
    spawn(fun() -> put(a, child), Self ! {child, get(a), get(b)} end),
    Child = receive {child, A, B} -> {A, B} end,
    Keys = lists:sort(get_keys()),
    Erased = erase(a),
    {Child, Keys, Erased, get(a), lists:sort(get()), erase(nothing)}.
