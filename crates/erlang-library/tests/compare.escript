#!/usr/bin/env escript
%%! +fnu
%% Holds the embedded library against the library of the Erlang that runs this script.
%%
%% Every module of `erl/` is compiled under a second name (`wd_lists` for `lists`), with its calls to functions
%% of the embedded library renamed alike; calls to functions that it leaves to the machine (`NATIVES.md`) reach the
%% real ones. Then the calls of `calls/MODULE.calls` are made to both: value, exception, stack, what was printed, and the
%% order in which funs were called must agree.
%%
%%     escript compare.escript [--seed N] [--samples N] [MODULE ...]
%%     escript compare.escript --natives > NATIVES.md
%%
%% A call table is a file of Erlang terms:
%%     {Function, [Generator, ...]}.       many calls with generated arguments, then with one bad argument each
%%     {text, Shape, Function, [Generator, ...]}. the same, but the value may nest its characters differently; Shape says
%%                                         where they are: chars, {list, Shape}, {tuple, Shape}, or {after_first, Shape}
%%     "Expression".                       evaluated as it stands
%%     {stacks, all}.                      frames of helpers must agree too, not only those of exported functions
%%     {loose, [{Function, Arity}, ...]}.  the stack of an exception may differ
%%     {obscure, [{Function, Arity}, ...]}. arguments that make the real one raise make ours raise, but perhaps something else
%%     {careless, [{Function, Arity}, ...]}. moreover, with a bad argument one may find a value where the other raises
%%     {differs, "Expression", "why"}.     an intended difference: must be one
%%     {newer, "Expression", "Expected"}.  of a later release than the one we compare with; what is raised as {Class, Reason}
-mode(compile).
-export([main/1]).

