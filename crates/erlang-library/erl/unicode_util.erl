%% Code points, grapheme clusters, letter case and normal forms, one step at a time: each function takes character data and
%% returns [First | Rest], [] at the end, or {error, Rest} where the data are not UTF-8.
%%
%% The rest of a flat list or a binary is as in OTP; the rest of deeper data has the same characters, nested differently.
-module(unicode_util).

-export([casefold/1, cp/1, gc/1, is_whitespace/1, lowercase/1, nfc/1, nfd/1, nfkc/1, nfkd/1, spec_version/0, titlecase/1,
         uppercase/1, whitespace/0]).

-define(IS_LEAD(C), (C >= 16#1100 andalso C =< 16#115F orelse C >= 16#A960 andalso C =< 16#A97C)).
-define(IS_VOWEL(C), (C >= 16#1160 andalso C =< 16#11A7 orelse C >= 16#D7B0 andalso C =< 16#D7C6)).
-define(IS_TRAIL(C), (C >= 16#11A8 andalso C =< 16#11FF orelse C >= 16#D7CB andalso C =< 16#D7FB)).
-define(IS_SYLLABLE(C), (C >= 16#AC00 andalso C =< 16#D7A3)).
-define(IS_REGIONAL(C), (C >= 16#1F1E6 andalso C =< 16#1F1FF)).

spec_version() -> {14, 0}.

whitespace() -> [[$\r, $\n], $\t, $\n, $\v, $\f, $\r, $\s, 16#85, 16#200E, 16#200F, 16#2028, 16#2029].

is_whitespace(Cluster) -> lists:member(Cluster, whitespace()).

%% ---- code points

cp([C | _] = Data) when is_integer(C) -> Data;
cp([Data]) -> cp(Data);
cp([Inner | Rest]) ->
    case cp(Inner) of
        [C | More] -> [C | before(More, Rest)];
        [] -> cp(Rest);
        {error, Invalid} -> {error, before(Invalid, Rest)}
    end;
cp([]) -> [];
cp(<<C/utf8, Rest/binary>>) -> [C | Rest];
cp(<<>>) -> [];
cp(<<Invalid/binary>>) -> {error, Invalid}.

before([], Rest) -> Rest;
before(More, Rest) -> [More | Rest].

%% ---- grapheme clusters, by the rules of UAX #29

%% Two characters below 256 never join, except CR LF.
gc([C1, C2 | _] = Data) when is_integer(C1), is_integer(C2), C1 < 256, C2 < 256, C1 =/= $\r -> Data;
gc(Data) ->
    case cp(Data) of
        [C | Rest] -> cluster(C, Rest);
        EndOrError -> EndOrError
    end.

cluster($\r, Rest) ->
    case cp(Rest) of
        [$\n | After] -> [[$\r, $\n] | After];
        _ -> [$\r | Rest]
    end;
cluster(C, Rest) when ?IS_LEAD(C) -> leads(Rest, [C]);
cluster(C, Rest) when ?IS_VOWEL(C) -> vowels(Rest, [C]);
cluster(C, Rest) when ?IS_TRAIL(C) -> trails(Rest, [C]);
cluster(C, Rest) when ?IS_SYLLABLE(C) -> syllable(C, Rest, [C]);
cluster(C, Rest) when ?IS_REGIONAL(C) ->
    case cp(Rest) of
        [Second | After] when ?IS_REGIONAL(Second) -> extend(After, [Second, C]);
        _ -> extend(Rest, [C])
    end;
cluster(C, Rest) ->
    case unicode_data:cluster_class(C) of
        control -> [C | Rest];
        prepend -> prepend(C, Rest);
        picture -> picture(Rest, [C]);
        _ -> extend(Rest, [C])
    end.

%% Clusters are gathered backwards.
extend(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] ->
            case is_extend(C) of
                true -> extend(After, [C | Cluster]);
                false -> finish(Cluster, Rest)
            end;
        [] -> finish(Cluster, Rest);
        {error, Invalid} -> finish(Cluster, Invalid)
    end.

is_extend(C) when C < 256 -> false;
is_extend(C) ->
    Class = unicode_data:cluster_class(C),
    Class =:= extend orelse Class =:= joiner.

finish([C], Rest) -> [C | Rest];
finish(Cluster, Rest) -> [lists:reverse(Cluster) | Rest].

prepend(C, Rest) ->
    case cp(Rest) of
        [Next | After] ->
            case unicode_data:cluster_class(Next) of
                control -> [C | Rest];
                _ ->
                    case cluster(Next, After) of
                        [Cluster | More] when is_list(Cluster) -> [[C | Cluster] | More];
                        [Single | More] -> [[C, Single] | More]
                    end
            end;
        [] -> [C];
        {error, Invalid} -> [C | Invalid]
    end.

%% Pictures may be joined to further pictures.
picture(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] when C >= 256 ->
            case unicode_data:cluster_class(C) of
                extend -> picture(After, [C | Cluster]);
                joiner -> joined(After, [C | Cluster]);
                _ -> finish(Cluster, Rest)
            end;
        _ -> finish(Cluster, Rest)
    end.

joined(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] ->
            case unicode_data:cluster_class(C) of
                picture -> picture(After, [C | Cluster]);
                _ -> finish(Cluster, Rest)
            end;
        _ -> finish(Cluster, Rest)
    end.

%% Hangul: leading consonants, then a vowel or a syllable, then vowels, then trailing consonants.
leads(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] when ?IS_LEAD(C) -> leads(After, [C | Cluster]);
        [C | After] when ?IS_VOWEL(C) -> vowels(After, [C | Cluster]);
        [C | After] when ?IS_SYLLABLE(C) -> syllable(C, After, [C | Cluster]);
        _ -> extend(Rest, Cluster)
    end.

syllable(C, Rest, Cluster) when (C - 16#AC00) rem 28 =:= 0 -> vowels(Rest, Cluster);
syllable(_, Rest, Cluster) -> trails(Rest, Cluster).

vowels(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] when ?IS_VOWEL(C) -> vowels(After, [C | Cluster]);
        [C | After] when ?IS_TRAIL(C) -> trails(After, [C | Cluster]);
        _ -> extend(Rest, Cluster)
    end.

trails(Rest, Cluster) ->
    case cp(Rest) of
        [C | After] when ?IS_TRAIL(C) -> trails(After, [C | Cluster]);
        _ -> extend(Rest, Cluster)
    end.

%% ---- letter case of the first code point

uppercase(Data) -> change(Data, 1).
lowercase(Data) -> change(Data, 2).
titlecase(Data) -> change(Data, 3).
casefold(Data) -> change(Data, 4).

change(Data, Which) ->
    case cp(Data) of
        [C | Rest] -> [changed(C, unicode_data:case_step(C), Which) | Rest];
        [] -> [];
        {error, Invalid} -> error({badarg, Invalid})
    end.

changed(C, none, _) -> C;
changed(C, {alternating, First}, Which) when Which =:= 2; Which =:= 4 -> C + 1 - (C - First) rem 2;
changed(C, {alternating, First}, _) -> C - (C - First) rem 2;
changed(C, Steps, Which) ->
    case element(Which, Steps) of
        Chars when is_list(Chars) -> Chars;
        Distance -> C + Distance
    end.

%% ---- normal forms of the first cluster

nfd(Data) -> form(Data, 128, fun(Cluster) -> decompose(Cluster, canonical) end).
nfkd(Data) -> form(Data, 128, fun(Cluster) -> decompose(Cluster, compatible) end).
nfc(Data) -> form(Data, 256, fun(Cluster) -> compose(decompose(Cluster, canonical)) end).
nfkc(Data) -> form(Data, 128, fun(Cluster) -> compose_all(decompose(Cluster, compatible)) end).

%% Characters below the given one are in the form already.
form(Data, Below, Form) ->
    case gc(Data) of
        [C | Rest] when C < Below -> [C | Rest];
        [Cluster | Rest] -> [Form(Cluster) | Rest];
        EndOrError -> EndOrError
    end.

decompose(C, Kind) when is_integer(C) -> single(in_order(parts(C, Kind)));
decompose(Cluster, Kind) -> single(in_order(lists:append([parts(C, Kind) || C <- Cluster]))).

single([C]) -> C;
single(Chars) -> Chars.

parts(C, _) when ?IS_SYLLABLE(C) ->
    Index = C - 16#AC00,
    Lead = 16#1100 + Index div 588,
    Vowel = 16#1161 + Index rem 588 div 28,
    case Index rem 28 of
        0 -> [Lead, Vowel];
        Trail -> [Lead, Vowel, 16#11A7 + Trail]
    end;
parts(C, compatible) ->
    case unicode_forms:compatibility(C) of
        [] -> parts(C, canonical);
        Chars -> Chars
    end;
parts(C, canonical) ->
    case unicode_forms:canonical(C) of
        [] -> [C];
        Chars -> Chars
    end.

%% Each stretch of combining characters is sorted by class.
in_order(Chars) -> in_order(Chars, []).

in_order([C | Rest], Combining) ->
    case unicode_forms:combining_class(C) of
        0 -> sorted(Combining) ++ [C | in_order(Rest, [])];
        Class -> in_order(Rest, [{Class, C} | Combining])
    end;
in_order([], Combining) -> sorted(Combining).

sorted(Combining) -> [C || {_, C} <- lists:keysort(1, lists:reverse(Combining))].

%% A compatible form may have become several clusters.
compose_all(C) when is_integer(C) -> C;
compose_all(Chars) ->
    case gc(Chars) of
        [Cluster | Rest] ->
            case compose(Cluster) of
                Composed when is_list(Composed) -> Composed ++ compose_all(Rest);
                C -> [C | compose_all(Rest)]
            end;
        [] -> []
    end.

compose(C) when is_integer(C) -> C;
compose([Lead, Vowel | Rest]) when Lead >= 16#1100, Lead =< 16#1112, Vowel >= 16#1161, Vowel =< 16#1175 ->
    C = 16#AC00 + (Lead - 16#1100) * 588 + (Vowel - 16#1161) * 28,
    case Rest of
        [Trail | More] when Trail >= 16#11A7, Trail =< 16#11C2 -> single([C + Trail - 16#11A7 | More]);
        _ -> single([C | Rest])
    end;
compose([Lead, _ | _] = Chars) when Lead >= 16#1100, Lead =< 16#1112 ->
    case compose(tl(Chars)) of
        Composed when is_list(Composed) -> [Lead | Composed];
        C -> [Lead, C]
    end;
compose([First, Second]) ->
    case unicode_forms:composed(First, Second) of
        false -> [First, Second];
        C -> C
    end;
compose([First | Rest]) -> compose(Rest, First, [], unicode_forms:combining_class(First)).

%% A combining character joins the base unless one of the same or a higher class stands between them.
compose([C | Rest], Base, Left, Before) ->
    Class = unicode_forms:combining_class(C),
    case (Before =:= 0 orelse Before < Class) andalso unicode_forms:composed(Base, C) of
        false -> compose(Rest, Base, [C | Left], Class);
        Composed -> compose(Rest, Composed, Left, Before)
    end;
compose([], Base, Left, _) -> single([Base | lists:reverse(Left)]).
