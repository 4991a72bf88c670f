%% Receives for code that is interpreted, such as that of erl_eval.
-module(prim_eval).
-export(['receive'/2]).

%% Calls the matcher with each message until it returns something else than `nomatch`: that is the value, and the message
%% is received. No Erlang does this, so the machine's compiler puts its own code in the place of this.
'receive'(_Matcher, _Timeout) ->
    erlang:error(undef).
