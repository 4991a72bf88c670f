//! Observation traces: runs that were observed elsewhere, and can only be looked at.

pub mod evidence;

use std::path::{Path, PathBuf};
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use diagram::Label;
use observation::format;
use observation::reading::Method;
use observation::value::Style;
use session::Knowledge;
use session::event::{Claim, ClaimKind};
use slices::Later;

use crate::dialogue::{Accusation, Case, Outside};
use crate::drawable::{Diagrams, Drawable, NodeWords};
use crate::files::Files;
use crate::language::{
    Abilities, Awaited, FunctionSeen, Language, Options, Problem, Project, Purpose, Recorded, TestOptions,
    Tests,
};
use crate::outcome::{OutcomeKind, RunOutcome};
use crate::walk::{SavedWalk, Walkable};
use crate::words;
use evidence::Observed;

/// What people call the symptom: a trace does not say what was evaluated.
pub const RUN: &str = "the observed run";

pub struct Trace;

impl Language for Trace {
    fn name(&self) -> &'static str {
        "an observation trace"
    }

    fn owns(&self, _source: &Path, head: &[u8], _files: &dyn Files) -> bool {
        head.get(..format::TELLING).is_some_and(format::is_trace)
    }

    fn can(&self) -> Abilities {
        Abilities {
            run: false,
            walk: false,
            diagram: false,
            test: false,
            check: false,
            zoom: false,
            write_tests: false,
        }
    }

    /// Nothing is evaluated: the run is over already.
    fn default_expression(&self) -> Option<&'static str> {
        Some("")
    }

    fn read(
        &self,
        sources: &[PathBuf],
        options: Rc<Options>,
        files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Project>, Vec<Problem>> {
        let name = |path: &PathBuf| path.display().to_string();
        let refused = [
            (!options.hide.is_empty(), "--hide: a trace does not record the types of its values"),
            (options.missing, "--missing: a trace does not record answers that were not found"),
            (!options.reference.is_empty(), "--reference for an observation trace"),
            (!options.property.is_empty(), "--property for an observation trace"),
        ];
        if let Some((_, what)) = refused.iter().find(|(is_given, _)| *is_given) {
            return Err(Problem::error(format!("not supported: {what}")));
        }
        match sources {
            [path] => Ok(Rc::new(TraceProject { path: path.clone(), options, files })),
            _ => {
                let is_trace = |path: &&PathBuf| {
                    files.head(path, format::TELLING).is_some_and(|head| self.owns(path, &head, &*files))
                };
                let trace = sources.iter().find(is_trace).map(name).unwrap_or_default();
                Err(Problem::error(format!("{trace} is an observation trace: name no other file with it")))
            }
        }
    }

    fn tests(
        &self,
        _words: &[PathBuf],
        _how: TestOptions,
        _options: Rc<Options>,
        _files: Rc<dyn Files>,
    ) -> Result<Rc<dyn Tests>, Vec<Problem>> {
        let language: &dyn Language = self;
        Err(Problem::error(language.refuses("test").unwrap_or_default()))
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
            .map_err(|message| Problem::error(format!("{}: {message}", self.path.display())))
    }
}

impl Project for TraceProject {
    /// The run is over already: this reads its shape.
    fn run(
        self: Rc<Self>,
        _expression: String,
        _purpose: Purpose,
        outside: Outside,
    ) -> Awaited<Rc<dyn Recorded>> {
        Box::pin(async move {
            // What cannot be read is said before anything is asked.
            let observed = self.observed(self.options.method)?;
            if let Some(warning) = observed.warning() {
                outside.warn(format!("{}: {warning}", self.path.display()));
            }
            Ok(self as Rc<dyn Recorded>)
        })
    }

    fn functions(&self) -> Vec<FunctionSeen> {
        Vec::new()
    }

    fn walkable(self: Rc<Self>, _expression: String) -> Option<Box<dyn Walkable>> {
        None
    }

    fn resumable(self: Rc<Self>, _saved: SavedWalk, _force: bool) -> Option<Box<dyn Walkable>> {
        None
    }
}

impl Recorded for TraceProject {
    fn outcome(&self) -> Rc<RunOutcome> {
        Rc::new(RunOutcome::new(OutcomeKind::Value))
    }

    fn case(self: Rc<Self>, _outside: &Outside) -> Result<Case, Vec<Problem>> {
        let trusted: Vec<String> = self
            .options
            .trust
            .iter()
            .filter(|trusted| trusted.function.is_none())
            .map(|trusted| trusted.module.name().to_owned())
            .collect();
        Ok(Case {
            title: self.path.display().to_string(),
            outcome: self.outcome(),
            evidence: Box::new(self.observed(self.options.method)?),
            accusation: Accusation { statement: Some(RUN.into()), remark: words::REPORTED_TRACE.into() },
            trusted: Box::new(move |subject| trusted.contains(&subject.function)),
            first: None,
            unit_tests: None,
            code_fence: "haskell",
        })
    }

    fn tree(self: Rc<Self>) -> Result<Box<dyn Drawable>, Vec<Problem>> {
        Ok(Box::new(TraceStatements(self.observed(self.options.method)?)))
    }

    fn diagrams(&self) -> Option<Box<dyn Diagrams + '_>> {
        None
    }

    fn walkable(&self, _known: &Knowledge) -> Option<Box<dyn Walkable>> {
        None
    }
}

/// Long values are cut where people read them.
const FOLDED: Style = Style { longest: 120, ..Style::PLAIN };

/// The tree of a trace, drawn.
pub struct TraceStatements(pub Observed);

impl Drawable for TraceStatements {
    fn shape(&self) -> &dyn Tree {
        self.0.tree().tree()
    }

    fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn label(&mut self, node: NodeId) -> Label {
        let (statement, outcome, is_failure) = self.0.sides(node, FOLDED);
        Label { statement, outcome, is_failure }
    }

    fn words(&mut self, node: NodeId) -> NodeWords {
        let (statement, value, is_failure) = self.0.sides(node, Style::PLAIN);
        let kind = if is_failure { ClaimKind::Exception } else { ClaimKind::Value };
        let claim = (!value.is_empty()).then(|| Claim::text(1, kind, value));
        NodeWords::of_call(node, self.0.subject(node), statement, claim)
    }
}
