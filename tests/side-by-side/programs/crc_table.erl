%% CRC-32 with a table, against the built-in.
-module(crc_table).
-export([main/0]).

table() -> list_to_tuple([lists:foldl(fun(_, C) -> case C band 1 of 1 -> 16#EDB88320 bxor (C bsr 1); 0 -> C bsr 1 end end, N, lists:seq(1, 8))
                          || N <- lists:seq(0, 255)]).

crc(B) ->
    T = table(),
    lists:foldl(fun(X, C) -> element(((C bxor X) band 255) + 1, T) bxor (C bsr 8) end, 16#ffffffff, binary_to_list(B)) bxor 16#ffffffff.

main() -> [{crc(B), crc(B) =:= erlang:crc32(B)} || B <- [<<"123456789">>, <<>>, <<0, 255, 0>>]].
