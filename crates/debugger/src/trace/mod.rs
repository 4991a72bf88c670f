//! Observation traces: runs that were observed elsewhere, and can only be looked at.

pub mod evidence;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use observation::format;
use observation::reading::Method;
use session::Knowledge;
use slices::{Later, Meter};

use crate::dialogue::{Accusation, Case, Outside};
use crate::files::Files;
use crate::language::{Abilities, Language, Options, Problem, Project, Recorded};
use crate::outcome::{OutcomeKind, RunOutcome};
use crate::walk::Walkable;
use crate::words;
use evidence::Observed;

/// What people call the symptom: a trace does not say what was evaluated.
pub const RUN: &str = "the observed run";

pub struct Trace;

impl Language for Trace {
    fn name(&self) -> &'static str {
        "an observation trace"
    }

    fn owns(&self, _file: &Path, head: &[u8]) -> bool {
        head.get(..format::TELLING).is_some_and(format::is_trace)
    }

    fn can(&self) -> Abilities {
        Abilities { run: false, walk: false, diagram: false, test: false, zoom: false }
    }

    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>> {
        match sources {
            [path] => Ok(Rc::new(TraceProject { path: path.clone(), options, files })),
            _ => Err(vec![Problem("error: an observation trace is looked at alone".into())]),
        }
    }
}

struct TraceProject {
    path: PathBuf,
    options: Rc<Options>,
    files: Rc<dyn Files>,
}

impl TraceProject {
    fn observed(&self, method: Method) -> Result<Observed, Vec<Problem>> {
        let (files, path) = (self.files.clone(), self.path.clone());
        Observed::read(Box::new(move || files.open(&path)), method)
            .map_err(|message| vec![Problem(format!("error: {}: {message}", self.path.display()))])
    }
}

impl Project for TraceProject {
    /// The run is over already: this reads its shape.
    fn run(
        self: Rc<Self>,
        _expression: String,
        outside: Outside,
    ) -> Later<'static, Result<Rc<dyn Recorded>, Vec<Problem>>> {
        Box::pin(async move {
            // What cannot be read is said before anything is asked.
            let observed = self.observed(self.options.method)?;
            if let Some(warning) = observed.warning() {
                outside.warn(format!("{}: {warning}", self.path.display()));
            }
            Ok(self as Rc<dyn Recorded>)
        })
    }

    fn walkable(self: Rc<Self>, _expression: String) -> Option<Box<dyn Walkable>> {
        None
    }
}

impl Recorded for TraceProject {
    fn outcome(&self) -> Rc<RunOutcome> {
        Rc::new(RunOutcome {
            kind: OutcomeKind::Value,
            value: None,
            exception: None,
            text: String::new(),
            answers: None,
            steps: 0,
            stopped_after_ms: None,
            processes: Vec::new(),
        })
    }

    fn case(self: Rc<Self>, _meter: &Meter) -> Result<Case, Vec<Problem>> {
        let trusted: Vec<String> = self
            .options
            .trust
            .iter()
            .filter(|trusted| trusted.function.is_none())
            .map(|trusted| trusted.module.name().to_owned())
            .collect();
        Ok(Case {
            title: self.path.display().to_string(),
            evidence: Box::new(self.observed(self.options.method)?),
            accusation: Accusation { statement: Some(RUN.into()), remark: words::REPORTED_TRACE.into() },
            trusted: Box::new(move |subject| trusted.contains(&subject.function)),
            first: None,
        })
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}
