%% one_for_all and rest_for_one restart different siblings.
-module(supervisor_strategies).
-export([main/0, init/1, start_child/2]).

start_child(Name, Main) ->
    Pid = spawn_link(fun() -> register(Name, self()), Main ! {started, Name}, receive crash -> exit(crashed) end end),
    {ok, Pid}.

init({Strategy, Main}) ->
    {ok, {#{strategy => Strategy, intensity => 5, period => 5},
          [#{id => N, start => {?MODULE, start_child, [N, Main]}, shutdown => brutal_kill} || N <- [strat_a, strat_b, strat_c]]}}.

main() -> [{S, run(S)} || S <- [one_for_one, one_for_all, rest_for_one]].

run(Strategy) ->
    {ok, Sup} = supervisor:start_link(?MODULE, {Strategy, self()}),
    First = starts(3),
    timer:sleep(5),
    strat_b ! crash,
    Again = flush(),
    unlink(Sup),
    Ref = monitor(process, Sup),
    exit(Sup, shutdown),
    receive {'DOWN', Ref, _, _, _} -> ok end,
    {First, Again}.

starts(N) -> [receive {started, X} -> X end || _ <- lists:seq(1, N)].
flush() -> receive {started, X} -> [X | flush()] after 30 -> [] end.
