//! The functions and types that every module has without asking: what erl_internal of OTP 27 knows.

use erlang_term::Atom;

/// Can `name/arity` be called without a module (unless the module defines or imports its own)?
pub fn is_auto_imported(name: Atom, arity: u32) -> bool {
    holds(AUTO_IMPORTED, name, arity)
}

/// Is `erlang:name/arity` allowed in a guard?
pub fn is_guard_function(name: Atom, arity: u32) -> bool {
    holds(GUARD, name, arity)
}

/// Operators that can be called as functions in guards: `erlang:'+'(1, 2)`.
pub fn is_guard_operator(name: Atom, arity: u32) -> bool {
    match arity {
        1 => ["+", "-", "bnot", "not"].contains(&name.name()),
        2 => GUARD_OPERATORS.contains(&name.name()),
        _ => false,
    }
}

/// Type tests that guards alone know, without `is_`: `integer(X)`. They are tests at the top of a
/// guard only.
pub fn is_old_type_test(name: Atom, arity: u32) -> bool {
    holds(OLD_TYPE_TESTS, name, arity)
}

/// Is `name(…)` with this many parameters a built-in type?
pub fn is_built_in_type(name: Atom, arity: u32) -> bool {
    holds(TYPES, name, arity)
}

/// To define one of these and call it without a module is an error; with the younger ones the
/// module's own is meant.
pub(super) fn is_auto_imported_since_ever(name: Atom, arity: u32) -> bool {
    is_auto_imported(name, arity) && !holds(AUTO_IMPORTED_LATER, name, arity)
}

/// The built-in functions with their arities, by name.
pub(super) const fn auto_imported() -> &'static [(&'static str, &'static [u32])] {
    AUTO_IMPORTED
}

type Table = &'static [(&'static str, &'static [u32])];

/// The tables are sorted by name.
fn holds(table: Table, name: Atom, arity: u32) -> bool {
    let found = table.binary_search_by_key(&name.name(), |&(name, _)| name);
    found.is_ok_and(|at| table[at].1.contains(&arity))
}

/// Between two operands.
const GUARD_OPERATORS: [&str; 22] = [
    "+", "-", "*", "/", "div", "rem", "band", "bor", "bxor", "bsl", "bsr", "and", "or", "xor", "==", "/=",
    "=<", "<", ">=", ">", "=:=", "=/=",
];

