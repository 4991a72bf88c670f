//! Links, monitors, aliases and exit signals.

use erlang_term::{Atom, Pid, Ref, Term, atoms};

use super::{Context, Outcome, Table};
use crate::Raise;
use crate::native::effect::{Change, Look, On, Touches, Who};
use crate::process::{AliasEnd, Monitored};
use crate::signals::SignalKind;

pub const TABLE: Table = &[
    ("link", 1, Touches(&[Change(On::Mailbox(Who::Me)), Look(On::Life(0)), Change(On::Signal(0))]), link),
    ("unlink", 1, Touches(&[Change(On::Mailbox(Who::Me)), Change(On::Signal(0))]), unlink),
    ("exit", 2, Touches(&[Change(On::Signal(0))]), exit),
    ("exit_signal", 2, Touches(&[Change(On::Signal(0))]), exit),
    (
        "monitor",
        2,
        Touches(&[Change(On::Signal(1)), Change(On::Mailbox(Who::Me)), Change(On::Fresh)]),
        |context, arguments| monitor(context, arguments, MonitorOptions::default()),
    ),
    (
        "monitor",
        3,
        Touches(&[Change(On::Signal(1)), Change(On::Mailbox(Who::Me)), Change(On::Fresh)]),
        |context, arguments| {
            let options = MonitorOptions::read(&arguments[2]);
            monitor(context, arguments, options.ok_or_else(|| Raise::badarg().because(Atom::new("badopt")))?)
        },
    ),
    ("demonitor", 1, Touches(&[Change(On::Mailbox(Who::Me))]), |context, arguments| {
        demonitor(context, &arguments[0], false, false)
    }),
    ("demonitor", 2, Touches(&[Change(On::Mailbox(Who::Me))]), demonitor_with_options),
    ("alias", 0, Touches(&[Change(On::Mailbox(Who::Me)), Change(On::Fresh)]), |context, _| {
        Ok(alias(context, AliasEnd::Never))
    }),
    ("alias", 1, Touches(&[Change(On::Mailbox(Who::Me)), Change(On::Fresh)]), alias_with_options),
    ("unalias", 1, Touches(&[Change(On::Mailbox(Who::Me)), Change(On::Alias(0))]), unalias),
];

/// Options of `monitor/3`.
#[derive(Clone)]
pub struct MonitorOptions {
    pub alias: Option<AliasEnd>,
    pub tag: Term,
}

impl Default for MonitorOptions {
    fn default() -> MonitorOptions {
        MonitorOptions { alias: None, tag: Term::Atom(atoms::DOWN) }
    }
}

impl MonitorOptions {
    pub fn read(list: &Term) -> Option<MonitorOptions> {
        let mut options = MonitorOptions::default();
        for option in list.proper_list()? {
            let [Term::Atom(key), value] = option.as_tuple()? else { return None };
            match (key.name(), value) {
                ("tag", tag) => options.tag = tag.clone(),
                ("alias", Term::Atom(end)) => {
                    options.alias = Some(match end.name() {
                        "explicit_unalias" => AliasEnd::Never,
                        "demonitor" => AliasEnd::Demonitor,
                        "reply_demonitor" => AliasEnd::Reply,
                        _ => return None,
                    })
                }
                _ => return None,
            }
        }
        Some(options)
    }
}

/// Of a process, or behind a port.
fn end(term: &Term) -> Result<Pid, Raise> {
    match term {
        Term::Pid(pid) | Term::Port(pid) => Ok(*pid),
        _ => Err(Raise::badarg()),
    }
}

fn reference(term: &Term) -> Result<Ref, Raise> {
    match term {
        Term::Ref(reference) => Ok(*reference),
        _ => Err(Raise::badarg()),
    }
}

fn link(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let to = end(&arguments[0])?;
    let linked = context.process.links.contains_key(&to.into());
    if to == context.pid() || linked {
        return Ok(Term::bool(true));
    }
    // Who traps exits learns it from a message.
    if !context.process.trap_exit && !context.system.is_alive(to, context.process) {
        return Err(Raise::error(Term::Atom(atoms::NOPROC)));
    }
    context.scene().link(to);
    Ok(Term::bool(true))
}

