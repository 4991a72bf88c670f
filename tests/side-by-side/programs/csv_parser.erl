%% Comma-separated values with quoted fields.
-module(csv_parser).
-export([main/0]).

parse(S) -> rows(S, [], [], []).

rows([], F, R, Rs) -> lists:reverse([lists:reverse([lists:reverse(F) | R]) | Rs]);
rows([$, | S], F, R, Rs) -> rows(S, [], [lists:reverse(F) | R], Rs);
rows([$\n | S], F, R, Rs) -> rows(S, [], [], [lists:reverse([lists:reverse(F) | R]) | Rs]);
rows([$" | S], [], R, Rs) -> quoted(S, [], R, Rs);
rows([C | S], F, R, Rs) -> rows(S, [C | F], R, Rs).

quoted([$", $" | S], F, R, Rs) -> quoted(S, [$" | F], R, Rs);
quoted([$" | S], F, R, Rs) -> rows(S, F, R, Rs);
quoted([C | S], F, R, Rs) -> quoted(S, [C | F], R, Rs);
quoted([], _, _, _) -> throw(unterminated_quote).

main() -> {parse("a,b,c\n1,\"x,y\",\"say \"\"hi\"\"\"\n,,"), try parse("\"open") catch throw:E -> E end}.
