%% Symptom: the run stops dead: both clerks wait for ever, and nobody is paid.
%% Bug: line 21. All must take the keys in the same order; this leaves them in the order in which they were named.
-module(deadlock).
-export([main/0]).

main() ->
    Safe = spawn(fun key/0),
    Till = spawn(fun key/0),
    Main = self(),
    spawn(fun() -> clerk(ann, [Safe, Till], Main) end),
    spawn(fun() -> clerk(bob, [Till, Safe], Main) end),
    lists:sort([receive {paid, Who} -> Who end || _ <- [ann, bob]]).

clerk(Name, Keys, Main) ->
    [take(Key) || Key <- in_order(Keys)],
    [Key ! {back, self()} || Key <- Keys],
    Main ! {paid, Name}.

%% Nobody waits for one who waits for him if all take the keys in the same order.
in_order(Keys) ->
    lists:filter(fun is_pid/1, Keys).

%% Fetching a key takes a while.
take(Key) ->
    Key ! {take, self()},
    receive {Key, taken} -> timer:sleep(100) end.

key() ->
    receive
        {take, Who} ->
            Who ! {self(), taken},
            receive {back, Who} -> key() end
    end.
