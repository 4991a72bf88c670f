%% What the compiler returns beside the code: warnings, expanded forms, chunks of the file.
-module(compiling).
-export([main/0]).

main() ->
    Forms = forms(["-module(made).", "-export([f/1]).", "-record(r, {a = 1}).",
                   "f(X) -> case {X} of {a} -> #r{}; {_} -> 1 + b; _ -> never end.", "g() -> unused."]),
    {ok, made, _, Warnings} = compile:forms(Forms, [return]),
    {ok, [], Same, _} = compile:forms(Forms, [return, to_pp]),
    {ok, [], Expanded, _} = compile:forms(Forms, [return, to_exp]),
    {ok, made, Beam} = compile:forms(Forms, [{extra_chunks, [{<<"Mine">>, <<"odd">>}]}, {compile_info, [{who, me}]}]),
    {ok, {made, [{"Mine", Mine}, {compile_info, Info}]}} = beam_lib:chunks(Beam, ["Mine", compile_info]),
    error = compile:forms(Forms, [warnings_as_errors]),
    {ok, made} = compile:forms(Forms, [strong_validation]),
    {ok, []} = compile:forms(Forms, [basic_validation]),
    {module, made} = code:load_binary(made, "made.beam", Beam),
    Record = made:f(a),
    true = code:delete(made),
    true = erlang:purge_module(made),
    {Warnings, Same =:= Forms, [F || {function, _, _, _, _} = F <- Expanded], Mine, proplists:get_value(who, Info),
     code:get_chunk(Beam, "Mine"), code:get_chunk(Beam, "None"), is_binary(code:module_md5(Beam)), Record,
     try erlang:purge_module(made) catch error:badarg -> badarg end}.

forms(Lines) -> [form(Line, N) || {Line, N} <- lists:zip(Lines, lists:seq(1, length(Lines)))].

form(Line, N) ->
    {ok, Tokens, _} = erl_scan:string(Line, N),
    {ok, Form} = erl_parse:parse_form(Tokens),
    Form.
