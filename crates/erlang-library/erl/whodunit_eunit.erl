%% Runs tests for `whodunit test`, and tells the world what comes of each:
%%
%%     {runs, Id, Module, Function}                  at once; the others come when it is their turn
%%     {sets_up, Id, Module, Function, Arity}        at once, too: a setup of the fixture of this group
%%     {begins, Id, Process, Module, Function, Line, Title}   a test; Title is text, or empty
%%     {passed, Id, Milliseconds, Output}
%%     {failed, Id, Milliseconds, Output, Class, Reason, Stack, Text}
%%     {skipped, Id, Kind, Text}                     it did not run
%%     {cancelled, Id, Kind, Text}                   a test or a group; Kind: timeout, exit, abort, not_supported, parent
%%
%% Text is what EUnit prints about it.
-module(whodunit_eunit).

-export([run/2]).

run(Tests, Options) ->
    Ours = [{tell, fun tell/3}, {runs, fun runs/2}, {sets_up, fun sets_up/2}, {unsupported, fun whodunit_io:unsupported/1}],
    eunit:test(Tests, Ours ++ Options).

runs(Id, Location) ->
    {Module, Function} = names(Location),
    whodunit_io:report({runs, Id, Module, Function}).

sets_up(Id, {Module, Function, Arity}) -> whodunit_io:report({sets_up, Id, Module, Function, Arity}).

tell(What, Status, Data) -> whodunit_io:report(event(What, Status, proplists:get_value(id, Data), Data)).

event(test, begins, Id, Data) ->
    {Module, Function} = names(proplists:get_value(source, Data)),
    {begins, Id, proplists:get_value(process, Data), Module, Function, proplists:get_value(line, Data, 0),
     text(title(proplists:get_value(desc, Data)))};
event(test, passed, Id, Data) -> {passed, Id, time(Data), output(Data)};
event(test, {failed, {Class, Reason, Stack}, Text}, Id, Data) ->
    {failed, Id, time(Data), output(Data), Class, Reason, Stack, text(Text)};
event(test, {skipped, Reason, Text}, Id, _) -> {skipped, Id, element(1, Reason), text(Text)};
event(_, {cancelled, Reason, Text}, Id, _) -> {cancelled, Id, kind(Reason), text(Text)}.

names({Module, Function, _}) -> {Module, Function};
names(_) -> {undefined, undefined}.

kind(undefined) -> parent;
kind({blame, _}) -> parent;
kind({abort, {not_supported, _}}) -> not_supported;
kind({Kind, _}) -> Kind;
kind(Kind) -> Kind.

title(undefined) -> "";
title(Description) -> Description.

time(Data) -> proplists:get_value(time, Data, 0).

output(Data) -> text(proplists:get_value(output, Data, "")).

text(Chars) ->
    try unicode:characters_to_binary(Chars) of
        Binary when is_binary(Binary) -> Binary;
        _ -> written(Chars)
    catch
        %% A title need not be text.
        error:badarg -> written(Chars)
    end.

%% As the shell's `~ts` writes it: bytes that are not UTF-8 are Latin-1.
written(Chars) ->
    try unicode:characters_to_binary(io_lib:format("~ts", [Chars])) of
        Binary when is_binary(Binary) -> Binary
    catch
        error:_ -> iolist_to_binary(io_lib:format("~w", [Chars]))
    end.
