%% The Soundex code of names.
-module(soundex).
-export([main/0]).

code(C) when C =:= $b; C =:= $f; C =:= $p; C =:= $v -> $1;
code(C) when C =:= $c; C =:= $g; C =:= $j; C =:= $k; C =:= $q; C =:= $s; C =:= $x; C =:= $z -> $2;
code(C) when C =:= $d; C =:= $t -> $3;
code($l) -> $4;
code(C) when C =:= $m; C =:= $n -> $5;
code($r) -> $6;
code(_) -> $0.

soundex([H | T]) ->
    Low = string:lowercase([H | T]),
    Codes = dedupe([code(C) || C <- Low, C =/= $h, C =/= $w]),
    Digits = [D || D <- tl(Codes), D =/= $0],
    [string:to_upper(H) | lists:sublist(Digits ++ "000", 3)].

dedupe([A, A | T]) -> dedupe([A | T]);
dedupe([A | T]) -> [A | dedupe(T)];
dedupe([]) -> [].

main() -> [{N, soundex(N)} || N <- ["Robert", "Rupert", "Rubin", "Ashcraft", "Tymczak", "Honeyman"]].
