%% Back pressure by credits.
-module(bounded_mailbox).
-export([main/0]).

main() ->
    Self = self(),
    Consumer = spawn(fun() -> consumer(Self, 0, 0) end),
    producer(Consumer, 2, 10),
    receive {result, Sum, Max} -> {Sum, Max} end.

producer(C, _, 0) -> C ! eof;
producer(C, 0, N) -> receive credit -> producer(C, 1, N) end;
producer(C, K, N) -> C ! {item, self(), N}, producer(C, K - 1, N - 1).

consumer(Main, Sum, Max) ->
    {message_queue_len, L} = process_info(self(), message_queue_len),
    receive
        {item, P, N} -> P ! credit, consumer(Main, Sum + N, max(L, Max));
        eof -> Main ! {result, Sum, Max =< 3}
    end.
