-module(shop_stub).
-behaviour(gen_server).
-export([main/0, total/1, init/1, handle_call/3, handle_cast/2]).

main() ->
    {ok, Cart} = gen_server:start_link(?MODULE, [], []),
    gen_server:cast(Cart, {put, apple, 10, 12}),
    total(Cart).

total(Cart) -> gen_server:call(Cart, total).

init([]) -> {ok, []}.

handle_call(total, _From, Items) -> {reply, lists:sum([price(Q, P) || {_, Q, P} <- Items]), Items}.

handle_cast({put, Sku, Quantity, Price}, Items) -> {noreply, [{Sku, Quantity, Price} | Items]}.

price(Quantity, Price) -> Quantity * Price * (100 - discount(Quantity)) div 100.

discount(Quantity) when Quantity > 10 -> 10;
discount(_) -> 0.
