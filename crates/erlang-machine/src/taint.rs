//! Whatever depends on a call that whodunit does not support, while many tests run.
//!
//! An unsupported call taints its process. The taint travels with what the process sends, spawns
//! and changes, and a process that receives it or looks at it is tainted, too. The effect in the
//! row of a native function tells what it looks at and changes. A test that ends tainted did not
//! run.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use erlang_term::{Atom, Pid, Term};

use crate::mailbox::MessageId;
use crate::native::{Context, Effect, touches};
use crate::observer::{Access, Object, Observer};
use crate::process::{PidKey, State};
use crate::program::Mfa;
use crate::servants;
use crate::system::System;

/// The text that names the call.
pub type CallText = Rc<str>;

#[derive(Clone, Default)]
pub struct Taints {
    /// Tainted processes, alive or exited.
    processes: BTreeMap<PidKey, CallText>,
    /// Signals and messages on their way, or in a mailbox.
    signals: BTreeMap<MessageId, CallText>,
    objects: HashMap<Object, Tainted>,
    /// Each cause with the group leader of the process that it tainted, until someone asks.
    fresh: Vec<(Pid, CallText)>,
    /// What a user has been told.
    told: BTreeSet<CallText>,
    /// Processes of the test runner.
    sheltered: BTreeMap<PidKey, Shelter>,
    /// Processes of the test runner whose test is to end where it is.
    interrupted: BTreeSet<PidKey>,
}

#[derive(Clone)]
struct Tainted {
    cause: CallText,
    /// Not only a part of the object.
    whole: bool,
}

/// A process of the test runner. No taint ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelter {
    /// It does the runner's own work, and is never tainted.
    Runner,
    /// It runs code of a test, which a taint ends.
    Test,
}

/// Processes of OTP that serve everyone: each is as tainted as the request it works on.
const SERVERS: [&str; 9] = [
    "application_controller",
    "code_server",
    "erl_prim_loader",
    "error_logger",
    "file_server_2",
    "kernel_safe_sup",
    "kernel_sup",
    "logger",
    "timer_server",
];

impl Taints {
    fn is_active(&self) -> bool {
        !self.processes.is_empty() || !self.objects.is_empty() || !self.signals.is_empty()
    }

    fn of(&self, pid: Pid) -> Option<&CallText> {
        self.processes.get(&pid.into())
    }

    fn is_runner(&self, pid: Pid) -> bool {
        self.sheltered.get(&pid.into()) == Some(&Shelter::Runner)
    }

    fn taint(&mut self, pid: Pid, leader: Pid, cause: &CallText) {
        if !self.is_runner(pid) && !self.processes.contains_key(&pid.into()) {
            self.processes.insert(pid.into(), cause.clone());
            self.fresh.push((leader, cause.clone()));
        }
    }
}

impl System {
    /// None: an unsupported call ends the run, or nothing is tainted.
    fn taints(&self) -> Option<&Taints> {
        self.unsupported.taints().filter(|taints| taints.is_active())
    }

    fn taints_mut(&mut self) -> Option<&mut Taints> {
        self.unsupported.taints_mut().filter(|taints| taints.is_active())
    }

    pub fn is_tainted(&self, pid: Pid) -> bool {
        self.taints().is_some_and(|taints| taints.of(pid).is_some())
    }

    /// A process called something that whodunit does not have.
    pub fn taint(&mut self, state: &State, text: &str) {
        let Some(taints) = self.unsupported.taints_mut() else { return };
        let cause: CallText = text.into();
        match taints.is_runner(state.pid) {
            true => taints.fresh.push((state.group_leader, cause)),
            false => taints.taint(state.pid, state.group_leader, &cause),
        }
    }

    /// A signal leaves: it carries the taint of its sender.
    pub(crate) fn taint_signal(&mut self, id: MessageId, from: Pid) {
        if let Some(taints) = self.taints_mut()
            && let Some(cause) = taints.of(from).cloned()
        {
            taints.signals.insert(id, cause);
        }
    }

    /// A signal becomes a message with a number of its own.
    pub(crate) fn taint_as(&mut self, id: MessageId, other: MessageId) {
        if let Some(taints) = self.taints_mut()
            && let Some(cause) = taints.signals.get(&id).cloned()
        {
            taints.signals.insert(other, cause);
        }
    }

    /// The process was begun by another.
    pub(crate) fn taint_child(&mut self, child: Pid, leader: Pid, parent: Pid) {
        if let Some(taints) = self.taints_mut()
            && let Some(cause) = taints.of(parent).cloned()
        {
            taints.taint(child, leader, &cause);
        }
    }

