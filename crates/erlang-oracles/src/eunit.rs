//! EUnit's assertions as an oracle: one that states the very call, with the very arguments, settles
//! it.
//!
//! No macro is known by its name or its text. After preprocessing, an assertion is a fun that is
//! called on the spot and raises `{assert…, Details}` if it does not hold; so are those of any
//! version of `eunit.hrl`. The one call of suspect code in it is replaced by the outcome that was
//! recorded, and the rest is run: the assertion itself says whether it holds.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use erlang_machine::compile::variables;
use erlang_machine::program::Mfa;
use erlang_machine::world::Loader;
use erlang_syntax::ast::{BinaryOp, Expr, ExprId, ExprKind, Function, Module, UnaryOp};
use erlang_term::{Atom, Term, atoms};

use crate::contested::PassingCall;
use crate::scope::{self, Scope};
use crate::stated::{self, CallSite, Draft, Names, Recorded, WithDrafts};
use crate::trial::{Court, Limits, Trial};
use crate::trust::Trust;
use crate::{Call, Judgement, mfa};

pub struct EUnit {
    court: Court,
    trust: Rc<Trust>,
    assertions: Vec<Assertion>,
    about: HashMap<Mfa, Vec<usize>>,
}

struct Assertion {
    about: Mfa,
    /// Where it was written, and the module of the functions made from it.
    home: Atom,
    draft: Atom,
    /// Of no arguments: the arguments of the call.
    arguments: Atom,
    /// Of the recorded outcome: raises unless the assertion holds.
    holds: Atom,
    /// It leaves only one outcome right.
    exact: bool,
    place: String,
    known_arguments: Option<Option<Vec<Term>>>,
}

/// What the assertions about a call say of its outcome.
#[derive(Default)]
struct Said {
    exactly: usize,
    /// Where those stand that hold, but would for other outcomes too.
    partly: Vec<String>,
    fails: usize,
}

impl EUnit {
    /// Looks for assertions in the user's modules.
    pub fn new(modules: &[Rc<Module>], loader: Rc<dyn Loader>, trust: Rc<Trust>, limits: Limits) -> EUnit {
        let suspects: HashSet<Atom> = modules.iter().map(|module| module.name).collect();
        let (mut assertions, mut drafts) = (Vec::new(), BTreeMap::new());
        for module in modules.iter().filter(|module| may_assert(module)) {
            let mut search = Search {
                module,
                names: Names::of(module),
                suspects: &suspects,
                draft: None,
                found: Vec::new(),
            };
            search.run();
            assertions.extend(search.found);
            if let Some(draft) = search.draft {
                drafts.insert(draft.module.name.name(), Rc::new(draft.module));
            }
        }
        let mut about: HashMap<Mfa, Vec<usize>> = HashMap::new();
        for (n, assertion) in assertions.iter().enumerate() {
            about.entry(assertion.about).or_default().push(n);
        }
        let court = Court::new(Box::new(WithDrafts { inner: loader, drafts }), limits);
        EUnit { court, trust, assertions, about }
    }

    pub async fn judge(&mut self, call: &Call) -> Option<Judgement> {
        let said = self.consult(call).await?;
        match (said.exactly, said.fails) {
            (0, 0) => None,
            (_, 0) => Some(Judgement::Right),
            // Both: the outcome does not follow from the arguments.
            (0, _) if self.follows_from_arguments(call).await => Some(Judgement::Wrong),
            _ => None,
        }
    }

    pub async fn advice(&mut self, call: &Call) -> Option<String> {
        let said = self.consult(call).await?;
        (!said.partly.is_empty()).then(|| format!("the assertion at {} holds here", said.partly.join(", ")))
    }

