%% Church numerals and booleans.
-module(church).
-export([main/0]).

zero() -> fun(_) -> fun(X) -> X end end.
succ(N) -> fun(F) -> fun(X) -> F((N(F))(X)) end end.
add(M, N) -> fun(F) -> fun(X) -> (M(F))((N(F))(X)) end end.
mul(M, N) -> fun(F) -> M(N(F)) end.
to_int(N) -> (N(fun(X) -> X + 1 end))(0).
from_int(0) -> zero();
from_int(K) -> succ(from_int(K - 1)).
true_() -> fun(A) -> fun(_) -> A end end.
false_() -> fun(_) -> fun(B) -> B end end.
if_(C, T, E) -> (C(T))(E).

main() ->
    Three = from_int(3),
    Four = from_int(4),
    {to_int(zero()), to_int(add(Three, Four)), to_int(mul(Three, Four)), if_(true_(), yes, no), if_(false_(), yes, no)}.
