-module(stacks).
-include_lib("eunit/include/eunit.hrl").

tail_test() -> outer(3).

deep_test() -> [outer(2)].

arguments_test() -> only(b).

library_test() -> lists:map(fun(X) -> 1 = X end, [1, a]).

case_test() -> case outer(0) of nothing -> ok end.

long_test() -> error({long, lists:seq(1, 100), [{key, N} || N <- lists:seq(1, 20)]}).

outer(0) -> zero;
outer(N) when N < 3 -> 1 + inner(N);
outer(N) -> inner(N).

inner(N) -> N div (N - N).

only(a) -> ok.
