%% Double-ended queues: {Rear, Front}, the rear backwards. A queue of two or more elements has some on both sides.
-module(queue).

-export([all/2, any/2, delete/2, delete_r/2, delete_with/2, delete_with_r/2, drop/1, drop_r/1, filter/2, filtermap/2, fold/3,
         from_list/1, get/1, get_r/1, in/2, in_r/2, is_empty/1, is_queue/1, join/2, len/1, member/2, new/0, out/1, out_r/1,
         peek/1, peek_r/1, reverse/1, split/2, to_list/1]).
-export([cons/2, daeh/1, head/1, init/1, lait/1, last/1, liat/1, snoc/2, tail/1]).

-compile({no_auto_import, [get/1]}).

-define(IS_QUEUE(R, F), is_list(R), is_list(F)).

%% A queue of what is all on one side: half of it goes to the other.
from_front([]) -> {[], []};
from_front([X]) -> {[X], []};
from_front(Front) ->
    {Stay, Move} = lists:split(length(Front) div 2, Front),
    {lists:reverse(Move, []), Stay}.

from_rear([]) -> {[], []};
from_rear([X]) -> {[], [X]};
from_rear(Rear) ->
    {Stay, Move} = lists:split(length(Rear) div 2, Rear),
    {Stay, lists:reverse(Move, [])}.

%% The same, when one side may have become empty.
balanced([], Front) -> from_front(Front);
balanced(Rear, []) -> from_rear(Rear);
balanced(Rear, Front) -> {Rear, Front}.

new() -> {[], []}.

is_queue({R, F}) when ?IS_QUEUE(R, F) -> true;
is_queue(_) -> false.

is_empty({R, F}) when ?IS_QUEUE(R, F) -> R =:= [] andalso F =:= [];
is_empty(Queue) -> erlang:error(badarg, [Queue]).

len({R, F}) when ?IS_QUEUE(R, F) -> length(R) + length(F);
len(Queue) -> erlang:error(badarg, [Queue]).

to_list({R, F}) when ?IS_QUEUE(R, F) -> F ++ lists:reverse(R, []);
to_list(Queue) -> erlang:error(badarg, [Queue]).

from_list(List) when is_list(List) -> from_front(List);
from_list(List) -> erlang:error(badarg, [List]).

member(X, {R, F}) when ?IS_QUEUE(R, F) -> lists:member(X, R) orelse lists:member(X, F);
member(X, Queue) -> erlang:error(badarg, [X, Queue]).

%% ---- at the ends; the functions with _r work at the rear

in(X, {[Only], []}) -> {[X], [Only]};
in(X, {R, F}) when ?IS_QUEUE(R, F) -> {[X | R], F};
in(X, Queue) -> erlang:error(badarg, [X, Queue]).

in_r(X, {[], [Only]}) -> {[Only], [X]};
in_r(X, {R, F}) when ?IS_QUEUE(R, F) -> {R, [X | F]};
in_r(X, Queue) -> erlang:error(badarg, [X, Queue]).

out({[], []} = Queue) -> {empty, Queue};
out({[X], []}) -> {{value, X}, {[], []}};
out({[Y | R], []}) ->
    [X | F] = lists:reverse(R, []),
    {{value, X}, {[Y], F}};
out({R, [X]}) when is_list(R) -> {{value, X}, from_rear(R)};
out({R, [X | F]}) when is_list(R) -> {{value, X}, {R, F}};
out(Queue) -> erlang:error(badarg, [Queue]).

out_r({[], []} = Queue) -> {empty, Queue};
out_r({[], [X]}) -> {{value, X}, {[], []}};
out_r({[], [Y | F]}) ->
    [X | R] = lists:reverse(F, []),
    {{value, X}, {R, [Y]}};
out_r({[X], F}) when is_list(F) -> {{value, X}, from_front(F)};
out_r({[X | R], F}) when is_list(F) -> {{value, X}, {R, F}};
out_r(Queue) -> erlang:error(badarg, [Queue]).

get({[], []} = Queue) -> erlang:error(empty, [Queue]);
get({R, F}) when ?IS_QUEUE(R, F) -> get(R, F);
get(Queue) -> erlang:error(badarg, [Queue]).

