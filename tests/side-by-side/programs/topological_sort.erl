%% Orders tasks by their dependencies and reports cycles.
-module(topological_sort).
-export([main/0]).

sort(Deps) -> sort(Deps, []).

sort(Deps, Done) when map_size(Deps) =:= 0 -> {ok, lists:reverse(Done)};
sort(Deps, Done) ->
    case lists:sort([T || {T, Ds} <- maps:to_list(Deps), Ds -- Done =:= []]) of
        [] -> {cycle, lists:sort(maps:keys(Deps))};
        [T | _] -> sort(maps:remove(T, Deps), [T | Done])
    end.

main() ->
    {sort(#{eat => [cook], cook => [shop, clean], shop => [], clean => []}),
     sort(#{a => [b], b => [c], c => [a], d => []}), sort(#{})}.