    async fn consult(&mut self, call: &Call) -> Option<Said> {
        if call.subject.fun.is_some() {
            return None;
        }
        let about = self.about.get(&mfa(call))?.clone();
        let (arguments, outcome) = (stated::arguments(call)?, stated::recorded(call)?);
        let mut said = Said::default();
        for n in about {
            if self.arguments_of(n).await.is_none_or(|stated| *stated != arguments) {
                continue;
            }
            let assertion = &self.assertions[n];
            match self.try_out(assertion, assertion.holds, vec![outcome.clone()]).await {
                Trial::Value(_) if assertion.exact => said.exactly += 1,
                Trial::Value(_) => said.partly.push(assertion.place.clone()),
                Trial::Exception { .. } => said.fails += 1,
                Trial::Inconclusive(_) => {}
            }
        }
        Some(said)
    }

    /// The calls of a function that passing assertions make, with their values.
    pub(crate) async fn passing(&mut self, name: Mfa) -> Vec<PassingCall> {
        let mut found = Vec::new();
        for n in self.about.get(&name).cloned().unwrap_or_default() {
            let Some(arguments) = self.arguments_of(n).await.cloned() else { continue };
            let Some(id) = self.court.function(name) else { continue };
            let Trial::Value(value) = self.court.call(id, arguments.clone(), None).await else { continue };
            let assertion = &self.assertions[n];
            let outcome = stated::of_value(value.clone());
            if let Trial::Value(_) = self.try_out(assertion, assertion.holds, vec![outcome]).await {
                found.push((assertion.place.clone(), arguments, value));
            }
        }
        found
    }

    async fn arguments_of(&mut self, n: usize) -> Option<&Vec<Term>> {
        if self.assertions[n].known_arguments.is_none() {
            let assertion = &self.assertions[n];
            let known = match self.try_out(assertion, assertion.arguments, Vec::new()).await {
                Trial::Value(list) => list.proper_list(),
                _ => None,
            };
            self.assertions[n].known_arguments = Some(known);
        }
        self.assertions[n].known_arguments.as_ref()?.as_ref()
    }

    async fn try_out(&self, assertion: &Assertion, function: Atom, arguments: Vec<Term>) -> Trial {
        let arity = arguments.len() as u32;
        let Some(id) = self.court.function(Mfa { module: assertion.draft, function, arity }) else {
            return Trial::Inconclusive("the assertion cannot be checked".into());
        };
        let Assertion { draft, home, about, .. } = assertion;
        let may_lean_on = |code: &erlang_machine::code::Function| {
            let mfa = Mfa { module: code.module, function: code.name, arity: code.arity };
            self.trust.holds(mfa) || stated::may_lean_on(code, *draft, *home, about.module)
        };
        self.court.call(id, arguments, Some(&may_lean_on)).await
    }

    /// A test may call a function twice and rightly expect different values, if something changes
    /// in between.
    async fn follows_from_arguments(&self, call: &Call) -> bool {
        let (Some(id), Some(arguments)) = (self.court.function(mfa(call)), stated::arguments(call)) else {
            return false;
        };
        !matches!(self.court.call(id, arguments, None).await, Trial::Inconclusive(_))
    }
}

/// A quick look: most modules hold no tests.
fn may_assert(module: &Module) -> bool {
    let names = module.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Atom(name) => Some(name.name()),
        _ => None,
    });
    module.functions().any(is_test) || names.into_iter().any(|name| name.starts_with("assert"))
}

fn is_test(function: &Function) -> bool {
    let name = function.name.name();
    function.arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"))
}

/// The search through one module.
struct Search<'a> {
    module: &'a Module,
    names: Names,
    suspects: &'a HashSet<Atom>,
    /// Made for the first assertion.
    draft: Option<Draft>,
    found: Vec<Assertion>,
}

