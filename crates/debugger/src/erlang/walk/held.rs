//! A session of `erlang-rewind` that stands somewhere: what there is to see of it, and where it
//! stops.

use erlang_history::{EventId, Position};
use erlang_machine::process::Process;
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use erlang_rewind::breakpoints::{Breakpoint, Exceptions, file_name};
use erlang_rewind::calls::{Call, calls};
use erlang_rewind::command::{Stop, Wish};
use erlang_rewind::events;
use erlang_rewind::state::{about, standing};
use erlang_rewind::values::{self, Page, PartsWanted, Records, Value};
use erlang_rewind::{Exception, Rewinder};
use erlang_syntax::ast::Module;
use erlang_syntax::source::{FileId, Pos};
use erlang_term::{Atom, Pid, Term};
use slices::finish;

use crate::drawable::Diagrams;
use crate::erlang::diagram::{Drawn, Happened};
use crate::walk::travel::{SavedStops, StopOwner, StopPlace, StopSet, StopWish, Stops};
use crate::walk::view::{
    BreakpointSeen, Evaluated, EventLine, EventsSeen, FrameId, FrameSeen, FramesSeen, Mailbox, PidNumber,
    Possible, ProcessSeen, RaisedHere, ScopeKind, ScopeSeen, SeenFile, SourceSpan, ValueSeen, WalkPosition,
    WalkView,
};

/// Messages that are listed at once.
const MOST: usize = 1000;

/// A session, and what has been shown of it.
pub struct Held {
    pub session: Rewinder,
    /// What can be opened, by number from 1. Only as long as the run stands where it is.
    shelf: Vec<Thing>,
    /// Files that only the debugger can show, by number from 1.
    texts: Vec<(Atom, u32)>,
    explain: Explain,
}

/// Explains an exception as the Erlang shell would.
pub type Explain = Box<dyn Fn(&Exception) -> String>;

/// Something that can be opened.
#[derive(Clone)]
enum Thing {
    Variables(FrameId),
    Mailbox(Pid),
    Process(Pid),
    Term(Term),
    /// Some of the parts of a term: from which on, and how many.
    Parts(Term, (usize, usize)),
}

impl Held {
    pub fn new(session: Rewinder, explain: Explain) -> Held {
        Held { session, shelf: Vec::new(), texts: Vec::new(), explain }
    }

    /// The run is about to move.
    pub fn forget_what_was_shown(&mut self) {
        self.shelf.clear();
    }

    pub fn explain(&self) -> &Explain {
        &self.explain
    }

    pub fn process(&self, pid: Pid) -> Result<&Process, String> {
        let fate = self.session.machine().fate_of(pid);
        fate.map(|fate| fate.process).ok_or_else(|| "there is no such process".to_owned())
    }

    /// The process of a frame, and how many calls it is from the innermost.
    pub fn frame(&self, id: FrameId) -> Result<(Pid, usize), String> {
        let (pid, below) = (Pid::local((id.0 >> 28) as u32), (id.0 & 0xfff_ffff) as usize);
        let all = calls(self.session.machine(), self.process(pid)?).count();
        all.checked_sub(below)
            .map(|n| (pid, n))
            .ok_or_else(|| "that call has returned: the frame no longer exists".to_owned())
    }

    fn call(&self, (pid, n): (Pid, usize)) -> Result<Call<'_>, String> {
        let call = calls(self.session.machine(), self.process(pid)?).nth(n);
        call.ok_or_else(|| "there is no such frame".to_owned())
    }

    fn records(&self) -> Records<'_> {
        Records { program: &self.session.machine().program, modules: self.session.modules().to_vec() }
    }

    fn put(&mut self, thing: Thing) -> u32 {
        self.shelf.push(thing);
        self.shelf.len() as u32
    }

    fn show(&mut self, value: Value) -> ValueSeen {
        let has_parts = value.has_parts();
        let Value { name, text, kind, named, indexed, term, group } = value;
        let thing = match group {
            Some(group) => Thing::Parts(term, group),
            None => Thing::Term(term),
        };
        let number = has_parts.then(|| self.put(thing));
        ValueSeen { name, text, kind, named, indexed, number }
    }
}

