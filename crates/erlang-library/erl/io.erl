%% Input and output: requests to an io device, which is a process, and its replies. Native: printable_range/0.
%%
%% What is read as Erlang terms or expressions is scanned and parsed by erl_scan and erl_parse, which are not in this library.
-module(io).

-export([columns/0, columns/1, format/1, format/2, format/3, fread/2, fread/3, fwrite/1, fwrite/2, fwrite/3, get_chars/2,
         get_chars/3, get_line/1, get_line/2, get_password/0, get_password/1, getopts/0, getopts/1, nl/0, nl/1, put_chars/1,
         put_chars/2, read/1, read/2, read/3, read/4, request/1, request/2, requests/1, requests/2, rows/0, rows/1, setopts/1,
         setopts/2, write/1, write/2]).
-export([parse_erl_exprs/1, parse_erl_exprs/2, parse_erl_exprs/3, parse_erl_exprs/4, parse_erl_form/1, parse_erl_form/2,
         parse_erl_form/3, parse_erl_form/4, scan_erl_exprs/1, scan_erl_exprs/2, scan_erl_exprs/3, scan_erl_exprs/4,
         scan_erl_form/1, scan_erl_form/2, scan_erl_form/3, scan_erl_form/4]).

%% A request that must succeed. It raises in the function that uses this, with its arguments, as a caller expects to see it.
-define(OUTPUT(Device, Request, Args),
        case output(Device, Request) of
            {raise, Reason} -> erlang:error(Reason, Args);
            Reply -> Reply
        end).

%% ---- output

put_chars(Chars) -> ?OUTPUT(group_leader(), {put_chars, unicode, Chars}, [Chars]).

put_chars(Device, Chars) -> ?OUTPUT(Device, {put_chars, unicode, Chars}, [Device, Chars]).

nl() -> ?OUTPUT(group_leader(), nl, []).

nl(Device) -> ?OUTPUT(Device, nl, [Device]).

write(Term) -> ?OUTPUT(group_leader(), {write, Term}, [Term]).

write(Device, Term) -> ?OUTPUT(Device, {write, Term}, [Device, Term]).

format(Format) -> ?OUTPUT(group_leader(), {format, Format, []}, [Format]).

format(Format, Args) -> ?OUTPUT(group_leader(), {format, Format, Args}, [Format, Args]).

format(Device, Format, Args) -> ?OUTPUT(Device, {format, Format, Args}, [Device, Format, Args]).

fwrite(Format) -> ?OUTPUT(group_leader(), {format, Format, []}, [Format]).

fwrite(Format, Args) -> ?OUTPUT(group_leader(), {format, Format, Args}, [Format, Args]).

fwrite(Device, Format, Args) -> ?OUTPUT(Device, {format, Format, Args}, [Device, Format, Args]).

output(Device, Request) ->
    case request(Device, Request) of
        {error, terminated} -> {raise, terminated};
        {error, calling_self} -> {raise, calling_self};
        {error, {no_translation, _, _}} -> {raise, no_translation};
        {error, _} -> {raise, badarg};
        Reply -> Reply
    end.

%% ---- input

get_chars(Prompt, N) -> get_chars(group_leader(), Prompt, N).

get_chars(Device, Prompt, N) when is_integer(N), N >= 0 -> request(Device, {get_chars, unicode, Prompt, N}).

get_line(Prompt) -> get_line(group_leader(), Prompt).

get_line(Device, Prompt) -> request(Device, {get_line, unicode, Prompt}).

get_password() -> get_password(group_leader()).

get_password(Device) -> request(Device, {get_password, unicode}).

fread(Prompt, Format) -> fread(group_leader(), Prompt, Format).

fread(Device, Prompt, Format) -> request(Device, {fread, Prompt, Format}).

read(Prompt) -> read(group_leader(), Prompt).

read(Device, Prompt) ->
    case request(Device, {get_until, unicode, Prompt, erl_scan, tokens, [1]}) of
        {ok, Tokens, _} -> erl_parse:parse_term(Tokens);
        {error, Error, _} -> {error, Error};
        {eof, _} -> eof;
        Other -> Other
    end.

read(Device, Prompt, Location) -> read(Device, Prompt, Location, []).

read(Device, Prompt, Location, Options) -> parsed(scan(Device, Prompt, Location, Options), fun erl_parse:parse_term/1).

scan_erl_exprs(Prompt) -> scan(group_leader(), Prompt, 1, []).
scan_erl_exprs(Device, Prompt) -> scan(Device, Prompt, 1, []).
scan_erl_exprs(Device, Prompt, Location) -> scan(Device, Prompt, Location, []).
scan_erl_exprs(Device, Prompt, Location, Options) -> scan(Device, Prompt, Location, Options).

