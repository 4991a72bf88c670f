%% A bounded buffer between a producer and a consumer.
-module(producer_consumer).
-export([main/0]).

main() ->
    Buffer = spawn(fun() -> buffer(queue:new(), 0, 3) end),
    Self = self(),
    spawn(fun() -> [put_(Buffer, N) || N <- lists:seq(1, 15)], put_(Buffer, eof) end),
    spawn(fun() -> consume(Buffer, [], Self) end),
    receive {consumed, L} -> L end.

put_(B, X) -> B ! {put, self(), X}, receive ok -> ok end.
take(B) -> B ! {take, self()}, receive {item, X} -> X end.

consume(B, Acc, Main) ->
    case take(B) of
        eof -> Main ! {consumed, lists:reverse(Acc)};
        X -> consume(B, [X * 2 | Acc], Main)
    end.

buffer(Q, N, Max) ->
    receive
        {put, From, X} when N < Max -> From ! ok, buffer(queue:in(X, Q), N + 1, Max);
        {take, From} when N > 0 ->
            {{value, X}, Q2} = queue:out(Q),
            From ! {item, X},
            buffer(Q2, N - 1, Max)
    end.