/// A frame goes by its process and how many calls it is from the outermost.
fn frame_id(pid: Pid, below: usize) -> FrameId {
    FrameId(u64::from(pid.id()) << 28 | (below as u64 & 0xfff_ffff))
}

pub fn pid_of(PidNumber(number): PidNumber) -> Pid {
    Pid::local(number)
}

pub fn number_of(pid: Pid) -> PidNumber {
    PidNumber(pid.id())
}

impl WalkView for Held {
    fn position(&self) -> WalkPosition {
        let timeline = self.session.timeline();
        WalkPosition { entries: timeline.position().0, steps: timeline.steps() }
    }

    fn processes(&self) -> Vec<ProcessSeen> {
        let machine = self.session.machine();
        let rows = ProcessTable { machine, expression: self.session.expression() };
        let seen = machine.fates().zip(1..).map(|(fate, n)| ProcessSeen {
            id: number_of(fate.process.state.pid),
            row: rows.row(n, &fate),
            status: standing(fate.process).0,
            delivered: fate.process.state.mailbox.len(),
        });
        seen.collect()
    }

    fn main(&self) -> Option<PidNumber> {
        self.session.machine().main().map(|main| number_of(main.state.pid))
    }

    fn frames(&mut self, who: PidNumber, first: usize, most: usize) -> Result<FramesSeen, String> {
        let Held { session, texts, .. } = self;
        let (pid, machine) = (pid_of(who), session.machine());
        let fate = machine.fate_of(pid).ok_or("there is no such process")?;
        let process = fate.process;
        let all = calls(machine, process).count();
        let mut frames = Vec::new();
        for (n, call) in calls(machine, process).enumerate().skip(first).take(most) {
            let is_own = session.modules().contains(&call.function.module);
            frames.push(FrameSeen {
                id: frame_id(pid, all - n),
                name: call.name(),
                is_call: true,
                is_own,
                can_restart: call.function.module != session.expression_module(),
                place: place(&call, is_own, texts),
            });
        }
        // A process that has ended, or has not begun, has no calls; it is something all the same.
        if all == 0 {
            let rows = ProcessTable { machine, expression: session.expression() };
            let name = match process.state.outcome.is_some() {
                true => rows.row(0, &fate).outcome_text(),
                false => format!("about to call {}", rows.first_call(process)),
            };
            let (id, place) = (frame_id(pid, 0), None);
            frames.push(FrameSeen { id, name, is_call: false, is_own: true, can_restart: false, place });
        }
        Ok(FramesSeen { frames, all: all.max(1) })
    }

    fn text(&self, number: u32) -> Option<String> {
        let (module, file) = self.texts.get((number as usize).checked_sub(1)?)?;
        let module = self.session.machine().program.module(*module)?;
        module.source.sources.files.get(*file as usize)?.text.as_deref().map(str::to_owned)
    }

    fn scopes(&mut self, frame: FrameId) -> Result<Vec<ScopeSeen>, String> {
        let (pid, _) = self.frame(frame)?;
        let messages = self.process(pid)?.state.mailbox.len();
        let scopes = [
            (ScopeKind::Variables, Thing::Variables(frame), None),
            (ScopeKind::Mailbox, Thing::Mailbox(pid), Some(messages)),
            (ScopeKind::Process, Thing::Process(pid), None),
        ];
        Ok(scopes.map(|(kind, thing, count)| ScopeSeen { kind, number: self.put(thing), count }).into())
    }

    fn variables(&self, frame: FrameId) -> Result<Vec<String>, String> {
        let (pid, n) = self.frame(frame)?;
        Ok(self.session.variables(pid, n).into_iter().map(|(name, _)| name).collect())
    }