scan_erl_form(Prompt) -> scan(group_leader(), Prompt, 1, []).
scan_erl_form(Device, Prompt) -> scan(Device, Prompt, 1, []).
scan_erl_form(Device, Prompt, Location) -> scan(Device, Prompt, Location, []).
scan_erl_form(Device, Prompt, Location, Options) -> scan(Device, Prompt, Location, Options).

parse_erl_exprs(Prompt) -> parse_erl_exprs(group_leader(), Prompt, 1, []).
parse_erl_exprs(Device, Prompt) -> parse_erl_exprs(Device, Prompt, 1, []).
parse_erl_exprs(Device, Prompt, Location) -> parse_erl_exprs(Device, Prompt, Location, []).
parse_erl_exprs(Device, Prompt, Location, Options) ->
    parsed(scan(Device, Prompt, Location, Options), fun erl_parse:parse_exprs/1).

parse_erl_form(Prompt) -> parse_erl_form(group_leader(), Prompt, 1, []).
parse_erl_form(Device, Prompt) -> parse_erl_form(Device, Prompt, 1, []).
parse_erl_form(Device, Prompt, Location) -> parse_erl_form(Device, Prompt, Location, []).
parse_erl_form(Device, Prompt, Location, Options) ->
    parsed(scan(Device, Prompt, Location, Options), fun erl_parse:parse_form/1).

scan(Device, Prompt, Location, Options) ->
    request(Device, {get_until, unicode, Prompt, erl_scan, tokens, [Location, Options]}).

parsed({ok, Tokens, End}, Parse) ->
    case Parse(Tokens) of
        {ok, Parsed} -> {ok, Parsed, End};
        {error, Error} -> {error, Error, End}
    end;
parsed(Other, _) -> Other.

%% ---- the device

columns() -> columns(group_leader()).

columns(Device) -> size(Device, columns).

rows() -> rows(group_leader()).

rows(Device) -> size(Device, rows).

size(Device, Which) ->
    case request(Device, {get_geometry, Which}) of
        N when is_integer(N), N > 0 -> {ok, N};
        _ -> {error, enotsup}
    end.

getopts() -> getopts(group_leader()).

getopts(Device) -> request(Device, getopts).

setopts(Options) -> setopts(group_leader(), Options).

setopts(Device, Options) -> request(Device, {setopts, Options}).

%% ---- requests

request(Request) -> request(group_leader(), Request).

request(Device, Request) -> ask(Device, fun() -> message(Request) end).

requests(Requests) -> requests(group_leader(), Requests).

requests(Device, Requests) -> ask(Device, fun() -> {requests, [message(R) || R <- flatten(Requests)]} end).

flatten([{requests, Inner} | Rest]) -> flatten(Inner) ++ flatten(Rest);
flatten([Request | Rest]) -> [Request | flatten(Rest)];
flatten([]) -> [].

%% A device is a pid, a registered name, or standard_io: the group leader. The message is made when there is somebody
%% to send it to.
ask(standard_io, Message) -> ask(group_leader(), Message);
ask(Name, Message) when is_atom(Name) ->
    case whereis(Name) of
        undefined -> {error, arguments};
        Device -> ask(Device, Message)
    end;
ask(Device, Message) when is_pid(Device) ->
    Content = Message(),
    case Device =:= self() of
        true -> {error, calling_self};
        false -> call(Device, Content)
    end.

call(Device, Message) ->
    Ref = erlang:monitor(process, Device),
    Device ! {io_request, self(), Ref, Message},
    receive
        {io_reply, Ref, Reply} ->
            erlang:demonitor(Ref, [flush]),
            Reply;
        {'DOWN', Ref, _, _, _} ->
            %% A linked device that has died is reported once.
            receive
                {'EXIT', Device, _} -> true
            after 0 -> true
            end,
            {error, terminated}
    end.

%% What goes to the device. Terms are formatted by the device, as it knows its width.
message({write, Term}) -> {put_chars, unicode, io_lib, write, [Term]};
message({format, Format, Args}) -> {put_chars, unicode, io_lib, format, [Format, Args]};
message({fwrite, Format, Args}) -> {put_chars, unicode, io_lib, fwrite, [Format, Args]};
message(nl) -> {put_chars, unicode, io_lib:nl()};
message({fread, Prompt, Format}) -> {get_until, unicode, Prompt, io_lib, fread, [Format]};
message({put_chars, Encoding, Chars} = Request) when is_list(Chars) ->
    try unicode:characters_to_binary(Chars, Encoding) of
        Binary when is_binary(Binary) -> {put_chars, Encoding, Binary};
        _ -> Request
    catch
        _:_ -> Request
    end;
message(Request) -> Request.
