%% What EUnit prints about failures.
-module(eunit_lib).

-export([format_error/2, format_exception/2, format_stacktrace/1, is_not_test/1, own_frames/1]).

%% The frames of the test: those of EUnit that called it say nothing (OTP prints them).
own_frames(Stack) -> lists:takewhile(fun(Frame) -> not is_eunit(element(1, Frame)) end, Stack).

is_eunit(Module) -> Module =:= eunit_proc orelse Module =:= eunit_data.

format_exception({Class, Reason, Stack}, Depth) when is_atom(Class), is_list(Stack) ->
    [format_stacktrace(Stack), io_lib:format("**~w:", [Class]), io_lib:format("~tP\n", [Reason, Depth])];
format_exception(Other, Depth) -> io_lib:format("~tP\n", [Other, Depth]).

format_stacktrace([]) -> "";
format_stacktrace([Frame | Frames]) ->
    [["in function ", frame(Frame)] | [["in call from ", frame(F)] || F <- Frames]].

frame({Module, Function, Args, Location}) when is_list(Args) ->
    io_lib:format("~w:~tw/~w~ts\n  called as ~ts\n",
                  [Module, Function, length(Args), location(Location), call(Module, Function, Args)]);
frame({Module, Function, Arity, Location}) ->
    io_lib:format("~w:~tw/~w~ts\n", [Module, Function, Arity, location(Location)]).

location(Location) ->
    case {proplists:get_value(file, Location), proplists:get_value(line, Location)} of
        {undefined, _} -> "";
        {_, undefined} -> "";
        {File, Line} -> io_lib:format(" (~ts, line ~w)", [File, Line])
    end.

%% Operators as they are written.
call(erlang, Function, [A]) when Function =:= '+'; Function =:= '-'; Function =:= 'bnot'; Function =:= 'not' ->
    io_lib:format("~ts ~ts", [Function, argument(A)]);
call(erlang, Function, [A, B]) ->
    case lists:member(Function, ['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor', 'bsl', 'bsr', 'and', 'or', 'xor', '==',
                                 '/=', '=:=', '=/=', '<', '=<', '>', '>=', '++', '--', '!']) of
        true -> io_lib:format("~ts ~ts ~ts", [argument(A), Function, argument(B)]);
        false -> plain_call(Function, [A, B])
    end;
call(_, Function, Args) -> plain_call(Function, Args).

plain_call(Function, Args) -> io_lib:format("~tw(~ts)", [Function, lists:join(",", [argument(A) || A <- Args])]).

argument(Term) -> io_lib:format("~tP", [Term, 15]).

%% ---- what is wrong with a test before it runs

format_error({not_supported, Text}, _) -> message(Text, "", []);
format_error({bad_test, Term}, Depth) -> message("bad test descriptor", "~tP", [Term, Depth]);
format_error({bad_generator, {{M, F, A}, Term}}, Depth) ->
    message(io_lib:format("result from generator ~w:~tw/~w is not a test", [M, F, A]), "~tP", [Term, Depth]);
format_error({generator_failed, {{M, F, A}, Exception}}, Depth) ->
    message(io_lib:format("test generator ~w:~tw/~w failed", [M, F, A]), "~ts", [format_exception(Exception, Depth)]);
format_error({no_such_function, {M, F, A}}, _) -> message(io_lib:format("no such function: ~w:~tw/~w", [M, F, A]), "", []);
format_error({module_not_found, Module}, _) -> message("test module not found", "~tp", [Module]);
format_error({application_not_found, Name}, _) -> message("application not found", "~w", [Name]);
format_error({setup_failed, Exception}, Depth) ->
    message("context setup failed", "~ts", [format_exception(Exception, Depth)]);
format_error({cleanup_failed, Exception}, Depth) ->
    message("context cleanup failed", "~ts", [format_exception(Exception, Depth)]);
format_error({instantiation_failed, Exception}, Depth) ->
    message("instantiation of subtests failed", "~ts", [format_exception(Exception, Depth)]);
format_error({{bad_instantiator, {{M, F, A}, Term}}, _}, Depth) ->
    message(io_lib:format("result from instantiator ~w:~tw/~w is not a test", [M, F, A]), "~tP", [Term, Depth]);
format_error(Other, Depth) -> message("cannot run", "~tP", [Other, Depth]).

message(Title, Format, Args) -> io_lib:format("*** ~ts ***\n~ts\n\n", [Title, io_lib:format("**" ++ Format, Args)]).

%% What a generator cannot have meant as a test, but as the result of one.
is_not_test({ok, _}) -> true;
is_not_test({error, _}) -> true;
is_not_test({'EXIT', _}) -> true;
is_not_test([N | _]) when is_number(N) -> true;
is_not_test(Term) when is_number(Term); is_binary(Term); is_pid(Term); is_port(Term); is_reference(Term) -> true;
is_not_test(Term) -> lists:member(Term, [ok, error, true, false, undefined]).
