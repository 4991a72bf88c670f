%% Reassembles length-prefixed messages from arbitrary chunks.
-module(packet_stream).
-export([main/0]).

feed(Chunk, Buffer) -> split(<<Buffer/binary, Chunk/binary>>, []).

split(<<N:16, M:N/binary, R/binary>>, Acc) -> split(R, [M | Acc]);
split(R, Acc) -> {lists:reverse(Acc), R}.

main() ->
    Stream = << <<(byte_size(M)):16, M/binary>> || M <- [<<"hello">>, <<>>, <<"world!">>, <<"x">>] >>,
    Chunks = chunks(Stream, 3),
    {Messages, Rest} = lists:foldl(fun(C, {Ms, Buf}) ->
        {New, Buf2} = feed(C, Buf),
        New =/= [] andalso io:format("~p~n", [New]),
        {Ms ++ New, Buf2}
    end, {[], <<>>}, Chunks),
    {Messages, Rest, length(Chunks)}.

chunks(<<>>, _) -> [];
chunks(B, N) when byte_size(B) =< N -> [B];
chunks(B, N) -> <<C:N/binary, R/binary>> = B, [C | chunks(R, N)].
