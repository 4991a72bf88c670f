%% Runs parse transforms over the abstract forms of a module, as OTP's compiler does.

-module(whodunit_transform).
-export([run/3]).

%% {ok, Forms}, or {error, [{File, Line, Text}]}.
run([], Forms, _Options) -> {ok, Forms};
run([Transform | Rest], Forms, Options) ->
    case transformed(Transform, Forms, Options) of
        {ok, NewForms} -> run(Rest, NewForms, Options);
        {error, Problems} -> {error, Problems}
    end.

transformed(Transform, Forms, Options) ->
    try Transform:parse_transform(prepared(Transform, Forms, Options), Options) of
        {error, Errors, _Warnings} -> {error, [problem(File, E) || {File, Es} <- Errors, E <- Es]};
        {warning, NewForms, _Warnings} -> checked(Transform, NewForms);
        NewForms -> checked(Transform, NewForms)
    catch
        error:{not_supported, Text} -> {error, [{"", 0, Text}]};
        Class:Reason:Stack ->
            Text = flat("the parse transform ~ts failed with ~tw:~tP~ts",
                        [Transform, Class, Reason, 12, place(Stack)]),
            {error, [{"", 0, Text}]}
    end.

place([{Module, Function, Arity, Location} | _]) ->
    Count = if is_list(Arity) -> length(Arity); true -> Arity end,
    Line = case lists:keyfind(line, 1, Location) of
        {line, N} -> io_lib:format(" (line ~w)", [N]);
        false -> ""
    end,
    io_lib:format(" in ~ts:~ts/~w~ts", [Module, Function, Count, Line]);
place([]) -> "".

%% A transform can ask for forms without columns.
prepared(Transform, Forms, Options) ->
    Info = case erlang:function_exported(Transform, parse_transform_info, 0) of
        true -> Transform:parse_transform_info();
        false -> #{}
    end,
    case {maps:get(error_location, Info, column), lists:keyfind(error_location, 1, Options)} of
        {column, false} -> Forms;
        {column, {error_location, column}} -> Forms;
        _ -> [erl_parse:map_anno(fun(Anno) -> erl_anno:line(Anno) end, Form) || Form <- Forms]
    end.

checked(_, Forms) when is_list(Forms) ->
    %% Errors can be among the forms, and forms in lists of lists.
    Flat = lists:flatten(Forms),
    case [problem("", E) || {error, E} <- Flat] of
        [] -> {ok, [Form || Form <- Flat, element(1, Form) =/= warning]};
        Problems -> {error, Problems}
    end;
checked(Transform, _) ->
    {error, [{"", 0, flat("the parse transform ~ts did not return a list of forms", [Transform])}]}.

problem(File, {Location, Module, Description}) ->
    {File, line(Location), text(Module, Description)};
problem(File, {Module, Description}) ->
    {File, 0, text(Module, Description)};
problem(File, Other) ->
    {File, 0, flat("~tp", [Other])}.

line({Line, _Column}) -> Line;
line(Line) when is_integer(Line) -> Line;
line(none) -> 0;
line(Anno) -> erl_anno:line(Anno).

text(Module, Description) ->
    try unicode:characters_to_list(Module:format_error(Description))
    catch _:_ -> flat("~tp", [Description])
    end.

flat(Format, Arguments) -> unicode:characters_to_list(io_lib:format(Format, Arguments)).
