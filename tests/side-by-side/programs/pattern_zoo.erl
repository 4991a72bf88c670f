%% Patterns of every kind in one function.
-module(pattern_zoo).
-export([main/0]).

kind(0) -> zero;
kind(N) when is_integer(N), N < 0 -> {negative, -N};
kind(1.5) -> one_and_a_half;
kind($a) -> letter_a;
kind([]) -> empty;
kind("abc") -> abc;
kind("ab" ++ R) -> {ab, R};
kind([X]) -> {single, X};
kind([X, X | _]) -> {twice, X};
kind([_ | T]) when length(T) > 3 -> long;
kind([_ | _]) -> list;
kind({}) -> unit;
kind({X, X}) -> {pair_of, X};
kind({tag, #{k := V}}) -> {map_in_tuple, V};
kind({_, _} = P) -> {pair, P};
kind(T) when is_tuple(T) -> {tuple, tuple_size(T)};
kind(#{a := A, b := B}) when A < B -> {ascending, A, B};
kind(#{} = M) -> {map, map_size(M)};
kind(<<>>) -> empty_binary;
kind(<<"GET ", R/binary>>) -> {get, R};
kind(<<N:4, M:4>>) -> {nibbles, N, M};
kind(<<_, R/bits>>) -> {rest, bit_size(R)};
kind(F) when is_function(F, 0) -> F();
kind(A) when is_atom(A) -> {atom, A};
kind(_) -> other.

main() ->
    Values = [0, -5, 1.5, 97, [], "abc", "abd", [x], [y, y, z], [1, 2, 3, 4, 5], [1, 2], {}, {a, a}, {tag, #{k => 9}}, {a, b},
              {a, b, c}, #{a => 1, b => 2}, #{a => 2, b => 1}, <<>>, <<"GET /x">>, <<16#5a>>, <<1, 2, 3>>, fun() -> called end, atom, 7, 2.5],
    [begin R = kind(V), io:format("~p~n", [R]), R end || V <- Values], ok.
