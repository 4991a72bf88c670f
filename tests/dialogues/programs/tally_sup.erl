%% A counter that crashes and starts anew.
-module(tally_sup).
-behaviour(supervisor).
-export([main/0, init/1]).

main() ->
    {ok, _} = supervisor:start_link(?MODULE, []),
    tally:add(3),
    tally:poke(bad),
    timer:sleep(50),
    tally:value().

init([]) -> {ok, {#{}, [#{id => tally, start => {tally, start_link, []}}]}}.
