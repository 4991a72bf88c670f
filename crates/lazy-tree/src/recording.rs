//! A run with its tree: what nodes say, read from the heap; of calls far away in a long run, after
//! making it again.

use std::rc::Rc;

use computation_tree::NodeId;
use lazy_machine::Compiled;
use lazy_machine::code::FunctionCode;
use lazy_machine::core::{FunctionId, RuleNumber};
use lazy_machine::hidden::Hidden;
use lazy_machine::log::{self, CallId};
use lazy_machine::machine::{Budget, Machine};
use lazy_machine::print::Style;
use lazy_machine::view::View;
use lazy_syntax::ast::{self, Program, Query};
use lazy_syntax::source::Span;
use slices::{Meter, finish};

use crate::collection::Collection;
use crate::course::{Course, Outside};
use crate::fact::LocalFunction;
use crate::instance::{goal, instance};
use crate::tree::{self, LazyTree};

/// The values of this many calls are kept; those of others are recomputed by running again.
const WINDOW: u32 = 1 << 16;

pub struct Recording {
    program: Rc<Program>,
    query: Query,
    course: Course,
    /// Stands at the answer, or wherever the run ended.
    machine: Machine,
    /// Of how many calls the values are at hand.
    window: u32,
    tree: LazyTree,
    hidden: Option<Rc<Hidden>>,
}

/// What a node says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub call: String,
    pub outcome: ShownResult,
    /// Whether there is more than is shown.
    pub is_cut: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShownResult {
    Value(String),
    /// What the error says.
    Error(String),
    /// It had no value when the run was stopped.
    Unfinished,
}

impl Recording {
    /// Runs to the answer, or as far as it goes, with the pauses of the budget.
    pub async fn new(
        program: Rc<Program>,
        query: Query,
        compiled: Compiled,
        parts: u64,
        answer: usize,
        budget: &Budget<'_>,
        outside: &mut dyn Outside,
    ) -> Recording {
        Recording::with_window(program, query, compiled, parts, answer, WINDOW, budget, outside).await
    }

    /// The same with the values of this many calls at hand.
    #[expect(clippy::too_many_arguments, reason = "those of `new`, and one more")]
    pub async fn with_window(
        program: Rc<Program>,
        query: Query,
        compiled: Compiled,
        parts: u64,
        answer: usize,
        window: u32,
        budget: &Budget<'_>,
        outside: &mut dyn Outside,
    ) -> Recording {
        let (course, machine) = Course::run(compiled, parts, answer, window, budget, outside).await;
        let tree = LazyTree::new(machine.log(), machine.code(), course.compiled.main);
        Recording { program, query, course, machine, window, tree, hidden: None }
    }

    /// Values of these types are shown as `<?>`. An error is a name that is not a data type.
    pub fn hide(&mut self, types: &[String]) -> Result<(), String> {
        let hidden = Hidden::new(self.machine.code(), types)?;
        self.hidden = (!types.is_empty()).then(|| Rc::new(hidden));
        Ok(())
    }

    /// How values are written here, this many parts of each.
    pub fn style(&self, parts: usize) -> Style {
        self.machine.style(&self.course.compiled.asked, parts).hiding(self.hidden.clone())
    }

    pub fn course(&self) -> &Course {
        &self.course
    }

    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub fn tree(&self) -> &LazyTree {
        &self.tree
    }

    pub fn function_code(&self, function: FunctionId) -> &FunctionCode {
        &self.machine.code().functions[function.0 as usize]
    }

    /// The function that was called, and its rule if one was chosen; none if the node is not a
    /// call.
    pub fn function(&self, node: NodeId) -> Option<(&FunctionCode, Option<RuleNumber>)> {
        let call = self.machine.log().call(self.tree.call(node)?);
        Some((self.function_code(call.function), Some(call.rule).filter(|rule| rule.0 > 0)))
    }

