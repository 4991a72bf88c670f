%% What random programs are built with. Numbers, lists and binaries are kept from growing without bound, calls are
%% counted, and what is not the same everywhere (functions, pids, stack traces) is hidden.
-module(random_helpers).
-export([id/1, adder/1, twice/1, lim/1, cut/1, cutb/1, tick/0, show/1, hash/1, caught/1, answer/1, last_words/1, outcome/2]).

id(X) -> X.
adder(N) -> fun(X) -> X + N end.
twice(F) -> fun(X) -> F(F(X)) end.

lim(X) when is_integer(X), X > -(1 bsl 256), X < 1 bsl 256 -> X;
lim(X) when is_integer(X) -> X rem 1000000007;
lim(X) -> X.

cut([A, B, C, D, E, F, G, H | _]) -> [A, B, C, D, E, F, G, H];
cut(X) -> X.

cutb(<<B:40/bits, _/bits>>) -> B;
cutb(X) -> X.

tick() ->
    case get(calls) of
        undefined -> put(calls, 1);
        N when N < 200 -> put(calls, N + 1);
        _ -> throw(out_of_fuel)
    end.

plain(X) when is_function(X); is_pid(X); is_reference(X) -> false;
plain([H | T]) -> plain(H) andalso plain(T);
plain(X) when is_tuple(X) -> plain(tuple_to_list(X));
plain(X) when is_map(X) -> plain(maps:to_list(X));
plain(_) -> true.

show(X) -> case plain(X) of true -> io:format("~p ", [X]); false -> io:format("? ") end.
hash(X) -> case plain(X) of true -> erlang:phash2(X, 1000); false -> 0 end.

caught(F) -> case catch F() of {'EXIT', {R, _}} -> {'EXIT', R}; V -> V end.

answer(F) ->
    Parent = self(),
    Ref = make_ref(),
    spawn(fun() -> Parent ! {Ref, try {ok, F()} catch C:R -> {C, R} end} end),
    receive {Ref, {ok, V}} -> V; {Ref, E} -> throw(E) after 5000 -> error(no_answer) end.

last_words(F) ->
    {_, Ref} = spawn_monitor(F),
    receive
        {'DOWN', Ref, process, _, {R, [{_, _, _, _} | _]}} -> {crashed, R};
        {'DOWN', Ref, process, _, R} -> R
    after 5000 -> error(no_last_words)
    end.

%% What a call comes to; of an exception, where in the calling module it was raised.
outcome(Module, F) ->
    put(calls, 0),
    try {value, F()}
    catch Class:Reason:Stack -> {Class, Reason, where(Module, Stack)}
    end.

where(Module, [{Module, _, Arguments, Location} | _]) when is_list(Arguments) ->
    {proplists:get_value(line, Location), Arguments};
where(Module, [{Module, _, _, Location} | _]) -> proplists:get_value(line, Location);
where(Module, [_ | Below]) -> where(Module, Below);
where(_, []) -> nowhere.
