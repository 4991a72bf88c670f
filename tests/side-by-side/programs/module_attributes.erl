%% Attributes can be read back.
-module(module_attributes).
-export([main/0]).

-vsn("1.2.3").
-author(someone).
-custom([a, {b, c}]).
-custom(second).

main() ->
    Attributes = ?MODULE:module_info(attributes),
    {proplists:get_value(author, Attributes), proplists:get_all_values(custom, Attributes),
     proplists:get_value(vsn, Attributes), lists:member({main, 0}, ?MODULE:module_info(exports)),
     ?MODULE:module_info(module)}.
