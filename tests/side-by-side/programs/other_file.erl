%% A -file attribute that names a file which is not there does not matter to what the module knows of itself.
-module(other_file).
-export([main/0, raise/0]).

main() ->
    {is_binary(?MODULE:module_info(md5)), place()}.

place() ->
    try raise()
    catch error:here:Stack ->
            [{_, raise, 0, Place} | _] = Stack,
            Place
    end.

-file("elsewhere.erl", 7).
raise() ->
    error(here).
