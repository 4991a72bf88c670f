%% The part of the comparison that only real erl needs: compile the sources in this node, then hand
%% them to the driver. A source that does not compile gets a line `#uncompiled NAME` and its errors.
-module(real_erl).
-export([main/1, log/2]).

%% The argument names a file of Erlang terms, `{Module, SourceFile, Numbers}` for a topic of
%% expressions and `{Module, SourceFile}` for a program.
main(JobsFile) ->
    ok = io:setopts(standard_io, [{encoding, unicode}]),
    {ok, Default} = logger:get_handler_config(default),
    ok = logger:remove_handler(default),
    ok = logger:add_handler(default, ?MODULE, maps:without([module, config], Default)),
    {ok, Jobs} = file:consult(JobsFile),
    lists:foreach(fun job/1, Jobs),
    halt(0).

%% In the place of logger_std_h, which prints later, by two processes of its own: whoever logs waits until it is printed.
log(Event, #{formatter := {Formatter, Config}}) ->
    io:put_chars(user, Formatter:format(Event, Config)).

job({Module, Source, Numbers}) ->
    load(Module, Source) andalso driver:expressions(Module, Numbers);
job({Module, Source}) ->
    load(Module, Source) andalso driver:programs([Module]).

%% Two optimisations are off because they change stack traces: inlining of funs, and (by type analysis)
%% tail calls to functions that never return. A third is undone: see lines/1.
load(Module, Source) -> load(Module, Source, [no_copt, no_type_opt]).

load(Module, Source, Off) ->
    Options = [binary, return, {i, filename:dirname(Source)} | Off],
    case compile:file(Source, [to_asm | Options]) of
        {ok, Module, {Module, Exports, Attributes, Functions, Labels}, _Warnings} ->
            Lines = [{function, Name, Arity, Entry, lines(Code)} || {function, Name, Arity, Entry, Code} <- Functions],
            Assembly = {Module, Exports, Attributes, Lines, Labels},
            {ok, Module, Code, _} = compile:forms(Assembly, [from_asm | Options]),
            {module, Module} = code:load_binary(Module, Source, Code),
            true;
        % The compiler itself fails on some programs without its analysis of types.
        {error, [{_, [{none, compile, _} | _]} | _], _Warnings} when Off =/= [no_copt] ->
            load(Module, Source, [no_copt]);
        {error, Errors, _Warnings} ->
            io:format("#uncompiled ~s~n", [Module]),
            [io:format("~s:~w: ~ts~n", [filename:basename(File), Position, Checker:format_error(What)])
             || {File, Infos} <- Errors, {Position, Checker, What} <- Infos],
            io:format("#end ~s~n", [Module]),
            false
    end.

%% The compiler leaves out the line of an instruction if it is that of the instruction before. But the loader forgets
%% the line of a remote call in the last place, and what follows one, on the same line, is then said to be elsewhere;
%% and when assembly is compiled again, what raises an exception is moved to the end of its function. So both get their lines back.
lines(Code) -> lines(Code, none).

lines([{line, _} = Line, Call | Code], _) ->
    case is_remote_tail_call(Call) of
        true -> [Call | after_call(Line, Code)];
        false -> [Line | lines([Call | Code], Line)]
    end;
lines([Instruction | Code], Line) ->
    [Line || Line =/= none, raises(Instruction)] ++ [Instruction | lines(Code, Line)];
lines([], _) -> [].

after_call(Line, [{label, _} = Label | Code]) -> [Label | after_call(Line, Code)];
after_call(Line, Code) -> [Line | lines(Code, Line)].

raises(if_end) -> true;
raises({Name, _}) -> lists:member(Name, [badrecord, badmatch, case_end, try_case_end]);
raises(_) -> false.

%% A built-in function is called in place: its line is not forgotten.
is_remote_tail_call({call_ext_last, _, {extfunc, M, F, A}, _}) -> not erlang:is_builtin(M, F, A);
is_remote_tail_call({call_ext_only, _, {extfunc, M, F, A}}) -> not erlang:is_builtin(M, F, A);
is_remote_tail_call(_) -> false.
