//! What a node of a zoomed call says, for people.

use std::collections::HashSet;
use std::fmt;

use computation_tree::{NodeId, TreeExt};
use erlang_machine::code::Choosing;
use erlang_machine::compile::occurring;
use erlang_machine::program::Program;
use erlang_syntax::ast::{ExprId, ExprKind, Qualifier, VarName};
use erlang_syntax::pretty;
use erlang_syntax::source::Span;
use erlang_term::{Atom, Term};

use super::counterparts::exports;
use super::syntax::{parts_of_clause, span_of};
use super::trace::{ExpressionEnd, ZoomKind};
use super::{Zoom, syntax};
use crate::call::CallOutcome;
use crate::statement::{Claim, ClaimKind, Fold, ONE_LINE};

/// What a node says: in this context, at this place, this is what came of it.
#[derive(Clone, Debug)]
pub struct ExpressionStatement {
    pub kind: ZoomKind,
    /// The code as it is written.
    pub text: String,
    /// The variables that occur in it, with the values that they have when it is evaluated.
    pub context: Vec<(Atom, Term)>,
    pub claims: Vec<Claim>,
    pub place: SourceRange,
    /// All but its place and what is claimed, in one line: `[H2 | T1] with H2 = a, T1 = []`.
    pub statement: String,
}

/// Where in the sources the code stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceRange {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    /// Just past its last character.
    pub end_column: u32,
}

impl fmt::Display for SourceRange {
    /// `m.erl:13:14`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Zoom {
    pub fn statement(&self, program: &Program, node: NodeId) -> ExpressionStatement {
        self.statement_for(&ONE_LINE, program, node)
    }

    /// The same in a text of this kind.
    pub fn statement_for(&self, fold: &Fold, program: &Program, node: NodeId) -> ExpressionStatement {
        let kind = self.kind(node);
        let context: Vec<(Atom, Term)> = self.context(node);
        let text = self.text(node);
        let shown = show_bindings(fold, program, &context);
        let place = self.place(node);
        let tried = self.tried_text(fold, program, node);
        let code = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = match kind {
            ZoomKind::Expression(_) => code,
            ZoomKind::Call | ZoomKind::Selection(Choosing::Function) => fold.call(program, &self.call()),
            ZoomKind::Selection(Choosing::Case(id)) if self.is_if(id) => "the guards of if".into(),
            ZoomKind::Selection(Choosing::Case(_)) => format!("the clauses of case for {tried}"),
            ZoomKind::Selection(Choosing::Receive(_)) => format!("the clauses of receive for {tried}"),
            ZoomKind::Selection(Choosing::Of(_)) => format!("the clauses of try for {tried}"),
            ZoomKind::Selection(Choosing::Catch(_)) => format!("the clauses of catch for {tried}"),
            ZoomKind::Selection(Choosing::Else(_)) => format!("the clauses of else for {tried}"),
            ZoomKind::Pattern(..) => format!("pattern {code} for {tried}"),
            ZoomKind::Guard(..) => format!("guard {code}"),
            ZoomKind::Element(..) => format!("element {tried} of {code}"),
        };
        let with = if shown.is_empty() { String::new() } else { format!(" with {shown}") };
        let statement = format!("{said}{with}");
        let claims = self.claims(fold, program, node, &shown);
        ExpressionStatement { kind, text, context, claims, place, statement }
    }