const AUTO_IMPORTED: Table = &[
    ("abs", &[1]),
    ("alias", &[0, 1]),
    ("apply", &[2, 3]),
    ("atom_to_binary", &[1, 2]),
    ("atom_to_list", &[1]),
    ("binary_part", &[2, 3]),
    ("binary_to_atom", &[1, 2]),
    ("binary_to_existing_atom", &[1, 2]),
    ("binary_to_float", &[1]),
    ("binary_to_integer", &[1, 2]),
    ("binary_to_list", &[1, 3]),
    ("binary_to_term", &[1, 2]),
    ("bit_size", &[1]),
    ("bitstring_to_list", &[1]),
    ("byte_size", &[1]),
    ("ceil", &[1]),
    ("check_old_code", &[1]),
    ("check_process_code", &[2, 3]),
    ("date", &[0]),
    ("delete_module", &[1]),
    ("demonitor", &[1, 2]),
    ("disconnect_node", &[1]),
    ("element", &[2]),
    ("erase", &[0, 1]),
    ("error", &[1, 2, 3]),
    ("exit", &[1, 2]),
    ("float", &[1]),
    ("float_to_binary", &[1, 2]),
    ("float_to_list", &[1, 2]),
    ("floor", &[1]),
    ("garbage_collect", &[0, 1, 2]),
    ("get", &[0, 1]),
    ("get_keys", &[0, 1]),
    ("group_leader", &[0, 2]),
    ("halt", &[0, 1, 2]),
    ("hd", &[1]),
    ("integer_to_binary", &[1, 2]),
    ("integer_to_list", &[1, 2]),
    ("iolist_size", &[1]),
    ("iolist_to_binary", &[1]),
    ("is_alive", &[0]),
    ("is_atom", &[1]),
    ("is_binary", &[1]),
    ("is_bitstring", &[1]),
    ("is_boolean", &[1]),
    ("is_float", &[1]),
    ("is_function", &[1, 2]),
    ("is_integer", &[1]),
    ("is_list", &[1]),
    ("is_map", &[1]),
    ("is_map_key", &[2]),
    ("is_number", &[1]),
    ("is_pid", &[1]),
    ("is_port", &[1]),
    ("is_process_alive", &[1]),
    ("is_record", &[2, 3]),
    ("is_reference", &[1]),
    ("is_tuple", &[1]),
    ("length", &[1]),
    ("link", &[1]),
    ("list_to_atom", &[1]),
    ("list_to_binary", &[1]),
    ("list_to_bitstring", &[1]),
    ("list_to_existing_atom", &[1]),
    ("list_to_float", &[1]),
    ("list_to_integer", &[1, 2]),
    ("list_to_pid", &[1]),
    ("list_to_port", &[1]),
    ("list_to_ref", &[1]),
    ("list_to_tuple", &[1]),
    ("load_module", &[2]),
    ("make_ref", &[0]),
    ("map_get", &[2]),
    ("map_size", &[1]),
    ("max", &[2]),
    ("min", &[2]),
    ("module_loaded", &[1]),
    ("monitor", &[2, 3]),
    ("monitor_node", &[2]),
    ("node", &[0, 1]),
    ("nodes", &[0, 1, 2]),
    ("now", &[0]),
    ("open_port", &[2]),
    ("pid_to_list", &[1]),
    ("port_close", &[1]),
    ("port_command", &[2, 3]),
    ("port_connect", &[2]),
    ("port_control", &[3]),
    ("port_to_list", &[1]),
    ("pre_loaded", &[0]),
    ("process_flag", &[2, 3]),
    ("process_info", &[1, 2]),
    ("processes", &[0]),
    ("purge_module", &[1]),
    ("put", &[2]),
    ("ref_to_list", &[1]),
    ("register", &[2]),
    ("registered", &[0]),
    ("round", &[1]),
    ("self", &[0]),
    ("setelement", &[3]),
    ("size", &[1]),
    ("spawn", &[1, 2, 3, 4]),
    ("spawn_link", &[1, 2, 3, 4]),
    ("spawn_monitor", &[1, 2, 3, 4]),
    ("spawn_opt", &[2, 3, 4, 5]),
    ("spawn_request", &[1, 2, 3, 4, 5]),
    ("spawn_request_abandon", &[1]),
    ("split_binary", &[2]),
    ("statistics", &[1]),
    ("term_to_binary", &[1, 2]),
    ("term_to_iovec", &[1, 2]),
    ("throw", &[1]),
    ("time", &[0]),
    ("tl", &[1]),
    ("trunc", &[1]),
    ("tuple_size", &[1]),
    ("tuple_to_list", &[1]),
    ("unalias", &[1]),
    ("unlink", &[1]),
    ("unregister", &[1]),
    ("whereis", &[1]),
];

/// Since R14.
const AUTO_IMPORTED_LATER: Table = &[
    ("alias", &[0, 1]),
    ("atom_to_binary", &[1]),
    ("binary_part", &[2, 3]),
    ("binary_to_atom", &[1]),
    ("binary_to_existing_atom", &[1]),
    ("binary_to_float", &[1]),
    ("binary_to_integer", &[1, 2]),
    ("binary_to_term", &[2]),
    ("ceil", &[1]),
    ("check_old_code", &[1]),
    ("check_process_code", &[3]),
    ("demonitor", &[1, 2]),
    ("error", &[1, 2, 3]),
    ("float_to_binary", &[1, 2]),
    ("float_to_list", &[2]),
    ("floor", &[1]),
    ("garbage_collect", &[2]),
    ("get_keys", &[0]),
    ("halt", &[2]),
    ("integer_to_binary", &[1, 2]),
    ("integer_to_list", &[2]),
    ("is_map", &[1]),
    ("is_map_key", &[2]),
    ("list_to_integer", &[2]),
    ("list_to_port", &[1]),
    ("list_to_ref", &[1]),
    ("map_get", &[2]),
    ("map_size", &[1]),
    ("max", &[2]),
    ("min", &[2]),
    ("monitor", &[2, 3]),
    ("nodes", &[2]),
    ("port_command", &[3]),
    ("port_to_list", &[1]),
    ("ref_to_list", &[1]),
    ("spawn_monitor", &[2, 4]),
    ("spawn_request", &[1, 2, 3, 4, 5]),
    ("spawn_request_abandon", &[1]),
    ("term_to_iovec", &[1, 2]),
    ("unalias", &[1]),
];

