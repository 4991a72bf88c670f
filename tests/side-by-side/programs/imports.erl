%% Imported functions and local shadowing.
-module(imports).
-export([main/0]).

-import(lists, [map/2, reverse/1, foldl/3]).
-import(math, [sqrt/1]).

main() ->
    {map(fun(X) -> X + 1 end, [1, 2]), reverse("abc"), foldl(fun(X, A) -> X * A end, 1, [2, 3]), sqrt(16),
     map(fun math:sqrt/1, [4, 9])}.