    fn open(&mut self, number: u32, wanted: PartsWanted, page: Page) -> Result<Vec<ValueSeen>, String> {
        let thing = (number as usize).checked_sub(1).and_then(|n| self.shelf.get(n)).cloned();
        let thing =
            thing.ok_or("the program has moved on since this was shown: it can no longer be opened")?;
        let mut records = self.records();
        let found = match thing {
            Thing::Variables(frame) => {
                let call = self.call(self.frame(frame)?)?;
                records.modules.insert(0, call.function.module);
                values::values(call.named_values(), &records)
            }
            Thing::Mailbox(pid) => {
                let mailbox = &self.process(pid)?.state.mailbox;
                let count = page.count.filter(|count| *count > 0).unwrap_or(MOST);
                let messages = mailbox.iter().zip(1..).skip(page.start).take(count);
                let named = messages.map(|(message, n): (_, usize)| (n.to_string(), message.content.clone()));
                values::values(named.collect(), &records)
            }
            Thing::Process(pid) => values::values(about(self.process(pid)?), &records),
            Thing::Term(term) => values::parts(&term, wanted, page, &records),
            Thing::Parts(term, group) => values::parts_of_group(&term, group, &records),
        };
        Ok(found.into_iter().map(|value| self.show(value)).collect())
    }

    fn evaluate(&mut self, frame: FrameId, expression: &str) -> Result<Evaluated, String> {
        let (pid, n) = self.frame(frame)?;
        let found = self.session.evaluate(pid, n, expression)?;
        let value = values::value(String::new(), &found.value, &self.records());
        let printed = String::from_utf8_lossy(&found.printed).into_owned();
        Ok(Evaluated { value: self.show(value), printed })
    }

    fn innermost(&self, who: PidNumber) -> Result<FrameId, String> {
        let pid = pid_of(who);
        Ok(frame_id(pid, calls(self.session.machine(), self.process(pid)?).count()))
    }

    fn exception(&self, who: PidNumber) -> Option<RaisedHere> {
        let exception = self.session.raised(pid_of(who))?;
        let (entries, _) = exception.trace.list_parts();
        Some(RaisedHere {
            class: exception.class.atom().name(),
            text: text::exception(exception),
            explanation: (self.explain)(exception),
            // Where lines break must not depend on how long the names of files are.
            trace: entries.iter().map(text::one_line).collect(),
            is_wanted: self.session.exceptions().wants_all(exception.class),
        })
    }

    fn mailbox(&self, who: PidNumber) -> Result<Mailbox, String> {
        let pid = pid_of(who);
        self.process(pid)?;
        Ok(self.session.mailbox(pid))
    }

    fn events(&self, most: usize) -> EventsSeen {
        let timeline = self.session.timeline();
        let line = |(id, event)| events::line(timeline.log(), id, event);
        let mut happened: Vec<EventLine> = timeline.events().rev().take(most).map(line).collect();
        happened.reverse();
        EventsSeen {
            happened,
            all_happened: timeline.count_events_since(Position(0)),
            undone: timeline.future().take(most).map(line).collect(),
            all_undone: timeline.future().count(),
        }
    }

    fn event_ids(&self) -> Vec<u32> {
        let timeline = self.session.timeline();
        timeline.events().chain(timeline.future()).map(|(id, _)| id.0).collect()
    }

    fn choices(&self) -> Vec<Possible> {
        self.session.options()
    }

    fn breakpoints(&self) -> Vec<BreakpointSeen> {
        let seen = |one: &Breakpoint| BreakpointSeen {
            n: one.n,
            text: one.wish.text.clone(),
            line: match &one.wish.stop {
                Stop::Line { file, .. } => one.line.map(|line| (file.clone(), line)),
                _ => None,
            },
        };
        self.session.all_breakpoints().map(seen).collect()
    }

