-module(titles).
-include_lib("eunit/include/eunit.hrl").

title_test_() -> {"a title", ?_test(ok)}.

binary_title_test_() -> {<<"as binary">>, ?_assertEqual(a, b)}.

nested_title_test_() -> {"outer", {"inner", [{"one", ?_test(ok)}, {"two", ?_test(error(two))}]}}.

unicode_title_test_() -> {"\x{3bb}x.x", ?_test(ok)}.

flat_title_test_() -> {"with setup", setup, fun() -> 1 end, fun(X) -> ?_assertEqual(1, X) end}.

empty_title_test_() -> {"", [?_test(ok)]}.
