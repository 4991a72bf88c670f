//! Processes of OTP's kernel that every run has. They sleep until their first message: only then is
//! their code loaded, and a run that does not use them takes no step for them.

use erlang_term::{Atom, Pid, Term};

use crate::process::{InitialCall, Process, Start, State};
use crate::program::Mfa;
use crate::system::{FIRST_PID, System};

/// The process that logs what the machine has to say.
pub const LOGGER_PROXY: u32 = FIRST_PID - 1;

/// The process that loads, starts and stops applications.
pub const APPLICATION_CONTROLLER: u32 = FIRST_PID - 2;

/// The supervisor of the kernel, and in the place of its application's master.
pub const KERNEL_SUPERVISOR: u32 = FIRST_PID - 3;
const KERNEL_SAFE_SUPERVISOR: u32 = FIRST_PID - 4;

/// Who knows which sockets of the run listen where.
const NETWORK: u32 = FIRST_PID - 5;

/// The lowest pid of a run.
pub const LOWEST: u32 = NETWORK;

/// Those that take part in the run as any process does. What they do has causes and consequences,
/// so an undo must know of it; but people are not shown them ([`is_of_otp`]).
const KERNEL: [(u32, &str, &str, &str); 4] = [
    (APPLICATION_CONTROLLER, "application_controller", MODULE, "controller"),
    (KERNEL_SUPERVISOR, "kernel_sup", MODULE, "kernel_sup"),
    (KERNEL_SAFE_SUPERVISOR, "kernel_safe_sup", MODULE, "kernel_safe_sup"),
    (NETWORK, "inet_db", "whodunit_network", "start"),
];

/// Functions of OTP's that run in processes of their own for an application, none of which is a
/// function of the program.
const FOR_APPLICATIONS: [(&str, &str); 2] =
    [("application_master", "init"), ("application_controller", "init_starter")];

const MODULE: &str = "whodunit_applications";

/// The network inside the run: its sockets, and the process that knows who listens where.
const OF_NETWORK: [&str; 2] = ["whodunit_socket", "whodunit_network"];

/// `user`: who prints for applications.
pub fn add_kernel(system: &mut System, user: Pid) {
    for (pid, name, module, function) in KERNEL {
        let leader = if pid == APPLICATION_CONTROLLER { user } else { Pid::local(KERNEL_SUPERVISOR) };
        let mfa = Mfa { module: Atom::new(module), function: Atom::new(function), arity: 0 };
        add_asleep(system, leader, Pid::local(pid), Atom::new(name), mfa);
    }
}

/// A process under a name that makes this call when its first message arrives.
pub fn add_asleep(system: &mut System, leader: Pid, pid: Pid, name: Atom, mfa: Mfa) {
    let call = InitialCall { module: mfa.module, function: mfa.function, arguments: Vec::new(), fun: None };
    let mut process = Process::new(pid, leader, call);
    process.state.start = Some(Start::Call(mfa, Vec::new()));
    process.state.name = Some(name);
    system.register(name, pid);
    system.add_asleep(process);
}

/// Is it a process of OTP's own, in which no function of the program runs?
pub fn is_of_otp(state: &State) -> bool {
    let call = &state.initial_call;
    let (module, function) = match (call.module.name(), &call.arguments[..]) {
        ("proc_lib", [_, _, Term::Atom(module), Term::Atom(function), _]) => (*module, *function),
        _ => (call.module, call.function),
    };
    module.name() == MODULE
        || OF_NETWORK.contains(&module.name())
        || FOR_APPLICATIONS.contains(&(module.name(), function.name()))
}
