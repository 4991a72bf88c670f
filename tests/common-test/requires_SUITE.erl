%% Configuration that suites, groups and cases require.
-module(requires_SUITE).
-compile([export_all, nowarn_export_all]).
suite() -> [{default_config, server, [{host, "here"}, {port, 80}]}, {require, server}, {require, alias, server}, {userdata, [{a, 1}]}].
all() -> [has, lacks, sub, sub_lacks, alias, {group, g}, {group, h}, calls, calls_lacking, data].
groups() -> [{g, [], [has]}, {h, [], [has, in_group]}].
group(g) -> [{require, nothing}];
group(h) -> [{default_config, inner, 5}, {require, inner}].
has(_) -> "here" = proplists:get_value(host, ct:get_config(server)).
lacks() -> [{require, unknown}].
lacks(_) -> ok.
sub() -> [{require, {server, [host, port]}}].
sub(_) -> 80 = ct:get_config({server, port}).
sub_lacks() -> [{require, {server, [host, user]}}].
sub_lacks(_) -> ok.
alias(_) -> "here" = proplists:get_value(host, ct:get_config(alias)).
in_group(_) -> 5 = ct:get_config(inner).
calls(_) -> ok = ct:require(server), ok = ct:require(other, {server, host}), "here" = ct:get_config(other), undefined = ct:get_config(no), d = ct:get_config(no, d).
calls_lacking(_) -> {error, {not_available, no}} = ct:require(no).
data(_) -> [{a, 1}] = ct:userdata(?MODULE, suite).