impl Search<'_> {
    fn run(&mut self) {
        let module = self.module;
        for function in module.functions() {
            let is_test = is_test(function);
            scope::walk(module, function, &mut |scope, expr, statement| {
                if assertion_name(module, expr).is_some() {
                    self.assertion(scope, expr);
                } else if is_test
                    && statement
                    && let ExprKind::Match { pattern, .. } = module[expr].kind
                    && !matches!(module[pattern].kind, ExprKind::Variable(name) if !scope.is_bound(name))
                {
                    self.assertion(scope, expr);
                }
            });
        }
    }

    fn assertion(&mut self, scope: &Scope, expr: ExprId) {
        let module = self.module;
        let Some(before) = scope.slice(module, &[expr]) else { return };
        let all: Vec<ExprId> = before.iter().copied().chain([expr]).collect();
        let Some(call) = self.only_suspect(&all) else { return };
        let Some(before_call) = scope.slice(module, &call.arguments) else { return };
        let draft = self.draft.get_or_insert_with(|| Draft::new(module, "assertions"));
        let list = draft.list(call.arguments.clone());
        let arguments = draft.function(Vec::new(), before_call.into_iter().chain([list]).collect());
        let outcome = Atom::new("Whodunit@CallOutcome");
        let recorded = Recorded { calls: std::slice::from_ref(&call), arguments: None, outcome };
        let body = all.iter().map(|&statement| draft.with_outcome(statement, &recorded)).collect();
        let pattern = draft.variable(outcome);
        let holds = draft.function(vec![pattern], body);
        let span = module[expr].span;
        self.found.push(Assertion {
            about: call.mfa,
            home: module.name,
            draft: draft.module.name,
            arguments,
            holds,
            exact: Exactness { module, scope, call: call.expr }.of(expr),
            place: format!("{}:{}", module.sources.name(span.file), span.start.line),
            known_arguments: None,
        });
    }

    /// The call that an assertion is about: of another module that is under suspicion, or else of
    /// this one. There must be just one, lest the others be to blame.
    fn only_suspect(&self, exprs: &[ExprId]) -> Option<CallSite> {
        let mut calls = self.names.calls(self.module, exprs);
        calls.retain(|call| self.suspects.contains(&call.mfa.module));
        if calls.iter().any(|call| call.mfa.module != self.module.name) {
            calls.retain(|call| call.mfa.module != self.module.name);
        }
        if calls.len() == 1 { calls.pop() } else { None }
    }
}

/// `(fun() -> …, erlang:error({assert…, …}) … end)()`: which assertion it is.
fn assertion_name(module: &Module, expr: ExprId) -> Option<Atom> {
    let body = assertion_body(module, expr)?;
    body.iter().flat_map(|&part| module.subexpressions(part)).find_map(|part| {
        let ExprKind::RemoteCall { module: definer, function, arguments } = &module[part].kind else {
            return None;
        };
        let is = |id: ExprId, atom: Atom| matches!(module[id].kind, ExprKind::Atom(a) if a == atom);
        let [argument] = arguments.as_slice() else { return None };
        let ExprKind::Tuple(details) = &module[*argument].kind else { return None };
        match module[*details.first()?].kind {
            ExprKind::Atom(name)
                if is(*definer, atoms::ERLANG)
                    && is(*function, atoms::ERROR)
                    && name.name().starts_with("assert") =>
            {
                Some(name)
            }
            _ => None,
        }
    })
}

fn assertion_body(module: &Module, expr: ExprId) -> Option<&[ExprId]> {
    let ExprKind::Call { callee, arguments } = &module[expr].kind else { return None };
    let ExprKind::Fun { name: None, clauses } = &module[*callee].kind else { return None };
    match clauses.as_slice() {
        [clause] if arguments.is_empty() && clause.patterns.is_empty() => Some(&clause.body),
        _ => None,
    }
}

/// Whether an assertion leaves only one outcome of its call right.
struct Exactness<'a> {
    module: &'a Module,
    scope: &'a Scope,
    call: ExprId,
}

