%% A pipeline: every stage is a process that maps, filters or folds what comes in and hands it to the next one.
-module(stages).
-export([main/0]).

main() ->
    Squares = run([map(fun(X) -> X * X end), filter(fun(X) -> X rem 2 =:= 1 end)], lists:seq(1, 7)),
    Sums = run([running(fun(X, Sum) -> X + Sum end, 0), map(fun(X) -> {sum, X} end)], [5, 4, 3]),
    {Squares, Sums, run([], [a])}.

run(Stages, Items) ->
    First = lists:foldr(fun start/2, self(), Stages),
    [First ! {item, Item} || Item <- Items],
    First ! done,
    collect([]).

start(Stage, Next) ->
    spawn(fun() -> stage(Stage, Next) end).

collect(Items) ->
    receive
        {item, Item} -> collect([Item | Items]);
        done -> lists:reverse(Items)
    end.

%% A stage: what to hand on for an item, and the stage from then on.
map(F) -> fun(X) -> {[F(X)], map(F)} end.

filter(P) -> fun(X) -> {[X || P(X)], filter(P)} end.

running(F, Acc) ->
    fun(X) ->
        Next = F(X, Acc),
        {[Next], running(F, Next)}
    end.

stage(Stage, Next) ->
    receive
        {item, Item} ->
            {Items, Then} = Stage(Item),
            [Next ! {item, I} || I <- Items],
            stage(Then, Next);
        done ->
            Next ! done
    end.
