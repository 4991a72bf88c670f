//! The platform that the machine was built for, in the words of OTP.

use crate::Raise;

/// The release of OTP that the machine behaves like.
pub const RELEASE: &str = "25";

/// The family and the name of the operating system, as `os:type/0` has them.
pub const OPERATING_SYSTEM: Option<(&str, &str)> = if cfg!(target_os = "linux") {
    Some(("unix", "linux"))
} else if cfg!(target_os = "macos") {
    Some(("unix", "darwin"))
} else if cfg!(target_os = "freebsd") {
    Some(("unix", "freebsd"))
} else if cfg!(target_os = "windows") {
    Some(("win32", "nt"))
} else {
    None
};

/// As OTP's own `configure` calls it.
pub const ARCHITECTURE: Option<&str> = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
    Some("x86_64-pc-linux-gnu")
} else if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
    Some("aarch64-unknown-linux-gnu")
} else {
    None
};

pub fn unknown_platform(function: &str) -> Raise {
    Raise::unsupported(format!("{function} on this platform"))
}
