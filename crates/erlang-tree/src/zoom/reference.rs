//! Another version of the function answers the questions of zoom: its expression at the same place
//! is evaluated with the same values of the variables.
//!
//! For each node, a function is added to the other version's module that evaluates the counterpart;
//! the owner of a machine runs it. Where the two versions differ in shape, the smallest expression
//! that both have is the one that can be judged, and what is inside it goes with it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::code::Choosing;
use erlang_machine::compile::occurring;
use erlang_syntax::ast::{
    Clause, Expr, ExprId, ExprKind, Form, FormKind, Function, Guard, Module, Qualifier, VarName,
};
use erlang_syntax::source::Span;
use erlang_term::{Atom, Term};
use slices::Later;

use super::Zoom;
use super::counterparts::{bound_by_patterns, counterparts, exports};
use super::syntax::{Parts, count_of_clauses, parts_of_clause};
use super::trace::{ExpressionEnd, ZoomKind};
use crate::call::CallOutcome;
use crate::subject::Subject;

/// What another version has to say of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferenceJudgement {
    Right,
    Wrong,
    /// Nothing that could be asked: neither to blame by itself nor free from blame below.
    Trust,
    Unknown,
}

/// Where [`Reference::module`] can be run.
pub trait Laboratory {
    /// Calls a function of it, exported or not, if nothing but its arguments matters, and says what
    /// came of it.
    fn call(&mut self, function: Atom, arguments: Vec<Term>) -> Later<'_, Option<CallOutcome>>;

    /// Is a value of the zoomed run the same as one of the other version's? None: they cannot be
    /// compared.
    fn same(&mut self, ours: &Term, theirs: &Term) -> Option<bool>;
}

/// Another version of the module, ready to answer.
pub struct Reference {
    module: Rc<Module>,
    /// By what a node is about: the function that evaluates its counterpart.
    probes: HashMap<ZoomKind, Probe>,
}

#[derive(Clone)]
struct Probe {
    function: Atom,
    /// The variables that it takes, and whether what the node tries comes after them.
    parameters: Vec<VarName>,
    takes_tried: bool,
}

impl Reference {
    /// The other version's view of a zoomed call. None: it has no such function.
    pub fn new(zoom: &Zoom, other: &Module) -> Option<Reference> {
        let subject = zoom.subject();
        let pairs = counterparts(&subject.source, other);
        let other_subject = counterpart_of(subject, other, &pairs)?;
        let mut builder = Builder { module: other.clone(), subject: &other_subject, pairs: &pairs };
        let mut probes = HashMap::new();
        let mut tried: HashSet<ZoomKind> = HashSet::new();
        for node in (0..zoom.trace.nodes.len() as u32).map(NodeId) {
            let kind = zoom.kind(node);
            // By this number, versions call what stands at the same place alike.
            let number = tried.len();
            if tried.insert(kind)
                && let Some((body, takes_tried)) = builder.body(zoom, node)
                && let Some(probe) = builder.probe(zoom, node, body, takes_tried, number)
            {
                probes.insert(kind, probe);
            }
        }
        Some(Reference { module: Rc::new(builder.module), probes })
    }

    /// The other version, with the functions that [`Reference::judge`] wants to be called.
    pub fn module(&self) -> &Rc<Module> {
        &self.module
    }

    pub async fn judge(
        &self,
        zoom: &Zoom,
        node: NodeId,
        laboratory: &mut dyn Laboratory,
    ) -> ReferenceJudgement {
        let kind = zoom.kind(node);
        if !self.probes.contains_key(&kind) {
            return match kind {
                // What has no counterpart goes with what it is a part of.
                ZoomKind::Expression(_) | ZoomKind::Pattern(..) | ZoomKind::Guard(..) => {
                    ReferenceJudgement::Right
                }
                ZoomKind::Element(..) => ReferenceJudgement::Trust,
                ZoomKind::Call | ZoomKind::Selection(_) => ReferenceJudgement::Unknown,
            };
        }
        let Some((function, arguments)) = self.question(zoom, node) else {
            return ReferenceJudgement::Unknown;
        };
        let outcome = laboratory.call(function, arguments).await;
        match outcome.and_then(|outcome| {
            agrees(zoom, node, &outcome, &mut |ours, theirs| laboratory.same(ours, theirs))
        }) {
            Some(true) => ReferenceJudgement::Right,
            Some(false) => ReferenceJudgement::Wrong,
            None => ReferenceJudgement::Unknown,
        }
    }

