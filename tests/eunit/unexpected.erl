%% Reports that hold a stack, with EUnit's own frames in it: only the outcomes are the same.
-module(unexpected).
-include_lib("eunit/include/eunit.hrl").

exception_class_test() -> ?assertException(exit, _, error(x)).
exit_test() -> ?assertExit(normal, throw(normal)).
throw_test() -> ?assertThrow(ball, exit(ball)).
not_exception_test() -> ?assertNotException(error, badarith, 1 / zero()).

one_of_many_test_() -> {setup, [{first, fun() -> 1 end, fun(1) -> ok end}, {second, fun() -> error(second) end}], ?_test(ok)}.

zero() -> 0.
