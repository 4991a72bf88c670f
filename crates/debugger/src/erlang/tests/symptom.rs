//! From a failed test to the call that the failure is about: the symptom, where the search for the
//! code to blame begins.

use computation_tree::{NodeId, SubjectId, Tree, TreeExt};
use erlang_machine::program::Mfa;
use erlang_syntax::ast::{Expr, ExprId, ExprKind, FormKind, Module, UnaryOp};
use erlang_syntax::{Options, parse_expressions, pretty};
use erlang_term::{Atom, Term};
use erlang_tree::{Call, CallOutcome, CallTree, Subject};

use super::results::{Failure, PropertyOutcome};
use crate::erlang::exception::frames;
use crate::erlang::project::Code;

/// Where the search begins.
#[derive(Debug, PartialEq, Eq)]
pub enum Symptom {
    /// This call is known to be wrong.
    Call(NodeId),
    /// Something that was called from here is wrong; it may be any of those calls. The assertion
    /// is about one of them, which may be right for wrong arguments.
    Below { node: NodeId, asserted: Option<NodeId> },
}

/// The call that the assertion is about, as it is written.
struct Asserted {
    module: Atom,
    function: Atom,
    arity: u32,
    /// Whether all of its arguments are written there, so that no other call has a part in them.
    closed: bool,
    /// What the value of the assertion says about that of the call.
    value: Told,
}

/// An assertion is about the value of a call, or about something made of it.
#[derive(Clone, Copy)]
enum Told {
    Value,
    /// `not f(X)`
    Opposite,
    /// `f(X) > 3`, `length(f(X))`
    Nothing,
}

/// The subjects that these setups of fixtures are, if they were called. They may be to blame, even
/// if they are code of tests.
pub fn setups(tree: &CallTree, setups: &[Mfa]) -> Vec<SubjectId> {
    let name =
        |subject: &Subject| Mfa { module: subject.module, function: subject.function, arity: subject.arity };
    tree.subjects().filter(|(_, subject)| setups.contains(&name(subject))).map(|(id, _)| id).collect()
}

/// The tree is that of the process that ran the test, after these setups.
pub fn find(tree: &mut CallTree, failure: &Failure, code: &Code, setups: &[SubjectId]) -> Symptom {
    let calls = calls_of_test(tree, setups);
    let (found, closed) = match failure.assertion() {
        Some(assertion) => {
            let asserted = assertion.expression.as_deref().and_then(|text| Asserted::of(text, failure, code));
            let Some(asserted) = asserted else { return whole(tree, failure, &calls, None) };
            let is_it = |call: &Call| {
                let value = || match (&assertion.value, &call.outcome, asserted.value) {
                    (Some(expected), CallOutcome::Value(value), Told::Value) => expected == value,
                    (Some(expected), CallOutcome::Value(value), Told::Opposite) => {
                        let opposite = |term: &Term| term.as_atom().map(|atom| atom.name() != "true");
                        opposite(expected) == value.as_atom().map(|atom| atom.name() == "true")
                    }
                    (Some(_), CallOutcome::Value(_), Told::Nothing) => true,
                    // An exception that was wanted, and is none or another one.
                    (None, ..) => true,
                    _ => false,
                };
                asserted.is_of(call) && value()
            };
            (last(tree, &calls, is_it), asserted.closed)
        }
        None => match Unmatched::of(failure, code) {
            Some(Unmatched { asserted, value, .. }) => {
                let is_it = |call: &Call| {
                    asserted.is_of(call)
                        && matches!(&call.outcome, CallOutcome::Value(found) if *found == value)
                };
                (last(tree, &calls, is_it), asserted.closed)
            }
            None => (last(tree, &calls, |call| failure.is_outcome(&call.outcome)), false),
        },
    };
    // What was set up may have left something behind for it.
    let closed = closed && !calls.iter().any(|call| setups.contains(&tree.tree().subject(*call)));
    match found {
        // Whatever was computed before the call may have gone into its arguments, and be what is
        // wrong.
        Some(node) if closed || calls.first() == Some(&node) => Symptom::Call(node),
        asserted => whole(tree, failure, &calls, asserted),
    }
}

/// The test that failed; all of its process, if something was called before the test that may have
/// a part in it.
fn whole(tree: &mut CallTree, failure: &Failure, calls: &[NodeId], asserted: Option<NodeId>) -> Symptom {
    let shape = tree.tree();
    let tests: Vec<NodeId> =
        shape.children(NodeId(0)).filter(|node| is_of_test(tree, shape.subject(*node))).collect();
    let test = last(tree, &tests, |call| failure.is_outcome(&call.outcome));
    let all = |test: &NodeId| calls.first().is_none_or(|first| first > test);
    Symptom::Below { node: test.filter(all).unwrap_or(NodeId(0)), asserted }
}

