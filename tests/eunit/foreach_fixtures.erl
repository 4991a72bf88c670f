-module(foreach_fixtures).
-include_lib("eunit/include/eunit.hrl").

foreach_test_() ->
    {foreach, fun() -> [] end, fun(_) -> ok end,
     [fun(X) -> ?_assertEqual([], X) end,
      fun(X) -> [?_assertEqual([], X), ?_assertEqual([1], [1 | X])] end,
      fun(X) -> {"fails", ?_assertEqual([1], X)} end,
      {with, [fun([]) -> ok end]}]}.

local_test_() -> {foreach, local, fun() -> put(n, 1) end, fun(_) -> erase(n) end, [?_assertEqual(1, get(n)), ?_assertEqual(2, get(n))]}.

no_cleanup_test_() -> {foreach, fun() -> a end, [fun(X) -> ?_assertEqual(a, X) end]}.

x_test_() ->
    {foreachx, fun(X) -> X * 10 end, fun(_, _) -> ok end,
     [{1, fun(X, Y) -> ?_assertEqual({1, 10}, {X, Y}) end}, {2, fun(X, Y) -> ?_assertEqual(X, Y) end}]}.

local_x_test_() -> {foreachx, local, fun(X) -> put(x, X) end, [{1, fun(X, _) -> ?_assertEqual(X, get(x)) end}]}.

none_test_() -> {foreach, fun() -> a end, []}.