    /// A message is received.
    pub(crate) fn taint_by_message(&mut self, state: &State, id: MessageId) {
        let is_server = self.servants.contains(&state.pid)
            || state.name.is_some_and(|name| SERVERS.contains(&name.name()))
            || servants::is_of_otp(state);
        let Some(taints) = self.taints_mut() else { return };
        let cause = taints.signals.remove(&id);
        if is_server {
            taints.processes.remove(&state.pid.into());
            if let Some(cause) = cause {
                taints.processes.insert(state.pid.into(), cause);
            }
        } else if let Some(cause) = cause {
            taints.taint(state.pid, state.group_leader, &cause);
        }
    }

    /// A receive ends without a message. A process of the same group, or of one around it, that is
    /// tainted might have sent one.
    pub(crate) fn taint_by_silence(&mut self, state: &State) {
        let Some(taints) = self.taints() else { return };
        let mut leader = state.group_leader;
        let mut found = None;
        for _ in 0..MOST_GROUPS {
            let is_of_group =
                |pid: &PidKey| self.get((*pid).into()).is_some_and(|p| p.state.group_leader == leader);
            found = taints.processes.iter().find(|(pid, _)| is_of_group(pid)).map(|(_, cause)| cause.clone());
            let Some(outer) = self.get(leader).map(|process| process.state.group_leader) else { break };
            if found.is_some() || outer == leader {
                break;
            }
            leader = outer;
        }
        if let (Some(cause), Some(taints)) = (found, self.taints_mut()) {
            taints.taint(state.pid, state.group_leader, &cause);
        }
    }

    /// An exit signal arrives. What becomes of a process of the test runner if it is tainted?
    pub(crate) fn taint_by_exit(&mut self, to: Pid, leader: Pid, id: MessageId) -> OnTest {
        let Some(taints) = self.taints_mut() else { return OnTest::Ends };
        let Some(cause) = taints.signals.remove(&id) else { return OnTest::Ends };
        taints.taint(to, leader, &cause);
        match taints.sheltered.get(&to.into()) {
            None => OnTest::Ends,
            Some(Shelter::Runner) => OnTest::IsIgnored,
            Some(Shelter::Test) => {
                taints.interrupted.insert(to.into());
                OnTest::EndsTheTest
            }
        }
    }

    /// Is the test that the process runs to end here? Asked once.
    pub(crate) fn take_interruption(&mut self, pid: Pid) -> Option<CallText> {
        let taints = self.taints_mut()?;
        taints.interrupted.remove(&pid.into()).then(|| taints.of(pid).cloned())?
    }

    /// A tainted process has ended, and with it its name and its tables.
    pub(crate) fn taint_remains(&mut self, pid: Pid, name: Option<Atom>) {
        let tables = self.storage.tables.left_by(pid);
        let Some(taints) = self.taints_mut() else { return };
        let Some(cause) = taints.of(pid).cloned() else { return };
        let own = tables.into_iter().filter(|table| table.is_owner);
        let objects = own.flat_map(|table| {
            [Some(Object::Table(table.id.into())), table.name.map(Object::TableName)].into_iter().flatten()
        });
        for object in objects.chain(name.map(Object::Name)) {
            taints.objects.insert(object, Tainted { cause: cause.clone(), whole: true });
        }
    }

    /// What a timer that fires was started by.
    pub(crate) fn taint_by_object(&mut self, id: MessageId, object: Object) {
        if let Some(taints) = self.taints_mut()
            && let Some(Tainted { cause, .. }) = taints.objects.remove(&object)
        {
            taints.signals.insert(id, cause);
        }
    }

    /// Sets whether a process belongs to the test runner, and says what it was.
    pub fn shelter(&mut self, pid: Pid, shelter: Option<Shelter>) -> Option<Shelter> {
        let taints = self.unsupported.taints_mut()?;
        match shelter {
            Some(shelter) => taints.sheltered.insert(pid.into(), shelter),
            None => taints.sheltered.remove(&pid.into()),
        }
    }

    /// Why what a process of the test runner has just run did not run: by its own taint, or that of
    /// a process with this group leader. Forgotten from now on.
    pub fn take_taint(&mut self, me: Pid, leader: Pid) -> Vec<String> {
        let Some(taints) = self.unsupported.taints_mut() else { return Vec::new() };
        taints.interrupted.remove(&me.into());
        let mut causes: Vec<CallText> = taints.processes.remove(&me.into()).into_iter().collect();
        let (found, others) =
            std::mem::take(&mut taints.fresh).into_iter().partition(|(of, _)| *of == leader);
        taints.fresh = others;
        let found: Vec<(Pid, CallText)> = found;
        for (_, cause) in found {
            if !causes.contains(&cause) {
                causes.push(cause);
            }
        }
        causes.into_iter().map(|cause| cause.to_string()).collect()
    }

