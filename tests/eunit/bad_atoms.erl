-module(bad_atoms).
-include_lib("eunit/include/eunit.hrl").

ok_test_() -> ok.
