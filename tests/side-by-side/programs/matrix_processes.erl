%% Each cell of a product is computed by a process.
-module(matrix_processes).
-export([main/0]).

mul(A, B) ->
    Self = self(),
    Cols = transpose(B),
    Cells = [{{I, J}, Row, Col} || {I, Row} <- index(A), {J, Col} <- index(Cols)],
    [spawn(fun() -> Self ! {K, dot(R, C)} end) || {K, R, C} <- Cells],
    Result = maps:from_list([receive {K, V} -> {K, V} end || _ <- Cells]),
    [[maps:get({I, J}, Result) || {J, _} <- index(Cols)] || {I, _} <- index(A)].

index(L) -> lists:zip(lists:seq(1, length(L)), L).
dot(A, B) -> lists:sum([X * Y || {X, Y} <- lists:zip(A, B)]).
transpose([[] | _]) -> [];
transpose(M) -> [[hd(R) || R <- M] | transpose([tl(R) || R <- M])].

main() -> {mul([[1, 2], [3, 4]], [[5, 6], [7, 8]]), mul([[1, 2, 3]], [[4], [5], [6]])}.
