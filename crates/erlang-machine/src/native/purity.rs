//! Which native functions depend on nothing but their arguments, and change nothing.
//!
//! A call that reaches none of the others has the same outcome wherever and whenever it is made: it can be made again, alone, to
//! find out whether its outcome is right.

use super::*;

/// All functions of these tables, but for [`opaque`] ones.
const PURE: &[(&str, Table)] = &[
    ("binary", binary::TABLE),
    ("erlang", checksums::TABLE),
    ("erlang", errors::TABLE),
    ("erlang", external::TABLE),
    ("erlang", funs::TABLE),
    ("erlang", hashes::TABLE),
    ("erlang", iolists::TABLE),
    ("erlang", known::TABLE),
    ("erlang", lists::ERLANG),
    ("erlang", operators::TABLE),
    ("erlang", text::TABLE),
    ("erlang", tuples::TABLE),
    ("erts_internal", maps::ERTS_INTERNAL),
    ("io", io_lib::IO),
    ("io_lib", io_lib::TABLE),
    ("lists", lists::LISTS),
    ("maps", maps::TABLE),
    ("math", math::TABLE),
    ("re", re::TABLE),
    ("string", io_lib::STRING),
    ("unicode", unicode::TABLE),
];

/// Functions of module `erlang` in tables that mostly reach further. A process may know itself: its pid is opaque, and whoever
/// compares outcomes must mind that.
const ALSO_PURE: &[(&str, u32)] = &[
    ("apply", 2),
    ("apply", 3),
    ("bump_reductions", 1),
    ("convert_time_unit", 3),
    ("function_exported", 3),
    ("garbage_collect", 0),
    ("get_module_info", 1),
    ("get_module_info", 2),
    ("is_process_alive", 1),
    ("node", 0),
    ("posixtime_to_universaltime", 1),
    ("self", 0),
    ("universaltime_to_posixtime", 1),
    ("yield", 0),
];

/// The text of these tells one run from another.
fn opaque(function: &str) -> bool {
    matches!(function, "pid_to_list" | "list_to_pid" | "ref_to_list" | "list_to_ref" | "fun_to_list")
}

/// Does the outcome of this native function follow from its arguments, and is it all that comes of it?
pub fn is_pure(module: &str, function: &str, arity: u32) -> bool {
    let in_table = |table: Table| table.iter().any(|(name, n, _)| *name == function && *n == arity);
    let pure = PURE.iter().any(|&(name, table)| name == module && in_table(table));
    (pure && !opaque(function)) || (module == "erlang" && ALSO_PURE.contains(&(function, arity)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purity() {
        let check = |module: &str, function: &str, arity, expected| {
            let exists = MODULES.iter().any(|(m, table)| {
                *m == module && table.iter().any(|(f, n, _)| *f == function && *n == arity)
            });
            assert!(exists, "{module}:{function}/{arity}");
            assert_eq!(is_pure(module, function, arity), expected, "{module}:{function}/{arity}");
        };
        check("lists", "member", 2, true);
        check("erlang", "+", 2, true);
        check("erlang", "error", 1, true);
        check("erlang", "exit", 1, true);
        check("erlang", "exit", 2, false);
        check("erlang", "put", 2, false);
        check("erlang", "get", 1, false);
        check("erlang", "send", 2, false);
        check("erlang", "spawn", 1, false);
        check("erlang", "halt", 0, false);
        check("erlang", "now", 0, false);
        check("erlang", "make_ref", 0, false);
        check("erlang", "pid_to_list", 1, false);
        check("ets", "lookup", 2, false);
        check("persistent_term", "get", 1, false);
        for (function, arity) in ALSO_PURE {
            check("erlang", function, *arity, true);
        }
    }
}
