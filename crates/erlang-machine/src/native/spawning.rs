//! `spawn` and its family.

use erlang_term::{Atom, Map, Pid, Ref, Term, atoms};

use super::links::MonitorOptions;
use super::{Context, Outcome, Table, flags};
use crate::Raise;
use crate::native::effect::{Change, Effect, Look, On, Pure, Touches, Who};
use crate::process::{AliasEnd, InitialCall, Monitored, Watcher};
use crate::spawn;

/// The new process has the group leader of its parent; the rest is told when it is there.
const SPAWN: Effect = Touches(&[Look(On::Leader(Who::Me)), Change(On::NewProcess), Change(On::Fresh)]);

pub const TABLE: Table = &[
    ("spawn", 1, SPAWN, |context, arguments| spawn(context, Call::Fun(&arguments[0]), Options::default())),
    ("spawn", 2, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[1]).on(&arguments[0])?, Options::default())
    }),
    ("spawn", 3, SPAWN, |context, arguments| spawn(context, Call::of(arguments), Options::default())),
    ("spawn", 4, SPAWN, |context, arguments| {
        spawn(context, Call::of(&arguments[1..]).on(&arguments[0])?, Options::default())
    }),
    ("spawn_link", 1, SPAWN, |context, arguments| spawn(context, Call::Fun(&arguments[0]), Options::link())),
    ("spawn_link", 2, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[1]).on(&arguments[0])?, Options::link())
    }),
    ("spawn_link", 3, SPAWN, |context, arguments| spawn(context, Call::of(arguments), Options::link())),
    ("spawn_link", 4, SPAWN, |context, arguments| {
        spawn(context, Call::of(&arguments[1..]).on(&arguments[0])?, Options::link())
    }),
    ("spawn_monitor", 1, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[0]).without_arguments()?, Options::monitor())
    }),
    ("spawn_monitor", 2, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[1]).without_arguments()?.on(&arguments[0])?, Options::monitor())
    }),
    ("spawn_monitor", 3, SPAWN, |context, arguments| spawn(context, Call::of(arguments), Options::monitor())),
    ("spawn_monitor", 4, SPAWN, |context, arguments| {
        spawn(context, Call::of(&arguments[1..]).on(&arguments[0])?, Options::monitor())
    }),
    ("spawn_opt", 2, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[0]), Options::read(&arguments[1])?)
    }),
    ("spawn_opt", 3, SPAWN, |context, arguments| {
        spawn(context, Call::Fun(&arguments[1]).on(&arguments[0])?, Options::read(&arguments[2])?)
    }),
    ("spawn_opt", 4, SPAWN, |context, arguments| {
        spawn(context, Call::of(&arguments[..3]), Options::read(&arguments[3])?)
    }),
    ("spawn_opt", 5, SPAWN, |context, arguments| {
        spawn(context, Call::of(&arguments[1..4]).on(&arguments[0])?, Options::read(&arguments[4])?)
    }),
    ("spawn_request", 1, SPAWN, |context, arguments| {
        request(context, Call::Fun(&arguments[0]), Options::default())
    }),
    ("spawn_request", 2, SPAWN, |context, arguments| {
        request(context, Call::Fun(&arguments[0]), Options::read(&arguments[1])?)
    }),
    ("spawn_request", 3, SPAWN, |context, arguments| match &arguments[2] {
        Term::Atom(_) => Err(Raise::badarg()),
        options if matches!(arguments[1], Term::Fun(_)) => {
            request(context, Call::Fun(&arguments[1]).on(&arguments[0])?, Options::read(options)?)
        }
        _ => request(context, Call::of(arguments), Options::default()),
    }),
    ("spawn_request", 4, SPAWN, |context, arguments| {
        request(context, Call::of(&arguments[..3]), Options::read(&arguments[3])?)
    }),
    ("spawn_request", 5, SPAWN, |context, arguments| {
        request(context, Call::of(&arguments[1..4]).on(&arguments[0])?, Options::read(&arguments[4])?)
    }),
    ("spawn_request_abandon", 1, Pure, |_, arguments| match &arguments[0] {
        // The reply is sent with the request, so it is always too late.
        Term::Ref(_) => Ok(Term::bool(false)),
        _ => Err(Raise::badarg()),
    }),
];

/// What a new process is to call, not yet checked.
#[derive(Clone, Copy)]
enum Call<'a> {
    Fun(&'a Term),
    Mfa(&'a Term, &'a Term, &'a Term),
}

impl<'a> Call<'a> {
    fn of(arguments: &'a [Term]) -> Call<'a> {
        Call::Mfa(&arguments[0], &arguments[1], &arguments[2])
    }

    /// `spawn_monitor` and `spawn_request` take a fun without arguments only; the others let the
    /// new process fail.
    fn without_arguments(self) -> Result<Call<'a>, Raise> {
        match self {
            Call::Fun(Term::Fun(fun)) if fun.arity() != 0 => Err(Raise::badarg()),
            _ => Ok(self),
        }
    }

    /// There is only one node.
    fn on(self, node: &Term) -> Result<Call<'a>, Raise> {
        self.check()?;
        match node {
            Term::Atom(atoms::NONODE_AT_NOHOST) => Ok(self),
            Term::Atom(_) => Err(Raise::unsupported("spawning a process on another node")),
            _ => Err(Raise::badarg()),
        }
    }

    fn check(self) -> Result<InitialCall, Raise> {
        match self {
            Call::Fun(fun @ Term::Fun(_)) => Ok(InitialCall {
                module: atoms::ERLANG,
                function: Atom::new("apply"),
                arguments: Vec::new(),
                fun: Some(fun.clone()),
            }),
            Call::Mfa(Term::Atom(module), Term::Atom(function), arguments) => {
                let arguments = arguments.proper_list().ok_or_else(Raise::badarg)?;
                Ok(InitialCall { module: *module, function: *function, arguments, fun: None })
            }
            _ => Err(Raise::badarg()),
        }
    }
}