    fn past_and_future(&self, event: u32) -> Result<(Vec<u32>, Vec<u32>), String> {
        let timeline = self.session.timeline();
        let id = EventId(event);
        if !timeline.is_present(id) {
            return Err(format!("there is no event {event} here"));
        }
        let (past, future) = finish(timeline.past_and_future(id)).unwrap_or_default();
        let numbers = |events: Vec<EventId>| events.into_iter().map(|event| event.0).collect();
        Ok((numbers(past), numbers(future)))
    }

    fn diagrams(&self) -> Box<dyn Diagrams + '_> {
        let timeline = self.session.timeline();
        let events = Happened::only(timeline.log(), |id| timeline.is_present(id));
        Box::new(Drawn { events, machine: timeline.machine(), expression: self.session.expression() })
    }
}

/// Where a call stands.
fn place(call: &Call<'_>, is_own: bool, texts: &mut Vec<(Atom, u32)>) -> Option<SourceSpan> {
    let source = &call.function.source;
    let span = call.span()?;
    let file = source.sources.files.get(span.file.0 as usize)?;
    let name = file_name(&file.name).to_owned();
    let end = (span.end.line, utf16_column(source, span.file, span.end));
    Some(SourceSpan {
        file: match (is_own, &file.text) {
            (true, _) => SeenFile::File { name, path: file.name.to_string() },
            (false, Some(_)) => {
                let wanted = (call.function.module, span.file.0);
                let known = texts.iter().position(|known| *known == wanted);
                let n = known.unwrap_or_else(|| {
                    texts.push(wanted);
                    texts.len() - 1
                });
                SeenFile::Text { name, number: n as u32 + 1 }
            }
            (false, None) => SeenFile::Unknown { name },
        },
        line: span.start.line,
        column: utf16_column(source, span.file, span.start),
        end: (span.end > span.start).then_some(end),
    })
}

/// Columns in units of UTF-16.
fn utf16_column(module: &Module, file: FileId, pos: Pos) -> u32 {
    let before = pos.column.saturating_sub(1) as usize;
    let text = module.sources.files.get(file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| text.lines().nth(pos.line.saturating_sub(1) as usize));
    match line {
        Some(line) => 1 + line.chars().take(before).map(|c| c.len_utf16() as u32).sum::<u32>(),
        None => pos.column,
    }
}

impl Stops for Held {
    fn prepare(&self) -> Result<(), String> {
        let program = &self.session.machine().program;
        for module in self.session.modules() {
            program.module(*module);
            if let Some(trouble) = program.trouble_with(*module) {
                return Err(trouble);
            }
        }
        Ok(())
    }

    fn replace(&mut self, owner: &StopOwner, wishes: Vec<StopWish>) -> Vec<StopSet> {
        let wish = |StopWish { at, condition, hits, log }| {
            let wish = match at {
                StopPlace::Line { file, line } => Wish::at_line(&file, line),
                StopPlace::Function(name) => Wish::at_function(&name),
            };
            wish.only(condition, hits, log)
        };
        let set = |breakpoint: &Breakpoint| StopSet {
            n: breakpoint.n,
            is_set: breakpoint.spots.is_ok(),
            message: breakpoint.spots.as_ref().err().cloned().or_else(|| breakpoint.moved()),
            line: breakpoint.line,
        };
        let wishes = wishes.into_iter().map(wish).collect();
        self.session.replace_breakpoints(owner, wishes).into_iter().map(set).collect()
    }

    fn set_exceptions(&mut self, exceptions: Exceptions) {
        self.session.set_exceptions(exceptions);
    }

    fn lines(&self, file: &str, first: u32, last: u32) -> Vec<u32> {
        self.session.code().lines(file, first, last).into_iter().collect()
    }

    fn forget(&mut self) {
        self.session.forget_breakpoints();
    }

    fn take(&mut self) -> SavedStops {
        SavedStops(self.session.take_breakpoints())
    }

    fn restore(&mut self, SavedStops(breakpoints): SavedStops) {
        self.session.inherit(breakpoints);
    }

    fn take_logged(&mut self) -> Vec<String> {
        self.session.take_logged()
    }
}
