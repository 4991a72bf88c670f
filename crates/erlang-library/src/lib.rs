//! The embedded library: our own Erlang sources, for machines without OTP.
//!
//! What they leave to the machine is listed in `NATIVES.md`. `tests/compare.escript` holds them
//! against an installed OTP.

#![forbid(unsafe_code)]

/// The source of a module, if the library has it.
pub fn source(module: &str) -> Option<&'static str> {
    find(MODULES, module)
}

/// The modules of the library, in alphabetical order.
pub fn modules() -> impl Iterator<Item = &'static str> {
    MODULES.iter().map(|&(name, _)| name)
}

/// Modules that are taken from here even if OTP is installed: in OTP they talk to children of the
/// kernel's supervisor, which is not there, or they are written in C. A function that they lack is
/// not supported.
pub const BEFORE_OTP: &[&str] = &[
    "asn1rt_nif",
    "code",
    "compile",
    "erl_prim_loader",
    "error_logger",
    "erts_code_purger",
    "global",
    "inet_db",
    "inet_gethost_native",
    "logger",
    "logger_std_h",
    "prim_eval",
    "prim_inet",
    "timer",
];

/// Modules that came with a release later than the oldest OTP that is supported. If an installed
/// OTP lacks one, programs must find that it is not there.
pub const NEWER: &[&str] = &["json"];

/// An include file by the name that `-include_lib` gives it, such as `eunit/include/eunit.hrl`.
pub fn header(name: &str) -> Option<&'static str> {
    find(HEADERS, name)
}

fn find(table: &'static [(&str, &'static str)], name: &str) -> Option<&'static str> {
    let index = table.binary_search_by_key(&name, |&(name, _)| name).ok()?;
    Some(table[index].1)
}

/// A table of module names and sources, from the names alone.
macro_rules! erlang_modules {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../erl/", $name, ".erl")))),*] };
}

/// Sorted by name.
const MODULES: &[(&str, &str)] = erlang_modules! {
    "application" "array" "asn1rt_nif" "base64" "binary" "calendar" "code" "compile" "ct" "ct_event" "dict" "erl_prim_loader" "error_logger" "erts_code_purger" "ets" "eunit" "eunit_data" "eunit_lib"
    "eunit_proc" "eunit_tty" "file" "filename" "gb_sets" "gb_trees" "global" "inet_db" "inet_gethost_native" "io" "io_lib" "io_lib_fread" "json" "linear_hash"
    "lists" "logger" "logger_filters" "logger_formatter" "logger_std_h" "maps" "math" "orddict" "ordsets"
    "prim_eval" "prim_inet" "proplists" "queue" "rand" "re" "sets" "string" "test_server" "timer" "unicode" "unicode_data" "unicode_forms"
    "unicode_util" "whodunit_applications" "whodunit_case" "whodunit_ct" "whodunit_ct_case" "whodunit_ct_config" "whodunit_ct_hooks" "whodunit_ct_info" "whodunit_ct_tests" "whodunit_eunit" "whodunit_files" "whodunit_io" "whodunit_logger"
    "whodunit_network" "whodunit_on_load" "whodunit_proper" "whodunit_script" "whodunit_socket" "whodunit_transform"
};

/// Sorted by name.
const HEADERS: &[(&str, &str)] = &[
    ("common_test/include/ct.hrl", include_str!("../include/ct.hrl")),
    ("eunit/include/eunit.hrl", include_str!("../include/eunit.hrl")),
    ("kernel/include/logger.hrl", include_str!("../include/logger.hrl")),
    ("proper/include/proper.hrl", include_str!("../include/proper.hrl")),
    ("stdlib/include/assert.hrl", include_str!("../include/assert.hrl")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_they_are_found() {
        assert!(MODULES.is_sorted_by_key(|&(name, _)| name));
        assert!(HEADERS.is_sorted_by_key(|&(name, _)| name));
    }

    #[test]
    fn each_source_is_the_module_it_is_found_by() {
        for module in modules() {
            let source = source(module).expect("a listed module has a source");
            assert!(source.contains(&format!("-module({module}).")), "{module}");
        }
    }

    #[test]
    fn what_goes_before_otp_is_there() {
        assert!(BEFORE_OTP.iter().all(|module| source(module).is_some()));
    }

    #[test]
    fn only_what_is_there_is_found() {
        assert_eq!(source("gen_server"), None);
        assert_eq!(header("no/include/such.hrl"), None);
        assert!(header("eunit/include/eunit.hrl").is_some());
    }
}
