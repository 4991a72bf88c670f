-module(output).
-include_lib("eunit/include/eunit.hrl").

quiet_test() -> io:format("not to be seen~n").

loud_test() -> io:format("said ~p~n", [before]), io:put_chars(<<"and more\n"/utf8>>), error(loud).

unicode_test() -> io:format("~ts~n", [[955, $x]]), ?assertEqual(1, 2).

other_process_test() ->
    Self = self(),
    spawn(fun() -> io:format("from there~n"), Self ! done end),
    receive done -> ok end,
    error(fails).

captured_test() -> io:format("abc"), ?assertEqual("abc", ?capturedOutput).
