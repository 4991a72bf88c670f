%% Mathematical functions: all native but the constants.
-module(math).

-export([pi/0, tau/0]).

pi() -> 3.1415926535897932.

tau() -> 6.2831853071795864.
