%% Sockets, below OTP's gen_tcp, gen_udp and inet. Each is a process in whodunit_socket, which other
%% sockets of the run reach by messages. Nothing leaves the run.
-module(prim_inet).

-export([open/3, open/4, fdopen/4, fdopen/5, close/1]).
-export([bind/3, listen/1, listen/2, peeloff/2]).
-export([connect/3, connect/4, accept/1, accept/2, accept/3]).
-export([shutdown/2, send/2, send/3, sendto/3, sendto/4, sendfile/4]).
-export([recv/2, recv/3, async_recv/3, unrecv/2, recvfrom/2, recvfrom/3]).
-export([setopt/3, setopts/2, getopt/2, getopts/2, is_sockopt_val/2]).
-export([getstat/2, getfd/1, ignorefd/2, gettype/1, getstatus/1]).
-export([getifaddrs/1, getiflist/1, ifget/3, ifset/3, gethostname/1]).
-export([getservbyname/3, getservbyport/3]).
-export([peername/1, peernames/1, peernames/2, sockname/1, socknames/1, socknames/2, setpeername/2, setsockname/2]).

open(Protocol, Family, Type) -> open(Protocol, Family, Type, []).

open(Protocol, Family, Type, _) when Family =:= inet orelse Family =:= inet6 ->
    case {Protocol, Type} of
        {tcp, stream} -> {ok, whodunit_socket:open(tcp, Family)};
        {udp, dgram} -> {ok, whodunit_socket:open(udp, Family)};
        _ -> whodunit_socket:outside(io_lib:format("a socket of ~tp", [Protocol]))
    end;
open(_, Family, _, _) -> whodunit_socket:outside(io_lib:format("a socket of the family ~tp", [Family])).

fdopen(_, _, _, _) -> whodunit_socket:outside("a socket of a file descriptor").
fdopen(_, _, _, _, _) -> whodunit_socket:outside("a socket of a file descriptor").

close(Socket) when is_port(Socket) ->
    try erlang:port_close(Socket)
    catch error:badarg -> true
    end,
    receive {'EXIT', Socket, _} -> ok after 0 -> ok end.