-define(BAD, [foo, -1, 0, 1.5, {}, {a}, [], [a | b], [1, 2 | 3], <<1:3>>, <<"b">>, #{}, fun erlang:node/0, [foo]]).

%% What our EUnit asks of the machine alone. Here nothing is called in vain: there is nothing to shelter from, and no
%% process that waits for what such a call was to bring, so none is interrupted.
without_machine() ->
    Forms = [{attribute, 1, module, whodunit_io}, {attribute, 1, export, [{shelter, 1}, {interrupt, 1}]},
             always(shelter, true), always(interrupt, false)],
    {ok, Module, Beam} = compile:forms(Forms),
    {module, Module} = code:load_binary(Module, "whodunit_io", Beam).

always(Function, Value) -> {function, 1, Function, 1, [{clause, 1, [{var, 1, '_'}], [], [{atom, 1, Value}]}]}.

main(["--natives"]) ->
    io:put_chars(natives(root()));
main(Arguments) ->
    {Options, Wanted} = options(Arguments, #{seed => 1, samples => 250}, []),
    Root = root(),
    put(options, Options),
    %% As long as there is no stand-in among OTP's modules.
    Listed = unicode:characters_to_binary(natives(Root)),
    without_machine(),
    Library = library(filename:join(Root, "erl"), filename:join(Root, "include")),
    Tables = [T || T <- filelib:wildcard(filename:join([Root, "tests", "calls", "*.calls"])),
                   Wanted =:= [] orelse lists:member(filename:basename(T, ".calls"), Wanted)],
    Results = [table(T, Library) || T <- Tables],
    Samples = case Wanted =:= [] orelse lists:member("eunit", Wanted) of
                  true -> samples(Root);
                  false -> []
              end,
    Untested = case Wanted of [] -> untested(Library, Tables); _ -> [] end,
    [io:format("not compared: ~p:~p/~p~n", [M, F, A]) || {M, F, A} <- Untested],
    {ok, Crate} = file:read_file(filename:join([Root, "src", "lib.rs"])),
    Missing = [M || Wanted =:= [], M <- lists:usort([atom_to_list(M) || {M, _, _} <- maps:keys(Library)]),
                    string:find(Crate, "\"" ++ M ++ "\"") =:= nomatch],
    [io:format("not embedded by src/lib.rs: ~s~n", [M]) || M <- Missing],
    Stale = Wanted =:= [] andalso file:read_file(filename:join(Root, "NATIVES.md")) =/= {ok, Listed},
    Stale andalso io:format("NATIVES.md is not what --natives writes~n"),
    Passed = lists:sum([P || {P, _} <- Results ++ Samples]),
    Failed = lists:sum([F || {_, F} <- Results ++ Samples]) + length(Untested) + length(Missing) + length([stale || Stale]),
    io:format("~b passed, ~b failed~n", [Passed, Failed]),
    halt(case Failed of 0 -> 0; _ -> 1 end).

root() -> filename:dirname(filename:dirname(filename:absname(escript:script_name()))).

options(["--seed", N | Rest], Options, Modules) -> options(Rest, Options#{seed := list_to_integer(N)}, Modules);
options(["--samples", N | Rest], Options, Modules) -> options(Rest, Options#{samples := list_to_integer(N)}, Modules);
options([Module | Rest], Options, Modules) -> options(Rest, Options, [Module | Modules]);
options([], Options, Modules) -> {Options, Modules}.

%% ---- the library under its second name

%% A map of {Module, Function, Arity} => true for what the embedded library defines.
library(ErlDir, IncludeDir) ->
    Parsed = [parse(File, IncludeDir) || File <- filelib:wildcard(filename:join(ErlDir, "*.erl"))],
    Library = maps:from_list([{{M, F, A}, true} || {M, Forms} <- Parsed, {attribute, _, export, Fs} <- Forms, {F, A} <- Fs]),
    [install(M, Forms, Library) || {M, Forms} <- Parsed],
    Library.

parse(File, IncludeDir) ->
    {ok, Forms} = epp:parse_file(File, [{includes, [IncludeDir]}, {default_encoding, utf8}]),
    [Module] = [M || {attribute, _, module, M} <- Forms],
    {Module, Forms}.

install(Module, Forms, Library) ->
    Second = second(Module),
    Renamed = [case F of {attribute, L, module, _} -> {attribute, L, module, Second}; _ -> rename(F, Library) end || F <- Forms],
    case compile:forms(Renamed, [return, nowarn_deprecated_function, nowarn_removed]) of
        {ok, Second, Beam, Warnings} ->
            [io:format("warning: ~p: ~s~n", [Module, [S:format_error(W) || {_, S, W} <- Ws]]) || {_, Ws} <- Warnings, Ws =/= []],
            {module, Second} = code:load_binary(Second, "", Beam);
        {error, Errors, _} ->
            [io:format("~p:~p: ~s~n", [Module, At, S:format_error(E)]) || {_, Es} <- Errors, {At, S, E} <- Es],
            io:format("0 passed, 1 failed~n"),
            halt(1)
    end.

second(Module) -> list_to_atom("wd_" ++ atom_to_list(Module)).

rename({call, L, {remote, R, {atom, A, M}, {atom, _, F} = Name}, Args}, Library) ->
    {call, L, {remote, R, {atom, A, rename_module(M, F, length(Args), Library)}, Name}, rename(Args, Library)};
rename({'fun', L, {function, {atom, A, M}, {atom, _, F} = Name, {integer, _, N} = Arity}}, Library) ->
    {'fun', L, {function, {atom, A, rename_module(M, F, N, Library)}, Name, Arity}};
%% Names of modules in data, in EUnit.
rename({atom, L, eunit_proc}, _) -> {atom, L, wd_eunit_proc};
rename({atom, L, eunit_data}, _) -> {atom, L, wd_eunit_data};
%% A registered name, which the real one may have taken.
rename({atom, L, timer_server}, _) -> {atom, L, wd_timer_server};
rename(Tuple, Library) when is_tuple(Tuple) -> list_to_tuple(rename(tuple_to_list(Tuple), Library));
rename([Head | Tail], Library) -> [rename(Head, Library) | rename(Tail, Library)];
rename(Other, _) -> Other.

rename_module(M, F, A, Library) ->
    case Library of
        #{{M, F, A} := true} -> second(M);
        _ -> M
    end.

%% Exported by us and found in the real module, but in no table.
untested(Library, Tables) ->
    Covered = lists:usort(lists:append([covered(T) || T <- Tables])),
    Tabled = [list_to_atom(filename:basename(T, ".calls")) || T <- Tables],
    lists:sort([MFA || {M, F, A} = MFA <- maps:keys(Library), lists:member(M, Tabled), not lists:member({M, F, A}, Covered)]).

covered(Table) ->
    Module = list_to_atom(filename:basename(Table, ".calls")),
    {ok, Entries} = consult(Table),
    lists:append([case E of
                      {Kind, _} when Kind =:= stacks; Kind =:= loose; Kind =:= obscure; Kind =:= careless -> [];
                      {Kind, Text, _} when Kind =:= newer; Kind =:= differs -> mentioned(Text);
                      {text, _, F, Generators} -> [{Module, F, length(Generators)}];
                      {F, Generators} when is_atom(F) -> [{Module, F, length(Generators)}];
                      Text -> mentioned(Text)
                  end || E <- Entries]).

mentioned(Text) -> calls_in(expressions(Text), []).

calls_in({call, _, {remote, _, {atom, _, M}, {atom, _, F}}, Args}, Acc) -> calls_in(Args, [{M, F, length(Args)} | Acc]);
calls_in({remote, _, {atom, _, M}, {atom, _, F}}, Acc) -> [{M, F, any} | Acc];
calls_in({'fun', _, {function, {atom, _, M}, {atom, _, F}, {integer, _, A}}}, Acc) -> [{M, F, A} | Acc];
calls_in(Tuple, Acc) when is_tuple(Tuple) -> calls_in(tuple_to_list(Tuple), Acc);
calls_in([Head | Tail], Acc) -> calls_in(Tail, calls_in(Head, Acc));
calls_in(_, Acc) -> Acc.

consult(File) ->
    case file:consult(File) of
        {ok, Entries} -> {ok, Entries};
        {error, Reason} -> io:format("~ts: ~ts~n0 passed, 1 failed~n", [File, file:format_error(Reason)]), halt(1)
    end.

%% ---- modules of tests

%% Each module of `eunit/`, compiled with the real headers and run by the real EUnit, and with ours by ours: the same output
%% but for times, and for frames of EUnit itself.
samples(Root) ->
    {ok, _} = application:ensure_all_started(eunit),
    [sample(File, Options, Root) || File <- filelib:wildcard(filename:join([Root, "tests", "eunit", "*.erl"])),
                                    Options <- [[], [verbose]]].

sample(File, Options, Root) ->
    Real = run_sample(File, [], fun(Module) -> eunit:test(Module, Options) end),
    Ours = run_sample(File, [{i, Root}], fun(Module) -> wd_eunit:test(Module, Options) end),
    case Real =:= Ours of
        true -> {1, 0};
        false ->
            {Reals, Ourss} = {string:split(show(Real), "\n", all), string:split(show(Ours), "\n", all)},
            io:format("~ts ~p~n  real ~0tp~n  ours ~0tp~n", [filename:basename(File), Options, Reals -- Ourss, Ourss -- Reals]),
            {0, 1}
    end.

show({Outcome, Printed}) -> lists:flatten(io_lib:format("~tp~n~ts", [Outcome, Printed])).

run_sample(File, Compile, Run) ->
    {ok, Text} = file:read_file(File),
    Source = case Compile of
                 [] -> Text;
                 [{i, Root}] ->
                     {ok, Assert} = file:read_file(filename:join([Root, "include", "assert.hrl"])),
                     {ok, Header} = file:read_file(filename:join([Root, "include", "eunit.hrl"])),
                     Renamed = string:replace(Header, "eunit_proc", "wd_eunit_proc", all),
                     Whole = string:replace(Renamed, "-include_lib(\"stdlib/include/assert.hrl\").", Assert),
                     %% The line numbers of the module itself must stay.
                     Lines = ["-file(\"", filename:basename(File), "\", 3).\n"],
                     string:replace(Text, "-include_lib(\"eunit/include/eunit.hrl\").\n", [Whole, "\n", Lines])
             end,
    Name = filename:join("/tmp", lists:concat(["whodunit-", os:getpid(), "-", filename:basename(File)])),
    ok = file:write_file(Name, unicode:characters_to_binary(["-file(\"", filename:basename(File), "\", 1).\n", Source])),
    {ok, Module, Beam} = compile:file(Name, [binary]),
    file:delete(Name),
    {module, Module} = code:load_binary(Module, filename:basename(File), Beam),
    {Outcome, _, Printed} = observe(fun() -> Run(Module) end),
    code:purge(Module),
    code:delete(Module),
    code:purge(Module),
    {case Outcome of {value, _} -> Outcome; {Class, Reason, _} -> {Class, Reason}; _ -> Outcome end, without_times(Printed)}.

without_times(Printed) ->
    Lines = [Line || Line <- string:split(Printed, "\n", all), not is_eunit_frame(Line)],
    re:replace(lists:join("\n", Lines), "\\[(done in )?[0-9.]+ s\\] ?", "", [global, unicode, {return, list}]).

is_eunit_frame(Line) ->
    re:run(Line, "^(in function|in call from) +(wd_)?(eunit|timer:sleep)", [unicode]) =/= nomatch
        orelse re:run(Line, "^ *\\[done in [0-9.]+ s\\]$") =/= nomatch.

%% ---- what is left to the machine

%% Every function that the library calls and does not define, module by module.
natives(Root) ->
    Parsed = [parse(File, filename:join(Root, "include")) || File <- filelib:wildcard(filename:join([Root, "erl", "*.erl"]))],
    Defined = [{M, F, A} || {M, Forms} <- Parsed, {attribute, _, export, Fs} <- Forms, {F, A} <- Fs],
    Called = lists:usort(lists:append([called(Forms) || {_, Forms} <- Parsed])),
    Natives = [{M, F, A} || {M, F, A} <- Called, not lists:member({M, F, A}, Defined)],
    ["# What the embedded library leaves to the machine\n\n"
     "Written by `escript tests/compare.escript --natives`.\n\n"
     "Every function that the Erlang sources in `erl/` call and do not define; the machine has these\n"
     "in Rust:\n\n",
     by_module(Natives),
     "\nFunctions that OTP exports from the same modules and the sources do not define.\n"
     "Those that are built into OTP or named above are native, the others are not supported:\n\n",
     by_module(lists:sort([{M, F, A} || {M, _} <- Parsed, {module, _} <- [code:ensure_loaded(M)],
                                        {F, A} <- M:module_info(exports), F =/= module_info,
                                        not lists:member({M, F, A}, Defined)]))].

by_module(Functions) ->
    [filled(lists:flatten(io_lib:format("- `~p`:", [M])),
            [lists:flatten(io_lib:format("`~p/~b`", [F, A])) || {M1, F, A} <- Functions, M1 =:= M])
     || M <- lists:usort([M || {M, _, _} <- Functions])].

%% Lines of at most 100 columns.
filled(Line, [Name]) -> joined(Line, Name, "\n");
filled(Line, [Name | Names]) ->
    [Before | Now] = lists:reverse(string:split(joined(Line, Name, ","), "\n")),
    [[[Full, "\n"] || Full <- Now], filled(Before, Names)].

joined(Line, Name, End) when length(Line) + length(Name) + 2 > 100 -> Line ++ "\n  " ++ Name ++ End;
joined(Line, Name, End) -> Line ++ " " ++ Name ++ End.

called(Forms) ->
    Local = [{F, A} || {function, _, F, A, _} <- Forms],
    Bodies = [Clauses || {function, _, _, _, Clauses} <- Forms],
    [MFA || {_, _, A} = MFA <- calls_in(Bodies, []), is_integer(A)]
        ++ [{erlang, F, A} || {F, A} <- local_calls(Bodies, []), not lists:member({F, A}, Local)].

local_calls({call, _, {atom, _, F}, Args}, Acc) -> local_calls(Args, [{F, length(Args)} | Acc]);
local_calls({call, _, {remote, _, _, _}, Args}, Acc) -> local_calls(Args, Acc);
local_calls({'fun', _, {function, F, A}}, Acc) -> [{F, A} | Acc];
local_calls(Tuple, Acc) when is_tuple(Tuple) -> local_calls(tuple_to_list(Tuple), Acc);
local_calls([Head | Tail], Acc) -> local_calls(Tail, local_calls(Head, Acc));
local_calls(_, Acc) -> Acc.

%% ---- tables

table(File, Library) ->
    Module = list_to_atom(filename:basename(File, ".calls")),
    {ok, Entries} = consult(File),
    rand:seed(exsss, maps:get(seed, get(options))),
    Loose = lists:append([L || {loose, L} <- Entries]),
    put(loose, [{Module, F, A} || {F, A} <- Loose]),
    put(obscure, [{Module, F, A} || {obscure, L} <- Entries, {F, A} <- L]),
    put(careless, [{Module, F, A} || {careless, L} <- Entries, {F, A} <- L]),
    put(stacks, proplists:get_value(stacks, Entries, exported)),
    put(shown, #{}),
    {P, F} = lists:foldl(fun(E, Sum) -> add(entry(Module, E, Library), Sum) end, {0, 0}, Entries),
    F > 0 andalso io:format("~p: ~b passed, ~b failed~n", [Module, P, F]),
    {P, F}.

add({P1, F1}, {P2, F2}) -> {P1 + P2, F1 + F2}.

entry(_, {loose, _}, _) -> {0, 0};
entry(_, {obscure, _}, _) -> {0, 0};
entry(_, {stacks, _}, _) -> {0, 0};
entry(_, {careless, _}, _) -> {0, 0};
entry(Module, {newer, Text, Expected}, Library) ->
    {_, {Outcome, _, _}} = evaluate(Text, Library),
    {_, {{value, Wanted}, _, _}} = evaluate(Expected, #{}),
    case Outcome of
        {value, Wanted} -> {1, 0};
        Wanted -> {1, 0};
        _ -> differ(Module, "~ts~n  want ~0tp~n  ours ~0tp", [Text, Wanted, Outcome]), {0, 1}
    end;
entry(Module, {differs, Text, _Why}, Library) ->
    case evaluate(Text, Library) of
        {Same, Same} -> differ(Module, "no difference any more: ~ts", [Text]), {0, 1};
        _ -> {1, 0}
    end;
entry(Module, {Function, Generators}, _) when is_atom(Function), is_list(Generators) ->
    calls(Module, Function, Generators);
entry(Module, {text, Shape, Function, Generators}, _) -> calls(Module, Function, Generators, Shape);
entry(Module, Text, Library) when is_list(Text) ->
    case evaluate(Text, Library) of
        {Same, Same} -> {1, 0};
        {Real, Ours} -> differ(Module, "~ts~n  real ~0tp~n  ours ~0tp", [Text, Real, Ours]), {0, 1}
    end.

calls(Module, Function, Generators) -> calls(Module, Function, Generators, exact).

calls(Module, Function, Generators, Shape) ->
    put(shape, Shape),
    Samples = case Generators of [] -> 1; _ -> maps:get(samples, get(options)) end,
    Good = [[make(G, N div 4) || G <- Generators] || N <- lists:seq(1, Samples)],
    Bad = [replace(I, Value, [make(G, 6) || G <- Generators]) || I <- lists:seq(1, length(Generators)), Value <- ?BAD],
    put(bad, false),
    Sum = lists:foldl(fun(Args, Sum) -> add(call(Module, Function, Args), Sum) end, {0, 0}, Good),
    put(bad, true),
    lists:foldl(fun(Args, Sum1) -> add(call(Module, Function, Args), Sum1) end, Sum, Bad).

replace(I, Value, List) -> lists:sublist(List, I - 1) ++ [Value] ++ lists:nthtail(I, List).

call(Module, Function, Args) ->
    Real = observe(fun() -> apply(Module, Function, Args) end),
    Ours = observe(fun() -> apply(second(Module), Function, Args) end),
    case agree(Real, Ours, {Module, Function, length(Args)}) of
        true -> {1, 0};
        false ->
            differ({Module, Function}, "~p:~p(~ts)~n  real ~0tp~n  ours ~0tp",
                   [Module, Function, lists:join(", ", [io_lib:format("~0tp", [A]) || A <- Args]), Real, Ours]),
            {0, 1}
    end.

agree(Same, Same, _) -> true;
agree({{value, Real}, Log, Out}, {{value, Ours}, Log, Out}, MFA) ->
    get(shape) =/= exact andalso (catch flat(get(shape), Real) =:= flat(get(shape), Ours)) =:= true
        orelse get(bad) andalso lists:member(MFA, get(careless));
agree({{Class, Reason, Stack1}, Log, Out}, {{Class, Reason, Stack2}, Log, Out}, MFA) ->
    lists:member(MFA, get(loose) ++ get(obscure) ++ get(careless))
        orelse get(stacks) =/= all andalso visible(Stack1) =:= visible(Stack2)
        orelse visible(lists:sublist(Stack1, 1)) =:= [] andalso visible(lists:sublist(Stack2, 1)) =:= [];
agree({{error, _, _}, Log, Out}, {{error, _, _}, Log, Out}, MFA) ->
    lists:member(MFA, get(obscure) ++ get(careless));
agree(_, _, MFA) -> get(bad) andalso lists:member(MFA, get(careless)).

flat(_, Atom) when is_atom(Atom) -> Atom;
flat(chars, Data) -> try unicode:characters_to_list(Data) catch error:_ -> Data end;
flat({list, Shape}, List) -> [flat(Shape, Part) || Part <- List];
flat({tuple, Shape}, Tuple) -> [flat(Shape, Part) || Part <- tuple_to_list(Tuple)];
flat({after_first, _}, []) -> [];
flat({after_first, Shape}, [First | Rest]) -> {First, flat(Shape, Rest)};
flat({after_first, Shape}, {First, Rest}) -> {First, flat(Shape, Rest)}.

%% Frames of functions that a caller knows.
visible(Stack) -> [Frame || {M, F, A} = Frame <- Stack, erlang:function_exported(M, F, A)].

%% Only the first few of each kind are shown.
differ(Kind, Format, Values) ->
    Shown = get(shown),
    Times = maps:get(Kind, Shown, 0),
    put(shown, Shown#{Kind => Times + 1}),
    Times < 4 andalso io:format(Format ++ "~n", Values).

evaluate(Text, Library) ->
    Forms = expressions(Text),
    Run = fun(Es) -> observe(fun() -> {value, V, _} = erl_eval:exprs(Es, erl_eval:new_bindings()), V end) end,
    {strip(Run(Forms)), strip(Run(rename(Forms, Library)))}.

%% The evaluator's own frames say nothing.
strip({{Class, Reason, _}, Log, Out}) -> {{Class, Reason}, Log, Out};
strip(Other) -> Other.

expressions(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    case erl_parse:parse_exprs(Tokens) of
        {ok, Forms} -> Forms;
        {error, {_, _, Why}} -> io:format("~ts: ~ts~n0 passed, 1 failed~n", [Text, Why]), halt(1)
    end.

%% ---- one call, seen from outside

%% {Value or {Class, Reason, Stack}, the calls of funs in order, what was printed}
observe(Fun) ->
    Self = self(),
    Leader = spawn(fun() -> leader([], ["first line\n", "{term, 2}. rest\n", "17 x\n", "last"]) end),
    Ref = make_ref(),
    {_, Monitor} = spawn_monitor(fun() ->
        group_leader(Leader, self()),
        rand:seed(exsss, {1, 2, 3}),
        Outcome = try {value, normal(Fun())}
                  catch Class:Reason:Stack -> {Class, normal(Reason), frames(Stack)}
                  end,
        Self ! {Ref, Outcome, lists:reverse(log())}
    end),
    Result = receive
                 {Ref, Outcome, Log} -> receive {'DOWN', Monitor, _, _, _} -> ok end, {Outcome, normal(Log)};
                 {'DOWN', Monitor, _, _, Reason} -> {{exited, normal(Reason)}, []}
             after 20000 -> {timeout, []}
             end,
    Leader ! {read, self()},
    receive {printed, Printed} -> {element(1, Result), element(2, Result), Printed} end.

log() -> case get(log) of undefined -> []; Log -> Log end.

note(Args) -> put(log, [Args | log()]).

%% Frames as {Module, Function, Arity}, from the top down to where the library was called.
frames([{erl_eval, _, _, _} | _]) -> [];
frames([{M, F, A, _} | Rest]) ->
    case atom_to_list(M) of
        "compare" ++ _ -> frames(Rest);
        _ -> case atom_to_list(F) of
                 "-" ++ _ -> frames(Rest);
                 _ -> [{normal(M), F, case A of _ when is_list(A) -> length(A); _ -> A end} | frames(Rest)]
             end
    end;
frames([]) -> [].

%% The same term for both libraries: second names, funs and references made alike.
normal(Atom) when is_atom(Atom) ->
    case atom_to_list(Atom) of
        "wd_" ++ Name -> list_to_atom(Name);
        _ -> Atom
    end;
normal(Fun) when is_function(Fun) ->
    case erlang:fun_info(Fun, type) of
        {type, external} -> {external, normal(element(2, erlang:fun_info(Fun, module))), erlang:fun_info(Fun, name), erlang:fun_info(Fun, arity)};
        _ -> {local, erlang:fun_info(Fun, arity)}
    end;
normal(Ref) when is_reference(Ref) -> reference;
normal(Pid) when is_pid(Pid) -> pid;
normal([Head | Tail]) -> [normal(Head) | normal(Tail)];
normal(Tuple) when is_tuple(Tuple) -> list_to_tuple(normal(tuple_to_list(Tuple)));
normal(Map) when is_map(Map) -> maps:from_list(normal(maps:to_list(Map)));
normal(Other) -> Other.

%% Answers the io protocol: keeps what is written, reads from a few lines.
leader(Written, Input) ->
    receive
        {io_request, From, As, Request} ->
            {Reply, Written1, Input1} = try io(Request, Written, Input)
                                        catch _:_ -> {{error, request}, Written, Input}
                                        end,
            From ! {io_reply, As, Reply},
            leader(Written1, Input1);
        {read, From} -> From ! {printed, unicode:characters_to_list(lists:reverse(Written))}
    end.

io({put_chars, Encoding, Chars}, W, I) ->
    case catch unicode:characters_to_list(Chars, Encoding) of
        List when is_list(List) -> {ok, [List | W], I};
        _ -> {{error, put_chars}, W, I}
    end;
io({put_chars, Encoding, M, F, A}, W, I) -> io({put_chars, Encoding, catch apply(M, F, A)}, W, I);
io({put_chars, Chars}, W, I) -> io({put_chars, latin1, Chars}, W, I);
io({put_chars, M, F, A}, W, I) -> io({put_chars, latin1, M, F, A}, W, I);
io({requests, Requests}, W, I) ->
    lists:foldl(fun(R, {ok, W1, I1}) -> io(R, W1, I1); (_, Done) -> Done end, {ok, W, I}, Requests);
io({get_until, Encoding, Prompt, M, F, Args}, W, I) ->
    get_until(M, F, Args, [], [{prompt, Encoding, normal(Prompt)}, M, F], W, I);
io({get_line, Encoding, Prompt}, W, [Line | I]) -> {Line, [prompt(Encoding, Prompt) | W], I};
io({get_chars, Encoding, Prompt, N}, W, [Line | I]) ->
    {lists:sublist(Line, N), [prompt(Encoding, Prompt) | W], [lists:nthtail(min(N, length(Line)), Line) | I]};
io({get_geometry, columns}, W, I) -> {80, W, I};
io({get_geometry, rows}, W, I) -> {{error, enotsup}, W, I};
io(getopts, W, I) -> {[{binary, false}, {encoding, unicode}], W, I};
io({setopts, Options}, W, I) -> {ok, [io_lib:format("<~0tp>", [Options]) | W], I};
io(Request, W, I) -> {{error, request}, [io_lib:format("<~0tp>", [Request]) | W], I}.

prompt(Encoding, Prompt) -> io_lib:format("<~p ~0tp>", [Encoding, Prompt]).

get_until(M, F, Args, State, _, W, []) ->
    case apply(M, F, [State, eof | Args]) of
        {done, Result, _} -> {Result, W, []};
        _ -> {eof, W, []}
    end;
get_until(M, F, Args, State, Seen, W, [Line | I]) ->
    case apply(M, F, [State, Line | Args]) of
        {done, Result, Rest} when is_list(Rest) -> {Result, W, [Rest | I]};
        {done, Result, _} -> {Result, W, I};
        {more, State1} -> get_until(M, F, Args, State1, Seen, W, I)
    end.

%% ---- generators

pick(List) -> lists:nth(rand:uniform(length(List)), List).
below(N) -> rand:uniform(N) - 1.
some(Size) -> below(min(Size, 40) + 1).

make({val, Value}, _) -> Value;
make({one, Generators}, Size) -> make(pick(Generators), Size);
make({any, Values}, _) -> pick(Values);
make({list, G}, Size) -> [make(G, Size div 2) || _ <- lists:seq(1, some(Size))];
make({list1, G}, Size) -> [make(G, Size div 2) | make({list, G}, Size)];
make({tuple, Gs}, Size) -> list_to_tuple([make(G, Size) || G <- Gs]);
make({cons, A, B}, Size) -> [make(A, Size) | make(B, Size)];
make({sorted, G}, Size) -> lists:sort(make(G, Size));
make({usorted, G}, Size) -> lists:usort(make(G, Size));
make({keysorted, I, G}, Size) -> lists:keysort(I, make(G, Size));
make({ukeysorted, I, G}, Size) -> lists:ukeysort(I, make(G, Size));
make({rsorted, G}, Size) -> lists:reverse(lists:sort(make(G, Size)));
make({rusorted, G}, Size) -> lists:reverse(lists:usort(make(G, Size)));
make({rkeysorted, I, G}, Size) -> lists:reverse(lists:keysort(I, make(G, Size)));
make({rukeysorted, I, G}, Size) -> lists:reverse(lists:ukeysort(I, make(G, Size)));
make({apply, M, F, Gs}, Size) -> apply(M, F, [make(G, Size) || G <- Gs]);
make({map, K, V}, Size) -> maps:from_list(make({list, {tuple, [K, V]}}, min(Size, 32)));
make({int, Low, High}, _) -> Low + below(High - Low + 1);
make(int, _) -> pick([0, 1, 2, 3, 4, -1, -2, 5, 7, 10, 100, below(50) - 10]);
make(nat, Size) -> some(Size);
make(bool, _) -> pick([true, false]);
make(float, _) -> pick([0.0, 1.0, -1.5, 2.0, 3.25, 1.0e10, below(1000) / 8]);
make(number, Size) -> make(pick([int, int, float]), Size);
make(big, _) -> pick([1 bsl 64, -(1 bsl 70), below(1 bsl 62), 12345678901234567890, below(1000)]);
make(key, _) -> pick([a, b, c, d, 1, 2, 1.0, {a}, "k"]);
make(atom, _) -> pick([a, b, c, d, foo, 'Bar', '', 'two words', true, false]);
make(elem, _) -> pick([1, 2, 3, 1.0, 2.0, 4, 5, 6, 7, a, b, c, below(20)]);
make(leaf, Size) -> make(pick([int, atom, float, string, elem, binary, {val, []}, {val, {}}]), Size);
make(term, Size) when Size =< 1 -> make(leaf, 1);
make(term, Size) ->
    case below(5) of
        0 -> make({list, term}, Size div 2);
        1 -> list_to_tuple(make({list, term}, Size div 2));
        2 -> maps:from_list(make({list, {tuple, [leaf, term]}}, Size div 3));
        _ -> make(leaf, Size)
    end;
make(list, Size) -> make({list, elem}, Size);
make(deep, Size) when Size =< 1 -> [];
make(deep, Size) -> [case below(3) of 0 -> make(deep, Size div 2); _ -> make(elem, Size) end || _ <- lists:seq(1, some(Size))];
make(pairs, Size) -> make({list, {tuple, [key, elem]}}, Size);
make(tuples, Size) -> make({list, {tuple, [elem, elem, atom]}}, Size);
make(key_list, Size) -> make({list, {one, [{tuple, [elem, elem]}, {tuple, [elem, elem]}, {tuple, [elem]}, atom]}}, Size);
make(proplist, Size) ->
    make({list, {one, [{tuple, [{any, [a, b, c, d, e]}, leaf]}, {tuple, [{any, [a, b, c, d, e]}, bool]}, {any, [a, b, c, d, e]},
                       {tuple, [{any, [a, b]}, int, int]}, {val, 17}, {tuple, [{any, [a, b]}, {list, int}]}]}}, Size);
make(map, Size) -> make({map, key, elem}, Size);
make(ascii, _) -> pick("abcABCxyz 019,.-_" ++ "\t\n" ++ "aaab");
make(char, Size) -> make(pick([ascii, ascii, ascii, latin, wide]), Size);
make(latin, _) -> pick("åäöÅÄÖßÿéñ" ++ [173, 160, 215]);
make(wide, _) -> pick([$ł, $Ω, $я, 16#20AC, 16#4E2D, 16#1F600, 16#300, 16#301, 16#1F3FB, 16#200D, 16#1F1E6, 16#1F1E7, 16#1100,
                       16#1161, 16#AC00, 16#FB01, 16#1C4, 16#1C5, 16#DF, 16#130, 16#3A3, 16#2028, 16#85, 16#0E33, 16#903, 16#600]);
make(string, Size) -> make({list, ascii}, Size);
make(text, Size) -> make({list, char}, Size);
make(text1, Size) -> make({list1, char}, Size);
make(utf8, Size) -> unicode:characters_to_binary(make(text, Size));
make(binary, Size) -> list_to_binary(make({list, {int, 0, 255}}, Size));
make(bits, Size) -> <<(make(binary, Size))/binary, 5:3>>;
make(chardata, Size) when Size =< 1 -> make({one, [text, utf8]}, 2);
make(chardata, Size) ->
    case below(4) of
        0 -> make(text, Size);
        1 -> make(utf8, Size);
        _ -> [case below(3) of 0 -> make(char, 1); 1 -> make(utf8, Size div 3); 2 -> make(chardata, Size div 2) end || _ <- lists:seq(1, some(Size div 3 + 1))]
    end;
make(latin_data, Size) when Size =< 1 -> make({one, [string, binary]}, 2);
make(latin_data, Size) -> [case below(3) of 0 -> make(latin, 1); 1 -> make(binary, Size div 3); 2 -> make(latin_data, Size div 2) end || _ <- lists:seq(1, some(Size div 3 + 1))];
make(fun0, _) -> fun() -> note([]), value end;
make(pred, _) ->
    pick([fun(X) -> note([X]), true end,
          fun(X) -> note([X]), false end,
          fun(X) -> note([X]), erlang:phash2(X, 2) =:= 0 end,
          fun(X) -> note([X]), erlang:phash2(X, 4) =/= 0 end,
          fun(X) -> note([X]), erlang:phash2(X, 4) =:= 0 end,
          fun(X) -> note([X]), erlang:phash2(X, 5) =:= 0 andalso error({boom, X}) end,
          fun(X) -> note([X]), case erlang:phash2(X, 5) of 0 -> maybe_not; N -> N < 3 end end]);
make(pred2, _) ->
    pick([fun(X, Y) -> note([X, Y]), true end,
          fun(X, Y) -> note([X, Y]), erlang:phash2({X, Y}, 2) =:= 0 end,
          fun(X, Y) -> note([X, Y]), erlang:phash2({X, Y}, 5) =:= 0 andalso throw({boom, X}) end,
          fun(X, Y) -> note([X, Y]), case erlang:phash2(X, 5) of 0 -> maybe_not; N -> N < 3 end end]);
make(fun1, _) ->
    pick([fun(X) -> note([X]), {f, X} end,
          fun(X) -> note([X]), X end,
          fun(X) -> note([X]), erlang:phash2(X, 3) end,
          fun(X) -> note([X]), erlang:phash2(X, 5) =:= 0 andalso error({boom, X}) end]);
make(fun_list, _) ->
    pick([fun(X) -> note([X]), [X] end, fun(X) -> note([X]), [] end,
          fun(X) -> note([X]), lists:duplicate(erlang:phash2(X, 4), X) end,
          fun(X) -> note([X]), case erlang:phash2(X, 6) of 0 -> X; _ -> [X, X] end end]);
make(fun_filtermap, _) ->
    pick([fun(X) -> note([X]), true end, fun(X) -> note([X]), {true, {X}} end,
          fun(X) -> note([X]), case erlang:phash2(X, 3) of 0 -> true; 1 -> false; 2 -> {true, [X]} end end,
          fun(X) -> note([X]), case erlang:phash2(X, 7) of 0 -> other; 1 -> false; _ -> {true, [X]} end end]);
make(fun_filtermap2, _) ->
    pick([fun(X, Y) -> note([X, Y]), {true, {X, Y}} end,
          fun(X, Y) -> note([X, Y]), case erlang:phash2({X, Y}, 3) of 0 -> true; 1 -> false; 2 -> {true, [X]} end end,
          fun(X, Y) -> note([X, Y]), case erlang:phash2({X, Y}, 7) of 0 -> other; 1 -> false; _ -> {true, [X]} end end]);
make(fun2, _) ->
    pick([fun(X, Y) -> note([X, Y]), {X, Y} end,
          fun(X, Y) -> note([X, Y]), [X | Y] end,
          fun(X, Y) -> note([X, Y]), erlang:phash2(X, 7) =:= 0 andalso error({boom, X}), {Y} end]);
make(fun3, _) ->
    pick([fun(X, Y, Z) -> note([X, Y, Z]), {X, Y, Z} end,
          fun(X, Y, Z) -> note([X, Y, Z]), [X, Y | Z] end,
          fun(X, Y, Z) -> note([X, Y, Z]), erlang:phash2(X, 7) =:= 0 andalso exit({boom, X}), {Y, Z} end]);
make(fun_pair, _) ->
    pick([fun(X, Y) -> note([X, Y]), {{m, X}, [X | Y]} end,
          fun(X, Y) -> note([X, Y]), case erlang:phash2(X, 7) of 0 -> X; _ -> {Y, X} end end]);
make(compare, _) ->
    pick([fun(X, Y) -> note([X, Y]), X =< Y end,
          fun(X, Y) -> note([X, Y]), X >= Y end,
          fun(X, Y) -> note([X, Y]), X < Y end,
          fun(X, Y) -> note([X, Y]), true end,
          fun(X, Y) -> note([X, Y]), false end,
          fun(X, Y) -> note([X, Y]), erlang:phash2(X, 4) =< erlang:phash2(Y, 4) end,
          fun(X, Y) -> note([X, Y]), erlang:phash2({X, Y}, 2) =:= 0 end,
          fun(X, Y) -> note([X, Y]), case erlang:phash2(X, 9) of 0 -> other; _ -> X =< Y end end]).
