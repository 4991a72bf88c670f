-module(bad_arity).
-include_lib("eunit/include/eunit.hrl").

arity_test_() -> [?_test(ok), fun(_) -> ok end].
