%% PropEr: properties as they are written. They are read, and judge calls that were made; nothing is generated.

-ifndef(PROPER_HRL).
-define(PROPER_HRL, true).

-define(FORCE(X), (X)()).
-define(DELAY(X), fun() -> X end).

%% Properties
-define(FORALL(X, Generator, Property), proper:forall(Generator, fun(X) -> Property end)).
-define(IMPLIES(Condition, Property), proper:implies(Condition, ?DELAY(Property))).
-define(WHENFAIL(Action, Property), proper:whenfail(?DELAY(Action), ?DELAY(Property))).
-define(TRAPEXIT(Property), proper:trapexit(?DELAY(Property))).
-define(TIMEOUT(Limit, Property), proper:timeout(Limit, ?DELAY(Property))).
-define(SETUP(Setup, Property), proper:setup(Setup, Property)).
-define(EXISTS(X, Generator, Property), proper:exists(Generator, fun(X) -> Property end, false)).
-define(NOT_EXISTS(X, Generator, Property), proper:exists(Generator, fun(X) -> Property end, true)).

%% Generators
-define(LAZY(X), proper_types:lazy(?DELAY(X))).
-define(SIZED(Size, Generator), proper_types:sized(fun(Size) -> Generator end)).
-define(LET(X, Generator, Value), proper_types:bind(Generator, fun(X) -> Value end, false)).
-define(SHRINK(Generator, Others), proper_types:shrinkwith(?DELAY(Generator), ?DELAY(Others))).
-define(LETSHRINK(X, Generator, Value), proper_types:bind(Generator, fun(X) -> Value end, true)).
-define(SUCHTHAT(X, Generator, Condition), proper_types:add_constraint(Generator, fun(X) -> Condition end, true)).
-define(SUCHTHATMAYBE(X, Generator, Condition), proper_types:add_constraint(Generator, fun(X) -> Condition end, false)).

-import(proper, [numtests/2, fails/1, on_output/2, conjunction/1, equals/2, collect/2, collect/3, aggregate/2, aggregate/3,
                 classify/3, measure/3, with_title/1]).

-import(proper_types, [any/0, arity/0, atom/0, binary/0, binary/1, bitstring/0, bitstring/1, bool/0, boolean/0, byte/0, char/0,
                       choose/2, default/2, elements/1, exactly/1, fixed_list/1, float/0, float/2, frequency/1, function/2,
                       function0/1, function1/1, function2/1, function3/1, function4/1, int/0, integer/0, integer/2, largeint/0,
                       list/0, list/1, loose_tuple/1, map/0, map/2, nat/0, neg_integer/0, nil/0, non_empty/1, non_neg_float/0,
                       non_neg_integer/0, noshrink/1, number/0, oneof/1, orderedlist/1, parameter/1, parameter/2, pos_integer/0,
                       range/2, real/0, resize/2, return/1, shrink_list/1, string/0, term/0, timeout/0, tuple/0, tuple/1, union/1,
                       vector/2, weighted_default/2, weighted_union/1, with_parameter/3, with_parameters/2, wunion/1]).

-endif.
