//! Erlang programs.

pub mod diagram;
pub mod evidence;
pub mod exception;
pub mod expression;
pub mod oracles;
pub mod project;
pub mod trust;
pub mod unit_tests;
