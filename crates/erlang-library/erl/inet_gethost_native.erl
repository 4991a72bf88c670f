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
                _ -> whodunit_socket:outside("looking up the host " ++ Name)
            end
    end.

gethostbyaddr({127, _, _, _}) -> {ok, entry("localhost", inet)};
gethostbyaddr({0, 0, 0, 0, 0, 0, 0, 1}) -> {ok, entry("localhost", inet6)};
gethostbyaddr(Address) -> whodunit_socket:outside("looking up the address " ++ inet:ntoa(Address)).

%% A #hostent{}.
entry(Name, inet) -> {hostent, Name, [], inet, 4, [{127, 0, 0, 1}]};
entry(Name, inet6) -> {hostent, Name, [], inet6, 16, [{0, 0, 0, 0, 0, 0, 0, 1}]}.
