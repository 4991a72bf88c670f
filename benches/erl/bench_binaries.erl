%% A binary of 2,000,000 bytes, appended to and taken apart.
-module(bench_binaries).
-export([main/0]).

main() -> sum(build(1000000, <<>>), 0).

build(0, Binary) -> Binary;
build(N, Binary) -> build(N - 1, <<Binary/binary, N:16>>).

sum(<<>>, Sum) -> Sum;
sum(<<N:16, Rest/binary>>, Sum) -> sum(Rest, Sum + N).
