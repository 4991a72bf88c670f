%% Fills in a template from a map.
-module(template).
-export([main/0]).

render(T, M) -> lists:flatten(fill(T, M)).

fill([], _) -> [];
fill("{{" ++ R, M) ->
    {Name, "}}" ++ R2} = lists:splitwith(fun(C) -> C =/= $} end, R),
    Key = list_to_atom(string:trim(Name)),
    case M of
        #{Key := V} -> [io_lib:format("~p", [V]) | fill(R2, M)];
        #{} -> throw({missing, Key})
    end;
fill([C | R], M) -> [C | fill(R, M)].

main() ->
    {render("Hello {{ name }}, you are {{age}}!", #{name => ann, age => 42}),
     try render("{{ nope }}", #{}) catch throw:X -> X end}.
