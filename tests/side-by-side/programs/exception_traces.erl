%% Stack traces name function, arity and line.
-module(exception_traces).
-export([main/0]).

-record(r, {f}).
id(X) -> X.

bad_match(X) -> {ok, V} = X, V.
bad_case(X) -> case X of 1 -> one end.
bad_if(X) -> if X > 10 -> big end.
bad_fun(X) -> X().
bad_arity() -> F = fun(A) -> A end, F(1, 2).
bad_clause(a) -> ok.
bad_map(X) -> X#{k := v}.
bad_record(X) -> X#r.f.
bad_arith(X) ->
    Y = X * 2,
    Y + 1.

middle(F) ->
    Result = F(),
    {ok, Result}.

main() ->
    Tests = [fun() -> bad_match(id(no)) end, fun() -> bad_case(id(2)) end, fun() -> bad_if(id(1)) end,
             fun() -> bad_fun(id(3)) end, fun() -> bad_arity() end, fun() -> bad_clause(id(b)) end,
             fun() -> bad_map(id(#{})) end, fun() -> bad_record(id({x})) end, fun() -> bad_arith(id(a)) end],
    [report(F) || F <- Tests].

report(F) ->
    try middle(F)
    catch error:R:S ->
        Frames = [{N, if is_list(A) -> length(A); true -> A end, proplists:get_value(line, L)}
                  || {M, N, A, L} <- S, M =:= ?MODULE, hd(atom_to_list(N)) =/= $-],
        io:format("~w~n", [Frames]),
        case R of {badarity, _} -> badarity; {T, V} -> {T, V}; T -> T end
    end.
