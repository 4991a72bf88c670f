//! `whodunit diagram`: what the processes of a run did to each other, or who created whom, as text or as a picture.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::rc::Rc;

use debugger::erlang::diagram::{
    Choice, ProcessTree, WINDOW_OF_PICTURE, WINDOW_OF_TEXT, event, find, sequence,
};
use erlang_history::EventLog;
use erlang_machine::compile;
use erlang_machine::machine::Machine;
use erlang_report::Pattern;

use crate::args::{Diagram, DiagramKind};
use crate::durable::Privacy;
use crate::record::{ended, in_view};
use crate::status::BAD_SOURCE;
use crate::stopwatch::Stopwatch;
use crate::terminal::Terminal;
use crate::{durable, interrupt, memory, sources, start};

/// Columns where there is no terminal to say how many it has.
const COLUMNS: usize = 100;

pub fn diagram(args: &Diagram) -> ExitCode {
    interrupt::listen();
    if let Err(status) = sources::language("diagram", &args.common.project.sources) {
        return status;
    }
    let code = match start::read(&args.common) {
        Ok(code) => Rc::new(code),
        Err(troubles) => return start::refuse(&troubles),
    };
    let project = &args.common.project;
    start::limit_memory(project);
    let program = start::program(&code, compile::Options::default());
    // What the program prints is not what was asked for.
    let mut terminal = Terminal::new(project.seed, false, false);
    let mut schedule = start::schedule(project);
    let mut machine = start::machine(&program, &*schedule, project);
    let mut log = EventLog::new(&machine);
    let stopwatch = Stopwatch::start();
    let end = in_view(project, &mut terminal, |terminal, budget| {
        let end = machine.run(&mut *schedule, terminal, &mut log, &budget);
        (end, machine.system.steps)
    });
    let run = stopwatch.read();
    terminal.clear_progress();
    let status = ended(&end, machine.cut_off(), "the diagram shows the run up to that point");
    let stopwatch = Stopwatch::start();
    let shown = match draw(args, &log, &machine) {
        Ok(shown) => shown,
        Err(message) => return refuse(&message),
    };
    if args.time {
        let (steps, events, drawing) = (machine.system.steps, log.len(), stopwatch.read().as_micros());
        let (micros, peak) = (run.as_micros(), memory::peak_kibibytes());
        eprintln!("time: {steps} steps, {events} events, {micros} us, {drawing} us to draw, peak {peak} KiB");
    }
    match &args.output {
        Some(path) => match durable::write(path, shown.as_bytes(), Privacy::Usual) {
            Ok(()) => {}
            Err(message) => return refuse(&message),
        },
        // A reader who went away is no reason to complain.
        None => drop(crate::output::out().write_all(shown.as_bytes())),
    }
    status
}

fn refuse(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(BAD_SOURCE)
}

fn draw(args: &Diagram, log: &EventLog, machine: &Machine) -> Result<String, String> {
    let choice = choice(args, log, machine)?;
    let expression = &args.common.expression;
    let width = args.width.map_or_else(columns, usize::from);
    Ok(match (args.kind, args.svg) {
        (DiagramKind::Sequence, true) => sequence(log, machine, expression, &choice).svg(),
        (DiagramKind::Sequence, false) => sequence(log, machine, expression, &choice).text(width),
        (DiagramKind::Processes, true) => ProcessTree::new(log, machine, expression, args.all).svg(),
        (DiagramKind::Processes, false) => ProcessTree::new(log, machine, expression, args.all).text(width),
    })
}

fn choice(args: &Diagram, log: &EventLog, machine: &Machine) -> Result<Choice, String> {
    let processes = args.process.iter().map(|text| find(text, log, machine)).collect::<Result<_, _>>()?;
    let message = args.message.as_deref().map(Pattern::read).transpose();
    let message = message.map_err(|problem| format!("--message: {problem}"))?;
    let around = event(args.around, log)?;
    let window = args.window.unwrap_or(if args.svg { WINDOW_OF_PICTURE } else { WINDOW_OF_TEXT });
    Ok(Choice { processes, message, around, window, all: args.all })
}

fn columns() -> usize {
    if !std::io::stdout().is_terminal() {
        return COLUMNS;
    }
    let size = rustyline::DefaultEditor::new().ok().and_then(|mut editor| editor.dimensions());
    size.map_or(COLUMNS, |(columns, _)| usize::from(columns).max(40))
}
