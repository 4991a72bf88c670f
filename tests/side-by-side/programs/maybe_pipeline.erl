%% Steps that may fail, in a maybe expression.
-module(maybe_pipeline).
-feature(maybe_expr, enable).
-export([main/0]).

parse(S) -> try {ok, list_to_integer(S)} catch error:badarg -> {error, {not_a_number, S}} end.
positive(N) when N > 0 -> {ok, N};
positive(N) -> {error, {not_positive, N}}.
root(N) ->
    R = round(math:sqrt(N)),
    case R * R of
        N -> {ok, R};
        _ -> no_root
    end.

run(S) ->
    maybe
        {ok, N} ?= parse(S),
        {ok, P} ?= positive(N),
        {ok, R} ?= root(P),
        {ok, R, length(S)}
    end.

explain(S) ->
    maybe
        {ok, R, _} ?= run(S),
        lists:concat(["root ", R])
    else
        {error, {Why, _}} -> atom_to_list(Why);
        no_root -> "no root"
    end.

main() ->
    Inputs = ["16", "x", "-4", "15"],
    [{run(S), explain(S)} || S <- Inputs].
