%% Dispatch over tagged tuples and over funs in maps.
-module(shapes_polymorphism).
-export([main/0]).

area({square, S}) -> S * S;
area({circle, R}) -> math:pi() * R * R;
area({triangle, A, B, C}) -> S = (A + B + C) / 2, math:sqrt(S * (S - A) * (S - B) * (S - C)).

object(Name, Sound) -> #{name => fun() -> Name end, speak => fun(To) -> io:format("~s says ~s to ~s~n", [Name, Sound, To]) end}.
send(O, M, As) -> apply(maps:get(M, O), As).

main() ->
    Dog = object("Rex", "woof"),
    Loud = Dog#{speak => fun(To) -> (maps:get(speak, Dog))(string:uppercase(To)) end},
    send(Dog, speak, ["cat"]),
    send(Loud, speak, ["cat"]),
    {[area(S) || S <- [{square, 3}, {circle, 2}, {triangle, 3, 4, 5}]], send(Dog, name, []), try send(Dog, fly, []) catch error:{badkey, K} -> K end}.