const GUARD: Table = &[
    ("abs", &[1]),
    ("binary_part", &[2, 3]),
    ("bit_size", &[1]),
    ("byte_size", &[1]),
    ("ceil", &[1]),
    ("element", &[2]),
    ("float", &[1]),
    ("floor", &[1]),
    ("hd", &[1]),
    ("is_atom", &[1]),
    ("is_binary", &[1]),
    ("is_bitstring", &[1]),
    ("is_boolean", &[1]),
    ("is_float", &[1]),
    ("is_function", &[1, 2]),
    ("is_integer", &[1]),
    ("is_list", &[1]),
    ("is_map", &[1]),
    ("is_map_key", &[2]),
    ("is_number", &[1]),
    ("is_pid", &[1]),
    ("is_port", &[1]),
    ("is_record", &[2, 3]),
    ("is_reference", &[1]),
    ("is_tuple", &[1]),
    ("length", &[1]),
    ("map_get", &[2]),
    ("map_size", &[1]),
    ("max", &[2]),
    ("min", &[2]),
    ("node", &[0, 1]),
    ("round", &[1]),
    ("self", &[0]),
    ("size", &[1]),
    ("tl", &[1]),
    ("trunc", &[1]),
    ("tuple_size", &[1]),
];

const OLD_TYPE_TESTS: Table = &[
    ("atom", &[1]),
    ("binary", &[1]),
    ("float", &[1]),
    ("function", &[1]),
    ("integer", &[1]),
    ("list", &[1]),
    ("number", &[1]),
    ("pid", &[1]),
    ("port", &[1]),
    ("record", &[2]),
    ("reference", &[1]),
    ("tuple", &[1]),
];

const TYPES: Table = &[
    ("any", &[0]),
    ("arity", &[0]),
    ("atom", &[0]),
    ("binary", &[0]),
    ("bitstring", &[0]),
    ("bool", &[0]),
    ("boolean", &[0]),
    ("byte", &[0]),
    ("char", &[0]),
    ("dynamic", &[0]),
    ("float", &[0]),
    ("function", &[0]),
    ("identifier", &[0]),
    ("integer", &[0]),
    ("iodata", &[0]),
    ("iolist", &[0]),
    ("list", &[0, 1]),
    ("map", &[0]),
    ("maybe_improper_list", &[0, 2]),
    ("mfa", &[0]),
    ("module", &[0]),
    ("neg_integer", &[0]),
    ("nil", &[0]),
    ("no_return", &[0]),
    ("node", &[0]),
    ("non_neg_integer", &[0]),
    ("none", &[0]),
    ("nonempty_binary", &[0]),
    ("nonempty_bitstring", &[0]),
    ("nonempty_improper_list", &[2]),
    ("nonempty_list", &[0, 1]),
    ("nonempty_maybe_improper_list", &[0, 2]),
    ("nonempty_string", &[0]),
    ("number", &[0]),
    ("pid", &[0]),
    ("port", &[0]),
    ("pos_integer", &[0]),
    ("reference", &[0]),
    ("string", &[0]),
    ("term", &[0]),
    ("timeout", &[0]),
    ("tuple", &[0]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [AUTO_IMPORTED, AUTO_IMPORTED_LATER, GUARD, OLD_TYPE_TESTS, TYPES] {
            assert!(table.is_sorted_by_key(|&(name, _)| name));
        }
    }
}
