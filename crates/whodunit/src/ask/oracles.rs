//! Those who are asked before the person, in order: specs, unit tests, properties, another version of the program.

use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::program::Program;
use erlang_machine::world::Loader;
use erlang_oracles::{Court, EUnit, Inside, Limits, Properties, Reference, Specs, Trust, property};
use erlang_tree::Call;
use erlang_tree::zoom::Zoom;
use inquiry::{Judgement, Panel};
use session::erlang::{ExpressionJudge, JudgesInside};

use crate::args::{Asking, Common};
use crate::project::{Code, Trouble};
use crate::{memory, start};

/// What a single trial may add to the memory in use.
const MEMORY: u64 = 1 << 30;

/// Those who judge calls, and those who judge the expressions of one.
pub fn panel(
    common: &Common,
    asking: &Asking,
    code: &Rc<Code>,
    program: &Rc<Program>,
    trust: &Rc<Trust>,
) -> Result<(Panel<Call>, Option<JudgesInside>), Vec<Trouble>> {
    let plain = |message: String| vec![Trouble::Plain(message)];
    let memory = memory::in_use().saturating_add(MEMORY);
    let limits = Limits { memory, memory_used: memory::in_use, ..Limits::default() };
    let loader: Rc<dyn Loader> = code.clone();
    let modules = code.shared_modules();
    let mut panel = Panel::new();
    panel.add(Box::new(Specs::new(loader.clone())));
    panel.add(Box::new(EUnit::new(&modules, loader.clone(), trust.clone(), limits)));
    let named = asking.property.iter().map(|text| property::parse(text)).collect::<Result<Vec<_>, _>>();
    let named = named.map_err(plain)?;
    let properties = Properties::new(&modules, &named, loader, trust.clone(), limits).map_err(plain)?;
    properties.judges().into_iter().for_each(|judge| panel.add(Box::new(judge)));
    if asking.reference.is_empty() {
        return Ok((panel, None));
    }
    let mut project = common.project.clone();
    project.sources.clone_from(&asking.reference);
    let other = start::read(&Common { expression: "ok".into(), project })?;
    let other: Rc<Code> = Rc::new(other);
    let court = Court::new(start::loader(&other), limits);
    panel.add(Box::new(Reference::new(court, program.clone())));
    let suspect = program.clone();
    let inside = move |zoom: &Zoom| {
        let judge = Inside::new(zoom, start::loader(&other), suspect.clone(), limits)?;
        Some(Box::new(InsideJudge(judge)) as Box<dyn ExpressionJudge>)
    };
    Ok((panel, Some(Box::new(inside))))
}

struct InsideJudge(Inside);

impl ExpressionJudge for InsideJudge {
    fn name(&self) -> String {
        "reference".into()
    }

    fn judge(&mut self, zoom: &Zoom, node: NodeId) -> Option<Judgement> {
        self.0.judge(zoom, node)
    }
}
