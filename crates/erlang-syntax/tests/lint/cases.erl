%% Programs with static errors, and right ones beside them. Each case begins with a line of `%%% its name` and is a module of
%% its own, called `m`; functions are exported unless a case says otherwise.

%%% right
-export([f/1]).
-record(r, {a = 1, b = [X || X <- [1, 2]]}).
f(#r{a = A}) when A > 1 -> case A of 2 -> B = 1; _ -> B = 2 end, {A, B};
f(_) -> try ok of X -> X catch _:_:S -> S after ok end.

%%% unbound variables
f(X) -> Y + X.
g() -> {X = 1, X}.
h() -> _.
i(X) -> fun(Y) -> Z = Y + X, Z end, Z.
j(L) -> [X || X <- L], X.
k() -> Lenght = 1, Length + Lenght.
l(X) when Y > X -> ok.
m(X) -> X = 1, begin Y = 2 end, Y.
n() -> f(A) + f(A).

%%% unsafe after case
f(X) ->
    case X of
        1 -> Y = 1;
        2 -> ok
    end,
    Y.

%%% safe after case
f(X) ->
    case X of
        1 -> Y = 1;
        2 -> Y = 2
    end,
    Y.

%%% unsafe after if
f(X) ->
    if X -> Y = 1;
       true -> ok
    end,
    Y.

%%% unsafe after receive
f() ->
    receive a -> Y = 1 after 10 -> ok end,
    Y.
g() ->
    receive a -> Y = 1 after 10 -> Y = 2 end,
    Y.
h() ->
    receive a -> ok after Z = 10 -> ok end,
    Z.
i() ->
    receive a -> Q after Q = 10 -> Q end.

%%% unsafe after try
f() ->
    try
        Y = 1
    catch
        _:_ -> Y
    end,
    Y.
g() ->
    try Y = 1 of
        _ -> Y
    after
        Y
    end.
h() ->
    try ok of Z -> ok catch Z -> ok end,
    Z.

%%% unsafe after catch
f() ->
    catch (Y = 1),
    Y.

%%% unsafe after andalso
f(X) ->
    X andalso (Y = 1),
    Y.
g(X) ->
    (Y = X) orelse Y,
    Y.

%%% unsafe in nested case
f(X) ->
    case X of
        1 -> case X of 1 -> Y = 1; 2 -> ok end;
        2 -> Y = 2
    end,
    Y.
g(X) ->
    case X of
        1 -> case X of 1 -> Y = 1; 2 -> ok end, Y;
        2 -> Y = 2
    end.

%%% unsafe is matched
f(X) ->
    case X of 1 -> Y = 1; 2 -> ok end,
    Y = 3,
    Y.
g(X) ->
    case X of 1 -> Y = 1; 2 -> ok end,
    fun() -> Y end,
    Y.
h(X) ->
    case X of 1 -> Y = 1; 2 -> ok end,
    fun(Y) -> Y end.

%%% stacktrace variable
f(X) ->
    try X catch _:_:S when S =:= [] -> ok end.
g(S) ->
    try S catch _:_:S -> ok end.
h(X) ->
    try X catch _:S:S -> ok end.
i(X) ->
    try X catch _:_:S -> fun() -> S end end.

%%% fun scoping
f(X) -> fun(X) -> X end.
g() -> fun F(0) -> 0; F(N) -> F(N - 1) end, F.
h() -> fun F(0) -> ok; F(N) -> F(N - 1) end.
i(X) -> fun() -> X = 1 end.
j() -> fun(A, A) -> A end.
k(F) -> F(fun F(X) -> F(X) end).

%%% comprehension scoping
f(X, L) -> [X || X <- L, X > 1].
g(L) -> [Y || X <- L, Y <- X].
h(L) -> [Y || Y <- X, X <- L].
i(L) -> [{X, Z} || X <- L, (Z = X) =:= X].
j(L) -> [X || X <- Y = L] ++ Y.
k(B) -> << <<X>> || <<X:8, _:X>> <= B >>.
l(N, B) -> [X || <<X:N>> <= B].

%%% binary sizes
f(<<N, B:N/binary>>) -> B.
g({N, <<B:N/binary>>}) -> B.
h(<<B:N/binary, N>>) -> B.
i(N, <<B:N>>) -> B.
j(N) -> fun(<<B:N>>) -> B end.
k(N) -> fun(<<N, B:N>>) -> B end.
l(N) -> <<A:(N * 2), _/bits>> = <<1, 2>>, A.
m(<<A:(f(1))>>) -> A.
f(X, Y) -> X + Y.

%%% segments
f(X) -> <<X/utf8-unit:8>>.
g(X) -> <<X:8/utf8>>.
h(X) -> <<X/unit:8>>.
i(<<A/binary, B>>) -> {A, B}.
j(<<"abc":8>>) -> ok.
k(<<"abc"/utf8, _/binary>>) -> ok.
l(B) -> [X || <<X/binary>> <= B].
m(X) -> <<X:32/float, X:24/float>>.
n(<<(1 + 2), _/bits>>) -> ok.
o(<<{a}, _/bits>>) -> ok.
p(X) -> <<X:4/binary-unit:4, X/bitstring>>.

%%% unknown types of segments
f(X) -> <<X/word>>.

%%% undefined functions
-export([f/0, nope/3]).
f() -> lenght([]), g(1), fun h/2, foo:bar(), apply(1).
g() -> ok.
revers(L) -> reverse(L).

%%% functions defined twice
f() -> 1.
g() -> 2.
f() -> 3.

%%% built-in functions redefined
length(_) -> 0.
f(L) -> length(L).
g(L) -> erlang:length(L).

%%% built-in function redefined, the young kind
max(_, _) -> 0.
f(L) -> max(L, L).

%%% built-in function redefined, without auto import
-compile({no_auto_import, [length/1]}).
length(_) -> 0.
f(L) -> length(L).
g(L) when length(L) > 1 -> ok.

%%% built-in function redefined, without auto import and without definition
-compile({no_auto_import, [length/1]}).
f(L) -> length(L).

%%% imports
-import(lists, [map/2, foldl/3]).
-import(other, [map/2]).
f(L) -> map(fun(X) -> X end, L).
g(L) -> filter(fun(X) -> X end, L).
foldl(_, _, _) -> ok.
h() -> fun map/2.

%%% imports of built-in functions
-import(m1, [length/1]).
f() -> ok.

%%% imports of young built-in functions
-import(m1, [max/2]).
f() -> max(1, 2).

%%% undefined records
f() -> #r{a = 1}.
g(R) -> R#r.a.
h() -> #r.a.
i(R) -> R#r{b = 1}.
j(#r{}) -> ok.
k(X) -> is_record(X, r).
l(X) when is_record(X, r) -> ok.
-record(r, {a}).
m(#r{a = 1}) -> ok.

%%% fields of records
-record(person, {name, age}).
f() -> #person{nam = 1}.
g(P) -> P#person.agee.
h() -> #person.foo.
i(P) -> P#person{x = 1}.
j(#person{name = 1, name = 2}) -> ok.
k() -> #person{name = 1, name = 2}.
l() -> #person{name = 1, age = 2, _ = 3}.
m(P) -> P#person{_ = 1}, P.
n() -> #person{_ = 1}.
o(#person{_ = 1, _ = 2}) -> ok.

%%% record definitions
-record(r, {a, a}).
-record(r, {b}).
-record(s, {a = X, b = (Y = 1)}).
-record(t, {a = fun(Z) -> Z end, b = foo()}).
f() -> {#r{}, #s{}, #t{}}.

%%% record info
-record(r, {a}).
f() -> record_info(fields, r).
g(X) -> record_info(X, r).
h() -> record_info(size, s).
i() -> record_info(foo, r).
j() -> fun record_info/2.

%%% guards
f(X) when g(X) -> ok.
g(X) when foo:bar(X) -> X.
h(X) when X ++ [] =:= [] -> ok.
i(X) when X ! a -> ok.
j(X) when lists:member(X, []) -> ok.
k(X) when (fun() -> X end) -> ok.
l(X) when is_list(X), length(X) > 1; hd(X) =:= 1 -> ok.
m(X) when erlang:is_atom(X), erlang:'+'(X, 1) > 1 -> ok.
n(X) when erlang:spawn(X) -> ok.
o(X) when undefined_function(X) -> ok.
p(X) when X =:= #{a => 1}, map_size(X) > 0, is_map_key(a, X) -> ok.
q(X) when (X = 1) -> ok.
r(X) when case X of 1 -> true end -> ok.
s(X) when element(1, X) =:= <<1:X>>, X#{a := 1} =:= X -> ok.
t(X) when is_record(X, X) -> ok.
u(X) when is_record(X, foo, 2) -> ok.
v(X) when is_record(X, foo, X) -> ok.
w(X) -> if g(X) -> ok; true -> ok end.

%%% records in guards
-record(r, {a = 1, b = foo()}).
-record(s, {a = 1}).
f(X) when X =:= #r{} -> ok.
g(X) when X =:= #r{b = 1} -> ok.
h(X) when X =:= #s{}, X#s.a =:= 1, #s.a =:= 2 -> ok.
foo() -> 1.

%%% old guards
f(X) when integer(X) -> ok.
g(X) when integer(X) or atom(X) -> ok.

%%% patterns
f(X + 1) -> ok.
g(1 + 2) -> ok.
i([] ++ X) -> X.
j("abc" ++ X) -> X.
k([$a, $b] ++ X) -> X.
l(X ++ "abc") -> X.
m(-1) -> ok.
n(1 / 0) -> ok.
q({X, [Y | X], Y}) -> ok.
r(X = {X, 1}) -> X.
s(1 = 2) -> ok.
t(-a) -> ok.

%%% patterns in case
f(X) -> case X of foo() -> ok end.
g(X) -> case X of begin 1 end -> ok end.
h(X) -> case X of fun() -> 1 end -> ok end.
i(X) -> case X of m:f() -> ok end.
j(X) -> case X of [Y || Y <- X] -> ok end.
k(X) -> case X of X#{a => 1} -> ok end.
l(X) -> case X of (catch 1) -> ok end.
m(X) -> (case X of 1 -> 2 end) = X.
n(X) -> {X, Y} = Z = {X, Y, Z}, Y.
o(X) -> case X of 1 when true -> ok; _ when Y -> Y end.

%%% map patterns
f(#{a => X}) -> X.
g(K, #{K := V}) -> V.
h(M) -> K = 1, #{K := V} = M, V.
i(M) -> #{K := V} = M, {K, V}.
j(#{{a, 1 + 2} := X}) -> X.
k(M) -> #{f(M) := X} = M, X.

%%% maps
f(M) -> #{a := M}.
g(M) -> M#{a := 1, b => 2}.

%%% maybe
f(X) -> maybe {ok, Y} ?= X, Y end.
g(X) -> maybe {ok, Y} ?= X, Y else {error, Y} -> ok end.
h(X) -> maybe {ok, Y} ?= X, ok end, Y.
i(X) -> maybe X else Z -> Z end, Z.
j(X) -> maybe {X, Y} = X, true ?= Y else _ -> Y end.

%%% try in all its parts
f(X) -> try A = X, {A, B} of C -> {A, C} catch D -> {D, A}; error:E -> E after A, X end.
g(X) -> try X of Y -> Z = Y catch _:_ -> Z = 1 end, Z.
h(X) -> try X after Y = 1, Y end, Y.
i() -> try throw(a) catch throw:X when X =:= a -> X; Y:X:_ when Y =:= X -> X end.

%%% variables bound in arguments
f(X) -> g(Y = X, Y), Y.
g(A, B) -> {A, B, [A = 1 | B]}.
h(X) -> #{(Y = X) => Y}.
i(X) -> [Y = X, Y = X | Y = X], Y.
j(X) -> (Y = X) + (Y = X).
k(X) -> case Y = X of Y -> Y end.
l(X) -> <<(Y = X), Y>>.
m(X) -> (F = X)(F).
n(X) -> X:(G = X)(G).

%%% if and case without all clauses binding
f(X) ->
    if X =:= 1 -> A = 1, B = 2;
       X =:= 2 -> A = 2, C = 3;
       true -> A = 3
    end,
    {A, B, C}.
g(X) ->
    case X of
        {A, _} -> ok;
        [A] -> ok
    end,
    A.
h(X) ->
    case X of
        {A, _} -> ok;
        [_] -> exit(A)
    end.

%%% types
-type t() :: undefined_type() | list(foo(integer())).
-type a() :: atom().
-type a() :: integer().
-type integer() :: float().
-type p(X) :: list().
-type q(X) :: list(X) | Y.
-type r() :: 3..1.
-type s() :: 1..2 | $a..$z | -1..1 bsl 4.
-type u() :: <<_:8, _:_*8>>.
-type v() :: #nope{}.
-type w(_X) :: string() | dict:dict() | nonempty_string().
-export_type([t/0, a/0, p/1, q/1, r/0, s/0, u/0, v/0, w/1, zz/0]).
f() -> ok.

%%% record types
-record(r, {a :: integer(), b = 1 :: foo()}).
-type t() :: #r{a :: 1}.
-type u() :: #r{c :: 1}.
-type v() :: #r{a :: 1, a :: 2}.
-export_type([t/0, u/0, v/0]).
f() -> #r{}.

%%% specs
-spec f(X) -> integer().
f(X) -> X.
-spec g(X) -> X.
g(X) -> X.
-spec g(X) -> X.
-spec h() -> ok.
-spec i(X) -> Y when X :: integer(), Y :: foo().
i(X) -> X.
-spec j(X :: integer()) -> _Y.
j(X) -> X.
-spec other:j(X :: integer()) -> _Y.
-spec m:k() -> ok.
k() -> ok.

%%% callbacks
-callback f(integer()) -> foo().
-callback f(integer()) -> ok.
-callback g() -> ok.
-optional_callbacks([g/0, h/0]).
-optional_callbacks([g/0]).
-callback other:i() -> ok.

%%% behaviour info
-callback f() -> ok.
behaviour_info(_) -> [].

%%% attributes after functions
f() -> ok.
-vsn(1).
-record(r, {}).
-type t() :: 1.
-export_type([t/0]).
-spec g() -> #r{}.
g() -> #r{}.

%%% functions that attributes name
-compile({inline, [f/1, g/0]}).
-compile({nowarn_unused_function, [h/0]}).
-on_load(load/0).
-dialyzer({nowarn_function, [f/0, k/7]}).
g() -> ok.
f() -> ok.

%%% on load
-on_load(load/1).
-on_load(load/0).
load() -> ok.
load(_) -> ok.

%%% export twice
-export([f/0]).
-export([f/0]).
f() -> ok.

%%% warnings
-export([f/2, h/1]).
-record(unused, {}).
-record(used, {a}).
-type never() :: 1.
-opaque opaque() :: 1.
f(X, Y) -> fun(X) -> X end, Z = Y.
g() -> g1().
g1() -> g().
h(L) ->
    [L || L <- L],
    _A = L,
    _A = 1,
    case L of 1 -> B = 1; _ -> B = 2 end,
    B = 3,
    #used{}.
i(_X, _X) -> 1(2), {a, b, c}(1).

%%% more unused variables
-export([f/3]).
f(A, [B | C], D) ->
    case A of
        {E, F} -> E;
        G -> ok
    end,
    H = fun(I, J) -> J end,
    [K || K <- D, L <- K],
    try M = 1 of N -> ok catch O:P:Q -> O after R = 1 end,
    receive S -> ok end,
    fun T() -> ok end,
    ok.