impl Exactness<'_> {
    fn of(&self, expr: ExprId) -> bool {
        let module = self.module;
        if let ExprKind::Match { pattern, value } = module[expr].kind {
            return self.is_call(value) && self.is_closed(pattern);
        }
        let Some(body) = assertion_body(module, expr) else { return false };
        let Some(name) = assertion_name(module, expr) else { return false };
        let Some((&last, before)) = body.split_last() else { return false };
        match (&module[last].kind, name.name()) {
            // `X = Expected, case Expr of X -> ok; …`
            (ExprKind::Case { argument, .. }, "assertEqual") => {
                let expected = before.iter().any(|&statement| {
                    matches!(module[statement].kind, ExprKind::Match { value, .. } if self.is_call(value))
                });
                expected || self.is_call(*argument)
            }
            (ExprKind::Case { argument, .. }, "assert") => {
                self.is_truth_of_call(*argument, !self.mentions_false(last))
            }
            (ExprKind::Case { argument, clauses }, "assertMatch") => clauses.first().is_some_and(|clause| {
                self.is_call(*argument)
                    && clause.guard.is_empty()
                    && clause.patterns.iter().all(|&pattern| self.is_closed(pattern))
            }),
            // Who leaves part of an exception open says that it does not matter.
            (ExprKind::Try { body, .. }, "assertException") => matches!(**body, [only] if self.is_call(only)),
            _ => false,
        }
    }

    /// The call, or a variable that holds its value.
    fn is_call(&self, expr: ExprId) -> bool {
        expr == self.call
            || matches!(self.module[expr].kind, ExprKind::Variable(name)
                if self.scope.definition(name).is_some_and(|definition| definition.value == self.call))
    }

    /// A condition that is `expected` for one value of the call only.
    fn is_truth_of_call(&self, condition: ExprId, expected: bool) -> bool {
        match self.module[condition].kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => self.is_truth_of_call(operand, !expected),
            ExprKind::Binary { op: BinaryOp::ExactlyEqual | BinaryOp::Equal, left, right } => {
                expected && (self.is_call(left) || self.is_call(right))
            }
            _ => self.is_call(condition),
        }
    }

    /// `{expected, false}` among the details.
    fn mentions_false(&self, expr: ExprId) -> bool {
        let atom = |id: ExprId| match &self.module[id] {
            Expr { kind: ExprKind::Atom(name), .. } => name.name(),
            _ => "",
        };
        self.module.subexpressions(expr).into_iter().any(|part| {
            matches!(&self.module[part].kind, ExprKind::Tuple(pair)
                if matches!(**pair, [key, value] if atom(key) == "expected" && atom(value) == "false"))
        })
    }

    /// A pattern that only one term matches.
    fn is_closed(&self, pattern: ExprId) -> bool {
        let module = self.module;
        let bound =
            variables::occurring(module, &[pattern]).into_iter().all(|name| self.scope.is_bound(name));
        bound
            && module.subexpressions(pattern).into_iter().all(|part| {
                !matches!(module[part].kind, ExprKind::Wildcard | ExprKind::Map(_) | ExprKind::Record { .. })
            })
    }
}

#[cfg(test)]
mod tests {
    use slices::finish;
    use test_support::Sources;

    use super::*;
    use crate::testing::call;

    const SUM: &str = "-module(sum).\n-export([sum/1, even/1, first/1, next/0, fail/1]).\n\
        sum(L) -> lists:sum(L).\neven(N) -> N rem 2 =:= 0.\nfirst([X | _]) -> {ok, X}.\n\
        next() -> N = get(n), put(n, N + 1), N.\nfail(X) -> error({bad, X}).\n";

    /// What the assertions of a test module say of calls, one a line, each with what is expected.
    #[track_caller]
    fn check(tests: &str, calls: &str) {
        let text = format!(
            "-module(sum_tests).\n-include_lib(\"eunit/include/eunit.hrl\").\n{tests}\nhelp(N) -> N + 1.\n"
        );
        check_modules(&[SUM, &text], calls);
    }

