%% EUnit: runs tests and prints what happened. Servers that watch files, and tests given as files or folders or to run on other nodes,
%% are not supported.
-module(eunit).

-export([test/1, test/2]).

test(Tests) -> test(Tests, []).

test(Tests, Options) ->
    List = case is_list(Options) of
               true -> Options;
               false -> [Options]
           end,
    Ref = make_ref(),
    Reporter = eunit_tty:start(Ref, self(), List),
    Monitor = erlang:monitor(process, Reporter),
    eunit_proc:start(Tests, Reporter, List),
    receive
        {Ref, Result} ->
            erlang:demonitor(Monitor, [flush]),
            Result;
        {'DOWN', Monitor, process, Reporter, Reason} -> {error, Reason}
    end.
