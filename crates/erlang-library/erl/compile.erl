%% Compiling while the program runs. OTP's parser, preprocessor and linter check the program; the
%% `.beam` that comes of it holds the abstract code, which is what the machine loads.
%%
%% Warnings are those of the linter: OTP's optimiser, which gives some more, does not run.
-module(compile).
-export([file/1, file/2, forms/1, forms/2, noenv_file/2, noenv_forms/2, output_generated/1,
         noenv_output_generated/1, env_compiler_options/0, format_error/1]).
%% For `code:get_object_code/1`.
-export([beam/4]).

-define(DEFAULT, [verbose, report_errors, report_warnings]).

file(File) -> file(File, ?DEFAULT).

file(File, Options) when is_list(Options) -> noenv_file(File, Options ++ env_compiler_options());
file(File, Option) -> file(File, [Option | ?DEFAULT]).

noenv_file(File, Options) when is_list(Options) -> compile_file(name(File), expanded(Options));
noenv_file(File, Option) -> noenv_file(File, [Option | ?DEFAULT]).

forms(Forms) -> forms(Forms, ?DEFAULT).

forms(Forms, Options) when is_list(Options) -> noenv_forms(Forms, Options ++ env_compiler_options());
forms(Forms, Option) when is_atom(Option) -> forms(Forms, [Option | ?DEFAULT]).

noenv_forms(Forms, Options) when is_list(Options) ->
    Expanded = expanded([binary | Options]),
    Source = proplists:get_value(source, Expanded, ""),
    compile_forms(Forms, Source, Expanded);
noenv_forms(Forms, Option) when is_atom(Option) -> noenv_forms(Forms, [Option | ?DEFAULT]).

output_generated(Options) -> noenv_output_generated(Options ++ env_compiler_options()).

noenv_output_generated(Options) ->
    Expanded = expanded(Options),
    not lists:any(fun(Option) -> lists:member(Option, Expanded) end, [binary]).

env_compiler_options() ->
    case os:getenv("ERL_COMPILER_OPTIONS") of
        false -> [];
        Text ->
            case erl_scan:string(Text ++ ".") of
                {ok, Tokens, _} ->
                    case erl_parse:parse_term(Tokens) of
                        {ok, Options} when is_list(Options) -> Options;
                        {ok, Option} -> [Option];
                        {error, _} -> bad_options()
                    end;
                {error, _, _} -> bad_options()
            end
    end.

bad_options() ->
    io:format("Ignoring bad term in ~s\n", ["ERL_COMPILER_OPTIONS"]),
    [].

name(File) when is_atom(File) -> atom_to_list(File);
name(File) -> filename:rootname(File, ".erl").

expanded(Options) -> lists:flatmap(fun expand/1, Options).

expand(report) -> [report_errors, report_warnings];
expand(return) -> [return_errors, return_warnings];
expand(Option) ->
    case changes_the_output(Option) of
        true -> refused(Option);
        false -> [Option]
    end.

%% What is asked for is not a `.beam`, or one that only OTP's compiler can make.
changes_the_output({core_transform, _}) -> true;
changes_the_output({debug_info_key, _}) -> true;
changes_the_output({debug_info, {_, _}}) -> true;
changes_the_output({makedep_output, _}) -> true;
changes_the_output({pass, _}) -> true;
changes_the_output(Option) ->
    lists:member(Option, ['S', to_core, to_core0, to_kernel, to_dis, to_asm, asm, core,
                          abstr, from_core, from_asm, from_abstr, encrypt_debug_info, makedep, dpp, dabstr, dexp,
                          dcore, dkern, dssa, dis]).

refused(Option) ->
    code:not_supported(lists:flatten(io_lib:format("compile:forms/2 with the option ~tp", [Option]))).

compile_file(Name, Options) ->
    File = Name ++ ".erl",
    Folder = filename:dirname(File),
    Includes = [".", Folder | [Path || {i, Path} <- Options]],
    Encoding = [{default_encoding, E} || {default_encoding, E} <- Options],
    Defined = fun({d, Macro}) -> [Macro]; ({d, Macro, Value}) -> [{Macro, Value}]; (_) -> [] end,
    Parsing = [{includes, Includes}, {source_name, proplists:get_value(source_name, Options, File)},
               {macros, lists:flatmap(Defined, Options)}, {location, {1, 1}} | Encoding],
    case epp:parse_file(File, Parsing) of
        {ok, Forms} -> compile_forms(Forms, File, Options);
        {error, Reason} -> failed([{File, [{none, ?MODULE, {epp, Reason}}]}], [], Options)
    end.

