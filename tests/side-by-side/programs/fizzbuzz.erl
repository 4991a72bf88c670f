%% FizzBuzz in three styles.
-module(fizzbuzz).
-export([main/0]).

by_if(N) -> if N rem 15 =:= 0 -> "FizzBuzz"; N rem 3 =:= 0 -> "Fizz"; N rem 5 =:= 0 -> "Buzz"; true -> integer_to_list(N) end.

by_case(N) ->
    case {N rem 3, N rem 5} of
        {0, 0} -> "FizzBuzz";
        {0, _} -> "Fizz";
        {_, 0} -> "Buzz";
        _ -> integer_to_list(N)
    end.

by_guard(N) when N rem 15 =:= 0 -> "FizzBuzz";
by_guard(N) when N rem 3 =:= 0 -> "Fizz";
by_guard(N) when N rem 5 =:= 0 -> "Buzz";
by_guard(N) -> integer_to_list(N).

main() ->
    [io:format("~s~n", [by_if(N)]) || N <- lists:seq(1, 15)],
    lists:all(fun(N) -> by_if(N) =:= by_case(N) andalso by_case(N) =:= by_guard(N) end, lists:seq(1, 100)).
