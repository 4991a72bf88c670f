//! What happened in one call, expression by expression, as it is put together from the reports of
//! its instrumented copy.

use std::collections::HashSet;
use std::rc::Rc;

use computation_tree::NodeId;
use erlang_machine::code::{Choosing, Point};
use erlang_syntax::ast::{ExprId, ExprKind, Module};
use erlang_term::{Atom, Term, atoms};

use super::syntax::{self, Parts};
use crate::call::CallOutcome;
use crate::subject::Subject;

/// What a node is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ZoomKind {
    /// The call as a whole.
    Call,
    Expression(ExprId),
    /// Which of the clauses is entered.
    Selection(Choosing),
    /// Whether the patterns of a clause (from 1) match.
    Pattern(Choosing, u32),
    /// Whether the guard of a clause holds.
    Guard(Choosing, u32),
    /// What an element of a generator (by its place among the qualifiers) adds to a comprehension.
    Element(ExprId, u32),
}

/// What came of it.
#[derive(Clone)]
pub enum ExpressionEnd {
    Outcome(CallOutcome),
    /// None: no clause was entered.
    Clause(Option<u32>),
    Matches(bool),
    Holds(bool),
    /// In a guard: it cannot be evaluated, and so the guard does not hold.
    Fails,
}

/// One node, in preorder.
pub(crate) struct Node {
    pub(crate) kind: ZoomKind,
    pub(crate) depth: u32,
    pub(crate) found: ExpressionEnd,
    /// What the clauses are tried on, or the element.
    pub(crate) tried: Option<Term>,
    /// The variables when it began, and when it was over.
    pub(crate) before: Scope,
    pub(crate) after: Scope,
    /// An element: what it has added so far.
    added: Vec<Term>,
    /// The calls that it made, as nodes of the tree of calls.
    pub(crate) calls: Vec<NodeId>,
    /// When it began.
    pub(crate) began: ReportClock,
    /// How often the process had acted on others when it was over.
    pub(crate) deeds: u32,
}

/// Where a process is in the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReportClock {
    /// Reports of the instrumented copy, without the latest.
    pub(crate) reports: u32,
    /// Receives that it has reached.
    pub(crate) receives: u32,
    /// How often it did something that others can see.
    pub(crate) deeds: u32,
}

/// The bindings in force: the last one, which knows the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scope(Option<u32>);

struct Binding {
    name: Atom,
    value: Term,
    /// The node that bound it.
    by: u32,
    before: Scope,
}

pub(crate) struct Trace {
    pub(crate) subject: Subject,
    pub(crate) nodes: Vec<Node>,
    pub(crate) arguments: Vec<Term>,
    pub(crate) captured: Vec<Term>,
    /// The clause that the call took, if that was before what is kept of it.
    pub(crate) clause: Option<u32>,
    bindings: Vec<Binding>,
    scope: Scope,
    /// Nodes that are not over, innermost last.
    open: Vec<u32>,
    /// The node that was over last.
    last: u32,
    pub(crate) clock: ReportClock,
    /// The receives that were reached before what is kept of it.
    pub(crate) receives_before: u32,
}

impl Trace {
    pub(crate) fn new(subject: &Subject) -> Trace {
        Trace {
            subject: subject.clone(),
            nodes: Vec::new(),
            arguments: Vec::new(),
            captured: Vec::new(),
            clause: None,
            bindings: Vec::new(),
            scope: Scope::default(),
            open: Vec::new(),
            last: 0,
            clock: ReportClock::default(),
            receives_before: 0,
        }
    }

    pub(crate) fn source(&self) -> &Rc<Module> {
        &self.subject.source
    }

    /// The call begins. (Captured values come as bindings.)
    pub(crate) fn begin(&mut self, arguments: &[Term]) {
        let (own, captured) = arguments.split_at((self.subject.arity as usize).min(arguments.len()));
        (self.arguments, self.captured) = (own.to_vec(), captured.to_vec());
        self.push(ZoomKind::Call, None);
    }

