-module(missing).
-include_lib("eunit/include/eunit.hrl").

missing_test_() -> [{?MODULE, nowhere}, {test, no_such_module, f}, {generator, fun() -> ?_test(ok) end}].

missing_generator_test_() -> {spawn, {generator, ?MODULE, nowhere}}.
