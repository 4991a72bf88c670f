-module(exported_only).

-export([a_test/0, b_test_/0]).

a_test() -> hidden_test().

b_test_() -> [fun() -> ok end, {"fails", fun() -> error(fails) end}].

hidden_test() -> ok.