    #[track_caller]
    fn check_modules(texts: &[&str], calls: &str) {
        let modules = Sources::new(texts);
        let loader = Rc::new(modules.clone());
        let mut eunit = EUnit::new(&modules.all(), loader, Rc::default(), Limits::default());
        for line in calls.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (expected, statement) = line.split_once(' ').expect("an expectation");
            let call = call(statement.trim());
            let said = match finish(eunit.judge(&call)) {
                Some(Judgement::Right) => "right",
                Some(Judgement::Wrong) => "wrong",
                Some(_) => "nonsense",
                None if finish(eunit.advice(&call)).is_some() => "advice",
                None => "-",
            };
            assert_eq!(said, expected, "{statement}\n{}", texts[texts.len() - 1]);
        }
    }

    #[test]
    fn equality() {
        check(
            "a_test() -> ?assertEqual(6, sum:sum([1, 2, 1 + 2])).",
            "right sum:sum([1, 2, 3]) = 6
             wrong sum:sum([1, 2, 3]) = 7
             wrong sum:sum([1, 2, 3]) raises error:badarg
             - sum:sum([1, 2]) = 7
             - sum:even(1) = 7",
        );
        check(
            "a_test() -> ?assertEqual(1, sum:sum([1])), ?assert(sum:even(2)), ?assertMatch(3, sum:sum([3])).",
            "right sum:sum([1]) = 1\nwrong sum:even(2) = false\nwrong sum:sum([3]) = 4",
        );
        check("a_test_() -> [?_assertEqual(sum:sum(lists:seq(1, 3)), 6)].", "right sum:sum([1, 2, 3]) = 6");
        check(
            "a_test_() -> {\"x\", fun() -> ?assertEqual(6, sum:sum([6]), \"why\") end}.",
            "wrong sum:sum([6]) = 5",
        );
        check(
            "a_test() -> ?assertEqual(help(5), sum:sum([6])).",
            "right sum:sum([6]) = 6\nwrong sum:sum([6]) = 5",
        );
        check(
            "a_test() -> ?assertNotEqual(5, sum:sum([6])).",
            "advice sum:sum([6]) = 6\nwrong sum:sum([6]) = 5",
        );
    }

    #[test]
    fn truth() {
        check("a_test() -> ?assert(sum:even(2)).", "right sum:even(2) = true\nwrong sum:even(2) = false");
        check("a_test() -> ?assertNot(sum:even(3)).", "right sum:even(3) = false\nwrong sum:even(3) = true");
        check(
            "a_test_() -> ?_assertNot(sum:even(3)).",
            "right sum:even(3) = false\nwrong sum:even(3) = true",
        );
        check("a_test() -> ?assert(sum:sum([1]) =:= 1).", "right sum:sum([1]) = 1\nwrong sum:sum([1]) = 2");
        check("a_test() -> ?assert(sum:sum([1]) > 0).", "advice sum:sum([1]) = 2\nwrong sum:sum([1]) = 0");
        check(
            "a_test() -> ?assertNot(sum:sum([1]) == 2).",
            "advice sum:sum([1]) = 1\nwrong sum:sum([1]) = 2",
        );
    }

    #[test]
    fn patterns_and_exceptions() {
        check("a_test() -> ?assertMatch({ok, 1}, sum:first([1])).", "right sum:first([1]) = {ok, 1}");
        check(
            "a_test() -> ?assertMatch({ok, _}, sum:first([1])).",
            "advice sum:first([1]) = {ok, 2}\nwrong sum:first([1]) = no",
        );
        check(
            "a_test() -> ?assertMatch({ok, X} when X > 1, sum:first([2])).",
            "wrong sum:first([2]) = {ok, 1}",
        );
        check(
            "a_test() -> ?assertError({bad, _}, sum:fail(1)).",
            "right sum:fail(1) raises error:{bad, 1}
             wrong sum:fail(1) raises exit:{bad, 1}
             wrong sum:fail(1) raises error:badarg
             wrong sum:fail(1) = 1",
        );
        check("a_test() -> ?assertThrow(x, sum:fail(1)).", "right sum:fail(1) raises throw:x");
        check("a_test() -> ?assertException(exit, y, sum:fail(1)).", "right sum:fail(1) raises exit:y");
    }

    #[test]
    fn matches_and_variables() {
        check("a_test() -> 6 = sum:sum([6]).", "right sum:sum([6]) = 6\nwrong sum:sum([6]) = 5");
        check(
            "a_test() -> {ok, X} = sum:first([1]), X.",
            "advice sum:first([1]) = {ok, 1}\nwrong sum:first([1]) = x",
        );
        check("a_test() -> X = sum:first([1]), X.", "- sum:first([1]) = x");
        check("helper() -> 6 = sum:sum([6]).", "- sum:sum([6]) = 5");
        check(
            "a_test() -> L = [1, 2], S = sum:sum(L), ?assertEqual(3, S).",
            "right sum:sum([1, 2]) = 3\nwrong sum:sum([1, 2]) = 4",
        );
        check(
            "a_test() -> L = [2], E = length(L) + 1, ?assertEqual(E, sum:sum(L)).",
            "right sum:sum([2]) = 2\nwrong sum:sum([2]) = 3",
        );
        check("a_test_() -> [?_assertEqual(X, sum:sum([X])) || X <- [1, 2]].", "- sum:sum([1]) = 2");
    }

    /// Headers differ in how they word an assertion, not in what it is.
    #[test]
    fn assertions_of_another_header() {
        let text = "-module(sum_tests).\n-export([a_test/0]).\n\
            -define(assert(B), begin ((fun () -> X__T = is_process_alive(self()), case (B) of X__T -> ok; X__V -> \
                erlang:error({assert, [{line, ?LINE}, {expected, true}, {value, X__V}]}) end end)()) end).\n\
            -define(assertEqual(E, X), begin ((fun () -> X__X = (E), case (X) of X__X -> ok; X__V -> \
                erlang:error({assertEqual, [{module, ?MODULE}, {value, X__V}]}) end end)()) end).\n\
            -define(assertException(C, T, X), begin ((fun () -> try (X) of X__V -> erlang:error({assertException, [X__V]}) \
                catch C:T -> ok; X__C:X__T:X__S -> erlang:error({assertException, [X__C, X__T, X__S]}) end end)()) end).\n\
            a_test() -> ?assert(sum:even(2)), ?assertEqual(3, sum:sum([3])), ?assertException(error, x, sum:fail(3)).\n";
        check_modules(
            &[SUM, text],
            "right sum:even(2) = true
             wrong sum:even(2) = false
             right sum:sum([3]) = 3
             wrong sum:sum([3]) = 4
             right sum:fail(3) raises error:x
             wrong sum:fail(3) raises error:y",
        );
    }

    #[test]
    fn what_settles_nothing() {
        // Two suspects: either may be to blame.
        check(
            "a_test() -> ?assertEqual(sum:sum([1]), sum:sum([2])).",
            "- sum:sum([1]) = 5\n- sum:sum([2]) = 5",
        );
        check("a_test() -> ?assertEqual(1, sum:sum([sum:sum([1])])).", "- sum:sum([1]) = 5");
        // The outcome follows from more than the arguments.
        check(
            "a_test() -> ?assertEqual(1, sum:next()), ?assertEqual(2, sum:next()).",
            "- sum:next() = 2\n- sum:next() = 3",
        );
        check("a_test() -> ?assertEqual(1, sum:next()).", "right sum:next() = 1\n- sum:next() = 2");
    }

    #[test]
    fn tests_in_the_module_itself() {
        let text = "-module(own).\n-export([f/1]).\n-include_lib(\"eunit/include/eunit.hrl\").\n\
            f(X) -> X + 1.\ng(X) -> X.\nf_test() -> ?assertEqual(2, f(1)), ?assertEqual(g(3), f(2)), ?assertEqual(4, own:f(3)).\n";
        check_modules(
            &[text],
            "right own:f(1) = 2\nwrong own:f(1) = 3\n- own:f(2) = 4\nwrong own:f(3) = 5\nright own:f(3) = 4",
        );
    }
}