/// What the test itself called, in order, after its setups: all suspects without a suspect above
/// them. Code of tests is not a suspect.
fn calls_of_test(tree: &CallTree, setups: &[SubjectId]) -> Vec<NodeId> {
    let shape = tree.tree();
    let mut calls = Vec::new();
    let mut rest: Vec<NodeId> = shape.children(NodeId(0)).collect();
    rest.reverse();
    while let Some(node) = rest.pop() {
        let subject = shape.subject(node);
        if is_of_test(tree, subject) && !setups.contains(&subject) {
            let before = rest.len();
            rest.extend(shape.children(node));
            rest[before..].reverse();
        } else {
            calls.push(node);
        }
    }
    calls
}

fn last(tree: &mut CallTree, calls: &[NodeId], is_it: impl Fn(&Call) -> bool) -> Option<NodeId> {
    calls.iter().rev().copied().find(|node| is_it(&tree.call(*node)))
}

fn is_of_test(tree: &CallTree, subject: SubjectId) -> bool {
    let subject = tree.subject(subject);
    is_test_code(subject.module.name(), subject.function.name())
}

/// Whether a function belongs to the tests rather than to what is tested: `x_test`, `prop_x`, the
/// funs in them, and all of `m_tests`, `m_SUITE` and `prop_m`.
pub fn is_test_code(module: &str, function: &str) -> bool {
    let name = match function.strip_prefix('-').and_then(|name| name.split_once('/')) {
        Some((outer, _)) => outer,
        None => function,
    };
    module.ends_with("_tests")
        || module.ends_with("_SUITE")
        || module.starts_with("prop_")
        || name.starts_with("prop_")
        || name.ends_with("_test")
        || name.ends_with("_test_")
}

impl Asserted {
    /// None: the asserted expression is not just one call.
    fn of(text: &str, failure: &Failure, code: &Code) -> Option<Asserted> {
        let module = failure.module()?;
        let name = Atom::new("asserted");
        let (parsed, problems) = parse_expressions("", text, name, name, &Options::default());
        if !problems.is_empty() {
            return None;
        }
        let body = &parsed.functions().next()?.clauses.first()?.body;
        let [expression] = body[..] else { return None };
        let is_variable = |expr: &Expr| matches!(expr.kind, ExprKind::Variable(_));
        let closed = !parsed.exprs.iter().any(is_variable);
        let home = code.modules().find(|source| source.name == module)?;
        Asserted::within(&parsed, expression, home, closed, code)
    }

    fn is_of(&self, call: &Call) -> bool {
        let subject = &call.subject;
        (subject.module, subject.function, subject.arity) == (self.module, self.function, self.arity)
    }

    /// The only call in an expression that stands in the module `home`.
    fn within(
        parsed: &Module,
        mut expression: ExprId,
        home: &Module,
        closed: bool,
        code: &Code,
    ) -> Option<Asserted> {
        let is_own = |module: Atom| code.modules().any(|source| source.name == module);
        let mut value = Told::Value;
        // Down to the only call of code under test: what is around it is trusted.
        loop {
            let parts = match &parsed[expression].kind {
                ExprKind::RemoteCall { module, function, arguments } => {
                    let (module, function) = (atom(&parsed[*module])?, atom(&parsed[*function])?);
                    if is_own(module) {
                        return Some(Asserted {
                            module,
                            function,
                            arity: arguments.len() as u32,
                            closed,
                            value,
                        });
                    }
                    arguments.clone()
                }
                ExprKind::Call { callee, arguments } => {
                    let (function, arity) = (atom(&parsed[*callee])?, arguments.len() as u32);
                    let module = home_of(home, function, arity);
                    let is_defined = home.functions().any(|own| (own.name, own.arity) == (function, arity));
                    if is_defined || (module != home.name && is_own(module)) {
                        return Some(Asserted { module, function, arity, closed, value });
                    }
                    arguments.clone()
                }
                ExprKind::Unary { op: UnaryOp::Not, operand } => {
                    value = match value {
                        Told::Value => Told::Opposite,
                        Told::Opposite => Told::Value,
                        Told::Nothing => Told::Nothing,
                    };
                    expression = *operand;
                    continue;
                }
                ExprKind::Binary { left, right, .. } => vec![*left, *right],
                _ => return None,
            };
            let mut calls = parts.into_iter().filter(|part| has_call(parsed, *part));
            expression = calls.next().filter(|_| calls.next().is_none())?;
            value = Told::Nothing;
        }
    }
}

