-module(merge). -export([mergesort/2, comp/2]). mergesort([], _Comp) -> [];
mergesort([X], _Comp) -> [X];
mergesort(L, Comp) ->
  Half = length(L) div 2,
  LOrd1 = mergesort(take(Half, L), Comp),
  LOrd2 = mergesort(last(length(L) - Half, L), Comp),
  merge(LOrd1, LOrd2, Comp).
merge([], [], _Comp) -> [];
merge([], S2, _Comp) -> S2;
merge(S1, [], _Comp) -> S1;
merge([H1 | T1], [H2 | T2], Comp) ->
  case Comp(H1,H2) of
    false -> [H1 | merge([H2 | T1], T2, Comp)];
    true -> [H1 | merge(T1, [H2 | T2], Comp)]
  end.
comp(X,Y) when is_atom(X) and is_atom(Y) -> X < Y.
take(0, _List) -> [];
take(1, [H|_T]) -> [H];
take(_, []) -> [];
take(N, [H|T]) -> [N | take(N-1, T)].
last(N, List) -> lists:reverse(take(N, lists:reverse(List))).
