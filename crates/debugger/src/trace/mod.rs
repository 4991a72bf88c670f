//! Observation traces: runs that were observed elsewhere, and can only be looked at.

pub mod evidence;
