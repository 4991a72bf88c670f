%% What OTP's modules about networks ask this one: which module serves a socket, and where names
%% are looked up. In OTP, a process of the kernel reads it from the computer.
-module(inet_db).

-export([register_socket/2, unregister_socket/1, lookup_socket/1]).
-export([put_socket_type/2, take_socket_type/1]).
-export([tcp_module/0, udp_module/0, sctp_module/0, res_option/1, gethostname/0, tolower/1, get_rc/0]).

register_socket(Socket, Module) ->
    try erlang:port_set_data(Socket, Module)
    catch error:badarg -> false
    end.

unregister_socket(Socket) when is_port(Socket) -> ok.

lookup_socket(Socket) when is_port(Socket) ->
    try erlang:port_get_data(Socket) of
        Module when is_atom(Module) -> {ok, Module};
        _ -> {error, closed}
    catch
        error:badarg -> {error, closed}
    end.

put_socket_type(_, port) -> ok;
put_socket_type(_, _) -> {error, enotsup}.

take_socket_type(_) -> error.

tcp_module() -> inet_tcp.
udp_module() -> inet_udp.
sctp_module() -> inet_sctp.

res_option(lookup) -> [native];
res_option(inet6) -> false;
res_option(domain) -> "";
res_option(search) -> [];
res_option(Option) -> whodunit_socket:outside(io_lib:format("the resolver's option ~tp", [Option])).

gethostname() -> "localhost".

tolower(Chars) -> string:lowercase(Chars).

get_rc() -> [{lookup, [native]}].
