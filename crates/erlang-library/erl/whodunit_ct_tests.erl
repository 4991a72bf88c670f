%% What the tests of a suite are: all/0 and groups/0, put together.
-module(whodunit_ct_tests).

-export([wanted/2, repetition/1]).

%% What all/0 says, as far as it is wanted: {ok, Tests} | {skip, Reason} | {error, Name, Exception}. A test
%% is a group with its contents, {Name, Properties, Items}, or a case: a name, or {repeated, Name, How}.
wanted(Suite, Names) ->
    case called(Suite, all) of
        {ok, {skip, Reason}} -> {skip, Reason};
        {ok, Items} when is_list(Items) -> in_groups(Suite, Items, Names);
        {ok, Other} -> {error, all, {error, {bad_return_of_all, Other}, []}};
        {error, Exception} -> {error, all, Exception}
    end.

in_groups(Suite, Items, Names) ->
    case called(Suite, groups) of
        {ok, Groups} ->
            try [expanded(Item, Groups, []) || Item <- Items] of
                All -> {ok, chosen_of(All, Names, Suite)}
            catch
                error:Reason -> {error, all, {error, Reason, []}}
            end;
        {error, Exception} -> {error, groups, Exception}
    end.

called(Suite, Function) ->
    case Function =:= all orelse erlang:function_exported(Suite, Function, 0) of
        false -> {ok, []};
        true ->
            try {ok, Suite:Function()}
            catch Class:Reason:Stack -> {error, {Class, Reason, own_frames(Stack)}}
            end
    end.

own_frames(Stack) -> lists:takewhile(fun(Frame) -> element(1, Frame) =/= ?MODULE end, Stack).

expanded({group, Name}, Groups, Above) -> group(Name, default, [], Groups, Above);
expanded({group, Name, Properties}, Groups, Above) -> group(Name, Properties, [], Groups, Above);
expanded({group, Name, Properties, Sub}, Groups, Above) -> group(Name, Properties, Sub, Groups, Above);
expanded({Name, Properties, Items}, Groups, Above) when is_list(Properties), is_list(Items) ->
    {Name, Properties, [expanded(Item, Groups, [Name | Above]) || Item <- Items]};
expanded({Name, Items}, Groups, Above) when is_atom(Name), is_list(Items) -> expanded({Name, [], Items}, Groups, Above);
expanded({testcase, Name, Properties}, _, _) -> {repeated, Name, case_repetition(Properties)};
expanded(Name, _, _) when is_atom(Name) -> Name;
expanded(Other, _, _) -> error({bad_test, Other}).

group(Name, Properties, Sub, Groups, Above) ->
    case lists:member(Name, Above) of
        true -> error({cyclic_reference_of_group, Name});
        false -> ok
    end,
    case [Group || Group <- Groups, element(1, Group) =:= Name] of
        [Group | _] ->
            {Own, Items} = case Group of
                               {_, P, I} -> {P, I};
                               {_, I} -> {[], I}
                           end,
            Chosen = case Properties of
                         default -> Own;
                         _ -> Properties
                     end,
            {Name, Chosen, [expanded(overridden(Item, Sub), Groups, [Name | Above]) || Item <- Items]};
        [] -> error({group_not_found, Name})
    end.

overridden({group, Name}, Sub) ->
    case lists:keyfind(Name, 1, Sub) of
        {Name, Properties} -> {group, Name, Properties};
        {Name, Properties, Below} -> {group, Name, Properties, Below};
        false -> {group, Name}
    end;
overridden(Item, _) -> Item.

chosen_of(All, [], _) -> All;
chosen_of(All, Names, Suite) ->
    Chosen = lists:append([chosen(Item, Names) || Item <- All]),
    %% As with `ct_run -case`: a case need not be in all/0.
    Known = [Name || Name <- Names, Chosen =:= [], erlang:function_exported(Suite, Name, 1)],
    Chosen ++ Known.

chosen({Name, Properties, Items}, Names) when is_list(Items) ->
    case lists:member(Name, Names) of
        true -> [{Name, Properties, Items}];
        false ->
            case lists:append([chosen(Item, Names) || Item <- Items]) of
                [] -> [];
                Below -> [{Name, Properties, Below}]
            end
    end;
chosen({repeated, Name, _} = Item, Names) -> [Item || lists:member(Name, Names)];
chosen(Name, Names) -> [Name || lists:member(Name, Names)].

%% How often a group runs, by its properties: once, or {Kind, N}, at most N times.
repetition(Properties) ->
    Kinds = [repeat, repeat_until_all_ok, repeat_until_all_fail, repeat_until_any_ok, repeat_until_any_fail],
    case [if is_tuple(Property) -> Property; true -> {Property, forever} end
          || Property <- Properties, lists:member(kind(Property), Kinds)] of
        [How | _] -> How;
        [] -> once
    end.

kind({Kind, _}) -> Kind;
kind(Kind) -> Kind.

case_repetition([{Kind, N} | _]) -> {Kind, N};
case_repetition([]) -> once.
