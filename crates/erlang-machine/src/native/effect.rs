//! What a native function does beside giving a value. Its row says so; purity, causality and
//! `docs/builtins.md` follow from that.

use std::fmt;

use erlang_term::{Pid, Term};

// For the tables of rows.
pub use Effect::{Ends, Itself, Opaque, Pure, Touches, TouchesSome};
pub use Touch::{Change, Look};

/// What comes of a call, beside its value or exception.
#[derive(Clone, Copy)]
pub enum Effect {
    /// Nothing, and the outcome follows from the arguments (and from the code; what looks at a
    /// module of which the run has loaded a version reports that itself).
    Pure,
    /// The same, but the outcome is the calling process. Code that compares outcomes must treat
    /// pids as opaque.
    Itself,
    /// The outcome also depends on what tells a pid, reference or fun from others of its kind: in
    /// another run it is another one.
    Opaque,
    /// It looks at or changes these.
    Touches(&'static [Touch]),
    /// It looks at or changes those of these that the function says, of the process that calls with
    /// these arguments.
    TouchesSome(&'static [Touch], fn(&Touch, Pid, &[Term]) -> bool),
    /// It ends the whole run.
    Ends,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    Look(On),
    Change(On),
}

/// Which argument, from 0.
pub type ArgIndex = usize;

/// Which process: the one that calls, or the one that an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    Me,
    Arg(ArgIndex),
}

/// What is looked at or changed. Most of it is shared between processes; the rest tells what a call
/// has read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// The dictionary of the process that calls, and the entry of a key in it.
    Dictionary,
    DictionaryKey(ArgIndex),
    /// A setting of the process that calls.
    ProcessFlag(ArgIndex),
    /// Messages that have arrived, and what decides over signals that do: links, monitors, aliases,
    /// `trap_exit`.
    Mailbox(Who),
    /// Whether a process is alive.
    Life(ArgIndex),
    /// What it has done so far, and whether it may go on.
    Steps(ArgIndex),
    Leader(Who),
    /// Which processes there are.
    Processes,
    NewProcess,
    /// What is sent to a process, which is given by its pid, an alias or a name.
    Signal(ArgIndex),
    /// The same where it is given by a name that `global` knows.
    GlobalSignal(ArgIndex),
    Alias(ArgIndex),
    /// Who has a name.
    Name(ArgIndex),
    Names,
    /// Which name a process has.
    NameOf(ArgIndex),
    /// The same of the one who has this name.
    NameOfHolder(ArgIndex),
    /// Names that `global` knows.
    GlobalName(ArgIndex),
    GlobalNames,
    Timer(ArgIndex),
    NewTimer,
    /// Which ETS tables there are.
    Tables,
    /// Which table has a name.
    TableName(ArgIndex),
    /// A table: whether it is there, whose it is, who may use it; and all that it holds.
    Table(ArgIndex),
    /// All that it holds.
    Contents(ArgIndex),
    /// All that the table holds that a selection in parts goes on with.
    Continued(ArgIndex),
    /// How much all tables hold.
    AllContents,
    /// What a table holds under a key.
    Key {
        table: ArgIndex,
        key: ArgIndex,
    },
    /// What it holds under the keys of an object, or of a list of them.
    Objects {
        table: ArgIndex,
        objects: ArgIndex,
    },
    /// Whether the process that is to inherit a table is alive, as these options name it.
    Heir(ArgIndex),
    /// A match specification that was compiled. It never changes.
    Compiled(ArgIndex),
    /// A hash under way. It never changes: to go on with it makes another one.
    Hash(ArgIndex),
    Persistent(ArgIndex),
    Persistents,
    /// An element of an array of `atomics` or `counters`.
    Element {
        array: ArgIndex,
        index: ArgIndex,
    },
    /// What an array of them is like. It never changes.
    Array(ArgIndex),
    /// A setting of an application.
    Setting {
        application: ArgIndex,
        key: ArgIndex,
    },
    /// The one of this application and name.
    ThisSetting(&'static str, &'static str),
    Settings,
    SystemFlag(ArgIndex),
    /// What `statistics` has told, which says what came since.
    Statistics(ArgIndex),
    /// References, integers and the like that nobody had before.
    Fresh,
    /// Integers in the order in which they are taken.
    Ordered,
    Clock,
    Input,
    Output,
    /// What is written to the log of the system.
    Log,
    /// What test frameworks report to the test runner.
    Report,
    /// Calls of what whodunit does not have, by processes of a group leader.
    Unsupported(ArgIndex),
    /// A variable of the operating system's environment.
    Variable(ArgIndex),
    Variables,
    /// The file or folder at a path, and all that is below it.
    File(ArgIndex),
    /// An open file.
    Handle(ArgIndex),
    /// How far it has been read or written, and whether it is still open.
    Position(ArgIndex),
    /// What has been read of it ahead of time.
    Buffer(ArgIndex),
    /// The folder in which relative paths begin.
    CurrentFolder,
    /// Which versions of a module are loaded.
    Code(ArgIndex),
    /// The operating system and the command line, as far as they are known.
    Host,
}

