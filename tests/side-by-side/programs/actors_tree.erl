%% A tree of processes sums its leaves.
-module(actors_tree).
-export([main/0]).

main() ->
    Root = build({node, {node, {leaf, 1}, {leaf, 2}}, {node, {leaf, 3}, {node, {leaf, 4}, {leaf, 5}}}}),
    sum(Root).

build({leaf, N}) -> spawn(fun() -> receive {sum, P} -> P ! {self(), N} end end);
build({node, L, R}) ->
    spawn(fun() ->
        A = build(L), B = build(R),
        receive {sum, P} -> P ! {self(), sum(A) + sum(B)} end
    end).

sum(Pid) -> Pid ! {sum, self()}, receive {Pid, N} -> N end.
