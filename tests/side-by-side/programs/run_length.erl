%% Run-length encoding of lists and binaries.
-module(run_length).
-export([main/0]).

encode([]) -> [];
encode([H | T]) -> encode(T, H, 1).
encode([H | T], H, N) -> encode(T, H, N + 1);
encode([X | T], H, N) -> [{N, H} | encode(T, X, 1)];
encode([], H, N) -> [{N, H}].

decode(L) -> lists:append([lists:duplicate(N, X) || {N, X} <- L]).

pack(L) -> << <<N, X>> || {N, X} <- L >>.
unpack(B) -> [{N, X} || <<N, X>> <= B].

main() ->
    S = "aaabccddddd",
    E = encode(S),
    P = pack(E),
    {E, decode(E) =:= S, P, unpack(P) =:= E, encode([]), encode([1, 1.0, 1])}.
