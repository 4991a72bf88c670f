%% What a filter binds goes on to the next generator.
-module(binding_filters).
-export([main/0]).

main() ->
    [{X, Y, Z, W} || X <- [1, 2], begin Y = X * 10, true end, Z <- [a, b], begin W = {Y, Z}, Z =/= b end].
