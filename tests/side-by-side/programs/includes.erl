%% Records, macros and functions from a header file.
-module(includes).
-export([main/0]).

-include("include/shapes.hrl").
-include("include/guarded.hrl").
-include("include/guarded.hrl").

area(#circle{r = R}) -> ?TWO * R * R;
area(#rect{w = W, h = H}) -> W * H.

main() ->
    Shapes = [#circle{r = 2}, #rect{}, ?SQUARE(3)],
    [io:format("~p -> ~p~n", [S, area(S)]) || S <- Shapes],
    {included(), ?GUARDED, record_info(fields, rect)}.
