%% Transfers between account processes, with rollback on failure.
-module(bank_transfer).
-export([main/0]).

account(Name, B) ->
    receive
        {From, {take, N}} when N =< B -> From ! {Name, ok}, account(Name, B - N);
        {From, {take, _}} -> From ! {Name, refused}, account(Name, B);
        {From, {give, N}} -> From ! {Name, ok}, account(Name, B + N);
        {From, balance} -> From ! {Name, B}, account(Name, B);
        close -> ok
    end.

call(Name, M) -> Name ! {self(), M}, receive {Name, R} -> R after 50 -> timeout end.

transfer(A, B, N) ->
    case call(A, {take, N}) of
        refused -> {error, funds};
        ok ->
            try call(B, {give, N}) of
                ok -> ok
            catch error:badarg -> ok = call(A, {give, N}), {error, no_such_account}
            end
    end.

main() ->
    [register(N, spawn(fun() -> account(N, B) end)) || {N, B} <- [{acc_ann, 100}, {acc_bob, 50}]],
    R = [transfer(acc_ann, acc_bob, 30), transfer(acc_bob, acc_ann, 500), transfer(acc_ann, acc_nobody, 10)],
    {R, call(acc_ann, balance), call(acc_bob, balance)}.
