-module(lines).
-include_lib("eunit/include/eunit.hrl").

line_test_() -> [{12, fun() -> ok end}, {13, fun() -> error(thirteen) end}, {?LINE, fun helper/0}].

macro_test_() -> {?LINE, ?_test(ok)}.

helper() -> ok.
