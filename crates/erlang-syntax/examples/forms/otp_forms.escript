#!/usr/bin/env escript
%%! +S 1
%% otp_forms.escript [-I DIR]... FILE...: for each file that epp reads without complaint, a line "% FILE", then its forms in
%% the notation that the example `forms` writes: one a line, places that whodunit's tree does not keep as 0.

main(Args) ->
    io:setopts([{encoding, unicode}]),
    {Includes, Files} = split(Args, [], []),
    [file(File, Includes) || File <- Files].

split(["-I", Dir | Rest], Is, Fs) -> split(Rest, [Dir | Is], Fs);
split([File | Rest], Is, Fs) -> split(Rest, Is, [File | Fs]);
split([], Is, Fs) -> {lists:reverse(Is), lists:reverse(Fs)}.

file(File, Includes) ->
    {ok, Forms} = epp:parse_file(File, [{includes, Includes}, {location, {1, 1}}]),
    case [E || {error, _} = E <- Forms] of
        [] ->
            io:format("% ~ts~n", [File]),
            [io:format("~tw~n", [form(F)]) || F <- Forms, keep(F)];
        Errors ->
            io:format(standard_error, "~ts: ~p~n", [File, hd(Errors)])
    end.

keep({eof, _}) -> false;
keep({attribute, _, file, _}) -> false;
keep({warning, _}) -> false;
keep(_) -> true.

form({attribute, _, record, {Name, Fields}}) ->
    {attribute, 0, record, {Name, [record_field_definition(F) || F <- Fields]}};
form({attribute, _, Kind, {Name, Clauses}}) when Kind =:= spec; Kind =:= callback ->
    {attribute, 0, Kind, {Name, [spec(C) || C <- Clauses]}};
form({attribute, _, Kind, {Name, Type, Vars}}) when Kind =:= type; Kind =:= opaque ->
    {attribute, 0, Kind, {Name, type(Type), [{var, 0, V} || {var, _, V} <- Vars]}};
form({attribute, _, Name, Value}) -> {attribute, 0, Name, Value};
form({function, A, Name, Arity, Clauses}) -> {function, at(A), Name, Arity, [clause(C) || C <- Clauses]}.

at(A) -> erl_anno:location(A).

record_field_definition({typed_record_field, F, T}) ->
    {typed_record_field, record_field_definition(F), type(T)};
record_field_definition({record_field, A, {atom, _, N}}) -> {record_field, at(A), {atom, at(A), N}};
record_field_definition({record_field, A, {atom, _, N}, E}) -> {record_field, at(A), {atom, at(A), N}, expr(E)}.

spec({type, _, bounded_fun, [F, Cs]}) ->
    {type, 0, bounded_fun,
     [type(F), [{type, 0, constraint, [{atom, 0, is_subtype}, [{var, 0, V}, type(T)]]}
                || {type, _, constraint, [_, [{var, _, V}, T]]} <- Cs]]};
spec(F) -> type(F).

type({ann_type, A, [V, T]}) -> {ann_type, at(A), [type(V), type(T)]};
type({type, _, range, Ts}) -> {type, 0, range, [type(T) || T <- Ts]};
type({op, A, Op, T}) -> {op, at(A), Op, type(T)};
type({op, _, Op, T1, T2}) -> {op, 0, Op, type(T1), type(T2)};
type({type, _, union, Ts}) -> {type, 0, union, [type(T) || T <- Ts]};
type({type, A, map, any}) -> {type, at(A), map, any};
type({type, A, tuple, any}) -> {type, at(A), tuple, any};
type({type, A, map, Ts}) -> {type, at(A), map, [type(T) || T <- Ts]};
type({type, _, Field, Ts}) when Field =:= map_field_assoc; Field =:= map_field_exact; Field =:= product ->
    {type, 0, Field, [type(T) || T <- Ts]};
type({type, A, record, [{atom, _, N} | Fs]}) ->
    {type, at(A), record,
     [{atom, 0, N} | [{type, 0, field_type, [{atom, 0, F}, type(T)]} || {type, _, field_type, [{atom, _, F}, T]} <- Fs]]};
type({type, A, binary, [B, U]}) -> {type, at(A), binary, [bits(B), bits(U)]};
type({type, A, 'fun', []}) -> {type, at(A), 'fun', []};
type({type, _, 'fun', [{type, _, any}, R]}) -> {type, 0, 'fun', [{type, 0, any}, type(R)]};
type({type, _, 'fun', [P, R]}) -> {type, 0, 'fun', [type(P), type(R)]};
type({type, A, T, Ts}) when T =:= nil; T =:= list, length(Ts) =:= 1; T =:= nonempty_list, length(Ts) =:= 1; T =:= tuple ->
    {type, at(A), T, [type(X) || X <- Ts]};
type({Tag, A, Name, Ts}) when Tag =:= type; Tag =:= user_type -> {Tag, at(A), Name, [type(T) || T <- Ts]};
type({remote_type, A, [M, {atom, _, N}, Ts]}) -> {remote_type, at(A), [type(M), {atom, 0, N}, [type(T) || T <- Ts]]};
type({K, A, V}) -> {K, at(A), V}.

bits({integer, A, 0}) -> case at(A) of {_, _} = P -> {integer, P, 0}; _ -> {integer, 0, 0} end;
bits(T) -> type(T).

