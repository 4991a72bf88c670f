%% A server that a wrong request crashes.
-module(crashing).
-behaviour(gen_server).
-export([main/0, init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Server} = gen_server:start(?MODULE, [], []),
    [gen_server:cast(Server, {order, Item, 2}) || Item <- [tea, coffee, "milk"]],
    catch gen_server:call(Server, sum).

init([]) -> {ok, 0}.
handle_call(sum, _From, Sum) -> {reply, Sum, Sum}.
handle_cast({order, Item, Quantity}, Sum) -> {noreply, Sum + Quantity * price(Item)}.

price(Item) -> proplists:get_value(known(Item), [{tea, 3}, {coffee, 4}, {milk, 1}]).

known(Item) when is_list(Item) -> list_to_binary(Item);
known(Item) -> Item.