    /// The code that the node is about.
    pub fn span(&self, node: NodeId) -> Span {
        let subject = self.subject();
        let source = &subject.source;
        let span = match self.kind(node) {
            ZoomKind::Call => {
                let taken = self.clause_of_call().unwrap_or(1);
                let clause = parts_of_clause(subject, Choosing::Function, taken).map(|clause| clause.span);
                match subject.fun {
                    Some(fun) => Some(clause.unwrap_or(source[fun].span)),
                    None => clause,
                }
            }
            ZoomKind::Expression(id) => Some(source[id].span),
            // The heads of all clauses that were tried.
            ZoomKind::Selection(choosing) => {
                let first = self.head(choosing, 1);
                let last = match self.found(node) {
                    ExpressionEnd::Clause(Some(clause)) => self.head(choosing, *clause),
                    _ => self.head(choosing, syntax::count_of_clauses(subject, choosing) as u32),
                };
                first.zip(last).map(|(first, last)| first.to(last))
            }
            ZoomKind::Pattern(choosing, clause) => parts_of_clause(subject, choosing, clause)
                .and_then(|clause| span_of(source, &clause.patterns)),
            ZoomKind::Guard(choosing, clause) => parts_of_clause(subject, choosing, clause)
                .and_then(|clause| span_of(source, &clause.guard.concat())),
            ZoomKind::Element(comprehension, generator) => {
                self.qualifier(comprehension, generator).and_then(generator_span)
            }
        };
        span.unwrap_or(Span::NONE)
    }

    /// The code that is to blame if the node is: of an element, all of the comprehension that it
    /// meets, of which some parts (constants) are not nodes of their own.
    pub fn blamed_span(&self, node: NodeId) -> Span {
        match self.kind(node) {
            ZoomKind::Element(comprehension, _) => self.subject().source[comprehension].span,
            _ => self.span(node),
        }
    }

    pub fn place(&self, node: NodeId) -> SourceRange {
        self.place_of(self.span(node))
    }

    /// Where the code is that is to blame if the node is.
    pub fn blamed_place(&self, node: NodeId) -> SourceRange {
        self.place_of(self.blamed_span(node))
    }

    fn place_of(&self, span: Span) -> SourceRange {
        SourceRange {
            file: self.subject().source.sources.name(span.file).to_owned(),
            line: span.start.line,
            column: span.start.column,
            end_line: span.end.line,
            end_column: span.end.column,
        }
    }

    /// The clause that the call took, from 1.
    pub fn clause_of_call(&self) -> Option<u32> {
        if self.trace.clause.is_some() {
            return self.trace.clause;
        }
        let mut nodes = self.trace.nodes.iter();
        match nodes.find(|node| node.kind == ZoomKind::Selection(Choosing::Function)) {
            Some(selection) => match selection.found {
                ExpressionEnd::Clause(clause) => clause,
                _ => None,
            },
            // There was nothing to choose.
            None => Some(1),
        }
    }

    /// Patterns and guard of a clause.
    fn head(&self, choosing: Choosing, clause: u32) -> Option<Span> {
        let subject = self.subject();
        let clause = parts_of_clause(subject, choosing, clause)?;
        let mut head = clause.patterns.clone();
        head.extend(clause.guard.concat());
        span_of(&subject.source, &head).or(Some(clause.span))
    }

    pub(super) fn qualifier(&self, comprehension: ExprId, generator: u32) -> Option<&Qualifier> {
        match &self.subject().source[comprehension].kind {
            ExprKind::ListComprehension { qualifiers, .. }
            | ExprKind::BinaryComprehension { qualifiers, .. }
            | ExprKind::MapComprehension { qualifiers, .. } => qualifiers.get(generator as usize),
            _ => None,
        }
    }

    /// What an element of a generator meets: the pattern, what follows, and the template.
    fn met_by_element(&self, comprehension: ExprId, generator: u32) -> Vec<ExprId> {
        let (mut exprs, qualifiers) = match &self.subject().source[comprehension].kind {
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => (vec![*template], qualifiers),
            ExprKind::MapComprehension { key, value, qualifiers } => (vec![*key, *value], qualifiers),
            _ => return Vec::new(),
        };
        for (n, qualifier) in qualifiers.iter().enumerate().skip(generator as usize) {
            match qualifier {
                Qualifier::ListGenerator { pattern, source, .. }
                | Qualifier::BinaryGenerator { pattern, source, .. } => {
                    exprs.push(*pattern);
                    exprs.extend((n > generator as usize).then_some(*source));
                }
                Qualifier::MapGenerator { key, value, source, .. } => {
                    exprs.extend([*key, *value]);
                    exprs.extend((n > generator as usize).then_some(*source));
                }
                Qualifier::Filter(test) => exprs.push(*test),
                Qualifier::Zip { .. } => {}
            }
        }
        exprs
    }

