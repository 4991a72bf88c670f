%% Loops of tail calls in every position.
-module(tail_calls).
-export([main/0]).

a(0) -> done;
a(N) -> case N rem 3 of 0 -> b(N - 1); 1 -> if N > 5 -> c(N - 1); true -> a(N - 1) end; 2 -> begin ok, a(N - 1) end end.
b(N) -> receive after 0 -> a(N) end.
c(N) -> F = fun(M) -> a(M) end, F(N).
d(0) -> apply(?MODULE, main_done, []);
d(N) -> true andalso d(N - 1).
e(0) -> false;
e(N) -> false orelse e(N - 1).

main() -> {a(30000), catch d(100000), e(100000), (fun L(0) -> ok; L(N) -> L(N - 1) end)(100000)} =/= x andalso a(10).