    /// The call that evaluates the counterpart of a node, where there is one.
    pub fn question(&self, zoom: &Zoom, node: NodeId) -> Option<(Atom, Vec<Term>)> {
        let probe = self.probes.get(&zoom.kind(node))?;
        let variables = zoom.variables(node);
        let values = probe
            .parameters
            .iter()
            .map(|name| variables.iter().find(|(bound, _)| bound == name).map(|(_, value)| (*value).clone()));
        let mut arguments = values.collect::<Option<Vec<Term>>>()?;
        if probe.takes_tried {
            arguments.push(zoom.tried(node)?.clone());
        }
        Some((probe.function, arguments))
    }
}

/// Is a value of the zoomed run the same as another? None: they cannot be compared.
pub type Same<'a> = dyn FnMut(&Term, &Term) -> Option<bool> + 'a;

/// Does the node say what came of such a call? None: there is nothing to compare.
pub fn agrees(zoom: &Zoom, node: NodeId, outcome: &CallOutcome, same: &mut Same<'_>) -> Option<bool> {
    match (zoom.found(node), outcome) {
        (_, CallOutcome::Unfinished) | (ExpressionEnd::Outcome(CallOutcome::Unfinished), _) => None,
        (ExpressionEnd::Outcome(CallOutcome::Value(ours)), CallOutcome::Value(theirs)) => {
            match zoom.kind(node) {
                ZoomKind::Expression(id) if binds(&zoom.subject().source, id) => {
                    let (theirs, bindings) = with_bindings(theirs)?;
                    Some(same(ours, theirs)? && same_bindings(zoom, node, &bindings, same)?)
                }
                _ => same(ours, theirs),
            }
        }
        (
            ExpressionEnd::Outcome(CallOutcome::Exception { class, reason, .. }),
            CallOutcome::Exception { class: their_class, reason: their_reason, .. },
        ) => Some(class == their_class && same(reason, their_reason)?),
        (ExpressionEnd::Outcome(_), _) => Some(false),
        (ExpressionEnd::Clause(_) | ExpressionEnd::Matches(_), CallOutcome::Value(theirs)) => {
            let (theirs, bindings) = with_bindings(theirs)?;
            let ours = match zoom.found(node) {
                ExpressionEnd::Clause(clause) => clause.unwrap_or(0),
                found => u32::from(matches!(found, ExpressionEnd::Matches(true))),
            };
            let alike = *theirs == Term::Int(i64::from(ours));
            Some(alike && (ours == 0 || same_bindings(zoom, node, &bindings, same)?))
        }
        (ExpressionEnd::Holds(ours), CallOutcome::Value(theirs)) => Some(*theirs == Term::bool(*ours)),
        (ExpressionEnd::Clause(_) | ExpressionEnd::Matches(_) | ExpressionEnd::Holds(_), _) => Some(false),
        (ExpressionEnd::Fails, outcome) => Some(matches!(outcome, CallOutcome::Exception { .. })),
    }
}

/// Probes of what binds variables return `{What, [{Name, Value}]}`.
fn with_bindings(value: &Term) -> Option<(&Term, Vec<Term>)> {
    match value.as_tuple() {
        Some([what, bindings]) => Some((what, bindings.proper_list()?)),
        _ => None,
    }
}