    /// Which local function was called. None: it is at the top of a file, or of what is asked.
    pub fn local_function(&self, node: NodeId) -> Option<LocalFunction> {
        let FunctionId(number) = self.machine.log().call(self.tree.call(node)?).function;
        let (id, code) = (ast::FunctionId(number), self.function_code(FunctionId(number)));
        let function = self.program.functions.get(number as usize).filter(|one| one.parent.is_some())?;
        let namesakes = self.program.locals_named(&self.program.full_name(function));
        let at = namesakes.iter().position(|one| *one == id)?;
        let captured = code.hidden.iter().take(usize::from(code.captured));
        let free = self.program.free_names(id);
        let are_all = captured.filter(|is_type| !**is_type).count() == free.len();
        are_all.then_some(LocalFunction { free, place: (at, namesakes.len()) })
    }

    /// Whether the rule of this node asked for all answers of something: some may be missing, which
    /// no node below says.
    pub fn encapsulates(&self, node: NodeId) -> bool {
        let call = match self.tree.call(node) {
            None if node == NodeId(0) => Some(CallId::GOAL),
            call => call,
        };
        call.is_some_and(|call| self.machine.log().encapsulates(call))
    }

    /// What the rule of this node searched, with all answers of each call: so that one that is
    /// missing can be found. None: that search has no end that could be waited for.
    pub async fn searched(&mut self, node: NodeId, budget: &Budget<'_>) -> Option<Collection> {
        if !self.encapsulates(node) {
            return None;
        }
        let Some(call) = self.tree.call(node) else {
            return Collection::new(self.program.clone(), self.course.compiled.clone(), budget).await.ok();
        };
        self.load(call, budget.meter).await;
        let detached = self.machine.logged_call(call)?;
        Collection::of_call(self.program.clone(), &self.machine, &detached, budget).await.ok()
    }

    /// All functions that are called.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> {
        use computation_tree::Tree;
        let shape = self.tree.tree();
        let used: std::collections::BTreeSet<FunctionId> =
            (0..shape.len()).filter_map(|node| tree::function(shape.subject(NodeId(node)))).collect();
        used.into_iter()
    }

    /// Runs the program again, with pauses, unless the values of the node are kept; afterwards its
    /// statement is available at once.
    pub async fn prepare(&mut self, node: NodeId, meter: &Meter) {
        if let Some(call) = self.tree.call(node) {
            self.load(call, Some(meter)).await;
        }
    }

    /// The statement of a node, as of the end of the run; of each value this many parts.
    pub fn said(&mut self, node: NodeId, parts: usize) -> Option<Said> {
        let call = self.tree.call(node)?;
        finish(self.load(call, None));
        let mut style = self.style(parts);
        let (text, value, outcome) = self.machine.statement(call, &mut style);
        let outcome = match outcome {
            log::CallResult::Value(word) => match self.machine.error_in_words(word) {
                Some(error) => ShownResult::Error(error),
                None if self.machine.view(word) == View::Unevaluated => ShownResult::Unfinished,
                None => ShownResult::Value(value),
            },
            log::CallResult::Unfinished => ShownResult::Unfinished,
        };
        Some(Said { call: text, outcome, is_cut: style.is_cut() })
    }

    /// What was asked, with what the variables of the goal are in the answer.
    pub fn goal(&self, parts: usize) -> String {
        goal(&self.program, &self.machine, &self.course.compiled.asked, &self.query, self.style(parts))
    }

    /// The same as it was asked.
    pub fn question(&self) -> String {
        self.program.sources.text(self.query.span).to_owned()
    }

    /// Where the rule is, or the function if none was chosen.
    pub fn place(&self, node: NodeId) -> Option<Span> {
        let (function, rule) = self.function(node)?;
        let rule = rule.and_then(|rule| function.rules.get(rule.0 as usize - 1));
        Some(rule.map_or(function.place, |rule| rule.place))
    }

    /// The rule with what its variables were in this call.
    pub fn instance(&mut self, node: NodeId, parts: usize) -> Option<String> {
        let call = self.tree.call(node)?;
        finish(self.load(call, None));
        instance(&self.program, &self.machine, call, self.style(parts))
    }

    /// Sees to it that the call's values are at hand.
    async fn load(&mut self, call: CallId, meter: Option<&Meter>) {
        if !self.machine.log().has_values(call) {
            let start = call.0.saturating_sub(self.window / 2);
            let some = start..start.saturating_add(self.window.max(1));
            let is_whole = self.machine.log().has_encapsulated();
            let window = if is_whole { 0..u32::MAX } else { some };
            self.machine = self.course.again(window, meter).await;
        }
    }
}
