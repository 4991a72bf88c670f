#!/usr/bin/env escript
%% -*- coding: utf-8 -*-
%% Writes into the .calls files what real erl answers: `escript expect.escript *.calls`.
%%
%% A line is a call of a native function; the line below it, indented, is its value as ~tw prints it (for io_lib, flattened), or
%% `Class:Reason in Module:Function Arguments`, for the function at the top of the stack.
-mode(compile).

main(Files) ->
    io:setopts([{encoding, unicode}]),
    lists:foreach(fun rewrite/1, Files).

rewrite(File) ->
    {ok, Text} = file:read_file(File),
    Lines = string:split(unicode:characters_to_list(Text), "\n", all),
    New = [answered(Line) || Line <- Lines, hd(Line ++ "x") =/= $\s],
    ok = file:write_file(File, unicode:characters_to_binary(lists:join("\n", New))).

answered("") -> "";
answered("%" ++ _ = Comment) -> Comment;
answered(Call) -> [Call, "\n  ", answer(Call)].

answer(Call) ->
    {ok, Tokens, _} = erl_scan:string(Call ++ "."),
    {ok, [{call, _, {remote, _, {atom, _, M}, {atom, _, F}}, Arguments}]} = erl_parse:parse_exprs(Tokens),
    {value, Values, _} = erl_eval:exprs([lists:foldr(fun(A, Tail) -> {cons, 1, A, Tail} end, {nil, 1}, Arguments)], []),
    try apply(M, F, Values) of
        Value when M =:= io_lib -> io_lib:format("~tw", [lists:flatten(Value)]);
        Value -> io_lib:format("~tw", [Value])
    catch
        Class:Reason:Stack ->
            {TopModule, Top, Shown, _} = hd(Stack),
            io_lib:format("~tw:~tw in ~tw:~tw ~tw", [Class, Reason, TopModule, Top, Shown])
    end.
