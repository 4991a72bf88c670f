-module(sample_none).
-include_lib("eunit/include/eunit.hrl").


it_test_() -> [].

