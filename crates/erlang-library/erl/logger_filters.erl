%% Filters that are often wanted: by domain, by level, by where the group leader is, and against progress reports.
-module(logger_filters).
-export([domain/2, level/2, progress/2, remote_gl/2]).

domain(#{meta := Meta} = Event, {Action, Compare, Domain})
  when Action =:= log, is_list(Domain); Action =:= stop, is_list(Domain) ->
    act(domain_matches(Compare, Meta, Domain), Action, Event);
domain(Event, Extra) -> erlang:error(badarg, [Event, Extra]).

domain_matches(sub, #{domain := Of}, Domain) -> lists:prefix(Domain, Of);
domain_matches(super, #{domain := Of}, Domain) -> lists:prefix(Of, Domain);
domain_matches(equal, #{domain := Of}, Domain) -> Of =:= Domain;
domain_matches(not_equal, #{domain := Of}, Domain) -> Of =/= Domain;
domain_matches(undefined, #{domain := _}, _) -> false;
domain_matches(undefined, _, _) -> true;
domain_matches(not_equal, _, _) -> true;
domain_matches(_, _, _) -> false.

level(#{level := Level} = Event, {Action, Compare, Than}) when Action =:= log; Action =:= stop ->
    act(level_matches(Compare, logger:compare_levels(Level, Than)), Action, Event);
level(Event, Extra) -> erlang:error(badarg, [Event, Extra]).

level_matches(eq, Order) -> Order =:= eq;
level_matches(neq, Order) -> Order =/= eq;
level_matches(gt, Order) -> Order =:= gt;
level_matches(lt, Order) -> Order =:= lt;
level_matches(gteq, Order) -> Order =/= lt;
level_matches(lteq, Order) -> Order =/= gt.

progress(#{msg := {report, #{label := {_, progress}}}} = Event, Action) when Action =:= log; Action =:= stop ->
    act(true, Action, Event);
progress(#{msg := _}, Action) when Action =:= log; Action =:= stop -> ignore;
progress(Event, Action) -> erlang:error(badarg, [Event, Action]).

remote_gl(#{meta := #{gl := Leader}} = Event, Action) when Action =:= log; Action =:= stop ->
    act(is_pid(Leader) andalso node(Leader) =/= node(), Action, Event);
remote_gl(_, Action) when Action =:= log; Action =:= stop -> ignore;
remote_gl(Event, Action) -> erlang:error(badarg, [Event, Action]).

act(true, log, Event) -> Event;
act(true, stop, _) -> stop;
act(false, _, _) -> ignore.