    /// The call is over, and everything in it: what is open now was in the last place, or an
    /// exception went through it.
    pub(crate) fn end(&mut self, outcome: &CallOutcome) {
        self.close_to(0, outcome);
    }

    /// A call that is a node of the tree of calls is made right here.
    pub(crate) fn call(&mut self, node: NodeId) {
        if let Some(open) = self.open.last() {
            self.nodes[*open as usize].calls.push(node);
        }
    }

    /// The nodes that are not over, outermost first.
    pub(crate) fn open(&self) -> &[u32] {
        &self.open
    }

    /// What happened since there were this many nodes, these of them open; below the call, or below
    /// one of its receives. `inner` is a node of the run below that had gone on before: what its
    /// expression evaluates (a receive of this call, or else the call that was made last) is that
    /// node's business.
    pub(crate) fn cut(
        mut self,
        before: usize,
        open: &[u32],
        receive: Option<ExprId>,
        inner: Option<(NodeId, Option<ExprId>)>,
    ) -> Result<Trace, String> {
        let gone = || "the call does not happen".to_owned();
        let nodes = &self.nodes;
        let find = |open: &[u32], expr: ExprId| {
            open.iter().rposition(|node| nodes[*node as usize].kind == ZoomKind::Expression(expr))
        };
        let top = match receive {
            Some(expr) => find(open, expr).ok_or_else(gone)?,
            None => 0,
        };
        let mut open = open.get(top..).filter(|open| !open.is_empty()).ok_or_else(gone)?;
        let closed_receive = inner.and_then(|(_, expr)| find(open, expr?));
        if let Some(last) = closed_receive {
            open = &open[..=last];
        }
        let depth = |node: u32| nodes[node as usize].depth;
        let (root, last) = (open[0], open[open.len() - 1]);
        let since = (before as u32..nodes.len() as u32).take_while(|node| depth(*node) > depth(root));
        let inside_last = |node: &u32| closed_receive.is_some() && depth(*node) > depth(last);
        // What an inner receive evaluates comes first; what is as deep in later expressions stays.
        let kept: Vec<u32> = open.iter().copied().chain(since.skip_while(inside_last)).collect();
        let base = depth(root);
        self.clause = self.nodes.iter().find_map(|node| match (node.kind, &node.found) {
            (ZoomKind::Selection(Choosing::Function), ExpressionEnd::Clause(clause)) => *clause,
            _ => None,
        });
        if let Some((node, _)) = inner {
            self.nodes[last as usize].calls = vec![node];
        }
        let mut numbers = vec![0; self.nodes.len()];
        kept.iter().zip(0..).for_each(|(node, number)| numbers[*node as usize] = number);
        self.bindings.iter_mut().for_each(|binding| binding.by = numbers[binding.by as usize]);
        let mut nodes: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        let taken = kept.iter().filter_map(|node| nodes[*node as usize].take());
        self.nodes = taken.map(|node| Node { depth: node.depth - base, ..node }).collect();
        Ok(self)
    }

    // ---- variables ----

    /// All variables of a scope, each with its value and the node that bound it, in the order of
    /// their binding.
    pub(crate) fn variables(&self, scope: Scope) -> Vec<(Atom, &Term, u32)> {
        self.variables_since(scope, Scope::default())
    }

    /// Those that a scope has more than an earlier one.
    pub(crate) fn variables_since(&self, scope: Scope, earlier: Scope) -> Vec<(Atom, &Term, u32)> {
        let mut found: Vec<(Atom, &Term, u32)> = Vec::new();
        let mut scope = scope;
        while scope != earlier
            && let Some(n) = scope.0
        {
            let binding = &self.bindings[n as usize];
            // The last binding of a name hides those before.
            if found.iter().all(|(name, ..)| *name != binding.name) {
                found.push((binding.name, &binding.value, binding.by));
            }
            scope = binding.before;
        }
        found.reverse();
        found
    }

    fn is_bound(&self, name: Atom) -> bool {
        self.variables(self.scope).iter().any(|(bound, ..)| *bound == name)
    }