impl Effect {
    /// Does the outcome follow from the arguments, and is it all that comes of it? Then the call
    /// can be made again, alone, to find out
    /// whether its outcome is right.
    pub fn is_pure(&self) -> bool {
        match self {
            Effect::Pure | Effect::Itself => true,
            Effect::Opaque | Effect::Touches(_) | Effect::TouchesSome(..) | Effect::Ends => false,
        }
    }

    /// Is it so for some arguments?
    pub fn may_be_pure(&self) -> bool {
        self.is_pure() || matches!(self, Effect::TouchesSome(..))
    }

    /// Is it so for these?
    pub fn is_pure_for(&self, me: Pid, arguments: &[Term]) -> bool {
        self.may_be_pure() && self.touches_of(me, arguments).next().is_none()
    }

    /// All that it may touch, whatever the arguments are.
    pub fn touches(&self) -> &'static [Touch] {
        match self {
            Effect::Touches(touches) | Effect::TouchesSome(touches, _) => touches,
            Effect::Pure | Effect::Itself | Effect::Opaque | Effect::Ends => &[],
        }
    }

    /// What a call with these arguments touches.
    pub fn touches_of(&self, me: Pid, arguments: &[Term]) -> impl Iterator<Item = &'static Touch> {
        let chosen = move |touch: &&Touch| match self {
            Effect::TouchesSome(_, by) => by(touch, me, arguments),
            _ => true,
        };
        self.touches().iter().filter(chosen)
    }

    /// Whether a call changes something that no event tells of: what someone finds there later is
    /// this call's doing.
    pub fn is_write(&self) -> bool {
        self.touches().iter().any(|touch| matches!(touch, Touch::Change(on) if !on.is_told()))
    }
}

impl Touch {
    pub fn on(&self) -> On {
        let (Touch::Look(on) | Touch::Change(on)) = *self;
        on
    }
}

impl On {
    /// Do events tell what becomes of it, or is there nothing for anyone to find?
    fn is_told(self) -> bool {
        match self {
            On::Mailbox(_)
            | On::Life(_)
            | On::Processes
            | On::NewProcess
            | On::Signal(_)
            | On::GlobalSignal(_)
            | On::Alias(_)
            | On::Name(_)
            | On::Names
            | On::NameOf(_)
            | On::NameOfHolder(_)
            | On::Timer(_)
            | On::NewTimer
            | On::Fresh
            | On::Ordered
            | On::Clock
            | On::Log
            | On::Report => true,
            On::Dictionary
            | On::DictionaryKey(_)
            | On::ProcessFlag(_)
            | On::Steps(_)
            | On::Leader(_)
            | On::GlobalName(_)
            | On::GlobalNames
            | On::Tables
            | On::TableName(_)
            | On::Table(_)
            | On::Contents(_)
            | On::Continued(_)
            | On::AllContents
            | On::Key { .. }
            | On::Objects { .. }
            | On::Heir(_)
            | On::Compiled(_)
            | On::Hash(_)
            | On::Persistent(_)
            | On::Persistents
            | On::Element { .. }
            | On::Array(_)
            | On::Setting { .. }
            | On::ThisSetting(..)
            | On::Settings
            | On::SystemFlag(_)
            | On::Statistics(_)
            | On::Input
            | On::Output
            | On::Unsupported(_)
            | On::Variable(_)
            | On::Variables
            | On::File(_)
            | On::Handle(_)
            | On::Position(_)
            | On::Buffer(_)
            | On::CurrentFolder
            | On::Code(_)
            | On::Host => false,
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Pure => f.write_str("none"),
            Effect::Itself => f.write_str("none; the value is the calling process"),
            Effect::Opaque => f.write_str("none, but depends on which pid, reference or fun it is given"),
            Effect::Ends => f.write_str("ends the run"),
            Effect::Touches(touches) | Effect::TouchesSome(touches, _) => {
                let texts: Vec<String> = touches.iter().map(Touch::to_string).collect();
                let some =
                    if let Effect::TouchesSome(..) = self { ", depending on the arguments" } else { "" };
                write!(f, "{}{some}", texts.join(", "))
            }
        }
    }
}

impl fmt::Display for Touch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Touch::Look(on) => write!(f, "looks at {on}"),
            Touch::Change(On::Signal(to) | On::GlobalSignal(to)) => write!(f, "sends to {}", Argument(*to)),
            Touch::Change(On::NewProcess) => f.write_str("starts a process"),
            Touch::Change(On::NewTimer) => f.write_str("starts a timer"),
            Touch::Change(On::Fresh) => f.write_str("takes a fresh number"),
            Touch::Change(On::Ordered) => f.write_str("takes the next number in order"),
            Touch::Change(On::Output) => f.write_str("prints"),
            Touch::Change(On::Input) => f.write_str("reads a line of input"),
            Touch::Change(On::Log) => f.write_str("writes to the log"),
            Touch::Change(On::Report) => f.write_str("reports to the test runner"),
            Touch::Change(on) => write!(f, "changes {on}"),
        }
    }
}

