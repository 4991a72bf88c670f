%% Conversions chosen by pattern.
-module(unit_conversion).
-export([main/0]).

convert({V, c}, f) -> {V * 9 / 5 + 32, f};
convert({V, f}, c) -> {(V - 32) * 5 / 9, c};
convert({V, km}, mi) -> {V / 1.609344, mi};
convert({V, mi}, km) -> {V * 1.609344, km};
convert({V, U}, U) -> {V, U};
convert({_, U}, T) -> error({no_conversion, U, T}).

main() ->
    [try convert(F, T) catch error:R -> R end || {F, T} <- [{{100, c}, f}, {{32, f}, c}, {{10, km}, mi}, {{5, mi}, mi}, {{1, kg}, c}]].