    /// The same, without what was told before.
    pub fn take_new_taint(&mut self, me: Pid, leader: Pid) -> Vec<String> {
        let mut causes = self.take_taint(me, leader);
        if let Some(taints) = self.unsupported.taints_mut() {
            causes.retain(|cause| !taints.told.contains(cause.as_str()));
        }
        causes
    }

    /// These causes have been told.
    pub fn told(&mut self, causes: &[String]) {
        if let Some(taints) = self.unsupported.taints_mut() {
            taints.told.extend(causes.iter().map(|cause| CallText::from(cause.as_str())));
        }
    }

    /// A process looks at an object without a native call.
    pub(crate) fn taint_by_look(&mut self, state: &State, object: Object) {
        let (pid, leader) = (state.pid, state.group_leader);
        if let Some(taints) = self.taints_mut()
            && let Some(cause) = taints.objects.get(&object).map(|tainted| tainted.cause.clone())
        {
            taints.taint(pid, leader, &cause);
        }
    }

    /// A test takes too long. If a taint may be the reason, it ends where it is.
    pub fn interrupt(&mut self, pid: Pid) -> bool {
        let Some(process) = self.get(pid).map(|process| process.state.clone()) else { return false };
        self.taint_by_silence(&process);
        let Some(taints) = self.taints_mut() else { return false };
        if taints.of(pid).is_none() || taints.sheltered.get(&pid.into()) != Some(&Shelter::Test) {
            return false;
        }
        taints.interrupted.insert(pid.into());
        self.wake(pid);
        true
    }
}

/// How many groups a process may be nested in.
const MOST_GROUPS: usize = 16;

/// What an exit signal does to a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnTest {
    Ends,
    EndsTheTest,
    IsIgnored,
}

/// The taint that a native call takes from what it looks at, and leaves on what it changes.
pub(crate) fn touch(context: &mut Context<'_>, mfa: Mfa, effect: &Effect, arguments: &[Term]) {
    if context.system.taints().is_none() {
        return;
    }
    let mut touched = TouchList::default();
    {
        let mut context = Context {
            program: context.program,
            system: context.system,
            process: context.process,
            stack: context.stack,
            world: context.world,
            observer: &mut touched,
            then: None,
            used: context.used,
            cost: 0,
        };
        touches::report(&mut context, effect, arguments);
    }
    let (pid, leader) = (context.process.pid, context.process.group_leader);
    let Some(taints) = context.system.taints_mut() else { return };
    for (object, access) in &touched.list {
        let cause = match object {
            Object::Steps(of) | Object::Mailbox(of) | Object::Life(of) => match *of == pid.into() {
                true => None,
                false => taints.processes.get(of),
            },
            _ if *access == Access::Change && overwrites(mfa) => None,
            _ => {
                let found = taints.objects.get(object);
                let looks_at_all = matches!(access, Access::Look | Access::Change);
                found.filter(|tainted| tainted.whole || looks_at_all).map(|tainted| &tainted.cause)
            }
        };
        if let Some(cause) = cause.cloned() {
            taints.taint(pid, leader, &cause);
        }
    }
    let cause = taints.of(pid).cloned();
    for (object, access) in touched.list {
        let whole = match access {
            Access::Change => true,
            Access::ChangePart => false,
            Access::Look | Access::LookAtPart => continue,
        };
        if !keeps_taint(object) {
            continue;
        }
        match &cause {
            Some(cause) => {
                let tainted = Tainted { cause: cause.clone(), whole };
                taints.objects.entry(object).and_modify(|old| old.whole |= whole).or_insert(tainted);
            }
            None if whole && overwrites(mfa) => {
                taints.objects.remove(&object);
            }
            None => {}
        }
    }
}

/// Does what it changes depend on nothing that was there before?
fn overwrites(mfa: Mfa) -> bool {
    matches!(
        (mfa.module.name(), mfa.function.name()),
        ("ets", "insert" | "new" | "delete")
            | ("erlang", "register" | "unregister")
            | ("persistent_term", "put" | "erase")
            | ("os", "putenv" | "unsetenv")
    )
}

/// Is it something whose contents a program reads back?
fn keeps_taint(object: Object) -> bool {
    matches!(
        object,
        Object::Name(_)
            | Object::GlobalName(_)
            | Object::Table(_)
            | Object::Entry(..)
            | Object::TableName(_)
            | Object::Persistent(_)
            | Object::Element(..)
            | Object::Variable(_)
            | Object::File(_)
            | Object::CurrentFolder
            | Object::Code(_)
            | Object::Timer(_)
    )
}

#[derive(Default)]
struct TouchList {
    list: Vec<(Object, Access)>,
}

impl Observer for TouchList {
    fn touch(&mut self, object: Object, access: Access) {
        self.list.push((object, access));
    }
}