compile_forms(Forms, Source, Given) ->
    Own = lists:flatten([Option || {attribute, _, compile, Option} <- Forms]),
    Options = Given ++ expanded(Own),
    Transforms = [Transform || {parse_transform, Transform} <- Options],
    case transformed(Transforms, [without_transforms(Form) || Form <- Forms], Source, Options, []) of
        {ok, Changed, Warnings} ->
            case is_wanted(['P', to_pp], Options) of
                {true, How} -> listed(How, "P", Changed, Source, Options, Warnings);
                false -> linted(Changed, Source, Given, Options, Warnings)
            end;
        {error, Errors, Warnings} -> failed(Errors, Warnings, Options)
    end.

%% Is the program itself wanted, rather than compiled: `listed` in a file, or `returned`?
is_wanted([Listed, Returned], Options) ->
    case {lists:member(Listed, Options), lists:member(Returned, Options)} of
        {true, _} -> {true, listed};
        {false, true} -> {true, returned};
        {false, false} -> false
    end.

%% As OTP writes `.P` and `.E` files.
listed(How, Extension, Result, Source, Options, Warnings) ->
    File = filename:join(folder(Options), filename:basename(Source, ".erl") ++ "." ++ Extension),
    Shown = case How of
        listed -> [[erl_pp:form(Form, [{encoding, utf8}]), $\n] || Form <- Result];
        returned -> [io_lib:format("~tp.~n", [Form]) || Form <- Result]
    end,
    IsBinary = lists:member(binary, Options),
    case (How =:= returned andalso IsBinary) orelse file:write_file(File, unicode:characters_to_binary(Shown)) of
        {error, Why} -> failed([{File, [{none, ?MODULE, {write_error, Why}}]}], Warnings, Options);
        _ when IsBinary -> with_warnings({ok, [], Result}, Warnings, Options);
        _ -> with_warnings({ok, []}, Warnings, Options)
    end.

without_transforms({attribute, Place, compile, {parse_transform, _}}) -> {attribute, Place, compile, []};
without_transforms({attribute, Place, compile, Options}) when is_list(Options) ->
    Kept = [Option || Option <- Options, not (is_tuple(Option) andalso element(1, Option) =:= parse_transform)],
    {attribute, Place, compile, Kept};
without_transforms(Form) -> Form.

transformed([], Forms, _, _, Warnings) -> {ok, Forms, Warnings};
transformed([Transform | Rest], Forms, Source, Options, Warnings) ->
    case code:ensure_loaded(Transform) of
        {module, Transform} ->
            case transform(Transform, Forms, Options) of
                {ok, {error, Errors, More}} -> {error, Errors, Warnings ++ More};
                {ok, {warning, Changed, More}} -> transformed(Rest, Changed, Source, Options, Warnings ++ More);
                {ok, Changed} -> transformed(Rest, Changed, Source, Options, Warnings);
                {failed, Why} -> {error, [{Source, [{none, ?MODULE, {parse_transform, Transform, Why}}]}], Warnings}
            end;
        {error, _} -> {error, [{Source, [{none, ?MODULE, {undef_parse_transform, Transform}}]}], Warnings}
    end.

transform(Transform, Forms, Options) ->
    try {ok, Transform:parse_transform(Forms, Options)}
    catch Class:Reason:Stack -> {failed, {Class, Reason, Stack}}
    end.

linted(Forms, Source, Given, Options, Before) ->
    Lint = proplists:delete(warnings_as_errors, Options),
    Shown = case [Name || {attribute, _, file, {Name, _}} <- Forms] of [First | _] when Source =:= "" -> First; _ -> Source end,
    case erl_lint:module(Forms, Shown, Lint) of
        {ok, Warnings} ->
            All = Before ++ Warnings ++ optimiser_warnings(Forms, Options),
            case lists:member(warnings_as_errors, Options) andalso All =/= [] of
                true -> failed([], All, Options);
                false ->
                    case is_wanted(['E', to_exp], Options) of
                        {true, How} ->
                            Expanded = erl_expand_records:module(Forms, Options),
                            listed(How, "E", Expanded, Source, Options, All);
                        false -> made(Forms, Source, Given, Options, All)
                    end
            end;
        {error, Errors, Warnings} -> failed(Errors, Before ++ Warnings, Options)
    end.

