%% Linear hashing, for sets and dict: a table of buckets that grows and shrinks by one bucket at a time.
%%
%% A table is a tuple with the name of its user first, and prints as OTP's: {Name, Size, Buckets, MaxBuckets, BuddyDistance,
%% GrowAbove, ShrinkBelow, EmptySegment, Segments}, where segments are tuples of 16 buckets. Bucket N + 1, when it comes, takes over
%% part of the bucket BuddyDistance before it.
-module(linear_hash).

-export([bucket/2, fold/3, grown/3, map/2, new/1, put_bucket/3, shrunk/2, size/1, slot/2]).

-compile({no_auto_import, [size/1]}).

-define(SEGMENT, 16).
-define(GROW_LOAD, 5).
-define(SHRINK_LOAD, 3).

new(Name) ->
    Empty = list_to_tuple(lists:duplicate(?SEGMENT, [])),
    {Name, 0, ?SEGMENT, ?SEGMENT, ?SEGMENT div 2, ?SEGMENT * ?GROW_LOAD, ?SEGMENT * ?SHRINK_LOAD, Empty, {Empty}}.

size({_, Size, _, _, _, _, _, _, _}) -> Size.

%% The number of the bucket where a key belongs.
slot({_, _, N, MaxN, Buddy, _, _, _, _}, Key) ->
    case erlang:phash(Key, MaxN) of
        Slot when Slot > N -> Slot - Buddy;
        Slot -> Slot
    end.

bucket({_, _, _, _, _, _, _, _, Segments}, Slot) -> in_segments(Segments, Slot).

in_segments(Segments, Slot) -> element((Slot - 1) rem ?SEGMENT + 1, element((Slot - 1) div ?SEGMENT + 1, Segments)).

put_bucket({_, _, _, _, _, _, _, _, Segments} = Table, Slot, Bucket) ->
    setelement(9, Table, put_in_segments(Segments, Slot, Bucket)).

put_in_segments(Segments, Slot, Bucket) ->
    At = (Slot - 1) div ?SEGMENT + 1,
    setelement(At, Segments, setelement((Slot - 1) rem ?SEGMENT + 1, element(At, Segments), Bucket)).

%% From the last bucket to the first.
fold(Fun, Acc, {_, _, _, _, _, _, _, _, Segments}) -> fold_segments(Fun, Acc, Segments, tuple_size(Segments)).

fold_segments(_, Acc, _, 0) -> Acc;
fold_segments(Fun, Acc, Segments, I) ->
    fold_segments(Fun, fold_buckets(Fun, Acc, element(I, Segments), ?SEGMENT), Segments, I - 1).

fold_buckets(_, Acc, _, 0) -> Acc;
fold_buckets(Fun, Acc, Segment, I) -> fold_buckets(Fun, Fun(element(I, Segment), Acc), Segment, I - 1).

%% A new bucket for each, from the first to the last.
map(Fun, {_, _, _, _, _, _, _, _, Segments} = Table) ->
    setelement(9, Table, list_to_tuple([list_to_tuple([Fun(Bucket) || Bucket <- tuple_to_list(Segment)])
                                        || Segment <- tuple_to_list(Segments)])).

%% After Added entries (0 or 1) have come. KeyOf finds the key of an entry.
grown({Name, Size, N, N, Buddy, Grow, Shrink, Empty, Segments}, Added, KeyOf) when Size + Added > Grow ->
    Doubled = list_to_tuple(tuple_to_list(Segments) ++ lists:duplicate(tuple_size(Segments), Empty)),
    grown({Name, Size, N, 2 * N, 2 * Buddy, Grow, Shrink, Empty, Doubled}, Added, KeyOf);
grown({Name, Size, N, MaxN, Buddy, Grow, _, Empty, Segments}, Added, KeyOf) when Size + Added > Grow ->
    New = N + 1,
    Old = New - Buddy,
    {Stay, Move} = lists:partition(fun(Entry) -> erlang:phash(KeyOf(Entry), MaxN) =:= Old end, in_segments(Segments, Old)),
    Segments1 = put_in_segments(put_in_segments(Segments, Old, Stay), New, Move),
    {Name, Size + Added, New, MaxN, Buddy, New * ?GROW_LOAD, New * ?SHRINK_LOAD, Empty, Segments1};
grown(Table, 0, _) -> Table;
grown(Table, Added, _) -> setelement(2, Table, size(Table) + Added).

%% After entries have gone.
shrunk({Name, Size, N, MaxN, Buddy, _, Shrink, Empty, Segments}, Gone) when Size - Gone < Shrink, N > ?SEGMENT ->
    Into = N - Buddy,
    Joined = in_segments(Segments, Into) ++ in_segments(Segments, N),
    Segments1 = put_in_segments(put_in_segments(Segments, Into, Joined), N, []),
    Less = N - 1,
    {MaxN1, Buddy1, Segments2} =
        case Less of
            Buddy -> {MaxN div 2, Buddy div 2, first_half(Segments1)};
            _ -> {MaxN, Buddy, Segments1}
        end,
    {Name, Size - Gone, Less, MaxN1, Buddy1, Less * ?GROW_LOAD, Less * ?SHRINK_LOAD, Empty, Segments2};
shrunk(Table, Gone) -> setelement(2, Table, size(Table) - Gone).

first_half(Segments) -> list_to_tuple(lists:sublist(tuple_to_list(Segments), tuple_size(Segments) div 2)).
