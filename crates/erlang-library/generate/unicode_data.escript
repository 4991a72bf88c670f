#!/usr/bin/env escript
%% Writes the character properties that unicode_util needs, as the installed OTP has them.
%%
%%     escript generate/unicode_data.escript data > erl/unicode_data.erl
%%     escript generate/unicode_data.escript forms > erl/unicode_forms.erl
%%
%% Each table becomes a binary decision of `if`s over ranges of code points, which any machine runs fast without having to
%% build a table first.
-mode(compile).
-export([main/1]).

-define(LAST, 16#10FFFF).

main(["data"]) ->
    module("unicode_data", "[case_step/1, cluster_class/1]"),
    io:put_chars("\n%% How a character takes part in grapheme clusters, besides Hangul and regional indicators.\n"),
    tree("cluster_class", runs(fun cluster_class/1)),
    io:put_chars("\n%% {Upper, Lower, Title, Fold}: each is a distance, to be added to the character, or a list of characters;\n"
                 "%% {alternating, First}, in a stretch of pairs of an upper and a lower character; or none.\n"),
    tree("case_step", alternations(runs(fun case_step/1)));
main(["forms"]) ->
    module("unicode_forms", "[canonical/1, combining_class/1, compatibility/1, composed/2]"),
    io:put_chars("\n"),
    tree("combining_class", runs(fun(C) -> maps:get(ccc, unicode_util:lookup(C)) end)),
    io:put_chars("\n%% The characters that a character is decomposed to, or [].\n"),
    pages("canonical", [{C, chars(D)} || C <- all(), D <- [maps:get(canon, unicode_util:lookup(C))], D =/= []]),
    io:put_chars("\n%% The characters that a character is decomposed to when its compatible form will do, or [].\n"),
    pages("compatibility", [{C, chars(D)} || C <- all(), {_, D} <- [maps:get(compat, unicode_util:lookup(C))]]),
    io:put_chars("\n%% The character that two characters make, or false.\n"),
    Pairs = [{A, {B, Made}} || C <- all(), [{_, _}, {_, _} | _] <- [maps:get(canon, unicode_util:lookup(C))],
                             {A, B, Made} <- pair(C)],
    compositions(lists:usort(Pairs)).

module(Name, Exports) ->
    io:format("%% Character properties, version ~s. Written by generate/unicode_data.escript: do not edit.~n"
              "-module(~s).~n~n-export(~s).~n", [version(), Name, Exports]).

chars(Decomposition) -> [C || {_, C} <- Decomposition].

version() -> {Major, Minor} = unicode_util:spec_version(), io_lib:format("~b.~b", [Major, Minor]).

all() -> lists:seq(0, 16#D7FF) ++ lists:seq(16#E000, ?LAST).

%% ---- properties, found by asking

cluster_class(C) when C < 256, C =/= 169, C =/= 174 ->
    case C < 32 orelse C >= 127 andalso C < 160 orelse C =:= 173 of true -> control; false -> other end;
cluster_class(16#200D) -> joiner;
cluster_class(C) when 16#D800 =< C, C =< 16#DFFF -> other;
cluster_class(C) ->
    case {unicode_util:gc([16#2603, 16#200D, C]), unicode_util:gc([$a, C]), unicode_util:gc([C, 16#300]), unicode_util:gc([C, $a])} of
        {[[_, _, _]], _, _, _} when C =/= 16#300, C < 16#300 -> picture;
        {_, [[$a, C]], _, _} -> extend;
        {[[_, _, _]], _, _, _} -> picture;
        {_, _, [C, 16#300], _} -> control;
        {_, _, _, [[C, $a]]} -> prepend;
        _ -> other
    end.

case_step(C) ->
    #{upper := U, lower := L, title := T, fold := F} = unicode_util:get_case(C),
    case {step(C, U), step(C, L), step(C, T), step(C, F)} of
        {0, 0, 0, 0} -> none;
        Steps -> Steps
    end.

step(_, Chars) when is_list(Chars) -> Chars;
step(C, Char) -> Char - C.

pair(C) ->
    %% C is composed of two characters if composing its decomposition gives it back; the first of the two is then what all
    %% but the last character of the decomposition compose to.
    Chars = [Char || {_, Char} <- maps:get(canon, unicode_util:lookup(C))],
    case {unicode_util:nfc(Chars), unicode_util:nfc(lists:droplast(Chars))} of
        {[C], [A]} when is_integer(A) -> [{A, lists:last(Chars), C}];
        _ -> []
    end.

%% ---- from properties to code

runs(Property) -> runs(1, 0, Property(0), Property).

runs(C, Start, Value, _) when C > ?LAST -> [{Start, Value}];
runs(C, Start, Value, Property) ->
    case Property(C) of
        Value -> runs(C + 1, Start, Value, Property);
        Other -> [{Start, Value} | runs(C + 1, C, Other, Property)]
    end.

%% A stretch of upper, lower, upper, lower... becomes one run.
alternations([{A, {0, 1, 0, 1}}, {B, {-1, 0, -1, 0}} | Rest]) when B =:= A + 1 -> [{A, alternating} | alternating(Rest, A)];
alternations([Run | Rest]) -> [Run | alternations(Rest)];
alternations([]) -> [].

alternating([{A, {0, 1, 0, 1}}, {B, {-1, 0, -1, 0}} | Rest], Start) when B =:= A + 1, (A - Start) rem 2 =:= 0 -> alternating(Rest, Start);
alternating(Rest, _) -> alternations(Rest).

tree(Name, Runs) ->
    io:format("~s(C) ->~n~ts.~n", [Name, decide(Runs, 1)]).

decide([Run], Depth) -> [indent(Depth), leaf(Run)];
decide(Runs, Depth) ->
    {Below, [{Start, _} | _] = Above} = lists:split(length(Runs) div 2, Runs),
    Line = io_lib:format("if C < ~b -> ~ts; true -> ~ts end", [Start, decide(Below, 0), decide(Above, 0)]),
    case Depth =:= 0 orelse length(Runs) =< 5 of
        true -> [indent(Depth), Line];
        false ->
            [indent(Depth), io_lib:format("if C < ~b ->~n", [Start]), decide(Below, Depth + 1), ";\n",
             indent(Depth), "true ->\n", decide(Above, Depth + 1), "\n", indent(Depth), "end"]
    end.

leaf({Start, alternating}) -> io_lib:format("{alternating, ~b}", [Start]);
leaf({_, {call, Name, Page}}) -> io_lib:format("~s_~b(C)", [Name, Page]);
leaf({_, Value}) -> io_lib:format("~w", [Value]).

indent(Depth) -> lists:duplicate(Depth, $\s).

%% Singular values: a tree over pages of 64 characters, then a clause for each.
pages(Name, Values) ->
    Pages = lists:usort([C div 64 || {C, _} <- Values]),
    tree(Name, page_runs(Pages, Name, 0)),
    [begin
         io:format("~n"),
         [io:format("~s_~b(~b) -> ~w;~n", [Name, Page, C, D]) || {C, D} <- Values, C div 64 =:= Page],
         io:format("~s_~b(_) -> [].~n", [Name, Page])
     end || Page <- Pages].

page_runs([Page | Pages], Name, Next) when Page * 64 > Next -> [{Next, []} | page_runs([Page | Pages], Name, Page * 64)];
page_runs([Page | Pages], Name, _) -> [{Page * 64, {call, Name, Page}} | page_runs(Pages, Name, (Page + 1) * 64)];
page_runs([], _, Next) -> [{Next, []}].

compositions(Pairs) ->
    Seconds = lists:usort([B || {_, {B, _}} <- Pairs]),
    [io:format("composed(C, ~b) -> composed_~b(C);~n", [B, B]) || B <- Seconds],
    io:format("composed(_, _) -> false.~n"),
    [begin
         io:format("~n"),
         [io:format("composed_~b(~b) -> ~b;~n", [B, A, Made]) || {A, {B1, Made}} <- Pairs, B1 =:= B],
         io:format("composed_~b(_) -> false.~n", [B])
     end || B <- Seconds].
