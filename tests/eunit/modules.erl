-module(modules).
-include_lib("eunit/include/eunit.hrl").

module_test_() -> {module, other_tests}.

atom_test_() -> simple_tests_of_nobody.
