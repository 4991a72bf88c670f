%% Sizes and keys in heads and generators come from outside.
-module(scopes_of_patterns).
-export([main/0]).

main() ->
    [{Name, catch scope(Name)} || Name <- [same_binary, argument, key, generator, nested, shadowed_twice,
                                           operands, compared, tuple_in_tuple, map_fields, some_clauses, value_too,
                                           named, leading]].

scope(same_binary) -> L = 8, F = fun(<<L:L, B:L>>) -> {L, B} end, {L, F(<<3, 5:3>>)};
scope(argument) -> S = 8, {(fun(S, <<B:S>>) -> {S, B} end)(3, <<7>>), S};
scope(key) -> K = k, {(fun(K, #{K := V}) -> {K, V} end)(z, #{k => 1}), K};
scope(generator) -> X = 4, {[{X, Y} || <<X:X, Y:X>> <= <<16#35, 16#27, 16#2f>>], X};
scope(nested) -> X = 1, [[{X, Y} || X <- [X, Y], Y <- [X]] || Y <- [X, 5], X <- [Y, 7]];
scope(shadowed_twice) -> X = 0, F = fun(X) -> G = fun(X) -> X + 1 end, {X, G(X * 10)} end, {X, F(X + 1), X};
scope(operands) -> {X = 700, fun() -> X = 999 end()};
scope(compared) -> {X = 700, begin X = 700, fun() -> X = 999 end() end};
scope(tuple_in_tuple) -> {X = 700, {X = 700, fun() -> X = 999 end()}};
scope(map_fields) -> #{a => X = 700, b => fun() -> X = 999 end()};
scope(some_clauses) -> {case id(2) of 1 -> X = 1; _ -> 2 end, X = 5};
scope(value_too) -> X = {X = 1, 2};
scope(named) -> F = fun F(0) -> []; F(N) -> G = fun F(M) -> M * N end, [F(N - 1), G(N)] end, F(2);
scope(leading) -> N = 2, [{N, M} || N > id(1), N <- [3, N], M <- [N]].

id(X) -> X.