fn unlink(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let to = end(&arguments[0])?;
    context.scene().unlink(to);
    Ok(Term::bool(true))
}

fn exit(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let to = end(&arguments[0])?;
    context.scene().exit(to, arguments[1].clone());
    Ok(Term::bool(true))
}

fn monitor(context: &mut Context<'_>, arguments: &[Term], options: MonitorOptions) -> Outcome {
    let reference = match &arguments[0] {
        Term::Atom(atoms::PROCESS) => monitor_process(context, &arguments[1], &options)?,
        // The offset of virtual time never changes.
        Term::Atom(kind) if kind.name() == "time_offset" => match &arguments[1] {
            Term::Atom(item) if item.name() == "clock_service" => context.system.new_ref(),
            _ => return Err(Raise::badarg()),
        },
        Term::Atom(kind) if kind.name() == "port" => match &arguments[1] {
            Term::Port(port) => context.scene().monitor(*port, None, options.tag.clone()),
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg().because(Atom::new("badtype"))),
    };
    if let Some(end) = options.alias {
        context.scene().add_alias(reference, end);
    }
    Ok(Term::Ref(reference))
}

fn monitor_process(context: &mut Context<'_>, item: &Term, options: &MonitorOptions) -> Result<Ref, Raise> {
    let (to, name) = match item {
        Term::Pid(pid) => (Some(*pid), None),
        Term::Atom(name) => (context.system.whereis(*name), Some(*name)),
        Term::Tuple(parts) => match &**parts {
            [Term::Atom(name), Term::Atom(atoms::NONODE_AT_NOHOST)] => {
                (context.system.whereis(*name), Some(*name))
            }
            _ => return Err(Raise::badarg()),
        },
        _ => return Err(Raise::badarg()),
    };
    let me = context.pid();
    match to {
        // Nobody outlives himself to hear of his end.
        Some(to) if to == me => Ok(context.system.new_ref()),
        Some(to) => Ok(context.scene().monitor(to, name, options.tag.clone())),
        None => {
            let reference = context.system.new_ref();
            context.process.monitoring.insert(reference.into(), Monitored { pid: me, name });
            context.observer.monitor(me, None, reference);
            let (tag, reason) = (options.tag.clone(), Term::Atom(atoms::NOPROC));
            let kind = SignalKind::Down { reference, name, tag, reason, was_there: false };
            context.scene().tell(me, kind);
            Ok(reference)
        }
    }
}

fn demonitor_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let (mut flush, mut info) = (false, false);
    for option in arguments[1].proper_list().ok_or_else(Raise::badarg)? {
        match option.as_atom().map(Atom::name) {
            Some("flush") => flush = true,
            Some("info") => info = true,
            _ => return Err(Raise::badarg()),
        }
    }
    demonitor(context, &arguments[0], flush, info)
}

fn demonitor(context: &mut Context<'_>, monitor: &Term, flush: bool, info: bool) -> Outcome {
    let reference = reference(monitor)?;
    let found = context.scene().demonitor(reference);
    if !found && flush {
        let is_down = |message: &Term| match message.as_tuple() {
            Some([_, Term::Ref(r), _, _, _]) => *r == reference,
            _ => false,
        };
        if let Some(message) = context.process.mailbox.take_first(is_down) {
            context.observer.receive(context.process.pid, message.id, &message.content);
        }
    }
    Ok(Term::bool(found || !info))
}

fn alias(context: &mut Context<'_>, end: AliasEnd) -> Term {
    let reference = context.system.new_ref();
    context.process.mailbox.mark(reference);
    context.scene().add_alias(reference, end);
    Term::Ref(reference)
}

fn alias_with_options(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let mut end = AliasEnd::Never;
    for option in arguments[0].proper_list().ok_or_else(Raise::badarg)? {
        end = match option.as_atom().map(Atom::name) {
            Some("explicit_unalias") => AliasEnd::Never,
            Some("reply") => AliasEnd::Reply,
            _ => return Err(Raise::badarg()),
        };
    }
    Ok(alias(context, end))
}

fn unalias(context: &mut Context<'_>, arguments: &[Term]) -> Outcome {
    let reference = reference(&arguments[0])?;
    Ok(Term::bool(context.scene().unalias(reference)))
}
