%% A socket of the network inside the run: the process behind a port.
%%
%% Who uses the port calls with {Request, From, Ref} and is answered by {Ref, Answer}. Sockets send
%% each other
%%
%%     {syn, Client, Address, Port}      to who listens: from this port, to this address
%%     {established, Server}             back
%%     {data, Bytes}, fin, gone          between the two ends
%%     {datagram, Address, Port, Bytes}  UDP: from there
%%
%% Natives: process(Port), port(Process), refuse(Text).
-module(whodunit_socket).

-export([open/2, call/3, default/1, outside/1, refused/1, port/3]).
-export([port_close/1, port_command/2, port_command/3, port_connect/2, port_get_data/1, port_info/1, port_info/2, port_set_data/2]).

-define(LONGEST_DATAGRAM, 65507).

%% The one who calls owns the socket.
open(Kind, Family) -> whodunit_socket:port(spawn_link(?MODULE, port, [Kind, Family, self()])).

call(Port, Request, WhenClosed) ->
    Process = whodunit_socket:process(Port),
    Ref = erlang:monitor(process, Process),
    Process ! {Request, self(), Ref},
    receive
        {Ref, Answer} ->
            erlang:demonitor(Ref, [flush]),
            Answer;
        {'DOWN', Ref, _, _, _} -> WhenClosed
    end.

outside(What) -> refused([What, ", which is outside of the run"]).

refused(What) -> whodunit_socket:refuse(unicode:characters_to_binary(What)).

%% ---- erlang:port_…

%% Its owner hears of its end before port_close/1 returns.
port_close(Port) ->
    Process = whodunit_socket:process(Port),
    Ref = erlang:monitor(process, Process),
    Process ! {close, self(), Ref},
    receive
        {'DOWN', Ref, _, _, noproc} -> error(badarg, [Port]);
        {'DOWN', Ref, _, _, _} -> true
    end.

port_command(Port, Data) ->
    Bytes = try iolist_to_binary(Data) catch error:badarg -> error(badarg, [Port, Data]) end,
    case call(Port, {send, Bytes}, closed) of
        closed -> error(badarg, [Port, Data]);
        _ -> true
    end.

port_command(Port, Data, _) -> ?MODULE:port_command(Port, Data).

port_connect(Port, Pid) when is_pid(Pid) -> done(call(Port, {connect, Pid}, closed), [Port, Pid]);
port_connect(Port, Pid) -> error(badarg, [Port, Pid]).

port_get_data(Port) ->
    case call(Port, get_data, closed) of
        {data, Data} -> Data;
        closed -> error(badarg, [Port])
    end.

port_set_data(Port, Data) -> done(call(Port, {set_data, Data}, closed), [Port, Data]).

done(ok, _) -> true;
done(closed, Arguments) -> error(badarg, Arguments).

port_info(Port) ->
    case call(Port, info, undefined) of
        undefined -> undefined;
        Items -> [Item || {Key, _} = Item <- Items, Key =/= data]
    end.

port_info(Port, registered_name) ->
    case call(Port, info, undefined) of
        undefined -> undefined;
        _ -> []
    end;
port_info(Port, Item) ->
    case call(Port, info, undefined) of
        undefined -> undefined;
        Items ->
            case lists:keyfind(Item, 1, Items) of
                false -> error(badarg, [Port, Item]);
                Found -> Found
            end
    end.

%% ---- the process

%% {accepted, Start, Listener}: a connection that nobody has accepted yet ends with its listener.
port(accepted, Start, Listener) ->
    process_flag(trap_exit, true),
    link(Listener),
    loop(Start());
port(Kind, Family, Owner) ->
    process_flag(trap_exit, true),
    loop(new(Kind, Family, Owner)).