get(_, [X | _]) -> X;
get([X], []) -> X;
get([_ | R], []) -> lists:last(R).

get_r({[], []} = Queue) -> erlang:error(empty, [Queue]);
get_r({[X | _], F}) when is_list(F) -> X;
get_r({[], [X]}) -> X;
get_r({[], [_ | F]}) -> lists:last(F);
get_r(Queue) -> erlang:error(badarg, [Queue]).

peek({[], []}) -> empty;
peek({R, [X | _]}) when is_list(R) -> {value, X};
peek({[X], []}) -> {value, X};
peek({[_ | R], []}) -> {value, lists:last(R)};
peek(Queue) -> erlang:error(badarg, [Queue]).

peek_r({[], []}) -> empty;
peek_r({[X | _], F}) when is_list(F) -> {value, X};
peek_r({[], [X]}) -> {value, X};
peek_r({[], [_ | F]}) -> {value, lists:last(F)};
peek_r(Queue) -> erlang:error(badarg, [Queue]).

drop({[], []} = Queue) -> erlang:error(empty, [Queue]);
drop({[_], []}) -> {[], []};
drop({[Y | R], []}) -> {[Y], tl(lists:reverse(R, []))};
drop({R, [_]}) when is_list(R) -> from_rear(R);
drop({R, [_ | F]}) when is_list(R) -> {R, F};
drop(Queue) -> erlang:error(badarg, [Queue]).

drop_r({[], []} = Queue) -> erlang:error(empty, [Queue]);
drop_r({[], [_]}) -> {[], []};
drop_r({[], [Y | F]}) -> {tl(lists:reverse(F, [])), [Y]};
drop_r({[_], F}) when is_list(F) -> from_front(F);
drop_r({[_ | R], F}) when is_list(F) -> {R, F};
drop_r(Queue) -> erlang:error(badarg, [Queue]).

%% ---- whole queues

reverse({R, F}) when ?IS_QUEUE(R, F) -> {F, R};
reverse(Queue) -> erlang:error(badarg, [Queue]).

join({R, F} = Queue, {[], []}) when ?IS_QUEUE(R, F) -> Queue;
join({[], []}, {R, F} = Queue) when ?IS_QUEUE(R, F) -> Queue;
join({R1, F1}, {R2, F2}) when ?IS_QUEUE(R1, F1), ?IS_QUEUE(R2, F2) -> {R2, F1 ++ lists:reverse(R1, F2)};
join(Queue1, Queue2) -> erlang:error(badarg, [Queue1, Queue2]).

split(0, {R, F} = Queue) when ?IS_QUEUE(R, F) -> {{[], []}, Queue};
split(N, {R, F} = Queue) when is_integer(N), N >= 1, ?IS_QUEUE(R, F) ->
    InFront = length(F),
    case length(R) - (N - InFront) of
        _ when N < InFront ->
            {[X | Before], F1} = lists:split(N, F),
            {{lists:reverse(Before, []), [X]}, {R, F1}};
        _ when N =:= InFront -> {from_front(F), from_rear(R)};
        Left when Left < 0 -> erlang:error(badarg, [N, Queue]);
        0 -> {Queue, {[], []}};
        Left ->
            {[X | After], R1} = lists:split(Left, R),
            {{R1, F}, {[X], lists:reverse(After, [])}}
    end;
split(N, Queue) -> erlang:error(badarg, [N, Queue]).

%% The fun may return a list of elements in place of the one.
filter(Fun, {R, F}) when is_function(Fun, 1), ?IS_QUEUE(R, F) ->
    Front = filter_front(Fun, F),
    balanced(filter_rear(Fun, R), Front);
filter(Fun, Queue) -> erlang:error(badarg, [Fun, Queue]).

filter_front(_, []) -> [];
filter_front(Fun, [X | F]) ->
    case Fun(X) of
        true -> [X | filter_front(Fun, F)];
        false -> filter_front(Fun, F);
        List when is_list(List) -> List ++ filter_front(Fun, F)
    end.

