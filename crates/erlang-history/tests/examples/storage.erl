%% A store on several servers, in the style of a distributed one: replicas with tables of their own, writes that are over when most replicas have them,
%% a replica that a timer kills, a keeper that notices and starts another, which copies what it missed.
-module(storage).
-export([main/0, replica/2]).

-define(REPLICAS, [store_1, store_2, store_3]).

main() ->
    true = monitor_node(node(), true),
    [] = nodes(),
    Keeper = spawn_link(fun keeper/0),
    Keeper ! {start, self()},
    receive {Keeper, started} -> ok end,
    Written = [put_value(Key, Key * Key) || Key <- [1, 2, 3]],
    erlang:send_after(20, Keeper, {kill, store_2}),
    timer:sleep(50),
    receive {Keeper, {replaced, store_2}} -> ok after 60000 -> Keeper ! {tell, self()} end,
    More = [put_value(Key, -Key) || Key <- [2, 4]],
    Read = [get_value(Store, Key) || Store <- ?REPLICAS, Key <- [1, 2, 3, 4]],
    Stores = [whereis(Store) || Store <- ?REPLICAS],
    Monitors = [monitor(process, {Store, node()}) || Store <- ?REPLICAS],
    Keeper ! {stop, self()},
    receive {Keeper, stopped} -> ok end,
    Ends = [receive {'DOWN', M, process, {_, N}, Why} when N =:= node() -> Why end || M <- Monitors],
    {Written, More, Read, length(lists:usort(Stores)), Ends}.

%% A client speaks to all, and is content with two.
put_value(Key, Value) ->
    Tag = make_ref(),
    [{Store, node()} ! {put, self(), Tag, Key, Value} || Store <- ?REPLICAS],
    Result = acknowledged(Tag, 2),
    %% Here a third answer is waited for as well, so that all have what is read below.
    acknowledged(Tag, 1),
    Result.

acknowledged(_, 0) -> ok;
acknowledged(Tag, Missing) ->
    receive {Tag, stored} -> acknowledged(Tag, Missing - 1)
    after 5000 -> {missing, Missing}
    end.

get_value(Store, Key) ->
    Tag = make_ref(),
    {Store, node()} ! {get, self(), Tag, Key},
    receive {Tag, Value} -> Value after 5000 -> timeout end.

replica(Name, From) ->
    register(Name, self()),
    Table = ets:new(Name, [protected]),
    ets:insert(Table, copy(From)),
    serve(Table, #{}).

%% What another replica has.
copy(none) -> [];
copy(From) ->
    From ! {all, self()},
    receive {everything, Entries} -> Entries after 5000 -> [] end.

serve(Table, Counts) ->
    receive
        {put, From, Tag, Key, Value} ->
            ets:insert(Table, {Key, Value}),
            From ! {Tag, stored},
            serve(Table, maps:update_with(Key, fun(N) -> N + 1 end, 1, Counts));
        {get, From, Tag, Key} ->
            From ! {Tag, case ets:lookup(Table, Key) of [{_, Value}] -> Value; [] -> none end},
            serve(Table, Counts);
        {all, From} ->
            From ! {everything, ets:tab2list(Table)},
            serve(Table, Counts);
        stop -> ok
    end.

keeper() ->
    process_flag(trap_exit, true),
    receive
        {start, Main} ->
            Stores = maps:from_list([{start(Name, none), Name} || Name <- ?REPLICAS]),
            Main ! {self(), started},
            keep(Main, Stores)
    end.

start(Name, From) ->
    Pid = spawn_link(node(), ?MODULE, replica, [Name, From]),
    wait_for(Name, Pid),
    Pid.

wait_for(Name, Pid) ->
    case whereis(Name) of
        Pid -> ok;
        _ -> erlang:yield(), wait_for(Name, Pid)
    end.

keep(Main, Stores) ->
    receive
        {kill, Name} ->
            exit(whereis(Name), kill),
            keep(Main, Stores);
        {'EXIT', Pid, killed} ->
            #{Pid := Name} = Stores,
            Other = hd(maps:keys(maps:remove(Pid, Stores))),
            New = start(Name, Other),
            Main ! {self(), {replaced, Name}},
            keep(Main, (maps:remove(Pid, Stores))#{New => Name});
        {stop, From} ->
            Pids = lists:sort(maps:keys(Stores)),
            [P ! stop || P <- Pids],
            [receive {'EXIT', P, normal} -> ok end || P <- Pids],
            From ! {self(), stopped}
    end.
