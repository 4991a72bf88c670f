%% What the combinators of PropEr mean for one given test case: nothing is generated, shrunk, counted or printed.
-module(proper).
-export([implies/2, whenfail/2, trapexit/1, timeout/2, setup/2, equals/2, conjunction/1, collect/2, collect/3, aggregate/2,
         aggregate/3, classify/3, measure/3, numtests/2, fails/1, on_output/2, with_title/1, forall/2, exists/3]).

%% A test case that a precondition excludes says nothing.
implies(true, Property) -> Property();
implies(false, _) -> '$undecided'.

whenfail(_, Property) -> Property().
trapexit(Property) -> Property().
timeout(_, Property) -> Property().
setup(_, Property) -> Property.
equals(A, B) -> A =:= B.

conjunction(Properties) ->
    Values = [Value || {_, Value} <- Properties],
    case lists:member(false, Values) of
        true -> false;
        false ->
            case lists:all(fun(Value) -> Value =:= true end, Values) of
                true -> true;
                false -> '$undecided'
            end
    end.

collect(_, Property) -> Property.
collect(_, _, Property) -> Property.
aggregate(_, Property) -> Property.
aggregate(_, _, Property) -> Property.
classify(_, _, Property) -> Property.
measure(_, _, Property) -> Property.
numtests(_, Property) -> Property.
on_output(_, Property) -> Property.
with_title(_) -> fun(_) -> ok end.

%% These would need generated values.
fails(_) -> '$undecided'.
forall(_, _) -> '$undecided'.
exists(_, _, _) -> '$undecided'.
