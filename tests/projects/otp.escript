#!/usr/bin/env escript
%%! +S 1
%% otp.escript PROJECT SCRATCH: compiles a project into SCRATCH as rebar3 does for EUnit, runs its
%% tests by OTP, and writes their outcomes to SCRATCH/results. The project stays as it is.

main([Root, Scratch]) ->
    Here = filename:dirname(filename:absname(escript:script_name())),
    {ok, listener, Listener} = compile:file(filename:join(Here, "listener"), [binary]),
    {module, listener} = code:load_binary(listener, "listener.erl", Listener),
    ok = file:set_cwd(Root),
    pretend_rebar3(),
    Config = config(),
    true = code:delete(rebar3),
    code:purge(rebar3),
    Patterns = proplists:get_value(project_app_dirs, Config, ["apps/*", "lib/*", "."]),
    Folders = lists:usort([F || P <- Patterns, F <- filelib:wildcard(P), filelib:is_dir(F ++ "/src")]),
    %% What a project brings along comes before what is elsewhere.
    Own = [name(F) || F <- Folders],
    Libraries = [Folder || Parent <- parents(), Folder <- filelib:wildcard(Parent ++ "/*")],
    [library(Folder, Scratch) || Folder <- Libraries, not lists:member(name(Folder), Own)],
    Modules = lists:append([application(F, Config, Scratch) || F <- Folders]),
    Tests = [M || M <- Modules, not lists:suffix("_SUITE", atom_to_list(M)), not is_companion(M, Modules)],
    {ok, File} = file:open(filename:join(Scratch, "results"), [write, {encoding, utf8}]),
    %% One module at a time: if EUnit gives up on one, the others still run.
    [eunit:test(Test, [no_tty, {report, {listener, [{file, File}]}}]) || Test <- lists:sort(Tests)],
    %% Listeners are told that all is over, and write the last line.
    timer:sleep(200),
    file:close(File),
    halt(0).

parents() ->
    Stated = string:lexemes(os:getenv("ERL_LIBS", ""), ":"),
    ["_checkouts", "_build/default/lib", "_build/test/lib", "deps" | Stated].

is_companion(Module, Modules) ->
    Name = atom_to_list(Module),
    lists:suffix("_tests", Name) andalso
        lists:member(list_to_atom(lists:sublist(Name, length(Name) - 6)), Modules).

%% erlang.mk exports the tests of all modules.
is_for_make() ->
    case file:read_file("Makefile") of
        {ok, Text} -> binary:match(Text, <<"erlang.mk">>) =/= nomatch;
        {error, _} -> false
    end.

%% Scripts ask by this module whether rebar3 evaluates them.
pretend_rebar3() ->
    Forms = [{attribute, 1, module, rebar3}, {attribute, 1, export, [{main, 1}]},
             {function, 1, main, 1, [{clause, 1, [{var, 1, '_'}], [], [{atom, 1, ok}]}]}],
    {ok, rebar3, Code} = compile:forms(Forms),
    {module, rebar3} = code:load_binary(rebar3, "rebar3.beam", Code).

%% The configuration with what the profile `test` adds.
config() ->
    Plain = case file:consult("rebar.config") of
        {ok, Terms} -> Terms;
        {error, _} -> []
    end,
    Changed = case file:script("rebar.config.script", [{'CONFIG', Plain}, {'SCRIPT', "rebar.config.script"}]) of
        {ok, Value} -> Value;
        {error, _} -> Plain
    end,
    Test = proplists:get_value(test, proplists:get_value(profiles, Changed, []), []),
    Joined = [{erl_opts, lists:append([proplists:get_value(Key, Terms, []) || Key <- [erl_opts, eunit_compile_opts],
                                                                             Terms <- [Test, Changed]])}],
    Joined ++ Test ++ Changed.

%% A dependency: its compiled modules, or else its sources.
library(Folder, Scratch) ->
    case filelib:wildcard(Folder ++ "/ebin/*.beam") of
        [] ->
            Options = case file:consult(Folder ++ "/rebar.config") of
                {ok, Terms} -> proplists:get_value(erl_opts, Terms, []);
                {error, _} -> []
            end,
            build(Folder, ["src"], Options, Scratch);
        _ -> code:add_pathz(Folder ++ "/ebin"), []
    end.

