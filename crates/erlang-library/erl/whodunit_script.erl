%% Evaluates what build tools evaluate: the scripts beside `rebar.config`, and grammars.

-module(whodunit_script).
-export([evaluate/3, scanner/1, parser/2]).

%% The value of the last expression of a script, as `file:script/2` would return it.
evaluate(Text, Config, Name) ->
    {ok, Tokens, _} = erl_scan:string(unicode:characters_to_list(Text)),
    Bindings = [{'CONFIG', Config}, {'SCRIPT', Name}],
    expressions(Tokens, [], Bindings, undefined).

expressions([], [], _Bindings, Value) -> Value;
expressions([], Tokens, Bindings, _Value) ->
    {value, Value, _} = evaluated(Tokens, Bindings),
    Value;
expressions([{dot, _} = Dot | Rest], Tokens, Bindings, _Value) ->
    {value, Value, NewBindings} = evaluated([Dot | Tokens], Bindings),
    expressions(Rest, [], NewBindings, Value);
expressions([Token | Rest], Tokens, Bindings, Value) ->
    expressions(Rest, [Token | Tokens], Bindings, Value).

evaluated(Tokens, Bindings) ->
    {ok, Expressions} = erl_parse:parse_exprs(lists:reverse(Tokens)),
    erl_eval:exprs(Expressions, Bindings, none, {value, fun called/2}).

%% Scripts ask by this call which version of rebar evaluates them.
called({erlang, function_exported}, [rebar3, main, 1]) -> true;
called({Module, Function}, Arguments) -> apply(Module, Function, Arguments);
called(Fun, Arguments) -> apply(Fun, Arguments).

%% The source of the module that leex or yecc makes of a file, or {error, Text}.
scanner(File) ->
    Output = output(File),
    made(leex:file(File, [{scannerfile, Output}, return]), Output).

parser(File, Options) ->
    Output = output(File),
    made(yecc:file(File, [{parserfile, Output}, return | Options]), Output).

%% Nothing is written to the disk.
output(File) -> filename:join("/tmp", filename:basename(filename:rootname(File)) ++ ".erl").

made(Result, Output) when element(1, Result) =:= ok ->
    {ok, Text} = file:read_file(Output),
    {ok, Text};
made({error, [{_, [{Location, Module, Description} | _]} | _], _}, _) ->
    Line = case Location of {L, _} -> L; _ -> Location end,
    Text = io_lib:format("line ~w: ~ts", [Line, Module:format_error(Description)]),
    {error, unicode:characters_to_list(Text)};
made(_, _) -> {error, "the file cannot be read"}.
