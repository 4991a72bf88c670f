-module(defined).
-include_lib("eunit/include/eunit.hrl").

-ifdef(TEST).
test_is_defined_test() -> ok.
-else.
test_is_not_defined_test() -> error(undefined).
-endif.

-ifdef(EUNIT).
eunit_is_defined_test() -> ok.
-endif.
