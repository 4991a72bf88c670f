//! Reads an Erlang project: the user's sources, their dependencies, an installed OTP.

mod code;
mod computer;
mod include;
mod otp;
mod rebar;
mod sources;
mod transforms;

pub use code::{Code, EXPRESSION, Options, Trouble, loader};
pub use computer::Access;
pub use include::FileIncludes;
pub use otp::Otp;
pub use rebar::Rebar;
pub use sources::{OWN_APPLICATIONS, Parts, Sources, is_project};