    pub(crate) fn bind(&mut self, name: Atom, value: Term) {
        let by = self.binder();
        self.bindings.push(Binding { name, value, by, before: self.scope });
        self.scope = Scope(Some(self.bindings.len() as u32 - 1));
    }

    /// The node that binds a variable right now: an open match or selection, or the expression of
    /// `X = E`, which is over.
    fn binder(&self) -> u32 {
        for open in self.open.iter().rev() {
            match self.nodes[*open as usize].kind {
                ZoomKind::Pattern(..) | ZoomKind::Guard(..) => continue,
                ZoomKind::Selection(_) | ZoomKind::Element(..) => return *open,
                ZoomKind::Expression(id) => match &self.source()[id].kind {
                    ExprKind::Match { .. } | ExprKind::MaybeMatch { .. } => return *open,
                    _ => break,
                },
                ZoomKind::Call => break,
            }
        }
        self.last
    }

    // ---- nodes ----

    fn push(&mut self, kind: ZoomKind, tried: Option<Term>) {
        let depth = self.open.len() as u32;
        let (before, after) = (self.scope, self.scope);
        let found = ExpressionEnd::Outcome(CallOutcome::Unfinished);
        self.open.push(self.nodes.len() as u32);
        self.nodes.push(Node {
            kind,
            depth,
            found,
            tried,
            before,
            after,
            added: Vec::new(),
            calls: Vec::new(),
            began: self.clock,
            deeds: self.clock.deeds,
        });
    }

    /// The innermost open node is over.
    fn close(&mut self, found: ExpressionEnd) {
        let Some(index) = self.open.pop() else { return };
        let scope = self.scope;
        let node = &mut self.nodes[index as usize];
        node.found = found;
        node.after = scope;
        node.deeds = self.clock.deeds;
        self.last = index;
        // What comprehensions bind is theirs.
        if let ZoomKind::Expression(id) = self.nodes[index as usize].kind
            && syntax::is_comprehension(&self.source()[id].kind)
        {
            self.scope = self.nodes[index as usize].before;
        }
    }

    /// Closes open nodes until this many are left, by an outcome that went through all of them.
    fn close_to(&mut self, count: usize, outcome: &CallOutcome) {
        while self.open.len() > count
            && let Some(index) = self.open.last()
        {
            let found = match self.nodes[*index as usize].kind {
                ZoomKind::Selection(_) => ExpressionEnd::Clause(None),
                ZoomKind::Pattern(..) => ExpressionEnd::Matches(false),
                ZoomKind::Guard(..) => ExpressionEnd::Holds(false),
                _ => ExpressionEnd::Outcome(outcome.clone()),
            };
            self.close(found);
        }
    }

    /// Closes what is open above a node without having reached a value: a test or a match that
    /// failed.
    fn leave_to(&mut self, count: usize) {
        while self.open.len() > count
            && let Some(index) = self.open.last()
        {
            let node = &self.nodes[*index as usize];
            let found = match node.kind {
                ZoomKind::Selection(_) => ExpressionEnd::Clause(None),
                ZoomKind::Pattern(..) => ExpressionEnd::Matches(false),
                ZoomKind::Guard(..) => ExpressionEnd::Holds(false),
                ZoomKind::Element(..) => self.contribution(*index),
                ZoomKind::Expression(id) if matches!(self.source()[id].kind, ExprKind::MaybeMatch { .. }) => {
                    ExpressionEnd::Matches(false)
                }
                // A filter that does not hold.
                ZoomKind::Expression(_) if self.is_in_comprehension(self.open.len() - 1) => {
                    ExpressionEnd::Outcome(CallOutcome::Value(Term::Atom(atoms::FALSE)))
                }
                ZoomKind::Expression(_) | ZoomKind::Call => ExpressionEnd::Fails,
            };
            self.close(found);
        }
    }

