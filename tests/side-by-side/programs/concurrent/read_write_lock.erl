%% A lock that many may read under at a time, and one may write under alone; who comes first goes first.
-module(read_write_lock).
-export([main/0]).

main() ->
    Lock = spawn(fun() -> unlocked([]) end),
    Users = [user(Lock, Mode, N) || {N, Mode} <- [{1, read}, {2, read}, {3, write}, {4, read}]],
    [leave(User) || User <- Users].

%% Each has asked for the lock before the next one is started.
user(Lock, Mode, N) ->
    Main = self(),
    User = spawn(fun() ->
        Lock ! {Mode, self()},
        Main ! {asked, self()},
        Readers = receive {granted, Number} -> Number end,
        receive leave -> Lock ! {release, self()} end,
        Main ! {left, self(), {Mode, N, Readers}}
    end),
    receive {asked, User} -> User end.

leave(User) ->
    User ! leave,
    receive {left, User, How} -> How end.

unlocked([{read, Who} | Waiting]) ->
    Who ! {granted, 1},
    reading(1, Waiting);
unlocked([{write, Who} | Waiting]) ->
    Who ! {granted, 0},
    writing(Who, Waiting);
unlocked([]) ->
    receive
        {Mode, Who} -> unlocked([{Mode, Who}])
    end.

reading(0, Waiting) ->
    unlocked(Waiting);
reading(Readers, [{read, Who} | Waiting]) ->
    Who ! {granted, Readers + 1},
    reading(Readers + 1, Waiting);
reading(Readers, Waiting) ->
    receive
        {release, _} -> reading(Readers - 1, Waiting);
        {Mode, Who} -> reading(Readers, Waiting ++ [{Mode, Who}])
    end.

writing(Writer, Waiting) ->
    receive
        {release, Writer} -> unlocked(Waiting);
        {Mode, Who} -> writing(Writer, Waiting ++ [{Mode, Who}])
    end.
