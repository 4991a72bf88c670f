//! The functions of OTP by name: so that calling one that whodunit does not have says so, rather
//! than `undef`.

use std::sync::LazyLock;

use erlang_term::{Atom, Term};

use super::arguments::{atom, bool, size};
use super::{Outcome, Table};
use crate::native::effect::Pure;
use crate::program::Mfa;

pub const TABLE: Table = &[("is_builtin", 3, Pure, |_, a| is_builtin(&a[0], &a[1], &a[2]))];

/// A line a module, in order: its name, then each exported `name/arity`, with a `*` if it is built
/// into OTP's runtime system. Written by `tests/natives/known.escript`.
static KNOWN: &str = include_str!("known.txt");

static MODULES: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| KNOWN.lines().filter_map(|line| line.split_once(' ')).collect());

/// Whether OTP exports this function; if so, whether it is built in.
fn look_up(module: &str, function: &str, arity: usize) -> Option<bool> {
    let at = MODULES.binary_search_by(|(name, _)| (*name).cmp(module)).ok()?;
    let sought = format!("{function}/{arity}");
    let found = MODULES[at].1.split(' ').find(|entry| entry.strip_suffix('*').unwrap_or(entry) == sought)?;
    Some(found.ends_with('*'))
}

/// Is this a module of OTP's?
pub fn is_written_in_otp(module: Atom) -> bool {
    MODULES.binary_search_by(|(name, _)| (*name).cmp(module.name())).is_ok()
}

/// Is this a function of OTP's, whether whodunit has it or not?
pub fn is_known(mfa: Mfa) -> bool {
    look_up(mfa.module.name(), mfa.function.name(), mfa.arity as usize).is_some()
}

/// Modules of OTP's that talk to processes and ports of a running node which are not there: only
/// what is native of them can be called.
pub fn needs_the_node(module: Atom) -> bool {
    matches!(
        module.name(),
        "code_server"
            | "ct_config"
            | "ct_cover"
            | "ct_framework"
            | "ct_ftp"
            | "ct_gen_conn"
            | "ct_hooks"
            | "ct_logs"
            | "ct_master"
            | "ct_netconfc"
            | "ct_rpc"
            | "ct_run"
            | "ct_slave"
            | "ct_snmp"
            | "ct_ssh"
            | "ct_telnet"
            | "ct_util"
            | "gen_sctp"
            | "global_group"
            | "global_search"
            | "heart"
            | "init"
            | "logger_backend"
            | "logger_config"
            | "logger_disk_log_h"
            | "logger_h_common"
            | "logger_olp"
            | "logger_proxy"
            | "logger_server"
            | "logger_simple_h"
            | "net_adm"
            | "net_kernel"
            | "os"
            | "test_server_ctrl"
            | "test_server_io"
            | "test_server_node"
            | "user"
    )
}

/// Does OTP have it in Erlang, rather than built into its runtime system? Then a call of it in the
/// last place leaves no trace of the caller.
pub fn is_written_in_erlang(mfa: Mfa) -> bool {
    look_up(mfa.module.name(), mfa.function.name(), mfa.arity as usize) == Some(false)
}

fn is_builtin(module: &Term, function: &Term, arity: &Term) -> Outcome {
    bool(look_up(atom(module)?.name(), atom(function)?.name(), size(arity)?) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known() {
        for (module, function, arity, expected) in [
            ("lists", "map", 2, Some(false)),
            ("lists", "map", 3, None),
            ("lists", "member", 2, Some(true)),
            ("erlang", "*", 2, Some(true)),
            ("erlang", "/", 2, Some(true)),
            ("gen_server", "call", 3, Some(false)),
            ("crypto", "hash", 2, Some(false)),
            ("zlib", "gzip", 1, Some(false)),
            ("mine", "f", 1, None),
        ] {
            assert_eq!(look_up(module, function, arity), expected, "{module}:{function}/{arity}");
        }
        assert!(MODULES.is_sorted());
    }
}
