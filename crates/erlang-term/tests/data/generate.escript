#!/usr/bin/env escript
%% Records what Erlang/OTP 25 answers for random terms, for the tests beside this folder:
%%     escript generate.escript [PERCENT SEED]
%% PERCENT is how many cases to make (100: those that are checked in), SEED makes other ones. Every file is a list of cases in the external term format; each case holds its input and the answer.
-mode(compile).

main([]) -> main(["100", "25"]);
main([Percent, Seed]) ->
    put(percent, list_to_integer(Percent)),
    rand:seed(exsss, {2, 0, list_to_integer(Seed)}),
    Dir = filename:dirname(escript:script_name()),
    [begin
         Bin = term_to_binary(Cases(), [{compressed, 9}]),
         ok = file:write_file(filename:join(Dir, Name ++ ".etf"), Bin),
         io:format("~s: ~w bytes~n", [Name, byte_size(Bin)])
     end || {Name, Cases} <- [{"order", fun order/0}, {"arithmetic", fun arithmetic/0}, {"external", fun external/0},
                              {"write", fun write/0}, {"pretty", fun pretty/0}, {"float", fun float_text/0},
                              {"hash", fun hash/0}, {"bits", fun bits/0}, {"integer", fun integer_text/0}]].

%% ---- random terms ----

pick(L) -> lists:nth(rand:uniform(length(L)), L).
r(N) -> rand:uniform(N) - 1.
times(N, F) -> [F() || _ <- lists:seq(1, N)].
cases(N, F) -> times(N * get(percent) div 100, F).

int() ->
    case r(8) of
        0 -> r(10);
        1 -> r(300) - 20;
        2 -> pick([0, 1, -1, 255, 256, 65535, 65536, -129, 1 bsl 27, -(1 bsl 27) - 1, 1 bsl 31 - 1, 1 bsl 31, -(1 bsl 31),
                   -(1 bsl 31) - 1, 1 bsl 32, 1 bsl 53, 1 bsl 53 + 1, 1 bsl 59, -(1 bsl 59), 1 bsl 63 - 1, 1 bsl 63, -(1 bsl 63),
                   -(1 bsl 63) - 1, 1 bsl 64 - 1, 1 bsl 64]);
        3 -> r(1 bsl 40) - (1 bsl 39);
        4 -> (r(1 bsl 64) - (1 bsl 63)) * pick([1, 1, 3]);
        5 -> (r(1 bsl 130) - (1 bsl 129));
        6 -> (1 bsl (50 + r(300))) + r(3) - 1;
        7 -> trunc(float_()) end.

float_() ->
    case r(6) of
        0 -> pick([0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 100.0, 1.0e10, 1.0e22, 1.0e23, 123456789.0, 9007199254740992.0, 9007199254740993.0,
                   9007199254740991.0, 4.9e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1.0e-5, 0.001, 0.0001, 3.14159]);
        1 -> float(r(1000));
        2 -> r(100000) / 1000;
        3 -> rand:normal();
        4 -> rand:normal() * math:pow(10, r(60) - 30);
        5 -> random_float() end.

random_float() ->
    case <<(r(1 bsl 64)):64>> of
        <<F/float>> -> F;
        _ -> random_float() end.

number() -> case r(3) of 0 -> float_(); _ -> int() end.

atom_() ->
    case r(5) of
        0 -> pick(['', 'A', 'hello world', 'and', 'if', 'maybe', 'it\'s', 'a@b', '_x', 'x\ny', 'å', 'Å', 'aÅ', 'é×', 'λ', 'aλ', '日本', 'ÿ', '÷', '[]',
                   '\\', '\x{7f}', '\x{80}', 'a-b', '9', true, false, undefined, 'nonode@nohost']);
        _ -> pick([a, b, c, ok, error, foo, bar, baz, long_atom_name_with_many_characters, x1, tag, state, value]) end.