new(Kind, Family, Owner) ->
    #{kind => Kind, family => Family, owner => Owner, port => whodunit_socket:port(self()), data => undefined,
      %% idle | {connecting, From, Ref, Timer, Monitor} | connected | listening | down: a connection
      %% that has ended. recv and send say closed once, later that there is no connection.
      state => idle, local => none, remote => none, peer => none, monitor => none,
      %% What has come: bytes, or datagrams; whether more can come, and whether we may send.
      buffer => none_yet(Kind), in => open, out => open,
      %% Calls that wait: {From, Ref, Length, Timer}; accepts: [{From, Ref, Timer}], connections: [Process]
      after_end => #{recv => closed, send => closed}, waiting => none, accepts => [], connections => [], options => #{}, sent => {0, 0}, received => {0, 0}}.

none_yet(tcp) -> <<>>;
none_yet(udp) -> [].

loop(S) ->
    receive Message -> handle(Message, S) end.

handle({Request, From, Ref}, S) when is_pid(From), is_reference(Ref) -> request(Request, From, Ref, S);
handle({data, Bytes}, #{in := open, state := State, buffer := Buffer} = S) when is_binary(Bytes), State =/= down ->
    loop(deliver(received(Bytes, S#{buffer := <<Buffer/binary, Bytes/binary>>})));
handle(fin, #{in := open} = S) -> loop(deliver(S#{in := ended}));
handle(gone, S) -> loop(deliver(peer_gone(S)));
handle({datagram, Address, Port, Bytes}, #{kind := udp} = S) -> loop(datagram(Address, Port, Bytes, S));
handle({syn, Client, Address, Port}, #{state := listening} = S) -> loop(connection(Client, Address, Port, S));
handle({established, Server}, #{state := {connecting, From, Ref, Timer, Monitor}} = S) ->
    stop(Timer),
    erlang:demonitor(Monitor, [flush]),
    From ! {Ref, ok},
    loop(deliver(S#{state := connected, peer := Server, monitor := erlang:monitor(process, Server)}));
handle({timeout, Timer, Why}, S) -> loop(timed_out(Why, Timer, S));
handle({'DOWN', Monitor, _, _, _}, #{state := {connecting, From, Ref, Timer, Monitor}} = S) ->
    stop(Timer),
    From ! {Ref, {error, econnrefused}},
    loop(S#{state := idle});
handle({'DOWN', Monitor, _, _, _}, #{monitor := Monitor} = S) -> loop(deliver(peer_gone(S)));
handle({'EXIT', Owner, Reason}, #{owner := Owner}) -> exit(Reason);
%% Its listener has gone before someone accepted it.
handle({'EXIT', _, _}, #{owner := none}) -> exit(normal);
handle({'EXIT', _, normal}, S) -> loop(S);
handle({'EXIT', _, Reason}, _) -> exit(Reason);
handle({Owner, close}, #{owner := Owner, port := Port}) ->
    unlink(Owner),
    Owner ! {Port, closed},
    exit(normal);
handle({Owner, {command, Data}}, #{owner := Owner} = S) ->
    {_, S1} = answer({send, iolist_to_binary(Data)}, S),
    loop(S1);
handle({Owner, {connect, New}}, #{owner := Owner, port := Port} = S) ->
    link(New),
    Owner ! {Port, connected},
    loop(S#{owner := New});
handle(_, S) -> loop(S).

%% ---- requests

%% No answer: its end tells the one who calls.
request(close, _, _, _) -> exit(normal);
request({accept, _}, From, Ref, #{state := State} = S) when State =/= listening -> reply(From, Ref, {error, einval}, S);
request({accept, _}, From, Ref, #{connections := [Connection | Rest]} = S) ->
    Connection ! {{take, self(), maps:get(options, S)}, From, Ref},
    loop(S#{connections := Rest});
request({accept, Time}, From, Ref, #{accepts := Accepts} = S) ->
    loop(S#{accepts := Accepts ++ [{From, Ref, start(Time, {accept, Ref})}]});
%% Of a listening socket: the connection now belongs to who accepts it.
request({take, Listener, Options}, From, Ref, #{port := Port} = S) ->
    unlink(Listener),
    link(From),
    From ! {Ref, {ok, Port}},
    loop(deliver(S#{owner := From, options := Options}));
request({connect, _, _, _}, From, Ref, #{kind := tcp, state := State} = S) when State =/= idle ->
    Error = case State of
                connected -> eisconn;
                listening -> einval;
                _ -> ealready
            end,
    reply(From, Ref, {error, Error}, S);
request({connect, Address, Port, _}, From, Ref, #{kind := udp} = S) ->
    reply(From, Ref, ok, bound(S#{remote := {known(Address, S), Port}}));
request({connect, Address, Port, Time}, From, Ref, S) ->
    #{local := {_, Own}} = S1 = bound(S),
    To = known(Address, S),
    case whodunit_network:ask({find, tcp, Port}) of
        none -> reply(From, Ref, {error, econnrefused}, S1);
        {ok, Listener} ->
            Monitor = erlang:monitor(process, Listener),
            Listener ! {syn, self(), To, Own},
            State = {connecting, From, Ref, start(Time, {connect, Ref}), Monitor},
            loop(S1#{state := State, local := {To, Own}, remote := {To, Port}})
    end;
request({recv, _, _}, From, Ref, #{state := down} = S) ->
    {Error, S1} = after_end(recv, S),
    reply(From, Ref, Error, S1);
request({recv, _, _}, From, Ref, #{state := State} = S) when State =/= connected -> reply(From, Ref, {error, enotconn}, S);
request({recv, Length, Time}, From, Ref, S) -> wait(Length, Time, From, Ref, S);
request({recvfrom, Length, Time}, From, Ref, S) -> wait(Length, Time, From, Ref, S);
request({set, Options}, From, Ref, S) ->
    case set(Options, S) of
        {ok, S1} ->
            From ! {Ref, ok},
            loop(deliver(S1));
        error -> reply(From, Ref, {error, einval}, S)
    end;
request(Request, From, Ref, S) ->
    {Answer, S1} = answer(Request, S),
    reply(From, Ref, Answer, S1).

reply(From, Ref, Answer, #{state := ends, owner := Owner, port := Port}) ->
    Owner ! {tcp_closed, Port},
    From ! {Ref, Answer},
    leave(Owner);
reply(From, Ref, Answer, S) ->
    From ! {Ref, Answer},
    loop(S).

answer({bind, _, _}, #{local := {_, _}} = S) -> {{error, einval}, S};
answer({bind, Address, Port}, #{kind := Kind} = S) ->
    case whodunit_network:ask({bind, Kind, Port}) of
        {ok, Own} -> {{ok, Own}, S#{local := {own(Address, S), Own}}};
        Error -> {Error, S}
    end;
answer(listen, #{kind := tcp, state := State} = S) when State =:= idle; State =:= listening ->
    #{local := {_, Own}} = S1 = bound(S),
    {whodunit_network:ask({listen, Own}), S1#{state := listening}};
answer(listen, S) -> {{error, einval}, S};
answer({shutdown, _}, #{state := State} = S) when State =/= connected -> {{error, enotconn}, S};
answer({shutdown, read}, S) -> {ok, unread(S)};
answer({shutdown, write}, S) -> {ok, finish(S)};
answer({shutdown, read_write}, S) -> {ok, unread(finish(S))};
answer({send, Bytes}, #{kind := tcp} = S) -> send(Bytes, S);
answer({send, Bytes}, #{remote := {Address, Port}} = S) -> send_to(Address, Port, Bytes, S);
answer({send, _}, S) -> {{error, edestaddrreq}, S};
answer({send_to, Address, Port, Bytes}, #{kind := udp} = S) -> send_to(known(Address, S), Port, Bytes, S);
answer({send_to, _, _, Bytes}, S) -> send(Bytes, S);
answer({unrecv, Bytes}, #{buffer := Buffer} = S) -> {ok, S#{buffer := <<Bytes/binary, Buffer/binary>>}};
answer({get, Names}, S) -> {{ok, lists:append([get_option(Name, S) || Name <- Names])}, S};
answer({stat, What}, #{sent := {Sends, SentBytes}, received := {Receipts, ReceivedBytes}} = S) ->
    Counts = #{send_cnt => Sends, send_oct => SentBytes, recv_cnt => Receipts, recv_oct => ReceivedBytes,
               send_max => 0, send_avg => 0, send_pend => 0, recv_max => 0, recv_avg => 0, recv_dvi => 0},
    case [Item || Item <- What, not is_map_key(Item, Counts)] of
        [] -> {{ok, [{Item, maps:get(Item, Counts)} || Item <- What]}, S};
        _ -> {{error, einval}, S}
    end;
answer(type, #{family := Family, kind := tcp} = S) -> {{ok, {Family, stream}}, S};
answer(type, #{family := Family} = S) -> {{ok, {Family, dgram}}, S};
answer(status, #{state := State} = S) ->
    Status = case State of
                 idle -> [open];
                 listening -> [bound, listening, open];
                 connected -> [bound, connected, open];
                 _ -> [bound, connecting, open]
             end,
    {{ok, Status}, S};
answer(sockname, #{local := none, family := Family} = S) -> {{ok, {any(Family), 0}}, S};
answer(sockname, #{local := Local} = S) -> {{ok, Local}, S};
answer(peername, #{kind := tcp, state := State} = S) when State =/= connected -> {{error, enotconn}, S};
answer(peername, #{remote := none} = S) -> {{error, enotconn}, S};
answer(peername, #{remote := Remote} = S) -> {{ok, Remote}, S};
answer({connect, Pid}, S) ->
    link(Pid),
    {ok, S#{owner := Pid}};
answer(get_data, #{data := Data} = S) -> {{data, Data}, S};
answer({set_data, Data}, S) -> {ok, S#{data := Data}};
answer(info, #{kind := Kind, owner := Owner, port := Port, sent := {_, Out}, received := {_, In}} = S) ->
    {links, Links} = process_info(self(), links),
    Name = atom_to_list(Kind) ++ "_inet",
    "#Port<0." ++ Id = erlang:port_to_list(Port),
    Number = list_to_integer(lists:droplast(Id)),
    {[{name, Name}, {links, Links}, {id, Number}, {connected, Owner}, {input, In}, {output, Out}, {os_pid, undefined}], S}.

%% ---- addresses

bound(#{local := {_, _}} = S) -> S;
bound(#{kind := Kind, family := Family} = S) ->
    {ok, Own} = whodunit_network:ask({bind, Kind, 0}),
    S#{local := {any(Family), Own}}.

any(inet) -> {0, 0, 0, 0};
any(inet6) -> {0, 0, 0, 0, 0, 0, 0, 0}.

own(any, #{family := Family}) -> any(Family);
own(loopback, S) -> known(loopback, S);
own(Address, _) -> Address.

%% Where a packet for this address arrives.
known(Address, #{family := Family}) ->
    case {Address =:= loopback orelse Address =:= any orelse Address =:= any(Family), Family} of
        {true, inet} -> {127, 0, 0, 1};
        {true, inet6} -> {0, 0, 0, 0, 0, 0, 0, 1};
        {false, _} -> Address
    end.

%% ---- connections

%% A connection is there before someone accepts it, and what is sent on it waits.
connection(Client, Address, ClientPort, #{family := Family, local := {_, Own}} = S) ->
    Start = fun() ->
                    Server = new(tcp, Family, none),
                    Monitor = erlang:monitor(process, Client),
                    Client ! {established, self()},
                    Server#{state := connected, peer := Client, monitor := Monitor,
                            options := #{active => false}, local := {Address, Own}, remote := {Address, ClientPort}}
            end,
    offered(spawn(?MODULE, port, [accepted, Start, self()]), S).

offered(Connection, #{accepts := [{From, Ref, Timer} | Rest]} = S) ->
    stop(Timer),
    Connection ! {{take, self(), maps:get(options, S)}, From, Ref},
    S#{accepts := Rest};
offered(Connection, #{connections := Connections} = S) -> S#{connections := Connections ++ [Connection]}.

finish(#{out := open, peer := Peer} = S) ->
    Peer ! fin,
    S#{out := ended};
finish(S) -> S.

unread(S) -> S#{in := ended, buffer := <<>>}.

%% The connection is closed, but for the port.
down(Told, #{peer := Peer, after_end := AfterEnd} = S) ->
    Peer ! gone,
    S#{state := down, in := ended, buffer := <<>>, after_end := AfterEnd#{Told := enotconn}}.

after_end(Call, #{after_end := AfterEnd} = S) ->
    {{error, maps:get(Call, AfterEnd)}, S#{after_end := AfterEnd#{Call := enotconn}}}.

%% Nobody reads what is sent now; who sends learns it from the next try.
peer_gone(#{in := In, out := Out} = S) ->
    S#{in := case In of open -> ended; _ -> In end, out := case Out of open -> unread; _ -> Out end}.

send(_, #{state := down} = S) -> after_end(send, S);
send(_, #{state := State} = S) when State =/= connected -> {{error, enotconn}, S};
send(Bytes, #{out := open, peer := Peer} = S) ->
    Framed = framed(option(packet, S), Bytes),
    Peer ! {data, Framed},
    {ok, sent(Framed, S)};
send(_, #{out := unread} = S) -> {ok, S#{out := ended}};
send(_, S) ->
    case {option(exit_on_close, S), option(active, S)} of
        {false, _} -> {{error, closed}, S};
        {true, false} -> {{error, closed}, down(send, S)};
        {true, _} -> {{error, closed}, S#{state := ends}}
    end.

%% OTP does not mind if the length does not fit.
framed(N, Bytes) when N =:= 1; N =:= 2; N =:= 4 -> <<(byte_size(Bytes)):N/unit:8, Bytes/binary>>;
framed(_, Bytes) -> Bytes.

sent(Bytes, #{sent := {N, Sum}} = S) -> S#{sent := {N + 1, Sum + byte_size(Bytes)}}.

received(Bytes, #{received := {N, Sum}} = S) -> S#{received := {N + 1, Sum + byte_size(Bytes)}}.

%% ---- datagrams

send_to(_, _, Bytes, S) when byte_size(Bytes) > ?LONGEST_DATAGRAM -> {{error, emsgsize}, S};
send_to(Address, Port, Bytes, S) ->
    #{local := {Own, OwnPort}} = S1 = bound(S),
    _ = Address,
    case whodunit_network:ask({find, udp, Port}) of
        {ok, Receiver} -> Receiver ! {datagram, known(Own, S1), OwnPort, Bytes};
        none -> lost
    end,
    {ok, sent(Bytes, S1)}.

datagram(Address, Port, _, #{remote := {_, _} = Remote} = S) when Remote =/= {Address, Port} -> S;
datagram(Address, Port, Bytes, #{buffer := Buffer} = S) ->
    deliver(received(Bytes, S#{buffer := Buffer ++ [{Address, Port, Bytes}]})).

%% ---- receiving

wait(Length, Time, From, Ref, #{waiting := Waiting} = S) ->
    case {option(active, S), Waiting} of
        {false, none} -> loop(deliver(S#{waiting := {From, Ref, Length, start(Time, {recv, Ref})}}));
        {false, _} -> reply(From, Ref, {error, ealready}, S);
        _ -> reply(From, Ref, {error, einval}, S)
    end.

%% To who waits, or to the owner, as long as there is something and it is wanted.
deliver(#{owner := none} = S) -> S;
deliver(#{state := down, owner := Owner, port := Port} = S) ->
    case option(active, S) of
        false -> S;
        _ ->
            Owner ! {tcp_closed, Port},
            leave(Owner)
    end;
deliver(#{waiting := {From, Ref, Length, Timer}} = S) ->
    case next(Length, S) of
        {ok, Packet, S1} ->
            stop(Timer),
            From ! {Ref, {ok, shown(Packet, S)}},
            S1#{waiting := none};
        {error, Reason} ->
            stop(Timer),
            From ! {Ref, {error, Reason}},
            ended(S#{waiting := none});
        more -> S
    end;
deliver(#{state := State} = S) when State =:= listening; is_tuple(State) -> S;
deliver(#{kind := tcp, state := idle} = S) -> S;
deliver(S) ->
    case option(active, S) of
        false -> S;
        Active -> to_owner(Active, next(0, S), S)
    end.

to_owner(Active, {ok, Packet, S1}, #{owner := Owner} = S) ->
    Owner ! message(Packet, S),
    deliver(left(Active, S1));
to_owner(_, {error, Reason}, #{owner := Owner, port := Port, in := In} = S) when In =/= told ->
    case Reason of
        closed -> ok;
        _ -> Owner ! {tcp_error, Port, Reason}
    end,
    Owner ! {tcp_closed, Port},
    case option(exit_on_close, S) of
        true -> leave(Owner);
        false -> S#{in := told}
    end;
to_owner(_, _, S) -> S.

message({Address, From, Bytes}, #{kind := udp, port := Port} = S) -> {udp, Port, Address, From, data(Bytes, S)};
message(Packet, #{port := Port} = S) -> {tcp, Port, data(Packet, S)}.

shown({Address, From, Bytes}, #{kind := udp} = S) -> {Address, From, data(Bytes, S)};
shown(Packet, S) -> data(Packet, S).

data(Bytes, S) ->
    case {option(mode, S), option(header, S)} of
        {list, _} -> binary_to_list(Bytes);
        {binary, N} when N > 0, byte_size(Bytes) >= N ->
            <<Header:N/binary, Rest/binary>> = Bytes,
            binary_to_list(Header) ++ Rest;
        {binary, _} -> Bytes
    end.

%% Who learns that no more comes, closes the connection.
ended(S) ->
    case option(exit_on_close, S) of
        true -> down(recv, S);
        %% What is too little for the one who waited is lost.
        false -> S#{buffer := <<>>}
    end.

%% A socket that closes itself sends no exit signal to its owner.
leave(Owner) ->
    unlink(Owner),
    exit(normal).

left(true, S) -> S;
left(once, S) -> activated(false, S);
left(1, S) -> passive(S);
left(N, S) -> activated(N - 1, S).

activated(Active, #{options := Options} = S) -> S#{options := Options#{active => Active}}.

passive(#{owner := Owner, port := Port, kind := Kind} = S) ->
    Owner ! {case Kind of tcp -> tcp_passive; udp -> udp_passive end, Port},
    activated(false, S).

%% {ok, Packet, S} | {error, Reason} | more
next(_, #{kind := udp, buffer := []}) -> more;
next(Length, #{kind := udp, buffer := [{Address, Port, Bytes} | Rest]} = S) ->
    Kept = case Length > 0 andalso Length < byte_size(Bytes) of
               true -> binary:part(Bytes, 0, Length);
               false -> Bytes
           end,
    {ok, {Address, Port, Kept}, S#{buffer := Rest}};
next(Length, #{buffer := Buffer, in := In} = S) ->
    case {taken(option(packet, S), Length, Buffer, S), In} of
        {{ok, Packet, Rest}, _} -> {ok, Packet, S#{buffer := Rest}};
        {more, open} -> more;
        {more, _} -> {error, closed};
        {error, _} -> {error, emsgsize}
    end.

taken(0, _, <<>>, _) -> more;
taken(0, 0, Buffer, S) -> split(min(byte_size(Buffer), option(buffer, S)), Buffer);
taken(0, Length, Buffer, _) when byte_size(Buffer) >= Length -> split(Length, Buffer);
taken(0, _, _, _) -> more;
taken(line, _, Buffer, S) ->
    Longest = option(buffer, S),
    case binary:match(Buffer, <<(option(line_delimiter, S))>>) of
        {At, 1} -> split(min(At + 1, Longest), Buffer);
        nomatch when byte_size(Buffer) >= Longest -> split(Longest, Buffer);
        nomatch -> more
    end;
taken(N, _, Buffer, S) ->
    Limit = option(packet_size, S),
    case Buffer of
        <<Size:N/unit:8, _/binary>> when Limit > 0, Size > Limit -> error;
        <<Size:N/unit:8, Packet:Size/binary, Rest/binary>> -> {ok, Packet, Rest};
        _ -> more
    end.

split(N, Buffer) ->
    <<Packet:N/binary, Rest/binary>> = Buffer,
    {ok, Packet, Rest}.

%% ---- options

set([], S) -> {ok, S};
set([{active, N} | Rest], S) when is_integer(N) ->
    Now = case option(active, S) of
              Active when is_integer(Active) -> Active;
              _ -> 0
          end,
    if
        Now + N > 32767 -> error;
        Now + N =< 0 -> set(Rest, passive(S));
        true -> set(Rest, activated(Now + N, S))
    end;
set([{Name, Value} | Rest], #{options := Options} = S) -> set(Rest, S#{options := Options#{Name => plain(Name, Value)}});
set([_ | Rest], S) -> set(Rest, S).

plain(packet, raw) -> 0;
plain(_, Value) -> Value.

get_option(Name, #{options := Options}) ->
    case {Options, default(Name)} of
        {#{Name := Value}, _} -> [{Name, Value}];
        {_, unknown} -> [];
        {_, Default} -> [{Name, Default}]
    end.

option(Name, #{options := Options}) ->
    case Options of
        #{Name := Value} -> Value;
        _ -> default(Name)
    end.

default(active) -> true;
default(mode) -> list;
default(deliver) -> term;
default(packet) -> 0;
default(packet_size) -> 0;
default(header) -> 0;
default(buffer) -> 1460;
default(recbuf) -> 131072;
default(sndbuf) -> 2626560;
default(high_watermark) -> 8192;
default(low_watermark) -> 4096;
default(high_msgq_watermark) -> 8192;
default(low_msgq_watermark) -> 4096;
default(line_delimiter) -> $\n;
default(linger) -> {false, 0};
default(send_timeout) -> infinity;
default(exit_on_close) -> true;
default(priority) -> 0;
default(tos) -> 0;
default(tclass) -> 0;
default(ttl) -> 64;
default(read_packets) -> 5;
default(multicast_ttl) -> 1;
default(multicast_loop) -> true;
default(Name) ->
    Flags = [nodelay, keepalive, reuseaddr, reuseport, reuseport_lb, delay_send, send_timeout_close, dontroute, broadcast,
             show_econnreset, ipv6_v6only, recvtos, recvttl, recvtclass, pktoptions, nopush],
    case lists:member(Name, Flags) of
        true -> false;
        false -> unknown
    end.

%% ---- time

start(infinity, _) -> none;
start(Time, Why) -> erlang:start_timer(Time, self(), Why).

stop(none) -> ok;
stop(Timer) -> erlang:cancel_timer(Timer).

timed_out({recv, Ref}, _, #{waiting := {From, Ref, _, _}} = S) ->
    From ! {Ref, {error, timeout}},
    S#{waiting := none};
timed_out({connect, Ref}, _, #{state := {connecting, From, Ref, _, Monitor}} = S) ->
    erlang:demonitor(Monitor, [flush]),
    From ! {Ref, {error, timeout}},
    S#{state := idle};
timed_out({accept, Ref}, _, #{accepts := Accepts} = S) ->
    [From ! {Ref, {error, timeout}} || {From, Waits, _} <- Accepts, Waits =:= Ref],
    S#{accepts := [Accept || {_, Waits, _} = Accept <- Accepts, Waits =/= Ref]};
timed_out(_, _, S) -> S.
