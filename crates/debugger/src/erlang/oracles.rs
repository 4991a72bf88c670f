//! The judges that are asked before the person, in this order: specs, unit tests, properties,
//! another version of the program.

use std::path::PathBuf;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::Program;
use erlang_machine::world::Loader;
use erlang_oracles::{
    ContestedSpecs, Court, EUnit, Inside, Limits, ProcessReference, Properties, Reference, Specs, Trust,
    property,
};
use erlang_syntax::ast::Module;
use erlang_tree::zoom::Zoom;
use erlang_tree::{Call, RunTree};
use inquiry::{Judgement, Panel};
use slices::{Later, Meter};

use super::evidence::{ExpressionJudge, JudgesInside, TransitionJudge};
use super::project::{self, Code, Trouble};
use crate::words;

/// Bytes that a single trial may add to the memory in use.
const MEMORY: u64 = 1 << 30;

/// Which judges to use. Each field names its command-line option.
pub struct JudgeOptions {
    /// `--reference`: another version of the program, which answers what it can.
    pub reference: Vec<PathBuf>,
    /// `--property`: properties that judge calls.
    pub property: Vec<String>,
    /// `--properties`: only lazy programs have them.
    pub properties: Vec<PathBuf>,
    /// `--trust-tests`: only for properties of lazy programs.
    pub trust_tests: bool,
    /// `--no-specs`, `--no-tests`, `--no-properties`: these do not judge.
    pub no_specs: bool,
    pub no_tests: bool,
    pub no_properties: bool,
    /// Returns the bytes of memory in use, as the interface counts them.
    pub memory_used: fn() -> u64,
}

/// The judges of a recorded run.
pub struct RunJudges {
    pub calls: Panel<Call>,
    /// Judges of the expressions of one call.
    pub inside: Option<JudgesInside>,
    /// A judge of what processes do from one receive to the next.
    pub transitions: Option<Box<dyn TransitionJudge>>,
    /// Trials and replays pause when its steps are spent.
    pub meter: Meter,
}

/// The judges for runs of `program`, which is made of `code`.
pub fn judges(
    options: &JudgeOptions,
    code: &Rc<Code>,
    program: &Rc<Program>,
    trust: &Rc<Trust>,
    meter: &Meter,
) -> Result<RunJudges, Vec<Trouble>> {
    let meter = meter.clone();
    let plain = |message: String| vec![Trouble::Plain(message)];
    if !options.properties.is_empty() || options.trust_tests {
        let option = if options.trust_tests { "--trust-tests" } else { "--properties" };
        return Err(plain(format!("not supported for Erlang: {option}; use --property")));
    }
    let memory_used = options.memory_used;
    let memory = memory_used().saturating_add(MEMORY);
    let limits = Limits { memory, memory_used, meter: meter.clone(), ..Limits::default() };
    let loader: Rc<dyn Loader> = code.clone();
    let modules = code.shared_modules();
    let other = match options.reference.is_empty() {
        true => None,
        false => Some(Rc::new(code.other_version(&options.reference)?)),
    };
    let reference = |other: &Option<Rc<Code>>| {
        let court = Court::new(project::loader(other.as_ref()?), limits.clone());
        Some(Reference::new(court, program.clone()))
    };
    let mut panel = Panel::new();
    if !options.no_specs {
        let specs = Specs::new(loader.clone(), limits.meter.clone());
        let tests = EUnit::new(&modules, loader.clone(), trust.clone(), limits.clone());
        let reference = reference(&other);
        panel.add(Box::new(ContestedSpecs::new(specs, (!options.no_tests).then_some(tests), reference)));
    }
    // A trial calls the modules as the project has them, not what the run has loaded instead.
    if program.has_any_versions() {
        if !options.reference.is_empty() || !options.property.is_empty() {
            return Err(plain(words::JUDGES_NEED_ONE_VERSION.to_owned()));
        }
        return Ok(RunJudges { calls: panel, inside: None, transitions: None, meter });
    }
    if !options.no_tests {
        panel.add(Box::new(EUnit::new(&modules, loader.clone(), trust.clone(), limits.clone())));
    }
    let named = options.property.iter().map(|text| property::parse(text)).collect::<Result<Vec<_>, _>>();
    let named = named.map_err(plain)?;
    let properties =
        Properties::new(&modules, &named, loader, trust.clone(), limits.clone()).map_err(plain)?;
    if !options.no_properties {
        properties.judges().into_iter().for_each(|judge| panel.add(Box::new(judge)));
    }
    if let Some(reference) = reference(&other) {
        panel.add(Box::new(reference));
    }
    let Some(other) = other else {
        return Ok(RunJudges { calls: panel, inside: None, transitions: None, meter });
    };
    let (unread, modules) = (program.clone(), other.shared_modules());
    let transitions = Transitions::Unread { program: unread, modules, meter: meter.clone() };
    let suspect = program.clone();
    let inside = move |zoom: &Zoom| {
        let judge = Inside::new(zoom, project::loader(&other), suspect.clone(), limits.clone())?;
        let judge = judge.among(other.shared_modules());
        Some(Box::new(InsideJudge(judge)) as Box<dyn ExpressionJudge>)
    };
    let (inside, transitions): (_, Box<dyn TransitionJudge>) = (Box::new(inside), Box::new(transitions));
    Ok(RunJudges { calls: panel, inside: Some(inside), transitions: Some(transitions), meter })
}

/// Judges transitions by another version of the program, which is compiled when it is first needed.
enum Transitions {
    Unread {
        program: Rc<Program>,
        modules: Vec<Rc<Module>>,
        meter: Meter,
    },
    Read(ProcessReference),
    /// It cannot be compiled.
    Unusable,
}

impl TransitionJudge for Transitions {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge<'a>(&'a mut self, run: &'a mut RunTree, node: NodeId) -> Later<'a, Option<Judgement>> {
        Box::pin(async move {
            if let Transitions::Unread { program, modules, meter } = self {
                let read = ProcessReference::new(program.clone(), modules.iter().cloned(), meter.clone());
                *self = read.map_or(Transitions::Unusable, Transitions::Read);
            }
            match self {
                Transitions::Read(reference) => reference.judge(run, node).await,
                _ => None,
            }
        })
    }
}

struct InsideJudge(Inside);

impl ExpressionJudge for InsideJudge {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge<'a>(&'a mut self, zoom: &'a Zoom, node: NodeId) -> Later<'a, Option<Judgement>> {
        Box::pin(self.0.judge(zoom, node))
    }
}
