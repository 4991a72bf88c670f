//! Reads an Erlang project: the user's sources, their dependencies, an installed OTP.

mod cache;
mod code;
mod computer;
mod include;
mod otp;
mod rebar;
mod sources;
mod transforms;
mod trouble;
mod workshop;

pub use code::{Code, CodeOptions, EXPRESSION, loader};
pub use computer::Access;
pub(crate) use computer::{Computer, Places, tidy};
pub use include::FileIncludes;
pub use otp::Otp;
pub use sources::{OWN_APPLICATIONS, Parts, Sources, is_project};
pub use trouble::{MissingFile, RefusedModule, Trouble};