%% In the order of the queue: from the end of the list.
filter_rear(_, []) -> [];
filter_rear(Fun, [X | R]) ->
    Kept = filter_rear(Fun, R),
    case Fun(X) of
        true -> [X | Kept];
        false -> Kept;
        List when is_list(List) -> lists:reverse(List, Kept)
    end.

filtermap(Fun, {R, F}) when is_function(Fun, 1), ?IS_QUEUE(R, F) ->
    Front = lists:filtermap(Fun, F),
    balanced(filtermap_rear(Fun, R), Front);
filtermap(Fun, Queue) -> erlang:error(badarg, [Fun, Queue]).

filtermap_rear(_, []) -> [];
filtermap_rear(Fun, [X | R]) ->
    Kept = filtermap_rear(Fun, R),
    case Fun(X) of
        true -> [X | Kept];
        {true, Y} -> [Y | Kept];
        false -> Kept
    end.

fold(Fun, Acc, {R, F}) when is_function(Fun, 2), ?IS_QUEUE(R, F) -> lists:foldr(Fun, lists:foldl(Fun, Acc, F), R);
fold(Fun, Acc, Queue) -> erlang:error(badarg, [Fun, Acc, Queue]).

any(Pred, {R, F}) when is_function(Pred, 1), ?IS_QUEUE(R, F) -> lists:any(Pred, F) orelse lists:any(Pred, R);
any(Pred, Queue) -> erlang:error(badarg, [Pred, Queue]).

all(Pred, {R, F}) when is_function(Pred, 1), ?IS_QUEUE(R, F) -> lists:all(Pred, F) andalso lists:all(Pred, R);
all(Pred, Queue) -> erlang:error(badarg, [Pred, Queue]).

%% ---- deleting the first element, or with _r the last, that equals or satisfies something

delete(X, {R, F} = Queue) when ?IS_QUEUE(R, F) -> delete_first(fun(Y) -> Y =:= X end, Queue);
delete(X, Queue) -> erlang:error(badarg, [X, Queue]).

delete_r(X, {R, F}) when ?IS_QUEUE(R, F) -> reverse(delete(X, {F, R}));
delete_r(X, Queue) -> erlang:error(badarg, [X, Queue]).

delete_with(Pred, {R, F} = Queue) when is_function(Pred, 1), ?IS_QUEUE(R, F) -> delete_first(Pred, Queue);
delete_with(Pred, Queue) -> erlang:error(badarg, [Pred, Queue]).

delete_with_r(Pred, {R, F}) when is_function(Pred, 1), ?IS_QUEUE(R, F) -> reverse(delete_with(Pred, {F, R}));
delete_with_r(Pred, Queue) -> erlang:error(badarg, [Pred, Queue]).

delete_first(Pred, {R, F} = Queue) ->
    case delete_front(Pred, F) of
        none ->
            case delete_rear(Pred, R) of
                none -> Queue;
                [] -> from_front(F);
                R1 -> {R1, F}
            end;
        [] -> from_rear(R);
        F1 -> {R, F1}
    end.

delete_front(_, []) -> none;
delete_front(Pred, [X | F]) ->
    case Pred(X) of
        true -> F;
        false ->
            case delete_front(Pred, F) of
                none -> none;
                F1 -> [X | F1]
            end
    end.

delete_rear(_, []) -> none;
delete_rear(Pred, [X | R]) ->
    case delete_rear(Pred, R) of
        none ->
            case Pred(X) of
                true -> R;
                false -> none
            end;
        R1 -> [X | R1]
    end.

%% ---- other names

cons(X, Queue) -> in_r(X, Queue).
snoc(Queue, X) -> in(X, Queue).
tail(Queue) -> drop(Queue).
last(Queue) -> get_r(Queue).
daeh(Queue) -> get_r(Queue).
init(Queue) -> drop_r(Queue).
liat(Queue) -> drop_r(Queue).
lait(Queue) -> drop_r(Queue).

head({[], []} = Queue) -> erlang:error(empty, [Queue]);
head({R, F}) when ?IS_QUEUE(R, F) -> get(R, F);
head(Queue) -> erlang:error(badarg, [Queue]).