application(Folder, Config, Scratch) ->
    Extra = [case F of {Name, _} -> Name; Name -> Name end || F <- proplists:get_value(extra_src_dirs, Config, [])],
    Options = [{d, 'TEST', true}, {d, 'EUNIT', true} | proplists:get_value(erl_opts, Config, [])] ++
        [{parse_transform, eunit_autoexport} || is_for_make()],
    build(Folder, ["src", "test" | Extra], Options, Scratch).

%% Compiles until nothing more can be compiled: a parse transform may come late.
build(Folder, Parts, Options, Scratch) ->
    Name = name(Folder),
    Ebin = filename:join([Scratch, "lib", Name, "ebin"]),
    ok = filelib:ensure_dir(filename:join(Ebin, "x")),
    [file:make_symlink(filename:absname(filename:join(Folder, Part)), filename:join([Scratch, "lib", Name, Part]))
     || Part <- ["priv", "include", "src", "test"]],
    code:add_patha(Ebin),
    Grammars = filelib:wildcard(Folder ++ "/{src,test}/**/*.{xrl,yrl}"),
    Made = [grammar(File, Ebin) || File <- Grammars],
    Recursive = [F || Part <- Parts, F <- sources(Folder, Part)],
    Files = Made ++ [F || F <- Recursive, not is_script(F)],
    Includes = [{i, filename:join(Folder, Part)} || Part <- ["include", "src", "test", "."]],
    Kept = [defined(O) || O <- Options, O =/= warnings_as_errors, O =/= report, O =/= verbose],
    All = [debug_info, return, {outdir, Ebin} | Includes] ++ lists:flatten(Kept),
    Modules = rounds(Files, All, []),
    app_file(Folder, Name, Ebin, Modules),
    Modules.

sources(Folder, "src") -> filelib:wildcard(Folder ++ "/src/**/*.erl");
sources(Folder, Part) -> filelib:wildcard(Folder ++ "/" ++ Part ++ "/*.erl").

is_script(File) ->
    {ok, Text} = file:read_file(File),
    binary:match(Text, <<"#!">>) =:= {0, 2}.

defined({platform_define, Pattern, Name}) -> [{d, Name} || matches(Pattern)];
defined({platform_define, Pattern, Name, Value}) -> [{d, Name, Value} || matches(Pattern)];
defined(Option) -> Option.

matches(Pattern) ->
    Platform = erlang:system_info(otp_release) ++ "-x86_64-pc-linux-gnu-64-unix",
    re:run(Platform, Pattern, [{capture, none}]) =:= match.

grammar(File, Ebin) ->
    Output = filename:join(Ebin, filename:basename(filename:rootname(File)) ++ ".erl"),
    case filename:extension(File) of
        ".xrl" -> leex:file(File, [{scannerfile, Output}]);
        ".yrl" -> yecc:file(File, [{parserfile, Output}])
    end,
    Output.

rounds(Files, Options, Done) ->
    Results = [{F, compile:file(F, Options)} || F <- Files],
    case [M || {_, {ok, M, _}} <- Results] of
        [] -> [io:format(standard_error, "~ts: ~p~n", [F, E]) || {F, {error, E, _}} <- Results], Done;
        New -> rounds([F || {F, {error, _, _}} <- Results], Options, New ++ Done)
    end.

name(Folder) ->
    case filelib:wildcard(Folder ++ "/src/*.app.src") ++ filelib:wildcard(Folder ++ "/ebin/*.app") of
        [File | _] -> hd(string:lexemes(filename:basename(File), "."));
        [] -> filename:basename(filename:absname(Folder))
    end.

app_file(Folder, Name, Ebin, Modules) ->
    Files = filelib:wildcard(Folder ++ "/src/*.app.src") ++ filelib:wildcard(Folder ++ "/ebin/*.app"),
    case [Terms || File <- Files, {ok, [Terms]} <- [file:consult(File)]] of
        [{application, App, Keys} | _] ->
            Version = case proplists:get_value(vsn, Keys) of V when is_list(V) -> V; _ -> "0" end,
            New = [{modules, Modules}, {vsn, Version} | [K || {Key, _} = K <- Keys, Key =/= modules, Key =/= vsn]],
            Text = io_lib:format("~tp.~n", [{application, App, New}]),
            file:write_file(filename:join(Ebin, Name ++ ".app"), Text);
        [] -> ok
    end.
