%% Names of hosts: a run knows its own computer only.
-module(inet_gethost_native).

-export([gethostbyname/1, gethostbyname/2, gethostbyaddr/1]).

gethostbyname(Name) -> gethostbyname(Name, inet).

gethostbyname(Name, Family) when is_atom(Name) -> gethostbyname(atom_to_list(Name), Family);
gethostbyname(Name, Family) ->
    case string:lowercase(Name) of
        "localhost" -> {ok, entry(Name, Family)};
        "ip6-localhost" when Family =:= inet6 -> {ok, entry(Name, Family)};
        Lower ->
            case inet_db:gethostname() of
                Lower -> {ok, entry(Name, Family)};
                _ -> numeric(Name, Family)
            end
    end.

%% The name may be an address already.
numeric(Name, Family) ->
    case {inet:parse_strict_address(Name), Family} of
        {{ok, {_, _, _, _} = Address}, inet} -> {ok, entry(Name, inet, Address)};
        {{ok, {_, _, _, _, _, _, _, _} = Address}, inet6} -> {ok, entry(Name, inet6, Address)};
        {{ok, _}, _} -> {error, nxdomain};
        {{error, einval}, _} -> whodunit_socket:outside("looking up the host " ++ Name)
    end.

gethostbyaddr({127, _, _, _}) -> {ok, entry("localhost", inet)};
gethostbyaddr({0, 0, 0, 0, 0, 0, 0, 1}) -> {ok, entry("localhost", inet6)};
gethostbyaddr(Address) -> whodunit_socket:outside("looking up the address " ++ inet:ntoa(Address)).

%% A #hostent{}.
entry(Name, inet) -> entry(Name, inet, {127, 0, 0, 1});
entry(Name, inet6) -> entry(Name, inet6, {0, 0, 0, 0, 0, 0, 0, 1}).

entry(Name, inet, Address) -> {hostent, Name, [], inet, 4, [Address]};
entry(Name, inet6, Address) -> {hostent, Name, [], inet6, 16, [Address]}.
