%% Defaults are evaluated when a record is made.
-module(record_defaults).
-export([main/0]).

-record(counter, {n = next(), label = "none", list = [1, 2]}).
-record(wild, {a, b, c}).

next() -> N = case get(n) of undefined -> 1; X -> X + 1 end, put(n, N), N.

main() ->
    A = #counter{},
    B = #counter{},
    C = #counter{n = given},
    D = A#counter{label = "changed"},
    {A, B, C, D, #wild{_ = '_'}, #wild{a = 1, _ = x}, get(n)}.
