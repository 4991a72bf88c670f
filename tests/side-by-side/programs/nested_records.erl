%% Records in records, updated in depth.
-module(nested_records).
-export([main/0]).

-record(address, {street, zip = "0000"}).
-record(person, {name, address = #address{}, friends = []}).

move(P, Street) -> P#person{address = (P#person.address)#address{street = Street}}.
befriend(#person{friends = Fs} = A, B) -> A#person{friends = [B | Fs]}.

main() ->
    Ann = move(#person{name = ann}, "First"),
    Bob = #person{name = bob, address = #address{zip = "1234"}},
    A2 = befriend(Ann, Bob),
    [#person{address = #address{zip = Zip}}] = A2#person.friends,
    io:format("~p~n", [A2]),
    {Zip, A2#person.address#address.street, is_record(Bob, person), record_info(size, person)}.