made(Forms, Source, Given, Options, Warnings) ->
    {attribute, _, module, Module} = lists:keyfind(module, 3, Forms),
    Beam = beam(Module, Forms, Source, Given),
    Result = case [Option || Option <- [basic_validation, strong_validation, binary], lists:member(Option, Options)] of
        [basic_validation | _] -> {ok, []};
        [strong_validation | _] -> {ok, Module};
        [binary] -> {ok, Module, Beam};
        [] -> written(Module, Beam, Source, Options)
    end,
    case Result of
        {error, Errors} -> failed(Errors, Warnings, Options);
        _ -> with_warnings(Result, Warnings, Options)
    end.

with_warnings(Result, Warnings, Options) ->
    report_warnings(Warnings, Options),
    case lists:member(return_warnings, Options) of
        true -> erlang:append_element(Result, by_file(Warnings));
        false -> Result
    end.

written(Module, Beam, Source, Options) ->
    Folder = folder(Options),
    Base = filename:basename(Source, ".erl"),
    File = case Folder of
        "." -> Base ++ ".beam";
        _ -> filename:join(Folder, Base ++ ".beam")
    end,
    case atom_to_list(Module) =:= Base andalso file:write_file(File, Beam) of
        ok ->
            found_at_its_first_call(Module, Folder, File, Beam),
            {ok, Module};
        false -> {error, [{File, [{none, ?MODULE, {module_name, Module, Base}}]}]};
        {error, Why} -> {error, [{File, [{none, ?MODULE, {write_error, Why}}]}]}
    end.

folder(Options) -> hd([Path || {outdir, Path} <- Options] ++ ["."]).

%% A new module in a folder of the code path is there for whoever calls it.
found_at_its_first_call(Module, Folder, File, Beam) ->
    IsInPath = lists:member(filename:absname(Folder), [filename:absname(Path) || Path <- ["." | code:get_path()]]),
    case IsInPath andalso code:which(Module) of
        non_existing -> code:load_binary(Module, filename:absname(File), Beam);
        _ -> ok
    end.

failed(Errors, Warnings, Options) ->
    case lists:member(report_errors, Options) of
        true -> [sys_messages:list_errors(File, Some, Options) || {File, Some} <- Errors];
        false -> ok
    end,
    report_warnings(Warnings, Options),
    case lists:member(return_errors, Options) of
        true -> {error, by_file(Errors), by_file(Warnings)};
        false -> error
    end.

%% What is wrong with the text of a file comes first.
by_file(Messages) ->
    All = lists:sort([{File, Message} || {File, Some} <- Messages, Message <- Some]),
    by_file([erl_scan, epp, erl_parse], All).

by_file([], All) -> [{File, [M || {F, M} <- All, F =:= File]} || File <- lists:usort([F || {F, _} <- All])];
by_file([First | Rest], All) ->
    {Those, Others} = lists:partition(fun({_, Message}) -> element(2, Message) =:= First end, All),
    by_file([], Those) ++ by_file(Rest, Others).

report_warnings(Warnings, Options) ->
    AreErrors = lists:member(warnings_as_errors, Options),
    Prefix = case AreErrors of
        true -> "";
        false -> "Warning: "
    end,
    case lists:member(report_warnings, Options) orelse (AreErrors andalso lists:member(report_errors, Options)) of
        true ->
            Texts = [sys_messages:format_messages(File, Prefix, Some, Options) || {File, Some} <- Warnings],
            [io:put_chars(Text) || {_, Text} <- lists:sort(lists:append(Texts))];
        false -> ok
    end.

%% What OTP's compiler has to say, where the warnings are part of the result. Its front end and its
%% first optimiser give them.
optimiser_warnings(Forms, Options) ->
    IsWanted = lists:member(return_warnings, Options) orelse lists:member(warnings_as_errors, Options),
    case IsWanted andalso code:which(sys_core_fold) =/= non_existing of
        true ->
            Expanded = erl_expand_records:module(Forms, Options),
            {ok, Core, First} = v3_core:module(Expanded, Options),
            {ok, _, Second} = sys_core_fold:module(Core, Options),
            First ++ Second;
        false -> []
    end.

