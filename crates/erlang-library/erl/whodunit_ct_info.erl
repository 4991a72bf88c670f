%% Info functions of suites: suite/0, group/1, and case/0.
-module(whodunit_ct_info).

-export([of_suite/1, of_group/2, of_case/2, trap/2]).

%% {ok, List} | {failed, Reason}: why what the function is about cannot run.
of_suite(Suite) ->
    case info(Suite, suite, []) of
        {ok, List} ->
            case lists:all(fun is_tuple/1, List) of
                true -> {ok, List};
                false -> {failed, {suite0_failed, bad_return_value}}
            end;
        {failed, Reason} -> {failed, {suite0_failed, Reason}}
    end.

of_group(Suite, Name) ->
    case info(Suite, group, [Name]) of
        {failed, Reason} -> {failed, {group0_failed, Reason}};
        Found -> Found
    end.

of_case(Suite, Name) ->
    case info(Suite, Name, []) of
        {failed, Reason} -> {failed, {testcase0_failed, Reason}};
        Found -> Found
    end.

info(Suite, Function, Arguments) ->
    case erlang:function_exported(Suite, Function, length(Arguments)) of
        true ->
            try apply(Suite, Function, Arguments) of
                List when is_list(List) -> {ok, List};
                _ -> {failed, bad_return_value}
            catch
                error:undef -> {ok, []};
                error:Reason when Function =:= suite -> {failed, {exited, Reason}};
                _:_ -> {failed, bad_return_value}
            end;
        false -> {ok, []}
    end.

%% The time limit that an info list sets: {ok, Milliseconds} | {failed, Reason}.
trap(Info, Default) ->
    case [Time || {timetrap, Time} <- Info] of
        [] -> {ok, Default};
        [off | _] -> {ok, Default};
        [Time | _] ->
            try whodunit_ct_config:milliseconds(Time) of
                0 -> {failed, {framework_error, {timetrap, 0}}};
                Milliseconds -> {ok, Milliseconds}
            catch
                error:function_clause -> {failed, {invalid_time_format, Time}};
                _:Reason -> {failed, {user_timetrap_error, Reason}}
            end
    end.
