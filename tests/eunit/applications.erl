-module(applications).
-include_lib("eunit/include/eunit.hrl").

application_test_() -> {application, made_up, [{modules, [simple_tests]}]}.

unknown_test_() -> {spawn, {application, no_such_application}}.