    fn text(&self, node: NodeId) -> String {
        let source = &self.subject().source;
        match source.sources.text(self.span(node)) {
            Some(text) => text.to_owned(),
            None => match self.kind(node) {
                ZoomKind::Expression(id) => pretty::expr(source, id),
                _ => String::new(),
            },
        }
    }

    /// The variables that matter to a node: those that occur in its code and are bound.
    fn context(&self, node: NodeId) -> Vec<(Atom, Term)> {
        let subject = self.subject();
        let source = &subject.source;
        let heads = |choosing: Choosing, clauses: std::ops::RangeInclusive<u32>, patterns: bool| {
            let parts = clauses.filter_map(|clause| parts_of_clause(subject, choosing, clause));
            let exprs = parts.flat_map(|parts| {
                let guard = parts.guard.concat();
                if patterns { parts.patterns.into_iter().chain(guard).collect() } else { guard }
            });
            exprs.collect::<Vec<ExprId>>()
        };
        let (exprs, variables) = match self.kind(node) {
            ZoomKind::Call => return Vec::new(),
            ZoomKind::Expression(id) => (vec![id], self.variables(node)),
            ZoomKind::Selection(Choosing::Function) => return Vec::new(),
            ZoomKind::Selection(choosing) => {
                let last = match self.found(node) {
                    ExpressionEnd::Clause(Some(clause)) => *clause,
                    _ => syntax::count_of_clauses(subject, choosing) as u32,
                };
                (heads(choosing, 1..=last, true), self.variables(node))
            }
            ZoomKind::Pattern(choosing, clause) => {
                let patterns = parts_of_clause(subject, choosing, clause).map(|parts| parts.patterns);
                (patterns.unwrap_or_default(), self.variables(node))
            }
            ZoomKind::Guard(choosing, clause) => {
                (heads(choosing, clause..=clause, false), self.variables(node))
            }
            ZoomKind::Element(comprehension, generator) => {
                (self.met_by_element(comprehension, generator), self.variables(node))
            }
        };
        let occurring = occurring(source, &exprs);
        let relevant = variables.into_iter().filter(|(name, _)| occurring.contains(name));
        relevant.map(|(name, value)| (name, value.clone())).collect()
    }

    fn claims(&self, fold: &Fold, program: &Program, node: NodeId, shown_context: &str) -> Vec<Claim> {
        let mut claims = Vec::new();
        if !shown_context.is_empty() {
            claims.push(Claim { kind: ClaimKind::Context, text: shown_context.to_owned() });
        }
        if let Some(message) = self.consumed(node) {
            claims.push(Claim { kind: ClaimKind::Consumed, text: fold.value(program, message) });
        }
        let value_claim = |text: String| Claim { kind: ClaimKind::Value, text };
        let mut bindings: Vec<(Atom, Term)> =
            self.bindings(node).into_iter().map(|(name, value)| (name, value.clone())).collect();
        claims.push(match self.found(node) {
            ExpressionEnd::Outcome(outcome) => {
                match self.kind(node) {
                    ZoomKind::Expression(id)
                        if matches!(outcome, CallOutcome::Value(_)) && !self.is_match(id) =>
                    {
                        let used = self.used_outside(id);
                        bindings.retain(|(name, _)| used.contains(name));
                    }
                    ZoomKind::Expression(_) if matches!(outcome, CallOutcome::Value(_)) => {}
                    _ => bindings.clear(),
                }
                let claim = fold.claim(program, outcome);
                let kind = match outcome {
                    CallOutcome::Value(_) => ClaimKind::Value,
                    CallOutcome::Exception { .. } => ClaimKind::Exception,
                    CallOutcome::Unfinished => ClaimKind::Reached,
                };
                let text = match self.kind(node) {
                    ZoomKind::Element(..) => format!("adds {}", claim.text),
                    _ => claim.text,
                };
                Claim { kind, text }
            }
            ExpressionEnd::Clause(Some(clause)) => value_claim(format!("clause {clause} is entered")),
            ExpressionEnd::Clause(None) => value_claim("no clause matches".into()),
            ExpressionEnd::Matches(true) => value_claim("it matches".into()),
            ExpressionEnd::Matches(false) => {
                bindings.clear();
                value_claim("it does not match".into())
            }
            ExpressionEnd::Holds(holds) => value_claim(holds.to_string()),
            ExpressionEnd::Fails => value_claim("cannot be evaluated".into()),
        });
        if !bindings.is_empty() {
            claims.push(value_claim(format!("binds {}", show_bindings(fold, program, &bindings))));
        }
        claims
    }

