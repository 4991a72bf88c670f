#!/usr/bin/env escript
%% Makes exceptions.txt: each case `{Class, Reason, StackTrace}` below, and how the shell of this OTP shows it.

main([]) ->
    ok = io:setopts([{encoding, unicode}]),
    io:format("%% Made by exceptions.escript, with OTP ~s.~n", [erlang:system_info(otp_release)]),
    [io:format("~n~0tp.~n~ts~n", [Case, shown(Case)]) || Case <- cases()].

%% As shell.erl reports an exception.
shown({Class, Reason, Stack}) ->
    Print = fun(Term, Column) ->
        io_lib_pretty:print(Term, [{column, Column}, {line_length, 80}, {depth, 30}, {line_max_chars, 60}, {strings, true}, {encoding, unicode}])
    end,
    Outside = fun(Module, _, _) -> Module =:= erl_eval end,
    ["** ", erl_error:format_exception(4, Class, Reason, without_details(Stack), Outside, Print, unicode)].

%% What a module says about the arguments is tested elsewhere.
without_details(Stack) when is_list(Stack) ->
    [case Frame of
         {M, F, A, Info} when is_list(Info) -> {M, F, A, lists:keydelete(error_info, 1, Info)};
         _ -> Frame
     end || Frame <- Stack];
without_details(Stack) ->
    Stack.

cases() ->
    At = fun(File, Line) -> [{file, File}, {line, Line}] end,
    M = {m, f, 1, At("m.erl", 3)},
    Eval = [{erl_eval, do_apply, 7, At("erl_eval.erl", 744)}, {erl_eval, expr, 6, []}],
    Long = lists:seq(1000, 1040),
    Wide = [{key, list_to_atom("a_rather_long_name_" ++ integer_to_list(N))} || N <- lists:seq(1, 8)],
    [{error, Reason, [M | Eval]} || Reason <-
        [badarg, badarith, if_clause, noproc, notalive, system_limit, timeout_value, some_reason, undef_not, {badarg, 1}, {badkey, k},
         {badmap, []}, {badfun, foo}, {badmatch, {error, enoent}}, {badmatch, Long}, {badmatch, Wide}, {case_clause, "text"}, {try_clause, 1.5}, {else_clause, x},
         {bad_filter, 3}, {bad_generator, a}, {badrecord, r}, {badarity, {fun lists:map/2, [1]}}, {badarity, {fun erlang:length/1, []}}, {badarity, {fun m:f/1, [1, 2]}},
         {badarity, {fun m:f/1, [1, 2, 3]}}, {a, b, c}, "reason", <<"binary">>, #{a => 1}, Long, Wide]]
    ++ [{error, function_clause, [{m, f, [1, two], At("m.erl", 9)}, M | Eval]},
        {error, function_clause, [{m, f, [97], At("m.erl", 9)}]},
        {error, function_clause, [{m, f, [97, 98], At("m.erl", 9)}]},
        {error, function_clause, [{m, f, [], At("m.erl", 9)}]},
        {error, function_clause, [{m, f, ["a string", Long], At("m.erl", 9)}, M]},
        {error, function_clause, [{m, 'Quoted name', [Wide, 1], At("m.erl", 9)}, M]},
        {error, function_clause, [{lists, map, [x, [1]], At("lists.erl", 1243)}, M]},
        {error, function_clause, [{m, f, 2, At("m.erl", 9)}]},
        {error, function_clause, [{a_module_with_a_rather_long_name, and_a_function_with_a_long_name, [1, 2], At("m.erl", 9)}]},
        {error, undef, [{m, g, [1, 2], []}, M | Eval]},
        {error, undef, [{'Mod', 'Fun', [], []}]},
        {error, undef, [{erlang, length, [a, b], []}]},
        {error, badarith, [{erlang, '+', [1, a], [{error_info, #{module => erl_erts_errors}}]}, M | Eval]},
        {error, badarith, [{erlang, '-', [a], []}, M]},
        {error, badarith, [{erlang, '/', [1, 0], []}, M]},
        {error, badarith, [{erlang, 'div', [Long, Wide], []}, M]},
        {error, badarg, [{erlang, '++', [a, [b]], []}, M]},
        {error, badarg, [{erlang, length, [a], [{error_info, #{module => erl_erts_errors}}]}, M, {m, g, 0, At("dir/m.erl", 12)} | Eval]},
        {error, badarg, [{erlang, atom_to_list, [Long], []}, M]},
        {error, badarg, [{ets, lookup, [t, 1], []}, M]},
        {error, badarg, [{lists, keyfind, [1, 0, Wide], []}, M]},
        {error, badarg, []},
        {error, {badmatch, 1}, Eval},
        {error, foo, not_a_stack},
        {error, foo, [{m, f, x, y}]},
        {error, foo, [{m, f, 1, []}]},
        {error, foo, [{m, '-f/1-fun-0-', 1, At("m.erl", 2)}, {erl_eval, a, 1, []}, M | Eval]},
        {exit, normal, [M]},
        {exit, badarg, [M]},
        {exit, {noproc, {gen_server, call, [counter, value]}}, [{gen_server, call, 2, At("gen_server.erl", 367)}, M]},
        {exit, calling_self, [M]},
        {exit, Wide, [M]},
        {throw, ball, [M | Eval]},
        {throw, {badmatch, 1}, [M]},
        {throw, Long, []},
        {error, {badmatch, <<"größe"/utf8>>}, [M]},
        {error, {badmatch, [1 | 2]}, [M]},
        {error, {badmatch, lists:duplicate(3, lists:seq($a, $z) ++ " and on it goes")}, [M]}].