bind(Socket, #{addr := Address, port := Port}, _) -> bind(Socket, Address, Port);
bind(Socket, Address, Port) when is_integer(Port) ->
    case is_local(Address) of
        true -> call(Socket, {bind, plain(Address), Port}, {error, einval});
        false -> {error, eaddrnotavail}
    end.

listen(Socket) -> listen(Socket, 5).
listen(Socket, _) -> call(Socket, listen, {error, einval}).

peeloff(_, _) -> {error, einval}.

connect(Socket, #{addr := Address, port := Port}, Time) -> connect(Socket, Address, Port, Time);
connect(Socket, Address, Port) -> connect(Socket, Address, Port, infinity).

connect(Socket, Address, Port, Time) ->
    case is_local(Address) of
        true -> call(Socket, {connect, plain(Address), Port, Time}, {error, einval});
        false -> whodunit_socket:outside(["a connection to ", written(Address), $:, integer_to_list(Port)])
    end.

accept(Socket) -> accept(Socket, infinity, []).
accept(Socket, Options) when is_list(Options) -> accept(Socket, infinity, Options);
accept(Socket, Time) -> accept(Socket, Time, []).
accept(Socket, Time, _) when is_port(Socket), is_integer(Time), Time >= 0; is_port(Socket), Time =:= infinity ->
    case call(Socket, {accept, Time}, {error, closed}) of
        {ok, Accepted} -> {ok, Accepted};
        Error -> Error
    end.

shutdown(Socket, How) when How =:= read; How =:= write; How =:= read_write ->
    call(Socket, {shutdown, How}, {error, einval}).

send(Socket, Data) -> send(Socket, Data, []).
send(Socket, Data, _) ->
    try iolist_to_binary(Data) of
        Binary -> call(Socket, {send, Binary}, {error, closed})
    catch
        error:badarg -> {error, einval}
    end.

sendto(Socket, To, Data) -> sendto(Socket, To, [], Data).
sendto(Socket, To, _, Data) ->
    try {address(To), iolist_to_binary(Data)} of
        {{any, 0}, Binary} -> call(Socket, {send, Binary}, {error, closed});
        {{Address, Port}, Binary} ->
            case is_local(Address) of
                true -> call(Socket, {send_to, plain(Address), Port, Binary}, {error, closed});
                false -> whodunit_socket:outside(["a datagram to ", written(Address), $:, integer_to_list(Port)])
            end
    catch
        error:badarg -> {error, einval}
    end.

address(#{addr := Address, port := Port}) -> {Address, Port};
address({Family, {Address, Port}}) when Family =:= inet; Family =:= inet6 -> {Address, Port};
address({Address, Port}) -> {Address, Port}.

sendfile(_, _, _, _) -> whodunit_socket:outside("sendfile").

recv(Socket, Length) -> recv(Socket, Length, infinity).
recv(Socket, Length, Time) when is_integer(Length), Length >= 0 ->
    call(Socket, {recv, Length, Time}, {error, closed});
recv(_, _, _) -> {error, einval}.

async_recv(_, _, _) -> whodunit_socket:outside("prim_inet:async_recv/3").

unrecv(Socket, Data) -> call(Socket, {unrecv, iolist_to_binary(Data)}, {error, einval}).

recvfrom(Socket, Length) -> recvfrom(Socket, Length, infinity).
recvfrom(Socket, Length, Time) -> call(Socket, {recvfrom, Length, Time}, {error, closed}).

setopt(Socket, Name, Value) -> setopts(Socket, [{Name, Value}]).

setopts(Socket, Given) ->
    Options = [case Option of
                   binary -> {mode, binary};
                   list -> {mode, list};
                   Pair -> Pair
               end || Option <- Given, Option =/= inet, Option =/= inet6, Option =/= local],
    case lists:all(fun({Name, Value}) -> is_sockopt_val(Name, Value); ({raw, _, _, _}) -> true; (_) -> false end, Options) of
        true -> call(Socket, {set, Options}, {error, einval});
        false -> {error, einval}
    end.

getopt(Socket, Name) ->
    case getopts(Socket, [Name]) of
        {ok, [{_, Value}]} -> {ok, Value};
        {ok, []} -> {error, einval};
        Error -> Error
    end.

getopts(Socket, Names) ->
    case [Name || Name <- Names, not is_atom(Name), not is_raw(Name)] of
        [] -> call(Socket, {get, Names}, {error, einval});
        _ -> {error, einval}
    end.

is_raw(Tuple) -> is_tuple(Tuple) andalso element(1, Tuple) =:= raw.

is_sockopt_val(active, Value) -> is_boolean(Value) orelse Value =:= once orelse is_integer(Value) andalso Value >= -32768 andalso Value =< 32767;
is_sockopt_val(mode, Value) -> Value =:= list orelse Value =:= binary;
is_sockopt_val(deliver, Value) -> Value =:= term orelse Value =:= port;
is_sockopt_val(packet, Value) ->
    case lists:member(Value, [sunrm, asn1, cdr, fcgi, tpkt, http, httph, http_bin, httph_bin]) of
        true -> whodunit_socket:refused(io_lib:format("packets of the type ~tp", [Value]));
        false -> lists:member(Value, [0, 1, 2, 4, raw, line])
    end;
is_sockopt_val(linger, Value) ->
    case Value of
        {On, Seconds} -> is_boolean(On) andalso is_integer(Seconds) andalso Seconds >= 0;
        _ -> false
    end;
is_sockopt_val(send_timeout, Value) -> Value =:= infinity orelse is_integer(Value) andalso Value >= 0;
is_sockopt_val(netns, _) -> false;
is_sockopt_val(Name, Value) ->
    case whodunit_socket:default(Name) of
        Default when is_boolean(Default) -> is_boolean(Value);
        Default when is_integer(Default) -> is_integer(Value) andalso Value >= 0;
        unknown -> lists:member(Name, [ifaddr, ip, bind_to_device, multicast_if, add_membership, drop_membership]);
        _ -> true
    end.

getstat(Socket, What) -> call(Socket, {stat, What}, {error, einval}).
getfd(_) -> whodunit_socket:outside("the file descriptor of a socket").
ignorefd(_, _) -> ok.
gettype(Socket) -> call(Socket, type, {error, einval}).
getstatus(Socket) -> call(Socket, status, {error, einval}).

getifaddrs(_) ->
    {ok, [{"lo", [{flags, [up, loopback, running]}, {addr, {127, 0, 0, 1}}, {netmask, {255, 0, 0, 0}},
                  {addr, {0, 0, 0, 0, 0, 0, 0, 1}}, {netmask, {65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535}},
                  {hwaddr, [0, 0, 0, 0, 0, 0]}]}]}.
getiflist(_) -> {ok, ["lo"]}.
ifget(_, _, _) -> whodunit_socket:outside("inet:ifget").
ifset(_, _, _) -> {error, eperm}.
gethostname(_) -> {ok, inet_db:gethostname()}.

getservbyname(_, Name, _) -> whodunit_socket:outside(io_lib:format("looking up the service ~ts", [Name])).
getservbyport(_, Port, _) -> whodunit_socket:outside(io_lib:format("looking up the service of port ~tp", [Port])).

peername(Socket) -> call(Socket, peername, {error, einval}).
peernames(Socket) -> one(peername(Socket)).
peernames(Socket, _) -> peernames(Socket).
sockname(Socket) -> call(Socket, sockname, {error, einval}).
socknames(Socket) -> one(sockname(Socket)).
socknames(Socket, _) -> socknames(Socket).
setpeername(_, _) -> whodunit_socket:outside("inet:setpeername/2").
setsockname(_, _) -> whodunit_socket:outside("inet:setsockname/2").

one({ok, Name}) -> {ok, [Name]};
one(Error) -> Error.

call(Socket, Request, WhenClosed) when is_port(Socket) -> whodunit_socket:call(Socket, Request, WhenClosed).

%% ---- addresses: 127.0.0.1 and ::1, and whatever means this computer

is_local(any) -> true;
is_local(loopback) -> true;
is_local({127, _, _, _}) -> true;
is_local({0, 0, 0, 0}) -> true;
is_local({0, 0, 0, 0, 0, 0, 0, Last}) -> Last =< 1;
is_local({0, 0, 0, 0, 0, 16#ffff, High, _}) -> High bsr 8 =:= 127;
is_local({Family, {Address, _}}) when Family =:= inet; Family =:= inet6 -> is_local(Address);
is_local({inet, Address}) -> is_local(Address);
is_local({inet6, Address}) -> is_local(Address);
is_local(_) -> false.

plain({Family, {Address, _}}) when Family =:= inet; Family =:= inet6 -> Address;
plain({inet, Address}) -> Address;
plain({inet6, Address}) -> Address;
plain(Address) -> Address.

written(Address) ->
    case inet:ntoa(Address) of
        {error, _} -> io_lib:format("~tp", [Address]);
        Text -> Text
    end.
