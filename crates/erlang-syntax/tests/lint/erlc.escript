#!/usr/bin/env escript
%% What erlc says about each of some files, a line each: file, error or warning, line, kind, message.
main(Files) ->
    [report(File) || File <- Files].

report(File) ->
    Options = [return, strong_validation, {error_location, line}, {feature, maybe_expr, enable}],
    {Errors, Warnings} = case compile:file(File, Options) of
        {ok, _, Ws} -> {[], Ws};
        {error, Es, Ws} -> {Es, Ws};
        {ok, Ws} -> {[], Ws}
    end,
    [line(File, error, E) || {_, Es1} <- Errors, E <- Es1],
    [line(File, warning, W) || {_, Ws1} <- Warnings, W <- Ws1].

line(_, _, {_, Module, _}) when Module =/= erl_lint ->
    ok;
line(File, Severity, {Line, Module, Descriptor}) ->
    Kind = if is_tuple(Descriptor) -> element(1, Descriptor); true -> Descriptor end,
    Message = [if C =:= $\n -> $\s; true -> C end || C <- lists:flatten(Module:format_error(Descriptor))],
    io:format("~ts|~p|~w|~p|~ts~n", [filename:basename(filename:dirname(File)), Severity, Line, Kind, Message]).
