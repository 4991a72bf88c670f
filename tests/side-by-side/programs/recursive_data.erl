%% Mutually recursive functions over a document tree.
-module(recursive_data).
-export([main/0]).

doc({elem, Tag, Attrs, Kids}) -> ["<", atom_to_list(Tag), [attr(A) || A <- Attrs], ">", kids(Kids), "</", atom_to_list(Tag), ">"];
doc({text, T}) -> [esc(C) || C <- T].
kids(Ks) -> [doc(K) || K <- Ks].
attr({N, V}) -> [" ", atom_to_list(N), "=\"", [esc(C) || C <- V], "\""].
esc($<) -> "&lt;";
esc($>) -> "&gt;";
esc($&) -> "&amp;";
esc($") -> "&quot;";
esc(C) -> C.

depth({elem, _, _, Kids}) -> 1 + lists:max([0 | [depth(K) || K <- Kids]]);
depth({text, _}) -> 0.

find(Tag, {elem, T, _, Kids} = E) -> [E || T =:= Tag] ++ lists:append([find(Tag, K) || K <- Kids]);
find(_, _) -> [].

main() ->
    D = {elem, html, [], [{elem, p, [{class, "a\"b"}], [{text, "x < y & z"}]}, {elem, 'div', [], [{elem, p, [], []}]}]},
    io:format("~s~n", [doc(D)]),
    {depth(D), length(find(p, D)), lists:flatten(doc({text, "<>"}))}.
