//! `whodunit diagram`: what the processes of a run did to each other, or who created whom, as text
//! or as a picture.

use std::io::Write;
use std::process::ExitCode;

use debugger::drawable::{DiagramChoice, Diagrams, WINDOW_OF_PICTURE, WINDOW_OF_TEXT};
use debugger::language::Purpose;
use debugger::{Dialogue, OutcomeKind};
use diagram::Tone;

use crate::args::{Diagram, DiagramKind, Target};
use crate::drive::drive;
use crate::durable::{self, Privacy};
use crate::run::Show;
use crate::sources::{self, Opened};
use crate::status::BAD_SOURCE;
use crate::stopwatch::Stopwatch;
use crate::style::Style;
use crate::terminal::Terminal;
use crate::{interrupt, memory, terminal};

/// Columns where there is no terminal to say how many it has.
const COLUMNS: usize = 100;

pub fn diagram(args: &Diagram) -> ExitCode {
    interrupt::listen();
    let project = &args.common.project;
    let target = Target {
        expression: Some(args.common.expression.clone()),
        project: project.clone(),
        arguments: Vec::new(),
    };
    let Opened { project: program, expression, .. } =
        match sources::open("diagram", &target, project.options()) {
            Ok(opened) => opened,
            Err(status) => return status,
        };
    memory::limit(project.max_memory);
    let stopwatch = Stopwatch::start();
    let mut dialogue = Dialogue::of_run(program, expression, Purpose::Diagram);
    // Nobody asked for the output of the program.
    let terminal = Terminal::new(false, false);
    let mut show = Show { terminal, shows_answers: false, outcome: None };
    let ended = drive(&mut dialogue, &mut show);
    let run = stopwatch.read();
    let (Some(recorded), Some(outcome)) = (dialogue.recorded(), show.outcome.take()) else {
        return ExitCode::from(ended.status());
    };
    outcome.notes.iter().for_each(|note| eprintln!("{note}"));
    if let Some(stopped) = outcome.stopped() {
        eprintln!("{stopped}: the diagram shows the run up to that point");
    }
    let Some(diagrams) = recorded.diagrams() else { return refuse("there is nothing to draw") };
    let stopwatch = Stopwatch::start();
    let shown = match draw(args, &*diagrams) {
        Ok(shown) => shown,
        Err(message) => return refuse(&message),
    };
    if args.time {
        let (steps, events, drawing) = (outcome.steps, diagrams.events(), stopwatch.read().as_micros());
        let (micros, peak) = (run.as_micros(), memory::peak_kibibytes());
        eprintln!("time: {steps} steps, {events} events, {micros} us, {drawing} us to draw, peak {peak} KiB");
    }
    match &args.output {
        Some(path) => match durable::write(path, shown.as_bytes(), Privacy::Usual) {
            Ok(()) => {}
            Err(message) => return refuse(&message),
        },
        // A closed pipe is not an error.
        None => drop(crate::output::out().write_all(shown.as_bytes())),
    }
    // The diagram of a run that failed is a diagram like others.
    match outcome.kind {
        OutcomeKind::Unsupported
        | OutcomeKind::Steps
        | OutcomeKind::Memory
        | OutcomeKind::Interrupted
        | OutcomeKind::Livelock => ExitCode::from(outcome.kind.status()),
        _ => ExitCode::SUCCESS,
    }
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(BAD_SOURCE)
}

fn draw(args: &Diagram, diagrams: &dyn Diagrams) -> Result<String, String> {
    let choice = DiagramChoice {
        processes: args.process.clone(),
        message: args.message.clone(),
        around: args.around,
        window: Some(args.window.unwrap_or(if args.svg { WINDOW_OF_PICTURE } else { WINDOW_OF_TEXT })),
        all: args.all,
        ..DiagramChoice::default()
    };
    // Also where the tree of processes is drawn: what does not exist is said.
    let sequence = diagrams.sequence(&choice)?;
    let width = args.width.map_or_else(|| terminal::columns().unwrap_or(COLUMNS), usize::from);
    Ok(match (args.kind, args.svg) {
        (DiagramKind::Sequence, true) => sequence.svg(),
        (DiagramKind::Sequence, false) => painted(args, sequence.toned(width)),
        (DiagramKind::Processes, true) => diagrams.creation(args.all).svg(),
        (DiagramKind::Processes, false) => painted(args, diagrams.creation(args.all).toned(width)),
    })
}

/// Colours are for the terminal, not for a file.
fn painted(args: &Diagram, lines: Vec<(Tone, String)>) -> String {
    let style = if args.output.is_some() { Style::plain() } else { Style::of_standard_output() };
    lines.iter().map(|(tone, line)| format!("{}\n", style.toned(*tone, line))).collect()
}
