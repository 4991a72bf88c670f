-module(cart).
-behaviour(gen_server).
-export([main/0, start_link/0, add/3, total/0, init/1, handle_call/3, handle_cast/2]).

-record(item, {sku :: binary(), qty = 0 :: integer(), price = 0 :: integer()}).
-record(state, {items = [] :: [#item{}],
                order = queue:new() :: queue:queue(),
                prices = dict:new(),
                names,
                currency = eur,
                vat = 19,
                limits = #{items => 100, total => 10000}}).

main() ->
    {ok, _} = start_link(),
    ok = add(<<"apple">>, 10, 12),
    ok = add(<<"pear">>, 2, 7),
    total().

start_link() -> gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).
add(Sku, Qty, Price) -> gen_server:call(?MODULE, {add, Sku, Qty, Price}).
total() -> gen_server:call(?MODULE, total).

init([]) ->
    {ok, Names} = re:compile("^[a-z]+$", [caseless]),
    {ok, #state{names = Names}}.

handle_call({add, Sku, Qty, Price}, _From, S = #state{items = Items, order = Order, prices = Prices}) ->
    Item = #item{sku = Sku, qty = Qty, price = Price},
    {reply, ok, S#state{items = [Item | Items], order = queue:in(Sku, Order), prices = dict:store(Sku, Price, Prices)}};
handle_call(total, _From, S = #state{items = Items}) ->
    {reply, lists:sum([line(Item) || Item <- Items]), S}.

handle_cast(clear, S) -> {noreply, S#state{items = []}}.

line(#item{qty = Qty, price = Price}) -> Qty * Price * (100 - discount(Qty)) div 100.

discount(Qty) when Qty > 10 -> 10;
discount(_) -> 0.
