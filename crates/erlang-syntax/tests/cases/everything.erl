%% -*- coding: utf-8 -*-
-module(everything).
-moduledoc """
A bit of everything.
  Indented.
""".
-behaviour(gen_server).
-export([f/1, 'g h'/2]).
-export_type([t/0, tree/1]).
-import(lists, [map/2, seq/2]).
-compile([inline, {nowarn_unused_function, [f/1]}, export_all]).
-vsn({1, "two", <<3>>, #{four => 4}, -5, 'six seven'}).
-dialyzer({nowarn_function, f/1}).
-ifdef(TEST).
-include_lib("eunit/include/eunit.hrl").
-else.
-define(assert(X), true = (X)).
-endif.
-if(?OTP_RELEASE >= 25 andalso not defined(NOPE)).
-define(NEW, new).
-elif(false).
-define(NEW, old).
-else.
-error("too old").
-endif.
-define(PAIR(A, B), {A, B, ??A, ?LINE}).
-define(PAIR(A), ?PAIR(A, A)).
-define(EMPTY, ).
-record(r, {a, b = 1, c :: integer(), d = [] :: [t() | undefined]}).
-record(empty, {}).
-type t() :: a | 'b c' | 1..10 | -1 | $x | ?NEW.
-type tree(X) :: {leaf, X} | {node, tree(X), tree(X)} | #{k := v, term() => _} | #{} | #r{a :: t()} | [] | [X, ...].
-opaque o() :: fun() | fun((...) -> any()) | fun((A :: t(), t()) -> o()) | <<>> | <<_:8>> | <<_:_*8>> | <<_:1, _:_*2>>.
-spec f(X) -> Y when X :: list(Y), Y :: m:t(1 + 2);
       (X) -> ok when is_subtype(X, tuple()).
-callback init(Args :: term()) -> {ok, State :: any()} | (ignore).
-optional_callbacks([init/1]).

-doc ~"Does it all.".
f(#r{a = A, _ = _} = R) when is_atom(A), A =/= b; A == 1 ->
    X = case R of
            #r{b = [H | T]} when H > 1 -> {H, T, [1, 2 | T]};
            {<<A1:8/integer-signed-little-unit:1, B1:A1/binary, "x"/utf8, _/bits>>, _} -> B1;
            _ -> catch throw(A)
        end,
    try X of
        ok -> ok
    catch
        error:Reason:Stack when Stack =/= [] -> {Reason, Stack};
        _:_ -> exit(normal);
        thrown -> thrown
    after
        io:format("~p~n", [X])
    end,
    receive
        {'EXIT', Pid, _} when is_pid(Pid) -> Pid ! {self(), done};
        M -> M#{a => 1, b := 2}#{c => 3}
    after 1000 -> timeout
    end,
    if A > 1, A < 2; A =< 3 -> small; true -> large end,
    F = fun Fact(0) -> 1; Fact(N) when N > 0 -> N * Fact(N - 1) end,
    G = fun(P, Q) -> P + Q end,
    [F(3), (G)(1, 2), fun f/1, fun lists:map/2, fun ?MODULE:f/1, fun X:A/N2],
    L = [{Y, Z} || Y <- [1, 2, 3], Y rem 2 =:= 1, Z := _ <- #{a => 1}, <<W:4>> <= <<"ab">>, W > Z],
    B = << <<Y:8>> || Y <- L, Y >= 0 >>,
    C = #{K => V || K := V <- #{}, {K, _} <- L},
    maybe
        {ok, D} ?= f(B),
        true = D > C,
        _ ?= D
    else
        {error, E} -> E;
        _ -> 'else'
    end,
    begin ?PAIR(1), ?PAIR({a, b}, [c, d]) ?EMPTY end,
    - X + - 1 * 2 - (3 div 4) rem 5 bsl 1 bor 2 band bnot 3 bxor 4,
    not true andalso false orelse X == 1 xor (1 /= 2) and (1 >= 2) or (1 < 2),
    [1] ++ [2] ++ [3] -- [1],
    R#r.a, R#r{b = 2}#r.b, #r.c, #empty{},
    {$a, $\n, $\x{1F600}, "tab\t" "joined" "å", 'quoted \'atom\'', 16#fF, 2#1_0, 1_000, 1.5e-10, ~s(sigil), """
     text
     """},
    ?assert(?FUNCTION_NAME =:= f andalso ?FUNCTION_ARITY == 1),
    X = Y3 = {?MODULE, ?FILE, ?LINE, ?MACHINE};
f(_) -> ok.

'g h'(_, []) -> [].
