-module(other).
-include_lib("eunit/include/eunit.hrl").

-export([double/1]).

double(X) -> X + X.

own_test() -> ?assertEqual(4, double(2)).