%% A `.beam` file. Without `debug_info`, only the machine finds the abstract code in it.
beam(Module, Forms, Source, Options) ->
    Exported = lists:usort(lists:append([Names || {attribute, _, export, Names} <- Forms]) ++
                               [{module_info, 0}, {module_info, 1}] ++ all_exported(Forms, Options)),
    Names = [Module | lists:usort([Name || {Name, _} <- Exported, Name =/= Module])],
    Numbers = maps:from_list(lists:zip(Names, lists:seq(1, length(Names)))),
    Atoms = [[byte_size(Name), Name] || Atom <- Names, Name <- [atom_to_binary(Atom)]],
    Exports = [<<(maps:get(Name, Numbers)):32, Arity:32, Label:32>>
               || {{Name, Arity}, Label} <- lists:zip(Exported, lists:seq(2, length(Exported) + 1))],
    Kept = [Option || Option <- Options, is_kept(Option)],
    IsDebug = lists:member(debug_info, Options) orelse lists:member(debug_info, own_options(Forms)),
    Debug = case IsDebug of
        true -> {Forms, Kept};
        false -> {none, Kept}
    end,
    Path = case Source of
        "" -> [];
        _ -> [{source, filename:absname(Source)}]
    end,
    Own = lists:append([Pairs || {compile_info, Pairs} <- Options]),
    Extra = [{binary_to_list(Name), Data} || {extra_chunks, Pairs} <- Options, {Name, Data} <- Pairs],
    Info = [{version, version()}, {options, without_own(Kept)} | Path] ++ Own,
    Chunks = [{"AtU8", [<<(length(Names)):32>>, Atoms]},
              {"Code", <<16:32, 0:32, 0:32, 0:32, 0:32>>},
              {"StrT", <<>>},
              {"ImpT", <<0:32>>},
              {"ExpT", [<<(length(Exports)):32>>, Exports]},
              {"LocT", <<0:32>>},
              {"Attr", term_to_binary(attributes(Forms))},
              {"CInf", term_to_binary(Info)},
              {"Dbgi", term_to_binary({debug_info_v1, erl_abstract_code, Debug})}
              | Extra ++ [{"Whod", term_to_binary({raw_abstract_v1, Forms})} || not IsDebug]],
    Body = iolist_to_binary([chunk(Name, iolist_to_binary(Data)) || {Name, Data} <- Chunks]),
    <<"FOR1", (byte_size(Body) + 4):32, "BEAM", Body/binary>>.

chunk(Name, Data) ->
    Size = byte_size(Data),
    [Name, <<Size:32>>, Data, binary:copy(<<0>>, (4 - Size rem 4) rem 4)].

without_own(Options) -> [Option || Option <- Options, not lists:member(element_or(Option), [compile_info, extra_chunks])].

element_or(Option) when is_tuple(Option) -> element(1, Option);
element_or(Option) -> Option.

all_exported(Forms, Options) ->
    case lists:member(export_all, Options) orelse lists:member(export_all, own_options(Forms)) of
        true -> [{Name, Arity} || {function, _, Name, Arity, _} <- Forms];
        false -> []
    end.

own_options(Forms) -> lists:flatten([Option || {attribute, _, compile, Option} <- Forms]).

version() ->
    case filename:basename(code:lib_dir(compiler)) of
        "compiler-" ++ Version -> Version;
        _ -> "0"
    end.

is_kept({outdir, _}) -> false;
is_kept({cwd, _}) -> false;
is_kept({parse_transform, _}) -> false;
is_kept(Option) ->
    not lists:member(Option, [report_warnings, report_errors, return_errors, return_warnings, warnings_as_errors,
                              binary, verbose, beam]).

attributes(Forms) ->
    Is = fun(Name) -> not lists:member(Name, [module, export, import, record, file, type, opaque, spec, callback,
                                              optional_callbacks, export_type, compile, on_load, nifs]) end,
    Own = [{Name, as_list(Value)} || {attribute, _, Name, Value} <- Forms, Is(Name)],
    case lists:keymember(vsn, 1, Own) of
        true -> Own;
        false -> [{vsn, [binary:decode_unsigned(erlang:md5(term_to_binary(Forms)))]} | Own]
    end.

as_list(Value) when is_list(Value) -> Value;
as_list(Value) -> [Value].

format_error({epp, Reason}) -> epp:format_error(Reason);
format_error({write_error, Reason}) -> io_lib:format("error writing file: ~ts", [file:format_error(Reason)]);
format_error({module_name, Module, Name}) ->
    io_lib:format("Module name '~s' does not match file name '~ts'", [Module, Name]);
format_error({undef_parse_transform, Module}) -> io_lib:format("undefined parse transform '~ts'", [Module]);
format_error({parse_transform, Module, {Class, Reason, Stack}}) ->
    [io_lib:format("parse transform '~ts' ", [Module]),
     erl_error:format_exception(1, Class, Reason, Stack, fun(_, _, _) -> false end,
                                fun(Term, _) -> io_lib:format("~tp", [Term]) end)].
