%% The calls of Common Test that suites make, for the runner whodunit_ct. All others are not
%% supported.
-module(ct).

-export([fail/1, fail/2, comment/1, comment/2, sleep/1, timetrap/1, abort_current_testcase/1,
         pal/1, pal/2, pal/3, pal/4, pal/5, log/1, log/2, log/3, log/4, log/5, print/1, print/2, print/3, print/4, print/5,
         get_config/1, get_config/2, get_config/3, require/1, require/2, userdata/2, userdata/3, testcases/2,
         capture_start/0, capture_stop/0, capture_get/0, capture_get/1, make_priv_dir/0, set_verbosity/1, get_verbosity/1,
         notify/2, sync_notify/2, get_progname/0]).

fail(Reason) ->
    try exit({test_case_failed, Reason})
    catch exit:Reason1:Stack -> erlang:raise(exit, Reason1, lists:dropwhile(fun own/1, Stack))
    end.

fail(Format, Arguments) ->
    try io_lib:format(Format, Arguments) of
        Text ->
            try exit({test_case_failed, lists:flatten(Text)})
            catch exit:Reason:Stack -> erlang:raise(exit, Reason, lists:dropwhile(fun own/1, Stack))
            end
    catch
        error:badarg -> exit({badarg, {fail, Format, Arguments}})
    end.

own(Frame) -> element(1, Frame) =:= ?MODULE.

comment(Comment) ->
    Text = case io_lib:printable_unicode_list(Comment) of
               true -> Comment;
               false -> io_lib:format("~tp", [Comment])
           end,
    print_to(log, "~ts~n", [Text]).

comment(Format, Arguments) when is_list(Format), is_list(Arguments) -> comment(lists:flatten(io_lib:format(Format, Arguments))).

sleep(Time) ->
    case whodunit_ct_config:milliseconds(Time) of
        infinity -> timer:sleep(infinity);
        Milliseconds -> timer:sleep(Milliseconds)
    end.

timetrap(Time) ->
    Milliseconds = whodunit_ct_config:milliseconds(Time),
    whodunit_case:call({timetrap, Milliseconds}),
    ok.

abort_current_testcase(Reason) ->
    whodunit_case:call({abort, Reason}),
    ok.

pal(Format) -> print_to(pal, Format, []).
pal(A, B) -> printed(pal, [A, B]).
pal(A, B, C) -> printed(pal, [A, B, C]).
pal(A, B, C, D) -> printed(pal, [A, B, C, D]).
pal(A, B, C, D, E) -> printed(pal, [A, B, C, D, E]).

print(Format) -> print_to(pal, Format, []).
print(A, B) -> printed(pal, [A, B]).
print(A, B, C) -> printed(pal, [A, B, C]).
print(A, B, C, D) -> printed(pal, [A, B, C, D]).
print(A, B, C, D, E) -> printed(pal, [A, B, C, D, E]).

log(Format) -> print_to(log, Format, []).
log(A, B) -> printed(log, [A, B]).
log(A, B, C) -> printed(log, [A, B, C]).
log(A, B, C, D) -> printed(log, [A, B, C, D]).
log(A, B, C, D, E) -> printed(log, [A, B, C, D, E]).

%% Category and importance come before the format, options after its arguments.
printed(Where, [Category | Rest]) when is_atom(Category) -> printed(Where, Rest);
printed(Where, [Importance | Rest]) when is_integer(Importance) -> printed(Where, Rest);
printed(Where, [Format]) -> print_to(Where, Format, []);
printed(Where, [Format, Arguments | _]) -> print_to(Where, Format, Arguments).

print_to(Where, Format, Arguments) ->
    Text = try io_lib:format(Format, Arguments)
           catch error:badarg -> io_lib:format("*** FORMAT ERROR: ~tp ~tp", [Format, Arguments])
           end,
    Ended = case Where of
                pal -> [Text, $\n];
                log -> Text
            end,
    case whodunit_case:call({Where, Ended}) of
        none -> io:put_chars(Ended);
        _ -> ok
    end,
    ok.

get_config(Key) -> get_config(Key, undefined, []).
get_config(Key, Default) -> get_config(Key, Default, []).
get_config(Key, Default, Options) -> whodunit_ct_config:get(Key, Default, Options).

require(Required) -> whodunit_ct_config:require(none, Required).
require(Name, Required) -> whodunit_ct_config:require(Name, Required).

userdata(_, Suite) -> info(Suite, suite, []).

userdata(_, Suite, {group, Group}) -> info(Suite, group, [Group]);
userdata(_, Suite, Case) -> info(Suite, Case, []).

info(Suite, Function, Arguments) ->
    try apply(Suite, Function, Arguments) of
        Info -> whodunit_ct_config:userdata(Info)
    catch
        error:undef -> []
    end.

testcases(_, Suite) ->
    try Suite:all()
    catch error:undef -> {error, suite_not_found}
    end.

capture_start() -> answered(capture_start).
capture_stop() -> answered(capture_stop).
capture_get() -> capture_get([default]).
capture_get(_) -> [lists:flatten(Text) || Text <- answered(capture_get)].

answered(Request) ->
    case whodunit_case:call(Request) of
        {ok, Answer} -> Answer;
        none -> []
    end.

%% It is there from the beginning.
make_priv_dir() -> ok.

set_verbosity({Category, Level}) -> persistent_term:put({?MODULE, verbosity, Category}, Level).
get_verbosity(Category) -> persistent_term:get({?MODULE, verbosity, Category}, undefined).

%% Nobody listens.
notify(_, _) -> ok.
sync_notify(_, _) -> ok.

get_progname() ->
    case init:get_argument(progname) of
        {ok, [[Name]]} -> Name;
        _ -> "erl"
    end.