/// A match in a test that failed: `{ok, X} = f(Y)`.
pub struct Unmatched {
    /// As it is written.
    pub pattern: String,
    asserted: Asserted,
    value: Term,
}

impl Unmatched {
    pub fn of(failure: &Failure, code: &Code) -> Option<Unmatched> {
        let value = match failure.reason.as_tuple()? {
            [Term::Atom(reason), value] if reason.name() == "badmatch" => value.clone(),
            _ => return None,
        };
        let place = frames(&failure.stack)?.into_iter().next()?;
        let line = place.line?;
        let home = code.modules().find(|module| module.name == place.module)?;
        if !is_test_code(place.module.name(), place.function.name()) {
            return None;
        }
        let matches = (0..home.exprs.len()).map(|n| ExprId(n as u32)).filter_map(|id| match home[id].kind {
            ExprKind::Match { pattern, value } if home.first_anchor(id).line == line => {
                Some((pattern, value))
            }
            _ => None,
        });
        let mut found = matches.filter_map(|(pattern, value)| {
            let outer = home[value].span;
            let is_inside = |expr: &Expr| {
                expr.span.file == outer.file && expr.span.start >= outer.start && expr.span.end <= outer.end
            };
            let is_variable = |expr: &&Expr| matches!(expr.kind, ExprKind::Variable(_));
            let closed = !home.exprs.iter().filter(is_variable).any(is_inside);
            let asserted = Asserted::within(home, value, home, closed, code)?;
            // The value that did not match is that of the call itself.
            matches!(asserted.value, Told::Value).then(|| (pretty::expr(home, pattern), asserted))
        });
        let (pattern, asserted) = found.next()?;
        // Which one of several it was, nobody can tell.
        found.next().is_none().then_some(Unmatched { pattern, asserted, value })
    }
}

/// Whether there is a call in it, as far as simple expressions go.
fn has_call(module: &Module, id: ExprId) -> bool {
    match &module[id].kind {
        ExprKind::RemoteCall { .. } | ExprKind::Call { .. } => true,
        ExprKind::Unary { operand, .. } => has_call(module, *operand),
        ExprKind::Binary { left, right, .. } => has_call(module, *left) || has_call(module, *right),
        ExprKind::Tuple(parts) => parts.iter().any(|part| has_call(module, *part)),
        ExprKind::List { elements, .. } => elements.iter().any(|part| has_call(module, *part)),
        _ => false,
    }
}

fn atom(expr: &Expr) -> Option<Atom> {
    match expr.kind {
        ExprKind::Atom(atom) => Some(atom),
        _ => None,
    }
}

/// The module that a local call goes to: another one if the function is imported.
fn home_of(module: &Module, function: Atom, arity: u32) -> Atom {
    let imported = module.forms.iter().find_map(|form| match &form.kind {
        FormKind::Import { module, functions } => {
            functions.iter().any(|name| (name.name, name.arity) == (function, arity)).then_some(*module)
        }
        _ => None,
    });
    imported.unwrap_or(module.name)
}

impl Failure {
    /// Whether a call ended with it.
    fn is_outcome(&self, outcome: &CallOutcome) -> bool {
        let raised = match self.counterexample() {
            Some((_, PropertyOutcome::Raised(raised))) => raised,
            _ => self.reason.clone(),
        };
        matches!(outcome, CallOutcome::Exception { class, reason, .. } if *class == self.class && *reason == raised)
    }

    /// The module that the assertion stands in.
    fn module(&self) -> Option<Atom> {
        let [_, facts] = self.reason.as_tuple()? else { return None };
        facts.proper_list()?.iter().find_map(|fact| match fact.as_tuple()? {
            [Term::Atom(key), Term::Atom(module)] if key.name() == "module" => Some(*module),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_tests() {
        let check = |module: &str, function: &str, expected: bool| {
            assert_eq!(is_test_code(module, function), expected, "{module}:{function}");
        };
        check("calc", "add", false);
        check("calc", "add_test", true);
        check("calc", "add_test_", true);
        check("calc", "-add_test_/0-fun-3-", true);
        check("calc", "-add/2-fun-0-", false);
        check("calc_tests", "helper", true);
        check("calc_SUITE", "helper", true);
        check("prop_calc", "model", true);
        check("calc", "-prop_add/0-fun-0-", true);
        check("calc", "property", false);
        check("contest", "latest", false);
    }
}
