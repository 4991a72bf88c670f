%% The part of the comparison that only real erl needs: compile the sources in this node, then hand
%% them to the driver. A source that does not compile gets a line `#uncompiled NAME` and its errors.
-module(real_erl).
-export([main/1]).

%% The argument names a file of Erlang terms, `{Module, SourceFile, Numbers}` for a topic of
%% expressions and `{Module, SourceFile}` for a program.
main(JobsFile) ->
    ok = io:setopts(standard_io, [{encoding, unicode}]),
    logger:set_primary_config(level, none),
    {ok, Jobs} = file:consult(JobsFile),
    lists:foreach(fun job/1, Jobs),
    halt(0).

job({Module, Source, Numbers}) ->
    load(Module, Source) andalso driver:expressions(Module, Numbers);
job({Module, Source}) ->
    load(Module, Source) andalso driver:programs([Module]).

%% Two optimisations are off because they change stack traces: inlining of funs, and (by type analysis)
%% tail calls to functions that never return.
load(Module, Source) ->
    Options = [binary, return, debug_info, no_copt, no_type_opt, {i, filename:dirname(Source)}],
    case compile:file(Source, Options) of
        {ok, Module, Code, _Warnings} ->
            {module, Module} = code:load_binary(Module, Source, Code),
            true;
        {error, Errors, _Warnings} ->
            io:format("#uncompiled ~s~n", [Module]),
            [io:format("~s:~w: ~ts~n", [filename:basename(File), Position, Checker:format_error(What)])
             || {File, Infos} <- Errors, {Position, Checker, What} <- Infos],
            io:format("#end ~s~n", [Module]),
            false
    end.
