%% A recursive-descent parser for JSON.
-module(json_parser).
-export([main/0]).

parse(S) ->
    {V, Rest} = value(skip(S)),
    case skip(Rest) of
        [] -> {ok, V};
        More -> {error, {trailing, More}}
    end.

skip([C | S]) when C =:= $\s; C =:= $\n; C =:= $\t -> skip(S);
skip(S) -> S.

value("null" ++ S) -> {null, S};
value("true" ++ S) -> {true, S};
value("false" ++ S) -> {false, S};
value([$" | S]) -> string(S, []);
value([$[ | S]) ->
    case skip(S) of
        [$] | R] -> {[], R};
        R -> array(R, [])
    end;
value([${ | S]) ->
    case skip(S) of
        [$} | R] -> {#{}, R};
        R -> object(R, #{})
    end;
value(S) -> number(S).

number(S) ->
    {Digits, Rest} = lists:splitwith(fun(C) -> lists:member(C, "0123456789+-.eE") end, S),
    case string:to_float(Digits) of
        {error, _} -> {list_to_integer(Digits), Rest};
        {F, []} -> {F, Rest}
    end.

string([$" | S], Acc) -> {list_to_binary(lists:reverse(Acc)), S};
string([$\\, C | S], Acc) -> string(S, [unescape(C) | Acc]);
string([C | S], Acc) -> string(S, [C | Acc]).

unescape($n) -> $\n;
unescape($t) -> $\t;
unescape(C) -> C.

array(S, Acc) ->
    {V, R} = value(skip(S)),
    case skip(R) of
        [$, | R1] -> array(skip(R1), [V | Acc]);
        [$] | R1] -> {lists:reverse([V | Acc]), R1}
    end.

object(S, Acc) ->
    {K, R} = value(skip(S)),
    [$: | R1] = skip(R),
    {V, R2} = value(skip(R1)),
    case skip(R2) of
        [$, | R3] -> object(skip(R3), Acc#{K => V});
        [$} | R3] -> {Acc#{K => V}, R3}
    end.

main() ->
    Good = "{\"a\": [1, -2, 3.5e1, {\"b\": null}], \"c\\n\": \"x\\\"y\", \"d\": {}}",
    io:format("~p~n", [parse(Good)]),
    [parse("[1,2] x"), catch_reason("[1 2]"), catch_reason("{\"a\" 1}"), catch_reason("nul"), parse(" [ ] ")].

catch_reason(S) -> try parse(S) catch error:R -> R end.
