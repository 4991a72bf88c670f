-module(basket_tests).
-include_lib("eunit/include/eunit.hrl").

small_basket_test() ->
    ?assertEqual(6, basket:total([{apple, 2, 3}])).

discount_test() ->
    ?assertEqual(180, basket:total([{desk, 150, 1}, {lamp, 25, 2}])).
