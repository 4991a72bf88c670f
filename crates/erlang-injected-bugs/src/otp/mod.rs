//! Random programs of several processes, as people write them with OTP: a client in `m`, and
//! servers that it calls, in modules of their own.
//!
//! Each program ends, prints nothing but what OTP logs, and has the same result in every run.

mod behaviours;
mod client;
mod expressions;
mod server;

use erlang_side_by_side::random::Dice;

use client::Client;

/// What a program is about. Each has a server or shared state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// Client functions that call a `gen_server`.
    Stub,
    /// A `gen_server` that calls another one.
    Chain,
    /// Calls of servers behind a receive of one's own.
    Receive,
    /// A receive loop written by hand, which calls servers.
    Loop,
    Statem,
    Event,
    /// A supervisor that restarts a server.
    Supervisor,
    Ets,
    Dictionary,
    Persistent,
    /// Calls with a time limit, and replies that come later or never.
    Timeout,
}

impl Family {
    pub const ALL: [Family; 11] = [
        Family::Stub,
        Family::Chain,
        Family::Receive,
        Family::Loop,
        Family::Statem,
        Family::Event,
        Family::Supervisor,
        Family::Ets,
        Family::Dictionary,
        Family::Persistent,
        Family::Timeout,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Family::Stub => "stub",
            Family::Chain => "chain",
            Family::Receive => "receive",
            Family::Loop => "loop",
            Family::Statem => "statem",
            Family::Event => "event",
            Family::Supervisor => "supervisor",
            Family::Ets => "ets",
            Family::Dictionary => "dictionary",
            Family::Persistent => "persistent",
            Family::Timeout => "timeout",
        }
    }
}

/// A module: its name, and its text.
#[derive(Clone, Debug)]
pub struct Text {
    pub name: String,
    pub text: String,
}

/// A function of a server's module that a client calls. It returns a number.
#[derive(Clone, Debug)]
struct Stub {
    module: &'static str,
    function: &'static str,
    /// All arguments are numbers.
    arity: usize,
}

/// The program of a seed. Its first module has `main/0`.
pub fn program(family: Family, seed: u64) -> Vec<Text> {
    let mut dice = Dice::new(seed ^ ((family as u64 + 1) << 56));
    let dice = &mut dice;
    let mut client = Client::default();
    let mut modules = Vec::new();
    match family {
        Family::Statem => behaviours::statem(dice, &mut client, &mut modules),
        Family::Event => behaviours::event(dice, &mut client, &mut modules),
        _ => server::servers(dice, family, &mut client, &mut modules),
    }
    modules.insert(0, client.module(dice, family));
    modules
}
