%% A toy hash with 32-bit arithmetic.
-module(sha_like).
-export([main/0]).

-define(M32, 16#ffffffff).
rotl(X, N) -> ((X bsl N) bor (X bsr (32 - N))) band ?M32.

hash(B) -> hash(B, {16#67452301, 16#efcdab89, 16#98badcfe}).
hash(<<W:32/little, R/binary>>, {A, B, C}) -> hash(R, {(rotl(A bxor W, 7) + B) band ?M32, rotl(B + C, 13), (bnot C) bxor W band ?M32});
hash(<<>>, {A, B, C}) -> <<A:32, B:32, (C band ?M32):32>>;
hash(R, S) -> Pad = 4 - byte_size(R), hash(<<R/binary, 0:(Pad * 8)>>, S).

main() -> [hash(B) || B <- [<<>>, <<"a">>, <<"abcd">>, <<"hello world">>]].