string() -> times(r(12), fun() -> case r(30) of
        0 -> pick([$\n, $\t, $", $\\, $\e, 229, 255, 160]);
        1 -> pick([0, 7, 127, 128, 955, 16#1F600, 16#D800]);
        _ -> pick("abcdefghij klmnop  ") end end).

bin() ->
    case r(6) of
        0 -> list_to_binary(times(r(20), fun() -> r(256) end));
        1 -> unicode:characters_to_binary([C || C <- string(), C =/= 16#D800]);
        2 -> list_to_binary([C || C <- string(), C < 256]);
        3 -> N = r(30), <<(r(1 bsl 30)):N>>;
        4 -> list_to_binary(times(r(80), fun() -> pick("abc de") end));
        5 -> list_to_binary([pick("abcd"), [r(256) || _ <- lists:seq(1, r(40))]]) end.

identifier() ->
    case r(3) of
        0 -> list_to_pid("<0." ++ integer_to_list(r(1000)) ++ "." ++ integer_to_list(r(3)) ++ ">");
        1 -> binary_to_term(<<131,90,0,3,100,0,13,"nonode@nohost",0:32,(r(1 bsl 18)):32,(r(1 bsl 32)):32,(r(1 bsl 14)):32>>);
        2 -> pick([fun lists:map/2, fun lists:foldl/3, fun erlang:abs/1, fun 'A b':'c@d'/0, fun erlang:'and'/2]) end.

leaf() ->
    case r(9) of
        0 -> int();
        1 -> r(100);
        2 -> float_();
        3 -> atom_();
        4 -> atom_();
        5 -> string();
        6 -> bin();
        7 -> pick([[], {}, #{}, <<>>, "", 0]);
        8 -> identifier() end.

term() -> term(r(5)).
term(0) -> leaf();
term(D) ->
    N = case r(4) of 0 -> r(12); _ -> r(5) end,
    Sub = fun() -> term(r(D)) end,
    case r(8) of
        0 -> leaf();
        1 -> times(N, Sub);
        2 -> times(N, Sub);
        3 -> list_to_tuple(times(N, Sub));
        4 -> list_to_tuple([atom_() | times(N, Sub)]);
        5 -> maps:from_list(times(N, fun() -> {Sub(), Sub()} end));
        6 -> case times(N, Sub) of [] -> [Sub() | leaf_tail()]; L -> L ++ leaf_tail() end;
        7 -> {atom_(), Sub()} end.

leaf_tail() -> pick([a, 1, {x, y}, <<"tail">>, 2.5]).

%% A term that is likely to be close to the given one.
near(T) ->
    case r(4) of
        0 -> T;
        1 when is_integer(T), abs(T) < 1 bsl 1000 -> float(T);
        1 when is_float(T) -> trunc(T);
        1 when is_tuple(T), tuple_size(T) > 0 -> I = 1 + r(tuple_size(T)), setelement(I, T, near(element(I, T)));
        1 when is_map(T), map_size(T) > 0 -> K = pick(maps:keys(T)), (maps:remove(K, T))#{near(K) => near(maps:get(K, T))};
        1 when is_list(T), length(T) > 0 -> [near(hd(T)) | tl(T)];
        2 when is_integer(T) -> T + 1;
        2 when is_bitstring(T), bit_size(T) > 0 -> N = bit_size(T) - 1, <<B:N/bits, _/bits>> = T, B;
        _ -> term() end.

safe_near(T) -> try near(T) catch _:_ -> T end.

%% ---- topics ----

compare(A, B) -> if A < B -> -1; A == B -> 0; true -> 1 end.

order() ->
    cases(500, fun() -> A = case r(3) of 0 -> number(); _ -> term() end, B = safe_near(A), {A, B, compare(A, B), A =:= B} end)
    %% The order of keys shows in the order of pairs in a small map.
    ++ cases(100, fun() ->
        Keys = lists:usort(fun(X, Y) -> X =< Y end, times(8, fun() -> case r(2) of 0 -> pick([1, 1.0, 2, 2.0, -1, 0.0, 1 bsl 70, 1.0e30]); _ -> term(2) end end)),
        Near = [safe_near(K) || K <- Keys], Map = maps:from_list([{K, x} || K <- Keys ++ Near]),
        {keys, case map_size(Map) > 32 of true -> []; false -> maps:keys(Map) end} end).

attempt(F) -> try {ok, F()} catch error:R -> R end.

arithmetic() ->
    cases(2000, fun() ->
        A = case r(40) of 0 -> leaf(); _ -> number() end,
        case r(4) of
            0 -> Op = pick(['-', '+', 'bnot', abs, round, trunc, floor, ceil, float]),
                 {Op, A, attempt(fun() -> apply(erlang, Op, [A]) end)};
            1 -> Op = pick(['bsl', 'bsr']), B = pick([r(70), r(70) - 35, r(300), 63, 64, -64, 0, 1 bsl 70, -(1 bsl 70), 1 bsl 40, a]),
                 {Op, A, B, attempt(fun() -> apply(erlang, Op, [A, B]) end)};
            _ -> Op = pick(['+', '-', '*', '/', 'div', 'rem', 'band', 'bor', 'bxor', '+', '-', '*']),
                 B = case r(5) of 0 -> safe_near(A); 1 -> r(10); _ -> number() end,
                 {Op, A, B, attempt(fun() -> apply(erlang, Op, [A, B]) end)} end end).

external() ->
    cases(400, fun() -> T = term(), M = r(3), {T, M, term_to_binary(T, [{minor_version, M}])} end)
    ++ [{T, 1, term_to_binary(T)} || T <- [lists:duplicate(65535, 1), lists:duplicate(65536, 1), list_to_tuple(lists:seq(1, 255)),
            list_to_tuple(lists:seq(1, 256)), 1 bsl 2039, 1 bsl 2040, list_to_atom(lists:duplicate(255, $å)), list_to_atom(lists:duplicate(255, 955)),
            [1 | 2], [1, 2, 256], maps:from_list([{N, N} || N <- lists:seq(1, 32)])]].

text(Chars) -> unicode:characters_to_binary(Chars).

write() ->
    cases(500, fun() ->
        T = term(), Enc = pick([latin1, unicode]), D = pick([-1, -1, -1, r(12)]),
        {T, Enc, D, text(io_lib:write(T, [{depth, D}, {encoding, Enc}]))} end).

pretty() ->
    cases(1000, fun() ->
        T = case r(3) of 0 -> term(4); 1 -> term(5); _ -> term() end,
        Col = pick([1, 1, 1, 1 + r(40)]), Width = pick([80, 80, 20 + r(100), r(30), 40]),
        D = pick([-1, -1, -1, r(20), 3 + r(30)]), Enc = pick([latin1, unicode]), Limit = pick([-1, -1, -1, r(200), 1 + r(40)]),
        Strings = r(8) > 0,
        Opts = [{column, Col}, {line_length, Width}, {depth, D}, {chars_limit, Limit}, {encoding, Enc}, {strings, Strings}],
        {T, {Col, Width, D, Limit, Enc, Strings}, printed(T, Opts)} end).

%% A surrogate in the text cannot be stored as UTF-8.
printed(T, Opts) ->
    Chars = lists:flatten(io_lib_pretty:print(T, Opts)),
    case unicode:characters_to_binary(Chars) of B when is_binary(B) -> B; _ -> unprintable end.

float_text() ->
    cases(1500, fun() ->
        F = float_(), N = pick([r(6), r(25), r(60)]),
        Kind = pick([short, short, scientific, decimals, compact, e, f, g, parse]),
        Answer = case Kind of
            short -> attempt(fun() -> list_to_binary(float_to_list(F, [short])) end);
            scientific -> attempt(fun() -> list_to_binary(float_to_list(F, [{scientific, N}])) end);
            decimals -> attempt(fun() -> list_to_binary(float_to_list(F, [{decimals, N}])) end);
            compact -> attempt(fun() -> list_to_binary(float_to_list(F, [{decimals, N}, compact])) end);
            parse -> S = mangle(float_to_list(F, [{scientific, N}])), {list_to_binary(S), attempt(fun() -> list_to_float(S) end)};
            C -> attempt(fun() -> list_to_binary(io_lib:format("~.*" ++ atom_to_list(C), [N, F])) end) end,
        {Kind, F, N, Answer} end).

mangle(S) ->
    case r(4) of
        0 -> I = r(length(S)), {A, [_ | B]} = lists:split(I, S), A ++ [pick("0123456789.,+-eE _x") | B];
        1 -> I = r(length(S)), {A, [_ | B]} = lists:split(I, S), A ++ B;
        _ -> S end.

hash() ->
    cases(600, fun() ->
        T = term(), Range = 1 + r(pick([10, 1000, 1 bsl 32])),
        {T, erlang:phash2(T), Range, erlang:phash2(T, Range), erlang:phash(T, Range)} end).

integer_text() ->
    cases(400, fun() ->
        I = int(), Base = 2 + r(35), S = mangle_integer(integer_to_list(I, Base)),
        {I, Base, list_to_binary(integer_to_list(I, Base)), list_to_binary(S), attempt(fun() -> list_to_integer(S, Base) end)} end).

mangle_integer(S) ->
    case r(4) of
        0 -> "+" ++ S;
        1 -> string:lowercase(S);
        2 -> I = r(length(S)), {A, [_ | B]} = lists:split(I, S), A ++ [pick("0129AzZ+-_ ") | B];
        3 -> S end.

%% Segments are built after some bits, so that every alignment occurs; then read back with another type.
bits() ->
    cases(1500, fun() ->
        Skip = pick([0, 0, r(20)]), Pad = r(1 bsl 20),
        {Type, Value, Size, Endian} = segment(),
        Built = attempt(fun() -> build(Type, Value, Size, Endian, Skip, Pad) end),
        Noise = list_to_binary(times(12, fun() -> pick([0, 255, r(256)]) end)),
        {Read, ReadSize} = {pick([unsigned, signed, float, utf8, utf16, utf32]), pick([8, 16, 32, 64, r(80)])},
        Source = case {r(3), Built} of {0, _} -> Noise; {_, {ok, B}} -> <<B/bits, (r(8)):3>>; _ -> Noise end,
        Answer = case bit_size(Source) >= Skip of true -> <<_:Skip, Rest/bits>> = Source, read(Read, ReadSize, Endian, Rest); false -> none end,
        {Skip, Pad, {Type, Value, Size, Endian}, Built, Source, {Read, ReadSize, Endian}, Answer} end).

segment() ->
    Endian = pick([big, little]),
    case r(6) of
        0 -> {float, number(), pick([16, 32, 64]), Endian};
        1 -> {pick([utf8, utf16, utf32]), pick([r(128), r(2048), r(65536), r(1 bsl 21), 16#D7FF, 16#D800, 16#DFFF, 16#E000, 16#10FFFF, 16#110000, -1, a]), 0, Endian};
        _ -> {integer, int(), pick([8, 16, 32, 64, r(20), r(70), r(150)]), Endian} end.

build(integer, V, S, big, K, P) -> <<P:K, V:S/big>>;
build(integer, V, S, little, K, P) -> <<P:K, V:S/little>>;
build(float, V, S, big, K, P) -> <<P:K, V:S/float-big>>;
build(float, V, S, little, K, P) -> <<P:K, V:S/float-little>>;
build(utf8, V, _, _, K, P) -> <<P:K, V/utf8>>;
build(utf16, V, _, big, K, P) -> <<P:K, V/utf16-big>>;
build(utf16, V, _, little, K, P) -> <<P:K, V/utf16-little>>;
build(utf32, V, _, big, K, P) -> <<P:K, V/utf32-big>>;
build(utf32, V, _, little, K, P) -> <<P:K, V/utf32-little>>.

read(unsigned, S, big, B) -> case B of <<V:S/big, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(unsigned, S, little, B) -> case B of <<V:S/little, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(signed, S, big, B) -> case B of <<V:S/signed-big, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(signed, S, little, B) -> case B of <<V:S/signed-little, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(float, S, big, B) -> case B of <<V:S/float-big, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(float, S, little, B) -> case B of <<V:S/float-little, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(utf8, _, _, B) -> case B of <<V/utf8, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(utf16, _, big, B) -> case B of <<V/utf16-big, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(utf16, _, little, B) -> case B of <<V/utf16-little, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(utf32, _, big, B) -> case B of <<V/utf32-big, R/bits>> -> {V, bit_size(R)}; _ -> none end;
read(utf32, _, little, B) -> case B of <<V/utf32-little, R/bits>> -> {V, bit_size(R)}; _ -> none end.
