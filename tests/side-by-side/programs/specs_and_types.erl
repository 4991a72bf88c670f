%% Types and specs do not change what a program does.
-module(specs_and_types).
-export([main/0]).

-type colour() :: red | green | {rgb, 0..255, byte(), non_neg_integer()}.
-opaque handle() :: reference().
-type tree(T) :: leaf | {node, tree(T), T, tree(T)}.
-export_type([colour/0, handle/0, tree/1]).
-record(state, {colour = red :: colour(), tree = leaf :: tree(integer()), extra :: any() | undefined}).
-callback init(Args :: term()) -> {ok, State :: term()} | {error, Reason :: term()}.

-spec paint(colour(), #state{}) -> #state{}.
paint(C, S) -> S#state{colour = C}.

-spec insert(T, tree(T)) -> tree(T) when T :: integer().
insert(X, leaf) -> {node, leaf, X, leaf};
insert(X, {node, L, Y, R}) when X < Y -> {node, insert(X, L), Y, R};
insert(X, {node, L, Y, R}) -> {node, L, Y, insert(X, R)}.

-spec main() -> term().
main() -> paint({rgb, 1, 2, 3}, #state{tree = insert(2, insert(1, leaf))}).
