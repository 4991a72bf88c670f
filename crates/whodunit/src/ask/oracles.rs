//! Those who are asked before the person, in order: specs, unit tests, properties, another version of the program.

use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::Program;
use erlang_machine::world::Loader;
use erlang_oracles::{
    Court, EUnit, Inside, Limits, ProcessReference, Properties, Reference, Specs, Trust, property,
};
use erlang_syntax::ast::Module;
use erlang_tree::zoom::Zoom;
use erlang_tree::{Call, RunTree};
use inquiry::{Judgement, Panel};
use session::erlang::{ExpressionJudge, JudgesInside, TransitionJudge};
use slices::{Meter, finish};

use crate::args::{Asking, Common};
use crate::project::{Code, Trouble};
use crate::{memory, start};

/// What a single trial may add to the memory in use.
const MEMORY: u64 = 1 << 30;

/// Those who may know better than the person.
pub struct Judges {
    pub calls: Panel<Call>,
    /// The expressions of one call.
    pub inside: Option<JudgesInside>,
    /// What processes do from receive to receive.
    pub transitions: Option<Box<dyn TransitionJudge>>,
}

pub fn judges(
    common: &Common,
    asking: &Asking,
    code: &Rc<Code>,
    program: &Rc<Program>,
    trust: &Rc<Trust>,
) -> Result<Judges, Vec<Trouble>> {
    let plain = |message: String| vec![Trouble::Plain(message)];
    if !asking.properties.is_empty() || asking.trust_tests {
        let option = if asking.trust_tests { "--trust-tests" } else { "--properties" };
        return Err(plain(format!("not supported: {option} for Erlang, whose properties --property names")));
    }
    let memory = memory::in_use().saturating_add(MEMORY);
    let limits = Limits { memory, memory_used: memory::in_use, ..Limits::default() };
    let loader: Rc<dyn Loader> = code.clone();
    let modules = code.shared_modules();
    let mut panel = Panel::new();
    panel.add(Box::new(Specs::new(loader.clone(), limits.meter.clone())));
    panel.add(Box::new(EUnit::new(&modules, loader.clone(), trust.clone(), limits.clone())));
    let named = asking.property.iter().map(|text| property::parse(text)).collect::<Result<Vec<_>, _>>();
    let named = named.map_err(plain)?;
    let properties = Properties::new(&modules, &named, loader, trust.clone(), limits.clone());
    let properties = properties.map_err(plain)?;
    properties.judges().into_iter().for_each(|judge| panel.add(Box::new(judge)));
    if asking.reference.is_empty() {
        return Ok(Judges { calls: panel, inside: None, transitions: None });
    }
    let mut project = common.project.clone();
    project.sources.clone_from(&asking.reference);
    let other = start::read(&Common { expression: "ok".into(), project })?;
    let other: Rc<Code> = Rc::new(other);
    let court = Court::new(start::loader(&other), limits.clone());
    panel.add(Box::new(Reference::new(court, program.clone())));
    let transitions = Transitions::Unread { program: program.clone(), modules: other.shared_modules() };
    let suspect = program.clone();
    let inside = move |zoom: &Zoom| {
        let judge = Inside::new(zoom, start::loader(&other), suspect.clone(), limits.clone())?;
        let judge = judge.among(other.shared_modules());
        Some(Box::new(InsideJudge(judge)) as Box<dyn ExpressionJudge>)
    };
    Ok(Judges { calls: panel, inside: Some(Box::new(inside)), transitions: Some(Box::new(transitions)) })
}

/// Another version judges transitions. It becomes part of the program when it is first needed.
enum Transitions {
    Unread {
        program: Rc<Program>,
        modules: Vec<Rc<Module>>,
    },
    Read(ProcessReference),
    /// It cannot be compiled.
    Unusable,
}

impl TransitionJudge for Transitions {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge(&mut self, run: &mut RunTree, node: NodeId) -> Option<Judgement> {
        if let Transitions::Unread { program, modules } = self {
            let read = ProcessReference::new(program.clone(), modules.iter().cloned(), Meter::unlimited());
            *self = read.map_or(Transitions::Unusable, Transitions::Read);
        }
        match self {
            Transitions::Read(reference) => finish(reference.judge(run, node)),
            _ => None,
        }
    }
}

struct InsideJudge(Inside);

impl ExpressionJudge for InsideJudge {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge(&mut self, zoom: &Zoom, node: NodeId) -> Option<Judgement> {
        finish(self.0.judge(zoom, node))
    }
}
