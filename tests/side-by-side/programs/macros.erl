%% Macros with arguments, overloading by arity, and text of arguments.
-module(macros).
-export([main/0]).

-define(PI, 3.14).
-define(SQUARE(X), ((X) * (X))).
-define(NAIVE(X), X * X).
-define(MAX(A, B), (case A > B of true -> A; false -> B end)).
-define(SHOW(E), io:format("~s = ~p~n", [??E, E])).
-define(LOG(Fmt), ?LOG(Fmt, [])).
-define(LOG(Fmt, Args), io:format("[~p:~p] " ++ Fmt ++ "~n", [?MODULE, ?LINE | Args])).
-define(EMPTY, ).
-define(F(X), fun(Y) -> Y + X end).

main() ->
    ?SHOW(1 + 2),
    ?SHOW(lists:seq(1, 3)),
    ?SHOW({a, "b", [c]}),
    ?LOG("no arguments"),
    ?LOG("one: ~p", [1]),
    ?EMPTY
    [?SQUARE(1 + 2), ?NAIVE(1 + 2), ?MAX(3, 7), ?PI * 2, (?F(5))(1), ?FUNCTION_NAME, ?FUNCTION_ARITY].
