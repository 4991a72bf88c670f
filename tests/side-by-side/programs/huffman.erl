%% Huffman codes for a text.
-module(huffman).
-export([main/0]).

main() ->
    Text = "abracadabra alakazam",
    Freq = lists:foldl(fun(C, M) -> maps:update_with(C, fun(N) -> N + 1 end, 1, M) end, #{}, Text),
    Leaves = lists:sort([{N, {leaf, C}} || {C, N} <- maps:to_list(Freq)]),
    Tree = build(Leaves),
    Codes = maps:from_list(codes(Tree, [])),
    Encoded = lists:append([maps:get(C, Codes) || C <- Text]),
    Text = decode(Encoded, Tree, Tree),
    io:format("~p bits~n", [length(Encoded)]),
    lists:sort([{C, lists:flatten(io_lib:format("~w", [Bits]))} || {C, Bits} <- maps:to_list(Codes)]).

build([{_, Tree}]) -> Tree;
build([{N1, T1}, {N2, T2} | Rest]) -> build(lists:sort([{N1 + N2, {node, T1, T2}} | Rest])).

codes({leaf, C}, Path) -> [{C, lists:reverse(Path)}];
codes({node, L, R}, Path) -> codes(L, [0 | Path]) ++ codes(R, [1 | Path]).

decode([], {leaf, C}, _) -> [C];
decode(Bits, {leaf, C}, Root) -> [C | decode(Bits, Root, Root)];
decode([0 | Bits], {node, L, _}, Root) -> decode(Bits, L, Root);
decode([1 | Bits], {node, _, R}, Root) -> decode(Bits, R, Root).
