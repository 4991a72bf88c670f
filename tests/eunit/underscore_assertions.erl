-module(underscore_assertions).
-include_lib("eunit/include/eunit.hrl").

all_test_() ->
    [?_assert(1 =:= 1),
     ?_assertNot(1 =:= 2),
     ?_assertMatch({_, b}, {a, b}),
     ?_assertNotMatch({_, c}, {a, b}),
     ?_assertEqual(3, 1 + 2),
     ?_assertNotEqual(4, 1 + 2),
     ?_assertException(error, {badmatch, 2}, 1 = identity(2)),
     ?_assertError(badarg, list_to_atom(a)),
     ?_assertExit(done, exit(done)),
     ?_assertThrow(up, throw(up)),
     ?_assertNotException(error, _, ok),
     ?_assertEqual(4, identity(5)),
     ?_assertMatch(4, identity(5)),
     ?_assert(identity(false)),
     ?_assertError(badarg, identity(ok)),
     ?_test(identity(unused))].

identity(X) -> X.