/// Have the variables that both versions bind the same values?
fn same_bindings(zoom: &Zoom, node: NodeId, theirs: &[Term], same: &mut Same<'_>) -> Option<bool> {
    let ours = zoom.bindings(node);
    for pair in theirs {
        if let Some([Term::Atom(name), theirs]) = pair.as_tuple()
            && let Some((_, ours)) = ours.iter().find(|(bound, _)| bound == name)
            && !same(ours, theirs)?
        {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the variables that an expression binds are compared with its value.
fn binds(module: &Module, id: ExprId) -> bool {
    matches!(module[id].kind, ExprKind::Match { .. }) || !exports(module, id).is_empty()
}

/// The same function, or the same fun of it, in the other version.
fn counterpart_of(subject: &Subject, other: &Module, pairs: &HashMap<ExprId, ExprId>) -> Option<Subject> {
    let fun = match subject.fun {
        Some(fun) => Some(*pairs.get(&fun)?),
        None => None,
    };
    let other = Subject { fun, source: Rc::new(other.clone()), ..subject.clone() };
    (!other.clauses().is_empty()).then_some(other)
}

struct Builder<'a> {
    /// The other version, growing.
    module: Module,
    /// The function in it.
    subject: &'a Subject,
    pairs: &'a HashMap<ExprId, ExprId>,
}

/// The parameter for what a node tries. No source can hold such a name.
const TRIED: &str = "+tried";

impl Builder<'_> {
    fn add(&mut self, kind: ExprKind) -> ExprId {
        self.module.exprs.push(Expr::new(Span::NONE, kind));
        ExprId(self.module.exprs.len() as u32 - 1)
    }

    fn variable(&mut self, name: VarName) -> ExprId {
        self.add(ExprKind::Variable(name))
    }

    fn integer(&mut self, n: u32) -> ExprId {
        self.add(ExprKind::Integer(n.into()))
    }

    /// What evaluates the counterpart of a node, and whether it needs what the node tries.
    fn body(&mut self, zoom: &Zoom, node: NodeId) -> Option<(Vec<ExprId>, bool)> {
        match zoom.kind(node) {
            ZoomKind::Call => None,
            ZoomKind::Expression(id) => {
                let other = *self.pairs.get(&id)?;
                let source = zoom.subject().source.clone();
                let names = match (&source[id].kind, self.module[other].kind.clone()) {
                    (ExprKind::Match { .. }, ExprKind::Match { pattern, .. }) => {
                        occurring(&self.module, &[pattern])
                    }
                    (ExprKind::Match { .. } | ExprKind::MaybeMatch { .. }, _) => return None,
                    (_, ExprKind::MaybeMatch { .. }) => return None,
                    _ if binds(&source, id) => exports(&self.module, other).into_iter().collect(),
                    _ => return Some((vec![other], false)),
                };
                let result = self.variable(Atom::new("+result"));
                let keep = self.add(ExprKind::Match { pattern: result, value: other });
                let bindings = self.bindings_of(zoom, node, names);
                let pair = self.add(ExprKind::Tuple(vec![result, bindings]));
                Some((vec![keep, pair], false))
            }
            ZoomKind::Selection(choosing) => {
                let choosing = self.counterpart(choosing)?;
                let count = count_of_clauses(self.subject, choosing) as u32;
                let clauses: Option<Vec<Clause>> =
                    (1..=count).map(|n| self.clause(zoom, node, choosing, n, n, true)).collect();
                Some((vec![self.case(clauses?)], true))
            }
            ZoomKind::Pattern(choosing, clause) => {
                let choosing = self.counterpart(choosing)?;
                let clause = self.clause(zoom, node, choosing, clause, 1, false)?;
                Some((vec![self.case(vec![clause])], true))
            }
            ZoomKind::Guard(choosing, clause) => {
                let choosing = self.counterpart(choosing)?;
                let guard = parts_of_clause(self.subject, choosing, clause)?.guard.clone();
                let (yes, no) = (self.atom("true"), self.atom("false"));
                let holds = self.clause_of(Vec::new(), guard, yes);
                let otherwise = self.clause_of(Vec::new(), vec![vec![yes]], no);
                Some((vec![self.add(ExprKind::If { clauses: vec![holds, otherwise] })], false))
            }
            ZoomKind::Element(comprehension, generator) => self.element(comprehension, generator as usize),
        }
    }

    /// Whose clauses correspond: as many of them.
    fn counterpart(&self, choosing: Choosing) -> Option<Choosing> {
        let other = |id: ExprId| self.pairs.get(&id).copied();
        Some(match choosing {
            Choosing::Function => Choosing::Function,
            Choosing::Case(id) => Choosing::Case(other(id)?),
            Choosing::Receive(id) => Choosing::Receive(other(id)?),
            Choosing::Of(id) => Choosing::Of(other(id)?),
            Choosing::Catch(id) => Choosing::Catch(other(id)?),
            Choosing::Else(id) => Choosing::Else(other(id)?),
        })
    }

    fn atom(&mut self, name: &str) -> ExprId {
        self.add(ExprKind::Atom(Atom::new(name)))
    }

    fn clause_of(&self, patterns: Vec<ExprId>, guard: Guard, body: ExprId) -> Clause {
        Clause { span: Span::NONE, patterns, guard, body: vec![body] }
    }

    /// `Patterns when Guard -> {Result, [{Name, Value}]}`
    fn clause(
        &mut self,
        zoom: &Zoom,
        node: NodeId,
        choosing: Choosing,
        clause: u32,
        result: u32,
        with_guard: bool,
    ) -> Option<Clause> {
        let Parts { patterns, guard, .. } = parts_of_clause(self.subject, choosing, clause)?;
        let guard = if with_guard { guard.clone() } else { Vec::new() };
        let bindings = self.bindings(zoom, node, &patterns);
        let number = self.integer(result);
        let body = self.add(ExprKind::Tuple(vec![number, bindings]));
        let pattern = match choosing {
            Choosing::Function => self.add(ExprKind::Tuple(patterns)),
            Choosing::Catch(id) => self.exception_pattern(id, clause)?,
            _ => match patterns.first() {
                Some(pattern) => *pattern,
                None => self.add(ExprKind::Wildcard),
            },
        };
        Some(self.clause_of(vec![pattern], guard, body))
    }

    /// `{Class, Reason, Stack}`, with what the clause leaves out.
    fn exception_pattern(&mut self, id: ExprId, clause: u32) -> Option<ExprId> {
        let ExprKind::Try { catch, .. } = &self.module[id].kind else { return None };
        let clause = catch.get(clause as usize - 1)?;
        let (class, reason, stack) = (clause.class, clause.reason, clause.stacktrace);
        let class = class.unwrap_or_else(|| self.atom("throw"));
        let stack = stack.unwrap_or_else(|| self.add(ExprKind::Wildcard));
        Some(self.add(ExprKind::Tuple(vec![class, reason, stack])))
    }

    /// Tries these clauses on what the node tries; 0 if none is entered.
    fn case(&mut self, mut clauses: Vec<Clause>) -> ExprId {
        let (zero, none) = (self.integer(0), self.add(ExprKind::List { elements: Vec::new(), tail: None }));
        let body = self.add(ExprKind::Tuple(vec![zero, none]));
        let anything = self.add(ExprKind::Wildcard);
        clauses.push(self.clause_of(vec![anything], Vec::new(), body));
        let argument = self.variable(Atom::new(TRIED));
        self.add(ExprKind::Case { argument, clauses })
    }

    /// `[{'X', X}]` for the variables that patterns bind.
    fn bindings(&mut self, zoom: &Zoom, node: NodeId, patterns: &[ExprId]) -> ExprId {
        let names = patterns.iter().flat_map(|p| occurring(&self.module, &[*p])).collect();
        self.bindings_of(zoom, node, names)
    }

    fn bindings_of(&mut self, zoom: &Zoom, node: NodeId, mut names: Vec<VarName>) -> ExprId {
        let known = zoom.variables(node);
        names.retain(|name| known.iter().all(|(bound, _)| bound != name));
        names.sort_by_key(|name| name.name());
        names.dedup();
        let mut elements = Vec::new();
        for name in names {
            let (atom, value) = (self.add(ExprKind::Atom(name)), self.variable(name));
            elements.push(self.add(ExprKind::Tuple(vec![atom, value])));
        }
        self.add(ExprKind::List { elements, tail: None })
    }

    /// The comprehension from one of its generators on, for one element of it. (Elements of
    /// bitstrings do not stand alone.)
    fn element(&mut self, comprehension: ExprId, generator: usize) -> Option<(Vec<ExprId>, bool)> {
        let other = *self.pairs.get(&comprehension)?;
        let (template, qualifiers) = match self.module[other].kind.clone() {
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => (template, qualifiers),
            ExprKind::MapComprehension { key, value, qualifiers } => {
                (self.add(ExprKind::Tuple(vec![key, value])), qualifiers)
            }
            _ => return None,
        };
        let pattern = match qualifiers.get(generator)? {
            Qualifier::ListGenerator { pattern, .. } => *pattern,
            Qualifier::MapGenerator { key, value, .. } => {
                let parts = vec![*key, *value];
                self.add(ExprKind::Tuple(parts))
            }
            Qualifier::BinaryGenerator { .. } | Qualifier::Zip { .. } | Qualifier::Filter(_) => return None,
        };
        let tried = self.variable(Atom::new(TRIED));
        let source = self.add(ExprKind::List { elements: vec![tried], tail: None });
        let first = Qualifier::ListGenerator { span: Span::NONE, pattern, source, strict: false };
        let qualifiers = [first].into_iter().chain(qualifiers[generator + 1..].iter().cloned()).collect();
        Some((vec![self.add(ExprKind::ListComprehension { template, qualifiers })], true))
    }

    /// Adds a function with this body. None if the body needs variables that the node does not
    /// have.
    fn probe(
        &mut self,
        zoom: &Zoom,
        node: NodeId,
        body: Vec<ExprId>,
        takes_tried: bool,
        number: usize,
    ) -> Option<Probe> {
        let tried = Atom::new(TRIED);
        let known = zoom.variables(node);
        let own = bound_by_patterns(&self.module, &body);
        let mut parameters = occurring(&self.module, &body);
        parameters.retain(|name| *name != tried);
        let is_known = |name: &VarName| known.iter().any(|(bound, _)| bound == name);
        if parameters.iter().any(|name| !is_known(name) && !own.contains(name)) {
            return None;
        }
        parameters.retain(is_known);
        let mut patterns: Vec<ExprId> = parameters.iter().map(|name| self.variable(*name)).collect();
        if takes_tried {
            patterns.push(self.variable(tried));
        }
        let name = Atom::new(&format!("zoom {number}"));
        let arity = patterns.len() as u32;
        let clause = Clause { span: Span::NONE, patterns, guard: Vec::new(), body };
        // Not exported: the module is to look as it did, to those who ask what it exports.
        let function = Function { name, arity, name_span: Span::NONE, clauses: vec![clause] };
        self.module.forms.push(Form { span: Span::NONE, kind: FormKind::Function(function) });
        Some(Probe { function: name, parameters, takes_tried })
    }
}
