#!/usr/bin/env escript
%%! -sname none@localhost -hidden
-mode(compile).
%% What OTP's Common Test does with the suites of a folder: a case a line, with what came of it.
main([Folder, Logs | Suites]) ->
    register(collector, self()),
    ok = filelib:ensure_dir(filename:join(Logs, "x")),
    {ok, _} = compile_handler(),
    Leader = group_leader(),
    group_leader(spawn(fun quiet/0), self()),
    Options = [{dir, Folder}, {suite, [list_to_atom(Suite) || Suite <- Suites]}, {logdir, Logs}, {auto_compile, true},
               {event_handler, [{handler, []}]}, {basic_html, true}],
    _ = ct:run_test(Options),
    group_leader(Leader, self()),
    print().

quiet() ->
    receive
        {io_request, From, As, _} -> From ! {io_reply, As, ok}, quiet();
        _ -> quiet()
    end.

print() -> print({0, 0, {0, 0}}, [], []).

%% Cases that have begun, and those that have ended since the last statistics. If it is one, the
%% statistics say what came of it: events call a case that returns {fail, _} ok, and one whose
%% cleanup crashed failed.
print(Before, Begun, Ended) ->
    receive
        {event, {tc_start, {Suite, Case}}} when is_atom(Case) -> print(Before, Begun ++ [{Suite, Case}], Ended);
        {event, {tc_done, {Suite, Case, Result}}} when is_atom(Case) ->
            print(Before, Begun -- [{Suite, Case}], Ended ++ [{Suite, Case, outcome(Result)}]);
        {event, {tc_user_skip, {Suite, Case, _}}} -> print(Before, Begun, Ended ++ [{Suite, Case, "skipped by user"}]);
        {event, {tc_auto_skip, {Suite, Case, _}}} -> print(Before, Begun, Ended ++ [{Suite, Case, "skipped by failure"}]);
        {event, {test_stats, Stats}} ->
            Now = [Case || {_, Name, _} = Case <- Ended, not is_configuration(Name)],
            case {Now, Begun} of
                {[{Suite, Case, _}], _} -> line({Suite, Case, difference(Before, Stats)});
                {[], [{Suite, Case} | _]} -> line({Suite, Case, difference(Before, Stats)});
                {Several, _} -> [line(Case) || Case <- Several]
            end,
            print(Stats, [], []);
        {event, _} -> print(Before, Begun, Ended)
    after 0 -> ok
    end.

outcome(ok) -> "passed";
outcome({skipped, _}) -> "skipped by user";
outcome({auto_skipped, _}) -> "skipped by failure";
outcome({failed, _}) -> "failed".

difference({Ok, _, _}, {More, _, _}) when More > Ok -> "passed";
difference({_, Failed, _}, {_, More, _}) when More > Failed -> "failed";
difference({_, _, {User, _}}, {_, _, {More, _}}) when More > User -> "skipped by user";
difference(_, _) -> "skipped by failure".

is_configuration({Name, _}) -> is_configuration(Name);
is_configuration(Name) -> lists:member(Name, [init_per_suite, end_per_suite, init_per_group, end_per_group]).

line({Suite, {Case, _}, Outcome}) -> line({Suite, Case, Outcome});
line({Suite, Case, Outcome}) -> io:format("case\t~w\t~w\t~s~n", [Suite, Case, Outcome]).

compile_handler() ->
    Text = "-module(handler). -behaviour(gen_event). -export([init/1, handle_event/2, handle_call/2, handle_info/2, terminate/2]). "
           "init(_) -> {ok, none}. "
           "handle_event({event, Name, _, Data}, S) -> collector ! {event, {Name, Data}}, {ok, S};"
           "handle_event(_, S) -> {ok, S}. "
           "handle_call(_, S) -> {ok, ok, S}. handle_info(_, S) -> {ok, S}. terminate(_, _) -> ok.",
    {ok, Tokens, _} = erl_scan:string(Text),
    Forms = forms(Tokens, [], []),
    {ok, Module, Binary} = compile:forms(Forms),
    {module, Module} = code:load_binary(Module, "handler.erl", Binary),
    {ok, Module}.

forms([], [], Forms) -> lists:reverse(Forms);
forms([{dot, _} = Dot | Rest], Tokens, Forms) ->
    {ok, Form} = erl_parse:parse_form(lists:reverse([Dot | Tokens])),
    forms(Rest, [], [Form | Forms]);
forms([Token | Rest], Tokens, Forms) -> forms(Rest, [Token | Tokens], Forms).
