//! Processes, names, timers and clocks. Expected outcomes are those of OTP 25.

use super::testing::{Scenario, check};

#[test]
fn names() {
    check(
        "
        erlang:self() = <0.81.0>
        erlang:register(undefined, it) = error:badarg [none]
        erlang:register(foo, it) = true
        erlang:self() = <0.81.0>
        erlang:register(foo, it) = error:badarg [registered_name]
        erlang:self() = <0.81.0>
        erlang:register(bar, it) = error:badarg [registered_name]
        erlang:whereis(foo) = <0.81.0>
        erlang:registered() = [foo]
        erlang:unregister(foo) = true
        erlang:unregister(foo) = error:badarg
        erlang:whereis(1) = error:badarg
        ",
    );
}

#[test]
fn sending() {
    check(
        "
        erlang:send(nosuch, x) = error:badarg
        erlang:send(1, x) = error:badarg
        erlang:send({a, 'b@c'}, x) = x
        erlang:send({nosuch, nonode@nohost}, x) = x
        erlang:send(other, x, [foo]) = error:badarg [badopt]
        erlang:send(other, x, [noconnect]) = ok
        ",
    );
}

#[test]
fn monitors_and_aliases() {
    check(
        "
        erlang:monitor(foo, other) = error:badarg [badtype]
        erlang:monitor(process, {a, b, c}) = error:badarg
        erlang:monitor(process, other, [foo]) = error:badarg [badopt]
        erlang:monitor(process, nosuch) = _
        erlang:demonitor(it, [info]) = false
        erlang:monitor(process, other) = _
        erlang:demonitor(it, [flush, info]) = true
        erlang:demonitor(a) = error:badarg
        erlang:alias([foo]) = error:badarg
        erlang:alias() = _
        erlang:unalias(it) = true
        erlang:make_ref() = _
        erlang:unalias(it) = false
        ",
    );
}

#[test]
fn the_message_of_a_monitor_on_nobody_can_be_flushed() {
    let mut scenario = Scenario::new();
    scenario.call("erlang:monitor(process, nosuch)");
    assert_eq!(scenario.process.state.mailbox.len(), 1);
    scenario.call("erlang:demonitor(it, [flush])");
    assert!(scenario.process.state.mailbox.is_empty());
}

#[test]
fn an_alias_with_a_reply_ends_with_it() {
    let mut scenario = Scenario::new();
    scenario.call("erlang:alias([reply])");
    scenario.call("erlang:put(alias, it)");
    for _ in 0..2 {
        scenario.call("erlang:get(alias)");
        scenario.call("erlang:send(it, hello)");
    }
    assert_eq!(scenario.process.state.mailbox.len(), 1);
}

#[test]
fn timers() {
    check(
        "
        erlang:send_after(-1, other, x) = error:badarg [time]
        erlang:send_after(1, 1, x) = error:badarg
        erlang:send_after(1, other, x, [foo]) = error:badarg [badopt]
        erlang:send_after(18446744073709551616, other, x) = error:badarg [time]
        erlang:start_timer(1500, nosuch, x) = _
        erlang:put(timer, it) = undefined
        erlang:get(timer) = _
        erlang:read_timer(it) = 1500
        erlang:get(timer) = _
        erlang:cancel_timer(it) = 1500
        erlang:get(timer) = _
        erlang:cancel_timer(it) = false
        erlang:get(timer) = _
        erlang:cancel_timer(it, [{info, false}]) = ok
        erlang:cancel_timer(a) = error:badarg
        ",
    );
}

#[test]
fn clocks() {
    check(
        "
        erlang:monotonic_time(second) = -576460753
        erlang:system_time(millisecond) = 1704067200000
        erlang:monotonic_time(0) = error:badarg
        erlang:convert_time_unit(-10, native, second) = -1
        erlang:convert_time_unit(10, second, foo) = error:badarg
        erlang:timestamp() = {1704,67200,0}
        erlang:now() = {1704,67200,0}
        erlang:now() = {1704,67200,1}
        erlang:universaltime() = {{2024,1,1},{0,0,0}}
        erlang:posixtime_to_universaltime(951782399) = {{2000,2,28},{23,59,59}}
        erlang:universaltime_to_posixtime({{1969,12,31},{23,59,59}}) = -1
        erlang:universaltime_to_localtime({{2023,2,29},{0,0,0}}) = error:badarg
        erlang:unique_integer([a]) = error:badarg
        ",
    );
}

#[test]
fn flags() {
    check(
        "
        erlang:process_flag(foo, b) = error:badarg [badopt]
        erlang:process_flag(trap_exit, b) = error:badarg
        erlang:process_flag(trap_exit, true) = false
        erlang:process_flag(priority, high) = normal
        erlang:process_flag(priority, low) = high
        erlang:process_flag(min_heap_size, 300) = 233
        erlang:process_flag(min_heap_size, 300) = 376
        erlang:process_flag(max_heap_size, 0) = #{error_logger => true,kill => true,size => 0}
        erlang:process_flag(a, save_calls, 0) = error:badarg [badtype]
        ",
    );
}

#[test]
fn dictionary() {
    check(
        "
        erlang:put(b, 1) = undefined
        erlang:put(a, 1) = undefined
        erlang:put(1.0, 2) = undefined
        erlang:put(1, x) = undefined
        erlang:get() = [{1,x},{1.0,2},{a,1},{b,1}]
        erlang:get_keys(1) = [a,b]
        erlang:erase(b) = 1
        erlang:get(b) = undefined
        erlang:erase() = [{1,x},{1.0,2},{a,1}]
        erlang:get() = []
        ",
    );
}

#[test]
fn atomics_wrap_around() {
    check(
        "
        atomics:new(0, []) = error:badarg
        atomics:new(1, [foo]) = error:badarg [badopt]
        atomics:new(2, [{signed, false}]) = _
        erlang:put(unsigned, it) = undefined
        erlang:get(unsigned) = _
        atomics:sub_get(it, 1, 1) = 18446744073709551615
        erlang:get(unsigned) = _
        atomics:add_get(it, 1, 5) = 4
        erlang:get(unsigned) = _
        atomics:put(it, 1, -1) = error:badarg
        erlang:get(unsigned) = _
        atomics:put(it, 3, 1) = error:badarg
        erlang:get(unsigned) = _
        atomics:add(it, 1, 18446744073709551616) = error:badarg
        atomics:new(2, []) = _
        erlang:put(signed, it) = undefined
        erlang:get(signed) = _
        atomics:add_get(it, 1, 18446744073709551615) = -1
        erlang:get(signed) = _
        atomics:exchange(it, 1, 7) = -1
        erlang:get(signed) = _
        atomics:compare_exchange(it, 1, 7, 8) = ok
        erlang:get(signed) = _
        atomics:compare_exchange(it, 1, 7, 9) = 8
        erlang:get(signed) = _
        atomics:sub_get(it, 1, 9223372036854775807) = -9223372036854775799
        counters:new(1, [foo]) = error:badarg [badopt]
        counters:get(foo, 1) = error:badarg
        counters:new(3, []) = _
        counters:get(it, 3) = 0
        ",
    );
}

#[test]
fn persistent_terms() {
    check(
        "
        persistent_term:get(a) = error:badarg
        persistent_term:get(a, b) = b
        persistent_term:put(a, c) = ok
        persistent_term:get() = [{a,c}]
        persistent_term:erase(a) = true
        persistent_term:erase(a) = false
        ",
    );
}
