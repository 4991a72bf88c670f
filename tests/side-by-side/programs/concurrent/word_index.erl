%% Map-reduce: a process a line finds its words, a reducer a word gathers the lines that it stands on.
-module(word_index).
-export([main/0]).

main() ->
    Lines = [{1, "the cat sat"}, {2, "the dog ran"}, {3, "a cat ran to the dog"}],
    Found = map(Lines),
    {lists:sort(reduce(Found)), length(Found)}.

map(Lines) ->
    Mappers = [mapper(Line) || Line <- Lines],
    lists:append([gather(Mapper) || Mapper <- Mappers]).

mapper({Number, Text}) ->
    Self = self(),
    spawn(fun() -> Self ! {mapped, self(), [{Word, Number} || Word <- string:tokens(Text, " ")]} end).

gather(Mapper) ->
    receive
        {mapped, Mapper, Pairs} -> Pairs
    end.

reduce(Pairs) ->
    Reducers = lists:foldl(fun give/2, #{}, Pairs),
    maps:fold(fun finish/3, [], Reducers).

give({Word, Number}, Reducers) ->
    case Reducers of
        #{Word := Reducer} ->
            Reducer ! {line, Number},
            Reducers;
        _ ->
            Reducers#{Word => spawn(fun() -> reducer([Number]) end)}
    end.

reducer(Numbers) ->
    receive
        {line, Number} -> reducer([Number | Numbers]);
        {finish, To} -> To ! {index, self(), lists:usort(Numbers)}
    end.

finish(Word, Reducer, Index) ->
    Reducer ! {finish, self()},
    receive
        {index, Reducer, Numbers} -> [{Word, Numbers} | Index]
    end.
