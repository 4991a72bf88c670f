%% What funs are called inside: erl counts them from the last operand to the first.
-module(fun_names).
-export([main/0]).
-record(r, {a = fun() -> a end, b = fun() -> b end}).

main() ->
    Functions = [fun f1/1, fun f2/1, fun f3/1, fun f4/1, fun f5/1, fun f6/1, fun f7/1, fun f8/1, fun f9/1, fun f10/1, fun f11/1,
                 fun f12/1, fun f13/1, fun f14/1, fun f15/1, fun f16/1, fun f17/1, fun f18/1, fun f19/1, fun f20/1],
    lists:foreach(fun(F) -> io:format("~p~n", [names(F(x))]) end, Functions),
    % Funs are ordered by their place in the module.
    [names(F) || F <- lists:sort([fun() -> 1 end, fun id/1, fun() -> 2 end, fun length/1])].

names(T) when is_function(T) -> {element(2, erlang:fun_info(T, name)), element(2, erlang:fun_info(T, type))};
names(T) when is_tuple(T) -> list_to_tuple(names(tuple_to_list(T)));
names([H | T]) -> [names(H) | names(T)];
names(M) when is_map(M) -> names(lists:sort([{names(K), names(V)} || {K, V} <- maps:to_list(M)]));
names(T) -> T.

id(X) -> X.

f1(_) -> fun atom_to_list/1.
f2(X) -> [fun() -> X end, fun() -> {X, 1} end | fun() -> {X, 2} end].
f3(X) -> {fun() -> X end, fun() -> {X, 1} end, fun id/1}.
f4(X) -> #{fun() -> X end => fun() -> {X, 1} end, b => fun() -> 3 end}.
f5(X) -> {#r{}, #r{_ = fun() -> X end}}.
f6(X) -> R = id(#r{}), A = R#r{b = fun() -> X end, a = fun() -> {X} end}, {A, fun() -> 1 end}.
f7(X) -> {[fun() -> {X, Y} end || Y <- [1], fun() -> true end =/= 1], id(fun() -> 2 end)}.
f8(X) -> id({fun() -> fun() -> X end end, fun() -> id(fun() -> 1 end) end}).
f9(X) -> (fun(Y) -> Y end)(id({fun() -> X end, fun() -> 1 end})).
f10(X) -> case fun() -> 1 end of A -> {A, fun() -> X end} end.
f11(X) -> receive a -> fun() -> X end after 0 -> fun() -> {X} end end.
f12(X) -> try {fun() -> X end, fun() -> 2 end} of A -> {A, fun() -> 4 end} catch _:_ -> fun() -> 5 end after (fun() -> 6 end)() end.
f13(X) -> {fun F(0) -> X; F(N) -> F(N-1) end, fun() -> X end, fun G(N) -> G(N+1) end}.
f14(X) -> [fun() -> Y end || Y <- [X, fun() -> 2 end]] ++ [fun() -> 3 end].
f15(X) -> F = fun() -> X end, G = fun() -> F end, {F, G, (id(fun() -> X end) =:= fun() -> 2 end) andalso fun() -> 3 end}.
f16(X) -> {fun id/1, fun id/1, fun() -> X end, [lists:map(fun(Y) -> Y + X end, [1]) || X <- [1]], fun(X) -> X end}.
f17(X) -> <<(size(id(<<(element(1, id({1, fun() -> X end})))>>))), (element(1, id({2, fun() -> 7 end})))>>, fun() -> 1 end.
f18(X) -> {<< <<(element(1, id({1, fun() -> X end})))>> || _ <- [1] >>, fun() -> 1 end, (id(#{a => 1}))#{a := fun() -> 2 end}}.
f19(X) ->
    try [(fun(Z) -> Z / 0 end)(Y) || Y <- id([1]), [(fun(Z) -> Z end)(1) || _ <- [X]] =:= [1], _ <- [1, 2]]
    catch error:badarith:Trace -> [{F, A} || {?MODULE, F, A, _} <- Trace, F =/= main]
    end.
f20(X) -> {lists:map(fun id/1, [fun ?MODULE:main/0]), fun() -> maybe_a(X) end, if X =:= x -> fun() -> 1 end; true -> fun() -> 2 end end}.

maybe_a(X) -> X.
