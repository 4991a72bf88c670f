%% A chat room as a gen_server that monitors its members.
-module(chat_room).
-export([main/0, init/1, handle_call/3, handle_cast/2, handle_info/2]).
-behaviour(gen_server).

init([]) -> {ok, #{}}.
handle_call({join, Name}, {Pid, _}, Members) ->
    case lists:member(Name, maps:values(Members)) of
        true -> {reply, {error, taken}, Members};
        false -> monitor(process, Pid), {reply, ok, Members#{Pid => Name}}
    end;
handle_call(members, _, Members) -> {reply, lists:sort(maps:values(Members)), Members}.
handle_cast({say, From, Text}, Members) ->
    Name = maps:get(From, Members),
    [P ! {said, Name, Text} || P <- maps:keys(Members), P =/= From],
    {noreply, Members}.
handle_info({'DOWN', _, process, Pid, _}, Members) -> {noreply, maps:remove(Pid, Members)}.

main() ->
    {ok, Room} = gen_server:start_link(?MODULE, [], []),
    ok = gen_server:call(Room, {join, "main"}),
    Self = self(),
    Bob = spawn(fun() ->
        Self ! {joined, gen_server:call(Room, {join, "main"}), gen_server:call(Room, {join, "bob"})},
        gen_server:cast(Room, {say, self(), "hello"}),
        receive {said, N, T} -> Self ! {bob_heard, N, T} end
    end),
    A = receive {joined, X, Y} -> {X, Y} end,
    B = receive {said, "bob", T} -> T end,
    C = gen_server:call(Room, members),
    gen_server:cast(Room, {say, self(), "hi bob"}),
    D = receive {bob_heard, N, T2} -> {N, T2} end,
    timer:sleep(5),
    {A, B, C, D, is_process_alive(Bob), gen_server:call(Room, members)}.
