//! `whodunit ask TRACE` and `whodunit tree TRACE`: a run that was observed elsewhere, and is only looked at.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use computation_tree::{NodeId, Tree as Shape};
use debugger::dialogue::Ended;
use debugger::language::Options;
use debugger::trace::Trace;
use debugger::trace::evidence::Observed;
use debugger::{Dialogue, Language};
use diagram::Label;
use observation::format;
use observation::reading::Method;
use observation::value::Style;
use session::event::{Claim, ClaimKind};

use crate::args::{Ask, Asking, Lazy, Tree};
use crate::ask::{self, Host, Over};
use crate::disk::Disk;
use crate::project::Trouble;
use crate::start;
use crate::status::{ABORTED, BAD_SOURCE};
use crate::tree::{Spoken, Words, draw};

/// Long values are cut where people read them.
const FOLDED: Style = Style { longest: 120, ..Style::PLAIN };

/// Whether one of the arguments is a trace.
pub fn is_among(mut arguments: impl Iterator<Item = OsString>) -> bool {
    arguments.any(|argument| is_trace(Path::new(&argument)))
}

/// The trace among the sources. An error: it is not alone.
pub fn find(sources: &[PathBuf]) -> Result<Option<&Path>, String> {
    match (sources.iter().find(|path| is_trace(path)), sources.len()) {
        (None, _) => Ok(None),
        (Some(trace), 1) => Ok(Some(trace)),
        (Some(trace), _) => {
            Err(format!("{} is an observation trace, which is looked at alone", trace.display()))
        }
    }
}

/// What is read from a pipe is gone: only files are looked into.
fn is_trace(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut beginning = [0; format::TELLING];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && format::is_trace(&beginning)
}

fn read(path: &Path, method: Method) -> Result<Observed, String> {
    let file = path.to_owned();
    let open = move || Ok(Box::new(BufReader::new(File::open(&file)?)) as Box<dyn Read>);
    let observed =
        Observed::read(Box::new(open), method).map_err(|message| format!("{}: {message}", path.display()))?;
    if let Some(warning) = observed.warning() {
        eprintln!("warning: {}: {warning}", path.display());
    }
    Ok(observed)
}

/// What nobody can do for a trace.
fn supported(options: &Lazy) -> Result<(), String> {
    let refused = [
        (!options.hide.is_empty(), "--hide: a trace does not tell the types of its values"),
        (options.missing, "--missing: a trace does not tell what was not found"),
    ];
    match refused.iter().find(|(is_asked, _)| *is_asked) {
        Some((_, what)) => Err(format!("not supported: {what}")),
        None => Ok(()),
    }
}

fn refuse(message: String) -> ExitCode {
    start::refuse(&[Trouble::Plain(message)])
}

pub fn tree(path: &Path, args: &Tree) -> ExitCode {
    match supported(&args.lazy).and_then(|()| read(path, args.method)) {
        Ok(observed) => {
            draw(args, &mut Statements(observed));
            ExitCode::SUCCESS
        }
        Err(message) => refuse(message),
    }
}

struct Statements(Observed);

impl Spoken for Statements {
    fn shape(&self) -> &dyn Shape {
        self.0.tree().tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, outcome, is_failure) = self.0.sides(node, FOLDED);
        Label { statement, outcome, is_failure }
    }

    fn words(&mut self, node: NodeId) -> Words {
        let (statement, value, is_failure) = self.0.sides(node, Style::PLAIN);
        let kind = if is_failure { ClaimKind::Exception } else { ClaimKind::Value };
        Words {
            kind: if node == self.root() { "expression" } else { "call" },
            process: "main".into(),
            subject: self.0.subject(node),
            clause: None,
            statement,
            claims: if value.is_empty() { Vec::new() } else { vec![Claim::text(1, kind, value)] },
        }
    }
}

pub fn ask(path: &Path, args: &Ask) -> ExitCode {
    let asking = &args.asking;
    if let Some(option) = needs_a_program(asking) {
        return refuse(format!("{option} needs a program, and {} is a trace", path.display()));
    }
    if let Err(message) = supported(&args.lazy) {
        return refuse(message);
    }
    let options = Options { trust: asking.trust.clone(), method: args.method, ..Options::default() };
    let read = Trace.read(&[path.to_owned()], Rc::new(options), Rc::new(Disk));
    let project = match read {
        Ok(project) => project,
        Err(problems) => return refuse(problems.into_iter().map(|one| one.0).collect()),
    };
    let (mut host, knowledge) = match Host::open(asking) {
        Ok(opened) => opened,
        Err(message) => return refuse(message),
    };
    let expression = path.display().to_string();
    let mut dialogue =
        Dialogue::about_expression(project, expression.clone(), knowledge, ask::manner(asking));
    match host.hold(&mut dialogue, &expression, None) {
        Over::With(Ended::Nothing) => ExitCode::from(BAD_SOURCE),
        Over::With(ended) => ask::status(ended),
        Over::Elsewhere { .. } => {
            eprintln!("error: a trace has no other expressions to ask about");
            ExitCode::from(ABORTED)
        }
    }
}

/// What can only be done by running something.
fn needs_a_program(asking: &Asking) -> Option<&'static str> {
    let options = [
        ("--reference", !asking.reference.is_empty()),
        ("--property", !asking.property.is_empty()),
        ("--zoom", asking.zoom),
        ("--write-tests", asking.write_tests.is_some()),
    ];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
}
