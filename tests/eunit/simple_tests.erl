-module(simple_tests).
-include_lib("eunit/include/eunit.hrl").

one_test() -> ok.

two_test() -> ?assert(true).

bad_match_test() ->
    {ok, X} = {error, oops},
    X.

raised_test() -> error(raised).

thrown_test() -> throw(thrown).

exited_test() -> exit(exited).

helper() -> helper().