exprs(Es) -> [expr(E) || E <- Es].

expr({K, A}) when K =:= nil -> {nil, at(A)};
expr({cons, A, H, T}) -> {cons, at(A), expr(H), tail(T)};
expr({tuple, A, Es}) -> {tuple, at(A), exprs(Es)};
expr({map, A, Fs}) -> {map, at(A), [map_field(F) || F <- Fs]};
expr({map, A, E, Fs}) -> {map, at(A), expr(E), [map_field(F) || F <- Fs]};
expr({record, A, N, Fs}) when is_atom(N) -> {record, at(A), N, [record_field(F) || F <- Fs]};
expr({record, A, E, N, Fs}) -> {record, at(A), expr(E), N, [record_field(F) || F <- Fs]};
expr({record_field, A, E, N, {atom, _, F}}) -> {record_field, at(A), expr(E), N, {atom, 0, F}};
expr({record_index, A, N, {atom, _, F}}) -> {record_index, at(A), N, {atom, 0, F}};
expr({bin, A, Es}) -> {bin, at(A), [segment(E) || E <- Es]};
expr({match, A, P, E}) -> {match, at(A), expr(P), expr(E)};
expr({maybe_match, A, P, E}) -> {maybe_match, at(A), expr(P), expr(E)};
expr({op, A, Op, E}) -> {op, at(A), Op, expr(E)};
expr({op, A, Op, L, R}) -> {op, at(A), Op, expr(L), expr(R)};
expr({call, A, {remote, _, M, F}, Es}) -> {call, at(A), {remote, 0, expr(M), expr(F)}, exprs(Es)};
expr({call, A, F, Es}) -> {call, at(A), expr(F), exprs(Es)};
expr({'fun', A, {function, N, Ar}}) -> {'fun', at(A), {function, N, Ar}};
expr({'fun', A, {function, M, F, Ar}}) -> {'fun', at(A), {function, expr(M), expr(F), expr(Ar)}};
expr({'fun', A, {clauses, Cs}}) -> {'fun', at(A), {clauses, [clause(C) || C <- Cs]}};
expr({named_fun, A, N, Cs}) -> {named_fun, at(A), N, [clause(C) || C <- Cs]};
expr({'case', A, E, Cs}) -> {'case', at(A), expr(E), [clause(C) || C <- Cs]};
expr({'if', A, Cs}) -> {'if', at(A), [clause(C) || C <- Cs]};
expr({'receive', A, Cs}) -> {'receive', at(A), [clause(C) || C <- Cs]};
expr({'receive', A, Cs, T, B}) -> {'receive', at(A), [clause(C) || C <- Cs], expr(T), exprs(B)};
expr({'try', A, B, Of, Cs, Af}) ->
    {'try', at(A), exprs(B), [clause(C) || C <- Of], [catch_clause(C) || C <- Cs], exprs(Af)};
expr({'catch', A, E}) -> {'catch', at(A), expr(E)};
expr({block, A, Es}) -> {block, at(A), exprs(Es)};
expr({'maybe', A, Es}) -> {'maybe', at(A), exprs(Es)};
expr({'maybe', A, Es, {'else', _, Cs}}) -> {'maybe', at(A), exprs(Es), {'else', 0, [clause(C) || C <- Cs]}};
expr({lc, A, E, Qs}) -> {lc, at(A), expr(E), [qualifier(Q) || Q <- Qs]};
expr({bc, A, E, Qs}) -> {bc, at(A), expr(E), [qualifier(Q) || Q <- Qs]};
expr({mc, A, E, Qs}) -> {mc, at(A), map_field(E), [qualifier(Q) || Q <- Qs]};
expr({K, A, V}) -> {K, at(A), V}.

tail({nil, _}) -> {nil, 0};
tail(E) -> expr(E).

map_field({K, _, E, V}) -> {K, 0, expr(E), expr(V)}.
record_field({record_field, A, {K, _, N}, E}) -> {record_field, at(A), {K, at(A), N}, expr(E)}.

segment({bin_element, _, E, S, Ts}) ->
    {bin_element, 0, expr(E), case S of default -> default; _ -> expr(S) end, types(Ts)}.

types(default) -> default;
types(Ts) ->
    Atoms = lists:usort([case T of bytes -> binary; bits -> bitstring; _ -> T end || T <- Ts, is_atom(T)]),
    Atoms ++ [T || T <- Ts, is_tuple(T)].

clause({clause, A, Ps, Gs, B}) -> {clause, at(A), exprs(Ps), [exprs(G) || G <- Gs], exprs(B)}.

catch_clause({clause, A, [{tuple, _, [C, R, S]}], Gs, B}) ->
    %% Only what was written has a place of its own.
    Class = case C of {atom, A, throw} when element(2, R) =/= A -> expr(C); {atom, A, throw} -> {atom, 0, throw}; _ -> expr(C) end,
    Stack = case S of {var, _, '_'} -> {var, 0, '_'}; _ -> expr(S) end,
    {clause, at(A), [{tuple, 0, [Class, expr(R), Stack]}], [exprs(G) || G <- Gs], exprs(B)}.

qualifier({K, _, P, E}) when K =:= generate; K =:= b_generate -> {K, 0, expr(P), expr(E)};
qualifier({m_generate, _, F, E}) -> {m_generate, 0, map_field(F), expr(E)};
qualifier(E) -> expr(E).
