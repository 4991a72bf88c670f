//! Chooses the events of a diagram and puts them into words.

mod choice;
mod happened;
mod processes;
mod relations;
mod sequence;

pub use choice::{EventFilter, WINDOW_OF_PICTURE, WINDOW_OF_TEXT};
pub use happened::{Drawn, Happened};
pub use processes::ProcessTree;
pub use relations::relations;
pub use sequence::sequence;

use diagram::Tone;
use erlang_history::{EventId, EventKind};
use erlang_machine::machine::Machine;
use erlang_term::{Pid, Term};
use erlang_tree::processes::RunTree;
use session::ProcessOutcome;

use super::evidence::Draw;
use crate::drawable::DiagramChoice;

/// Draws what the processes of a recorded run did to each other.
pub fn drawing(expression: String) -> Draw {
    Box::new(move |tree, wish| {
        let (log, machine) = (&Happened::all(tree.log()), tree.machine());
        let window = if wish.svg { WINDOW_OF_PICTURE } else { WINDOW_OF_TEXT };
        let choice = DiagramChoice {
            processes: wish.process.map(str::to_owned).into_iter().collect(),
            message: wish.message.map(str::to_owned),
            around: wish.around,
            window: Some(wish.window.unwrap_or(window)),
            all: wish.all,
            timers: wish.timers,
            calls: wish.calls,
            folded: wish.folded.to_vec(),
            is_page: wish.is_page,
        };
        let choice = EventFilter::read(&choice, log, machine)?.without(library_processes(tree));
        let picture = sequence(log, machine, &expression, &choice);
        Ok(if wish.svg { picture.svg() } else { picture.text(wish.width) })
    })
}

fn library_processes(tree: &RunTree) -> Vec<Pid> {
    let library = tree.processes().iter().filter(|process| tree.ran_only_library_code(process));
    library.map(|process| process.pid).collect()
}

/// An event by its number, which must exist.
pub fn event(number: Option<u32>, log: &Happened<'_>) -> Result<Option<EventId>, String> {
    let Some(id) = number.map(EventId) else { return Ok(None) };
    match (log.get(id), log.last()) {
        (Some(_), _) => Ok(Some(id)),
        (None, 0) => Err(format!("there is no event {}: this run has none", id.0)),
        (None, last) => Err(format!("there is no event {}: events are numbered 1 to {last}", id.0)),
    }
}

/// A process by its number (`#3`), its pid (`<0.83.0>`, or just 83), or a name that it had.
pub fn find(text: &str, log: &Happened<'_>, machine: &Machine) -> Result<Pid, String> {
    let by_number = |n: &str| machine.fates().nth(n.parse::<usize>().ok()?.checked_sub(1)?);
    let numbers = text.trim_start_matches('<').trim_end_matches('>');
    let number = numbers.strip_prefix("0.").and_then(|rest| rest.strip_suffix(".0")).unwrap_or(numbers);
    let pid = match (text.strip_prefix('#'), number.parse()) {
        (Some(n), _) => by_number(n).map(|fate| fate.process.state.pid),
        (None, Ok(number)) => Some(Pid::local(number)),
        (None, Err(_)) => log.iter().find_map(|(_, event)| match event.kind {
            EventKind::Register { name, pid } if name.name() == text => Some(pid),
            _ => None,
        }),
    };
    pid.filter(|pid| machine.fate_of(*pid).is_some()).ok_or_else(|| {
        let known: Vec<String> =
            machine.fates().take(20).map(|fate| Term::Pid(fate.process.state.pid).to_string()).collect();
        format!("there is no process {text}; the processes are {}", known.join(", "))
    })
}

/// Colours say the same as the words.
fn tone_of(outcome: ProcessOutcome) -> Tone {
    match outcome {
        ProcessOutcome::Value => Tone::Good,
        ProcessOutcome::Exception => Tone::Bad,
        ProcessOutcome::Killed => Tone::Stopped,
        ProcessOutcome::Blocked => Tone::Waiting,
        ProcessOutcome::Running => Tone::Busy,
    }
}