#[derive(Default)]
struct Options {
    link: bool,
    monitor: Option<MonitorOptions>,
    /// As `process_flag/2` keeps them.
    flags: Map,
    /// Of `spawn_request`.
    reply: Reply,
    reply_tag: Option<Term>,
}

#[derive(Default, PartialEq)]
enum Reply {
    #[default]
    Yes,
    /// `success_only` or `yes` are the same here: a local spawn never fails once it has begun.
    No,
}

impl Options {
    fn link() -> Options {
        Options { link: true, ..Options::default() }
    }

    fn monitor() -> Options {
        Options { monitor: Some(MonitorOptions::default()), ..Options::default() }
    }

    fn read(list: &Term) -> Result<Options, Raise> {
        let bad = || Raise::badarg().because(Atom::new("badopt"));
        let mut options = Options::default();
        for option in list.proper_list().ok_or_else(bad)? {
            match &option {
                Term::Atom(a) if a.name() == "link" => options.link = true,
                Term::Atom(a) if a.name() == "monitor" => options.monitor = Some(MonitorOptions::default()),
                Term::Tuple(pair) => match &**pair {
                    [Term::Atom(key), value] => options.set(*key, value).ok_or_else(bad)?,
                    _ => return Err(bad()),
                },
                _ => return Err(bad()),
            }
        }
        Ok(options)
    }

    fn set(&mut self, key: Atom, value: &Term) -> Option<()> {
        match (key.name(), value) {
            ("monitor", list) => self.monitor = Some(MonitorOptions::read(list)?),
            ("reply_tag", tag) => self.reply_tag = Some(tag.clone()),
            ("reply", Term::Atom(reply)) => {
                self.reply = match reply.name() {
                    "yes" | "success_only" => Reply::Yes,
                    "no" | "error_only" => Reply::No,
                    _ => return None,
                }
            }
            ("scheduler" | "async_dist", _) => {}
            (
                "min_heap_size" | "min_bin_vheap_size" | "max_heap_size" | "fullsweep_after" | "priority"
                | "message_queue_data",
                value,
            ) => {
                self.flags.insert(Term::Atom(key), flags::checked(key, value)?);
            }
            _ => return None,
        }
        Some(())
    }
}

fn spawn(context: &mut Context<'_>, call: Call<'_>, options: Options) -> Outcome {
    let (pid, monitor) = start(context, call.check()?, &options);
    Ok(match monitor {
        Some(reference) => Term::tuple([Term::Pid(pid), Term::Ref(reference)]),
        None => Term::Pid(pid),
    })
}

/// `spawn_request`: the same, but the pid comes in a message.
fn request(context: &mut Context<'_>, call: Call<'_>, options: Options) -> Outcome {
    let (pid, monitor) = start(context, call.without_arguments()?.check()?, &options);
    let reference = monitor.unwrap_or_else(|| context.system.new_ref());
    if options.reply == Reply::Yes {
        let tag = options.reply_tag.unwrap_or_else(|| Term::atom("spawn_reply"));
        let reply = Term::tuple([tag, Term::Ref(reference), Term::Atom(atoms::OK), Term::Pid(pid)]);
        let me = context.pid();
        context.scene().send(me, reply);
    }
    Ok(Term::Ref(reference))
}

/// Puts the new process into the system, tied to the caller from its first moment.
fn start(context: &mut Context<'_>, call: InitialCall, options: &Options) -> (Pid, Option<Ref>) {
    let mut child = spawn::prepare(context.program, context.system, context.process.group_leader, call);
    let (pid, parent) = (child.state.pid, context.pid());
    child.state.parent = Some(parent);
    child.state.flags = options.flags.clone();
    if options.link {
        child.state.links.insert(parent.into(), ());
        context.process.links.insert(pid.into(), ());
    }
    let monitor = options.monitor.as_ref().map(|options| {
        let reference = context.system.new_ref();
        context.process.mailbox.mark(reference);
        let watcher = Watcher { pid: parent, name: None, tag: options.tag.clone() };
        child.state.monitored_by.insert(reference.into(), watcher);
        context.process.monitoring.insert(reference.into(), Monitored { pid, name: None });
        (reference, options.alias)
    });
    if let Some((reference, Some(end))) = monitor {
        let end: AliasEnd = end;
        context.scene().add_alias(reference, end);
    }
    context.scene().add_process(child);
    (pid, monitor.map(|(reference, _)| reference))
}