    /// The message that a receive took.
    pub fn consumed(&self, node: NodeId) -> Option<&Term> {
        let ZoomKind::Expression(id) = self.kind(node) else { return None };
        let takes = |child: &NodeId| {
            self.kind(*child) == ZoomKind::Selection(Choosing::Receive(id))
                && matches!(self.found(*child), ExpressionEnd::Clause(Some(_)))
        };
        self.tried(self.tree.children(node).find(takes)?)
    }

    /// The variables that an expression surely binds and that the code around it mentions, too.
    fn used_outside(&self, id: ExprId) -> HashSet<VarName> {
        let source = &self.subject().source;
        let mut names = exports(source, id);
        if names.is_empty() {
            return names;
        }
        let around = self.span(NodeId(0));
        let at = |span: Span| (span.start.line, span.start.column);
        let is_in = |span: Span, outer: Span| {
            let end = (outer.end.line, outer.end.column);
            span.file == outer.file && at(outer) <= at(span) && at(span) < end
        };
        let inner = source[id].span;
        let others = source.exprs.iter().filter_map(|expr| match &expr.kind {
            ExprKind::Variable(name) if is_in(expr.span, around) && !is_in(expr.span, inner) => Some(*name),
            _ => None,
        });
        let used: HashSet<VarName> = others.collect();
        names.retain(|name| used.contains(name));
        names
    }

    fn is_if(&self, id: ExprId) -> bool {
        matches!(self.subject().source[id].kind, ExprKind::If { .. })
    }

    fn is_match(&self, id: ExprId) -> bool {
        matches!(self.subject().source[id].kind, ExprKind::Match { .. } | ExprKind::MaybeMatch { .. })
    }

    fn tried_text(&self, fold: &Fold, program: &Program, node: NodeId) -> String {
        let Some(tried) = self.tried(node) else { return String::new() };
        match (self.kind(node), tried.as_tuple()) {
            (
                ZoomKind::Selection(Choosing::Catch(_)) | ZoomKind::Pattern(Choosing::Catch(_), _),
                Some([class, reason, _]),
            ) => format!("{}:{}", fold.value(program, class), fold.value(program, reason)),
            _ => fold.value(program, tried),
        }
    }
}

/// `X = 1, Y = 2`
fn show_bindings(fold: &Fold, program: &Program, bindings: &[(Atom, Term)]) -> String {
    let shown =
        bindings.iter().map(|(name, term)| format!("{} = {}", name.name(), fold.value(program, term)));
    shown.collect::<Vec<_>>().join(", ")
}

fn generator_span(qualifier: &Qualifier) -> Option<Span> {
    match qualifier {
        Qualifier::ListGenerator { span, .. }
        | Qualifier::BinaryGenerator { span, .. }
        | Qualifier::MapGenerator { span, .. }
        | Qualifier::Zip { span, .. } => Some(*span),
        Qualifier::Filter(_) => None,
    }
}
