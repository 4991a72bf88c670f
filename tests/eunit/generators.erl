-module(generators).
-include_lib("eunit/include/eunit.hrl").
-export([tests/0, ones/0]).

fun_test_() -> {generator, fun() -> [?_test(ok), ?_assertEqual(1, 2)] end}.

named_test_() -> {generator, ?MODULE, tests}.

nested_test_() -> {generator, fun() -> {generator, fun() -> {"in there", ?_test(ok)} end} end}.

mixed_test_() -> [{generator, fun ones/0}, ?_test(ok), {generator, ?MODULE, ones}].

tests() -> [?_test(ok) || _ <- lists:seq(1, 3)].

ones() -> {with, 1, [fun(X) -> ?assertEqual(1, X) end]}.
