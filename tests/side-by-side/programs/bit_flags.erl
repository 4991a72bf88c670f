%% Permissions packed in bits.
-module(bit_flags).
-export([main/0]).

pack(Flags) -> << <<(bit(lists:member(F, Flags))):1>> || F <- [read, write, execute, hidden, system] >>.
bit(true) -> 1;
bit(false) -> 0.
unpack(<<R:1, W:1, X:1, H:1, S:1>>) ->
    [F || {1, F} <- [{R, read}, {W, write}, {X, execute}, {H, hidden}, {S, system}]].

main() ->
    P = [pack([read, execute]), pack([]), pack([system])],
    {P, [unpack(B) || B <- P], bit_size(hd(P)), << <<B/bits>> || B <- P >>}.
