%% The processes `user` and `standard_error`: they speak Erlang's I/O protocol
%% on one side and call the machine's world on the other.
-module(whodunit_io).
-export([server/1]).

%% Natives: write(Stream, Utf8) -> ok; read_line() -> Utf8 | eof.

-record(state, {stream :: standard_io | standard_error,
                input = [] :: [char()],
                binary = false :: boolean(),
                encoding = unicode :: unicode | latin1}).

server(Stream) ->
    loop(#state{stream = Stream}).

loop(State) ->
    receive
        {io_request, From, ReplyAs, Request} when is_pid(From) ->
            {Reply, NewState} = request(Request, State),
            From ! {io_reply, ReplyAs, Reply},
            loop(NewState);
        _ ->
            loop(State)
    end.

request({put_chars, Encoding, Chars}, State) ->
    {put_chars(Encoding, Chars, State), State};
request({put_chars, Encoding, Module, Function, Arguments}, State) ->
    {put_result(Encoding, Module, Function, Arguments, State), State};
request({get_line, Encoding, Prompt}, State) ->
    prompt(Prompt, State),
    get_until(Encoding, get_line, fun collect_line/2, [], State);
request({get_chars, Encoding, Prompt, Count}, State) when is_integer(Count), Count >= 0 ->
    prompt(Prompt, State),
    get_until(Encoding, get_chars, fun collect_chars/2, {Count, []}, State);
request({get_until, Encoding, Prompt, Module, Function, Arguments}, State) ->
    prompt(Prompt, State),
    Collect = fun(Chars, Continuation) ->
                      apply(Module, Function, [Continuation, Chars | Arguments])
              end,
    get_until(Encoding, Function, Collect, [], State);
request({get_password, _Encoding}, State) ->
    {{error, enotsup}, State};
request(getopts, #state{binary = Binary, encoding = Encoding} = State) ->
    {[{binary, Binary}, {encoding, Encoding}], State};
request({setopts, Options}, State) when is_list(Options) ->
    set_options(Options, State);
request({get_geometry, _}, State) ->
    {{error, enotsup}, State};
request({requests, Requests}, State) when is_list(Requests) ->
    requests(Requests, ok, State);
%% Without an encoding, as before Unicode.
request({put_chars, Chars}, State) ->
    request({put_chars, latin1, Chars}, State);
request({put_chars, Module, Function, Arguments}, State) ->
    request({put_chars, latin1, Module, Function, Arguments}, State);
request({get_line, Prompt}, State) ->
    request({get_line, latin1, Prompt}, State);
request({get_chars, Prompt, Count}, State) ->
    request({get_chars, latin1, Prompt, Count}, State);
request({get_until, Prompt, Module, Function, Arguments}, State) ->
    request({get_until, latin1, Prompt, Module, Function, Arguments}, State);
request(Request, State) ->
    {{error, {request, Request}}, State}.

%% All of them, or up to the first that fails.
requests([Request | Rest], ok, State) ->
    {Reply, NewState} = request(Request, State),
    requests(Rest, Reply, NewState);
requests([_ | _], {error, _} = Error, State) ->
    {Error, State};
requests([Request | Rest], _, State) ->
    requests([Request | Rest], ok, State);
requests([], Reply, State) ->
    {Reply, State}.

put_chars(Encoding, Chars, #state{stream = Stream}) ->
    case catch unicode:characters_to_binary(Chars, Encoding, unicode) of
        Binary when is_binary(Binary) -> whodunit_io:write(Stream, Binary);
        _ -> {error, put_chars}
    end.

put_result(Encoding, Module, Function, Arguments, State) ->
    case catch apply(Module, Function, Arguments) of
        Chars when is_list(Chars); is_binary(Chars) -> put_chars(Encoding, Chars, State);
        _ -> {error, put_chars}
    end.

prompt(Prompt, State) ->
    put_chars(unicode, io_lib:format_prompt(Prompt, unicode), State).

set_options([], State) ->
    {ok, State};
set_options([binary | Options], State) ->
    set_options(Options, State#state{binary = true});
set_options([list | Options], State) ->
    set_options(Options, State#state{binary = false});
set_options([{binary, Binary} | Options], State) when is_boolean(Binary) ->
    set_options(Options, State#state{binary = Binary});
set_options([{encoding, Encoding} | Options], State) when Encoding =:= unicode; Encoding =:= utf8 ->
    set_options(Options, State#state{encoding = unicode});
set_options([{encoding, latin1} | Options], State) ->
    set_options(Options, State#state{encoding = latin1});
set_options(_, State) ->
    {{error, enotsup}, State}.

%% Feeds Collect with input, a line at a time, until it is done.
get_until(Encoding, Name, Collect, Continuation, State) ->
    Input = input(State),
    case catch Collect(Input, Continuation) of
        {done, Result, Left} ->
            {result(Encoding, Result, State), State#state{input = left(Left)}};
        {more, More} when Input =/= eof ->
            get_until(Encoding, Name, Collect, More, State#state{input = []});
        _ ->
            {{error, Name}, State#state{input = []}}
    end.

%% What was left of the last line, or a new one.
input(#state{input = [_ | _] = Input}) ->
    Input;
input(#state{stream = standard_io}) ->
    case whodunit_io:read_line() of
        eof -> eof;
        Line -> characters(Line)
    end;
input(_) ->
    eof.

characters(Line) ->
    case unicode:characters_to_list(Line, unicode) of
        Chars when is_list(Chars) -> Chars;
        _ -> binary_to_list(Line)
    end.

left(eof) -> [];
left(Left) when is_binary(Left) -> characters(Left);
left(Left) -> Left.

%% Text in the form that the client wants; other results as they are.
result(Encoding, [Char | _] = Chars, #state{binary = true}) when is_integer(Char) ->
    case unicode:characters_to_binary(Chars, unicode, Encoding) of
        Binary when is_binary(Binary) -> Binary;
        _ -> {error, {no_translation, unicode, Encoding}}
    end;
result(latin1, [Char | _] = Chars, _) when is_integer(Char) ->
    case lists:all(fun(C) -> is_integer(C) andalso C =< 255 end, Chars) of
        true -> Chars;
        false -> {error, {no_translation, unicode, latin1}}
    end;
result(_, Result, _) ->
    Result.

collect_line(eof, []) ->
    {done, eof, []};
collect_line(eof, Collected) ->
    {done, lists:reverse(Collected), []};
collect_line([$\n | Rest], Collected) ->
    {done, lists:reverse(Collected, [$\n]), Rest};
collect_line([Char | Rest], Collected) ->
    collect_line(Rest, [Char | Collected]);
collect_line([], Collected) ->
    {more, Collected}.

collect_chars(eof, {_, []}) ->
    {done, eof, []};
collect_chars(eof, {_, Collected}) ->
    {done, lists:reverse(Collected), []};
collect_chars(Rest, {0, Collected}) ->
    {done, lists:reverse(Collected), Rest};
collect_chars([Char | Rest], {Count, Collected}) ->
    collect_chars(Rest, {Count - 1, [Char | Collected]});
collect_chars([], Continuation) ->
    {more, Continuation}.