    /// Is the open node at this height right below a comprehension or one of its elements?
    fn is_in_comprehension(&self, height: usize) -> bool {
        height.checked_sub(1).and_then(|below| self.open.get(below)).is_some_and(|below| {
            match self.nodes[*below as usize].kind {
                ZoomKind::Element(..) => true,
                ZoomKind::Expression(id) => syntax::is_comprehension(&self.source()[id].kind),
                _ => false,
            }
        })
    }

    fn contribution(&self, element: u32) -> ExpressionEnd {
        ExpressionEnd::Outcome(CallOutcome::Value(Term::list(self.nodes[element as usize].added.clone())))
    }

    /// How many nodes are open up to the innermost one of this kind, and it.
    fn height_of(&self, kind: ZoomKind) -> Option<usize> {
        self.open.iter().rposition(|open| self.nodes[*open as usize].kind == kind).map(|n| n + 1)
    }

    // ---- reports ----

    /// `raised` is the exception that was raised last.
    pub(crate) fn report(&mut self, point: Point, value: &Term, raised: &CallOutcome) {
        self.point(point, value, raised);
        self.clock.reports += 1;
    }

    fn point(&mut self, point: Point, value: &Term, raised: &CallOutcome) {
        match point {
            Point::Begin(id) => self.push(ZoomKind::Expression(id), None),
            Point::Value(id) => {
                if let Some(height) = self.height_of(ZoomKind::Expression(id)) {
                    self.leave_to(height);
                    self.close(ExpressionEnd::Outcome(CallOutcome::Value(value.clone())));
                    self.add_to_element(id, value);
                }
            }
            Point::Select(choosing) => {
                let owner = match choosing {
                    Choosing::Function => ZoomKind::Call,
                    Choosing::Case(id)
                    | Choosing::Receive(id)
                    | Choosing::Of(id)
                    | Choosing::Catch(id)
                    | Choosing::Else(id) => ZoomKind::Expression(id),
                };
                if let Some(height) = self.height_of(owner) {
                    self.leave_to(height);
                }
                let tried = match choosing {
                    Choosing::Function => Term::tuple(self.arguments.clone()),
                    Choosing::Catch(_) => exception_term(raised).unwrap_or_else(|| value.clone()),
                    _ => value.clone(),
                };
                self.push(ZoomKind::Selection(choosing), Some(tried));
                self.try_clause(choosing, 1);
            }
            Point::Guard { clause } => {
                if let Some((choosing, height)) = self.selection() {
                    while self.open.len() > height {
                        self.close(ExpressionEnd::Matches(true));
                    }
                    self.push(ZoomKind::Guard(choosing, clause), None);
                }
            }
            Point::Refused { clause } => {
                if let Some((choosing, height)) = self.selection() {
                    self.leave_to(height);
                    self.scope = self.nodes[self.open[height - 1] as usize].before;
                    self.try_clause(choosing, clause + 1);
                }
            }
            Point::Entered { clause } => {
                if let Some((_, height)) = self.selection() {
                    while self.open.len() > height
                        && let Some(index) = self.open.last()
                    {
                        self.close(match self.nodes[*index as usize].kind {
                            ZoomKind::Guard(..) => ExpressionEnd::Holds(true),
                            ZoomKind::Pattern(..) => ExpressionEnd::Matches(true),
                            _ => ExpressionEnd::Fails,
                        });
                    }
                    self.forget_only_pattern(height);
                    self.close(ExpressionEnd::Clause(Some(clause)));
                }
            }
            Point::TimedOut(id) => {
                if let Some(height) = self.height_of(ZoomKind::Expression(id)) {
                    self.leave_to(height);
                }
            }
            Point::Caught(id) => {
                if let Some(height) = self.height_of(ZoomKind::Expression(id)) {
                    self.close_to(height, raised);
                }
            }
            Point::Element { comprehension, generator } => {
                self.push(ZoomKind::Element(comprehension, generator), Some(value.clone()));
            }
            Point::ElementEnd { comprehension, generator } => {
                if let Some(height) = self.height_of(ZoomKind::Element(comprehension, generator)) {
                    self.leave_to(height);
                    let element = self.open[height - 1];
                    let contribution = self.contribution(element);
                    let before = self.nodes[element as usize].before;
                    self.close(contribution);
                    self.nodes[element as usize].after = self.scope;
                    self.scope = before;
                }
            }
            Point::SourceEnd { comprehension, generator } => {
                let kind = ZoomKind::Element(comprehension, generator);
                if let Some(index) = self.open.last()
                    && self.nodes[*index as usize].kind == kind
                {
                    self.scope = self.nodes[*index as usize].before;
                    self.nodes.truncate(*index as usize);
                    self.open.pop();
                }
            }
        }
    }

