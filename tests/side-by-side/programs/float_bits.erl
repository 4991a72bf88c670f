%% Takes floats apart into sign, exponent and mantissa.
-module(float_bits).
-export([main/0]).

parts(F) -> <<S:1, E:11, M:52>> = <<F/float>>, {S, E - 1023, M}.
build(S, E, M) -> <<F/float>> = <<S:1, (E + 1023):11, M:52>>, F.

main() ->
    Fs = [1.0, -2.5, 0.1, 1.0e300, 5.0e-324, 0.0, -0.0],
    [begin
        {S, E, M} = parts(F),
        io:format("~p ~p ~.16B~n", [S, E, M]),
        build(S, E, M) =:= F
     end || F <- Fs].
