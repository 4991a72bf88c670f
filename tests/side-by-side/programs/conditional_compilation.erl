%% ifdef, ifndef, if, elif, else, undef.
-module(conditional_compilation).
-export([main/0]).

-define(DEBUG, true).
-define(LEVEL, 2).

-ifdef(DEBUG).
debug() -> on.
-else.
debug() -> off.
-endif.

-ifndef(NOT_DEFINED).
other() -> not_defined.
-else.
other() -> defined.
-endif.

-if(?LEVEL =:= 1).
level() -> one.
-elif(?LEVEL =:= 2).
level() -> two.
-else.
level() -> many.
-endif.

-undef(DEBUG).
-ifdef(DEBUG).
again() -> on.
-else.
again() -> off.
-endif.

-if(defined(LEVEL) andalso ?OTP_RELEASE >= 21).
release() -> new.
-else.
release() -> old.
-endif.

-ifdef(A).
-ifdef(B).
nested() -> ab.
-else.
nested() -> a.
-endif.
-else.
-ifndef(B).
nested() -> none.
-endif.
-endif.

main() -> [debug(), other(), level(), again(), release(), nested()].
