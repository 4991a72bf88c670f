%% Which line a stack trace names when an expression takes several.
-module(lines_of_expressions).
-export([main/0]).
-record(r, {a = id(1), b, c = 1 / id(0)}).
-record(s, {a, b, c}).

main() ->
    Functions = [fun f1/1, fun f2/1, fun f3/1, fun f4/1, fun f5/1, fun f6/1, fun f7/1, fun f8/1, fun f9/1, fun f10/1, fun f11/1,
                 fun f12/1, fun f13/1, fun f14/1, fun f15/1, fun f16/1,
                 fun g1/1, fun g2/1, fun g3/1, fun g4/1, fun g5/1, fun g6/1, fun g7/1, fun g8/1],
    lists:foreach(fun line/1, Functions).

line(F) ->
    try io:format("~p~n", [F(x)])
    catch C:R:Trace ->
            [{_, Name, _, Info} | _] = [Frame || {?MODULE, _, _, _} = Frame <- Trace],
            % A comprehension is sometimes a function of its own, sometimes not.
            Function = hd(string:lexemes(atom_to_list(Name), "-/")),
            io:format("~s ~p ~p ~p~n", [Function, C, R, proplists:get_value(line, Info)])
    end.

id(X) -> X.

f1(X) ->
    {
     (
      id(X)
     )
     #s.a
    }.
f2(X) ->
    {(id(
       X))
     #s{
        a = 1
      }}.
f3(X) ->
    {(id(
       X))
     #s{
        c = 3
        ,
        b = 1
      }}.
f4(X) ->
    {
     (
      id(X)
      +
      1
     )
     #s.a
    }.
f5(X) ->
    {(
      [X]
      ++
      [X])
     #s{}
    }.
f6(_) ->
    {1,
     #r{}}.
f7(X) ->
    {
     (
      (
       id(X)
      )#s.a
     )#s.b
    }.
f8(X) ->
    {ok,
     (
      case X of
        x -> 
          y
      end)
     #s.a}.
f9(X) ->
    {1,
     (
      X
     )
     = 
     id(2)}.
f10(X) ->
    [(
      id
     )(
      X)
     +
     (fun
        (Y) ->
          Y
      end)(X)].
f11(X) ->
    [X#s{
      a = 1,
      b = 2,
      c = 3}].
f12(X) ->
    [
     ((id(X)))
      (
      1)
    ].
f13(X) ->
    [ (
       X
       )
       #{
        a => 1}
    ].
f14(X) ->
    [ (
       X
       )
       :
       y(
        1)
    ].
f15(X) ->
    [
     (
      (
       X
      )
      +
      1
     )
     (1)
    ].
f16(X) ->
    [
     (
      (
       [X]
      )
      ++
      X
     )
     #s.a
    ].
g1(X) ->
  [1
   ||
   _
   <-
   id(
    X)].
g2(X) ->
  [1
   ||
   _
   <-
   X].
g3(X) ->
  [1
   ||
   _
   <-
   [1],
   <<
   _>>
   <=
   (id(X))].
g4(X) ->
  <<
    <<1>>
   ||
   _
   <-
   id(
    X)>>.
g5(X) ->
  <<
    <<1>>
   ||
   _
   <-
   X>>.
g6(_) ->
  [1
   ||
   _
   <-
   x].
g7(X) ->
  [1
   ||
   _
   <-
   [
   1|
   X]].
g8(X) ->
  [1
   ||
   _
   <-
   [1],
   id(
   X)].