/// Counted from 1 for people.
struct Argument(ArgIndex);

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "argument {}", self.0 + 1)
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Me => f.write_str("the process itself"),
            Who::Arg(arg) => Argument(*arg).fmt(f),
        }
    }
}

impl fmt::Display for On {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            On::Dictionary => f.write_str("the process dictionary"),
            On::DictionaryKey(key) => write!(f, "the process dictionary under {}", Argument(key)),
            On::ProcessFlag(flag) => write!(f, "the flag ({}) of the process", Argument(flag)),
            On::Mailbox(who) => write!(f, "the mailbox and links of {who}"),
            On::Life(pid) => write!(f, "whether {} is alive", Argument(pid)),
            On::Steps(pid) => write!(f, "the step count of {}", Argument(pid)),
            On::Leader(who) => write!(f, "the group leader of {who}"),
            On::Processes => f.write_str("the set of processes"),
            On::NewProcess => f.write_str("a new process"),
            On::Signal(to) => write!(f, "who {} is", Argument(to)),
            On::GlobalSignal(to) => write!(f, "who has the global name ({})", Argument(to)),
            On::Alias(alias) => write!(f, "the alias ({})", Argument(alias)),
            On::Name(name) => write!(f, "the registered name ({})", Argument(name)),
            On::NameOf(pid) => write!(f, "the name of {}", Argument(pid)),
            On::NameOfHolder(name) => write!(f, "the name of the process called {}", Argument(name)),
            On::Names => f.write_str("all registered names"),
            On::GlobalName(name) => write!(f, "the global name ({})", Argument(name)),
            On::GlobalNames => f.write_str("all global names"),
            On::Timer(timer) => write!(f, "the timer ({})", Argument(timer)),
            On::NewTimer => f.write_str("a new timer"),
            On::Tables => f.write_str("the set of tables"),
            On::TableName(name) => write!(f, "the table name ({})", Argument(name)),
            On::Table(table) => write!(f, "the table ({})", Argument(table)),
            On::Contents(table) => write!(f, "all objects of the table ({})", Argument(table)),
            On::Continued(from) => {
                write!(f, "all objects of the table that {} continues with", Argument(from))
            }
            On::AllContents => f.write_str("the size of all tables"),
            On::Key { table, key } => {
                write!(f, "the key ({}) of the table ({})", Argument(key), Argument(table))
            }
            On::Objects { table, objects } => {
                write!(f, "the keys of {} in the table ({})", Argument(objects), Argument(table))
            }
            On::Heir(options) => write!(f, "whether the heir in {} is alive", Argument(options)),
            On::Compiled(spec) => write!(f, "the compiled match specification ({})", Argument(spec)),
            On::Hash(state) => write!(f, "the state of the hash ({})", Argument(state)),
            On::Persistent(key) => write!(f, "the persistent term ({})", Argument(key)),
            On::Persistents => f.write_str("all persistent terms"),
            On::Element { array, index } => {
                write!(f, "the element ({}) of the array ({})", Argument(index), Argument(array))
            }
            On::Array(array) => write!(f, "the properties of the array ({})", Argument(array)),
            On::Setting { application, key } => {
                write!(f, "the setting ({}) of the application ({})", Argument(key), Argument(application))
            }
            On::ThisSetting(application, key) => write!(f, "the setting {key} of {application}"),
            On::Settings => f.write_str("all settings of applications"),
            On::SystemFlag(flag) => write!(f, "the system flag ({})", Argument(flag)),
            On::Statistics(item) => write!(f, "when the count of {} began", Argument(item)),
            On::Fresh => f.write_str("which numbers are new"),
            On::Ordered => f.write_str("the order of numbers"),
            On::Clock => f.write_str("the clock"),
            On::Input => f.write_str("the input"),
            On::Output => f.write_str("the output"),
            On::Log => f.write_str("the log"),
            On::Report => f.write_str("the report"),
            On::Unsupported(leader) => {
                write!(f, "unsupported calls of the group ({})", Argument(leader))
            }
            On::Variable(name) => write!(f, "the environment variable ({})", Argument(name)),
            On::Variables => f.write_str("all environment variables"),
            On::File(path) => write!(f, "the file ({})", Argument(path)),
            On::Handle(handle) => write!(f, "the open file ({})", Argument(handle)),
            On::Position(handle) => write!(f, "the position in the open file ({})", Argument(handle)),
            On::Buffer(buffer) => write!(f, "the buffer ({})", Argument(buffer)),
            On::CurrentFolder => f.write_str("the current folder"),
            On::Code(module) => write!(f, "the versions of the module ({})", Argument(module)),
            On::Host => f.write_str("the operating system"),
        }
    }
}
