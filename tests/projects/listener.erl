%% Writes down what comes of each test, one a line: outcome, module, function, line, title.
-module(listener).
-behaviour(eunit_listener).
-export([start/1, init/1, handle_begin/3, handle_end/3, handle_cancel/3, terminate/2]).

start(Options) -> eunit_listener:start(?MODULE, Options).

init(Options) -> proplists:get_value(file, Options).

handle_begin(_, _, File) -> File.

handle_end(test, Data, File) ->
    Outcome = case proplists:get_value(status, Data) of
        ok -> "passed";
        {skipped, _} -> "skipped";
        _ -> "failed"
    end,
    tell(Outcome, Data, File);
handle_end(group, _, File) -> File.

handle_cancel(test, Data, File) -> tell("cancelled", Data, File);
handle_cancel(group, _, File) -> File.

terminate(_, _) -> ok.

tell(Outcome, Data, File) ->
    {Module, Function, _} = proplists:get_value(source, Data),
    Line = proplists:get_value(line, Data, 0),
    Title = case proplists:get_value(desc, Data, "") of
        undefined -> "";
        Description -> Description
    end,
    Text = lists:flatten(io_lib:format("~ts", [Title])),
    Shown = [case C of $\n -> $\s; $\t -> $\s; _ -> C end || C <- Text],
    io:format(File, "~ts\t~ts\t~ts\t~w\t~ts~n", [Outcome, Module, Function, Line, Shown]),
    File.
