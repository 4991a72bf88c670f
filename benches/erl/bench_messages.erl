%% A million messages among 1,000 processes: each of 1,000 tokens goes 1,000 hops round a ring, all at the same time.
-module(bench_messages).
-export([main/0, main/2]).

main() -> main(1000, 1000).

main(Processes, Hops) ->
    Home = self(),
    Ring = [spawn(fun() -> member(Home) end) || _ <- lists:seq(1, Processes)],
    connect(Ring, hd(Ring)),
    [Member ! {token, Hops} || Member <- Ring],
    [receive home -> ok end || _ <- Ring],
    [Member ! stop || Member <- Ring],
    done.

connect([Member, Next | Rest], First) -> Member ! {next, Next}, connect([Next | Rest], First);
connect([Last], First) -> Last ! {next, First}.

member(Home) ->
    receive {next, Next} -> pass(Home, Next) end.

pass(Home, Next) ->
    receive
        {token, 1} -> Home ! home, pass(Home, Next);
        {token, Hops} -> Next ! {token, Hops - 1}, pass(Home, Next);
        stop -> ok
    end.
