-module(wrong_setter).
-export([main/0]).

main() ->
    set_rate(4),
    rate().

set_rate(Percent) -> put(rate, Percent * 10).

rate() -> get(rate).
