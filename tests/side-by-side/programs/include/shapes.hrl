%% Shapes, for the program `includes`.
-record(circle, {r = 1}).
-record(rect, {w = 2, h = 3}).
-define(TWO, 2).
-define(SQUARE(N), #rect{w = N, h = N}).
included() -> from_header.
