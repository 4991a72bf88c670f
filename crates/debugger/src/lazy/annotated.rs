//! Programs that say what to ask about: `observe "f" f`, as Hoed's users write it (paper 5).
//!
//! The run is made again with its observation trace in memory.
//! Questions are about what the trace observed, and about nothing else.

use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::ops::Range;
use std::rc::Rc;

use computation_tree::{NodeId, SubjectId, Tree};
use inquiry::Judgement;
use lazy_machine::{Unobserved, compile_observed};
use lazy_properties::Oracle;
use lazy_syntax::ast::{FunctionBody, Mode, Program, Query};
use lazy_tree::{Fact, Recording, Reference};
use observation::reading::Method;
use session::event::{Claim, ClaimKind, Content, Instead, Place, Subject};
use session::evidence::{
    Blamed, BlamedCode, Consequence, Evidence, Inference, Judges, Layout, Nature, Statement, WrongClaim,
};
use session::knowledge;
use slices::{Later, Meter};

use super::evidence::place;
use super::project::LazyProject;
use crate::trace::evidence::Observed;

/// The modules that bring `observe`.
const ANNOTATIONS: &str = "Debug.Hoed";

/// Whether the program brings annotations.
pub fn is_annotated(project: &LazyProject) -> bool {
    let is_import = |line: &str| line.trim_start().starts_with("import") && line.contains(ANNOTATIONS);
    project.texts.iter().any(|(_, text)| text.lines().any(is_import))
}

/// Makes the run again to have the trace of what it observes. `None`: it observes nothing.
pub async fn traced(
    program: &Program,
    query: &Query,
    recording: &Recording,
    meter: &Meter,
) -> Result<Option<Rc<[u8]>>, String> {
    if program.mode == Mode::FunctionalLogic {
        return Ok(None);
    }
    let compiled = match compile_observed(program, query, &[]) {
        Ok(compiled) => compiled,
        Err(Unobserved::Because(_)) => return Ok(None),
        Err(Unobserved::Unsupported(problems)) => {
            let what: Vec<&str> = problems.iter().map(|problem| problem.what.as_str()).collect();
            return Err(what.join(", "));
        }
    };
    let memory = Memory::default();
    let mut machine = recording.course().begin(&compiled);
    let failed = |error: io::Error| error.to_string();
    machine.write_trace(Box::new(memory.clone())).map_err(failed)?;
    recording.course().repeat(&mut machine, Some(meter)).await;
    machine.finish_trace().map_err(failed)?;
    Ok(Some(memory.0.take().into()))
}

/// A trace that is being written.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a trace that is in memory.
pub fn observed(trace: &Rc<[u8]>, method: Method) -> Result<Observed, String> {
    let trace = trace.clone();
    Observed::read(Box::new(move || Ok(Box::new(Cursor::new(trace.clone())))), method)
}

/// What the program observed of itself, as evidence; its properties and another version judge.
pub struct Annotated {
    pub observed: Observed,
    pub program: Rc<Program>,
    pub oracle: Option<Oracle>,
    pub reference: Option<Reference>,
}

impl Annotated {
    /// The statement as one that can be tried. A label may be any text: it names a function of
    /// the program or nothing.
    fn fact(&mut self, node: NodeId) -> Option<Fact> {
        let statement = self.observed.statement(node);
        let [Claim { kind: ClaimKind::Value, content: Content::Text { text }, .. }] = &statement.claims[..]
        else {
            return None;
        };
        self.program.function_named(&statement.subject.function)?;
        self.read(&statement.text, text)
    }

    fn read(&self, call: &str, value: &str) -> Option<Fact> {
        Fact::read(call, value, &|name| self.program.function_named(name).is_some())
    }
}

impl Evidence for Annotated {
    fn tree(&self) -> &dyn Tree {
        Evidence::tree(&self.observed)
    }

    fn nature(&self) -> Nature {
        self.observed.nature()
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        self.observed.subjects()
    }

    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()> {
        self.observed.prepare(nodes)
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        self.observed.statement(node)
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        self.observed.layout(node, width, size)
    }

    /// The function that is called like the label, if there is one.
    fn code(&mut self, node: NodeId) -> BlamedCode {
        let code = self.observed.code(node);
        let label = self.observed.subject(node).function;
        let Some(function) = self.program.function_named(&label) else { return code };
        let FunctionBody::Rules(rules) = &self.program[function].body else { return code };
        let (Some(first), Some(last)) = (rules.first(), rules.last()) else { return code };
        let span = first.span.to(last.span);
        let at: Place = place(&self.program, span);
        let source = self.program.sources.text(span).to_owned();
        BlamedCode { place: at, source: Some(source), blamed: Blamed::Function, ..code }
    }

    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        self.observed.consequence(node, wrong)
    }

    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.observed.background(node)
    }

    fn inference(&mut self) -> Option<&mut dyn Inference> {
        Some(self)
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }
}

impl Judges for Annotated {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            let judgement = |is_right| if is_right { Judgement::Right } else { Judgement::Wrong };
            let fact = self.fact(node)?;
            if let Some(oracle) = &mut self.oracle
                && let Some((is_right, by)) = oracle.consult(&fact).await.judgement.clone()
            {
                return Some((judgement(is_right), by));
            }
            let is_right = self.reference.as_mut()?.is_right(&fact).await?;
            Some((judgement(is_right), "reference".to_owned()))
        })
    }

    fn advice(&mut self, node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async move {
            let Some(fact) = self.fact(node) else { return Vec::new() };
            match &mut self.oracle {
                Some(oracle) => oracle.consult(&fact).await.advice.clone(),
                None => Vec::new(),
            }
        })
    }
}

impl Inference for Annotated {
    fn instead<'a>(&'a mut self, _node: NodeId, _open: &'a [NodeId]) -> Later<'a, Option<Instead>> {
        Box::pin(async { None })
    }

    fn implied(
        &mut self,
        statement: &Statement,
        judged: &[(&knowledge::StatementKey, Judgement)],
    ) -> Option<Judgement> {
        super::evidence::implied(&|call, value| self.read(call, value), statement, judged)
    }
}