    /// The innermost selection that is still going on, with its height among the open nodes.
    fn selection(&self) -> Option<(Choosing, usize)> {
        let height = self
            .open
            .iter()
            .rposition(|open| matches!(self.nodes[*open as usize].kind, ZoomKind::Selection(_)))?;
        match self.nodes[self.open[height] as usize].kind {
            ZoomKind::Selection(choosing) => Some((choosing, height + 1)),
            _ => None,
        }
    }

    /// The patterns of a clause are tried next, if it has any that could fail.
    fn try_clause(&mut self, choosing: Choosing, clause: u32) {
        let Some(Parts { patterns, .. }) = syntax::parts_of_clause(&self.subject, choosing, clause) else {
            return;
        };
        let mut seen = HashSet::new();
        let always = patterns.iter().all(|pattern| match &self.source()[*pattern].kind {
            ExprKind::Wildcard => true,
            // `f(X, X)` compares.
            ExprKind::Variable(name) => !self.is_bound(*name) && seen.insert(*name),
            _ => false,
        });
        if !always {
            let tried = self
                .selection()
                .and_then(|(_, height)| self.nodes[self.open[height - 1] as usize].tried.clone());
            self.push(ZoomKind::Pattern(choosing, clause), tried);
        }
    }

    /// A selection that tried nothing but one pattern says all that there is to say.
    fn forget_only_pattern(&mut self, height: usize) {
        let only = self.open[height - 1] + 1;
        if self.nodes.len() == only as usize + 1
            && matches!(self.nodes[only as usize].kind, ZoomKind::Pattern(..))
        {
            self.nodes.pop();
        }
    }

    /// If this is the value that an element adds to its comprehension, the element and those around
    /// it have it now.
    fn add_to_element(&mut self, id: ExprId, value: &Term) {
        let Some(ZoomKind::Element(comprehension, _)) =
            self.open.last().map(|open| self.nodes[*open as usize].kind)
        else {
            return;
        };
        let source = self.source().clone();
        let adds = |template: ExprId| id == template || id == syntax::reported(&source, template);
        let added = match &source[comprehension].kind {
            ExprKind::ListComprehension { template, .. } | ExprKind::BinaryComprehension { template, .. } => {
                adds(*template).then(|| value.clone())
            }
            ExprKind::MapComprehension { key, value: template, .. } => adds(*template).then(|| {
                let reported = syntax::reported(&source, *key);
                let is_key = |kind: ZoomKind| {
                    kind == ZoomKind::Expression(*key) || kind == ZoomKind::Expression(reported)
                };
                let known = self.nodes.iter().rev().find(|node| is_key(node.kind));
                let key = match known.map(|node| &node.found) {
                    Some(ExpressionEnd::Outcome(CallOutcome::Value(key))) => key.clone(),
                    _ => Term::Nil,
                };
                Term::tuple([key, value.clone()])
            }),
            _ => None,
        };
        let Some(added) = added else { return };
        for open in self.open.iter().rev() {
            let node = &mut self.nodes[*open as usize];
            match node.kind {
                ZoomKind::Element(of, _) if of == comprehension => node.added.push(added.clone()),
                _ => break,
            }
        }
    }
}

/// `{Class, Reason, Trace}`
fn exception_term(outcome: &CallOutcome) -> Option<Term> {
    match outcome {
        CallOutcome::Exception { class, reason, trace } => {
            Some(Term::tuple([Term::Atom(class.atom()), reason.clone(), trace.clone()]))
        }
        _ => None,
    }
}
