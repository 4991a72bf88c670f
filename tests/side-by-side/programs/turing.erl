%% A Turing machine that increments a binary number.
-module(turing).
-export([main/0]).

rules() -> #{{right, $0} => {$0, r, right}, {right, $1} => {$1, r, right}, {right, $_} => {$_, l, carry},
             {carry, $1} => {$0, l, carry}, {carry, $0} => {$1, l, done}, {carry, $_} => {$1, l, done}}.

run(Tape) -> run(right, [], Tape, 0).

run(done, L, R, N) -> {N, string:trim(lists:reverse(L) ++ R, both, "_")};
run(S, L, [], N) -> run(S, L, "_", N);
run(S, L, [C | R], N) ->
    case maps:get({S, C}, rules()) of
        {W, r, S2} -> run(S2, [W | L], R, N + 1);
        {W, l, S2} ->
            case L of
                [] -> run(S2, [], [$_, W | R], N + 1);
                [X | L2] -> run(S2, L2, [X, W | R], N + 1)
            end
    end.

main() -> [run(T) || T <- ["0", "1", "1011", "1111"]].
