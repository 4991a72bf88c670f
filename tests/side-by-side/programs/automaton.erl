%% Regular expressions by derivatives.
-module(automaton).
-export([main/0]).

d(_, empty) -> void;
d(_, void) -> void;
d(C, {char, C}) -> empty;
d(_, {char, _}) -> void;
d(C, {alt, A, B}) -> alt(d(C, A), d(C, B));
d(C, {star, A} = S) -> seq(d(C, A), S);
d(C, {seq, A, B}) ->
    case nullable(A) of
        true -> alt(seq(d(C, A), B), d(C, B));
        false -> seq(d(C, A), B)
    end.

alt(void, B) -> B;
alt(A, void) -> A;
alt(A, A) -> A;
alt(A, B) -> {alt, A, B}.

seq(void, _) -> void;
seq(_, void) -> void;
seq(empty, B) -> B;
seq(A, B) -> {seq, A, B}.

nullable(empty) -> true;
nullable({star, _}) -> true;
nullable({alt, A, B}) -> nullable(A) orelse nullable(B);
nullable({seq, A, B}) -> nullable(A) andalso nullable(B);
nullable(_) -> false.

match(R, S) -> nullable(lists:foldl(fun d/2, R, S)).

main() ->
    R = {seq, {star, {alt, {char, $a}, {char, $b}}}, {seq, {char, $a}, {char, $b}}},
    {[{S, match(R, S)} || S <- ["ab", "aab", "abab", "ba", "", "abb"]], d($a, {star, {char, $a}})}.
