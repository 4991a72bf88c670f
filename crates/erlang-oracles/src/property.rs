//! Properties as an oracle, by the table of Hoed's thesis, ch. 8, for a strict language: mode 1 is all there is, since values have
//! no holes.
//!
//! A property is admissible if (R1) all it leans on beside the function in question is trusted, (R2) the function is applied to the
//! recorded arguments only, and (R3) its recorded result is all that is seen of it. So the calls of the function in the property are
//! replaced by the recorded outcome, which happens only if their arguments are the recorded ones. Then:
//!
//! - false: the statement is wrong;
//! - true, and so are all properties that are declared to be complete together: it is right;
//! - true otherwise: advice;
//! - an exception, a precondition that is not met, a value that is no truth: nothing.
//!
//! What counts as a property of `f/n`:
//!
//! - `?FORALL(X, Generator, Property)` of PropEr anywhere in the sources, if the property calls `f`;
//! - a plain function `m:p/k` that is named (`--property m:p/k`), of one clause without a guard, which calls `f`: for all arguments
//!   it should be true;
//! - a named function `m:p/k` with k = n + 1, which gets the arguments and the result: of `f` if it is called `prop_f`, or if it is named
//!   as `--property other:f/n=m:p/k`.
//!
//! A property is complete if its module says so (`-whodunit_complete([p/0]).`) or its name on the command line ends in `!`.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use erlang_machine::compile::variables;
use erlang_machine::program::Mfa;
use erlang_machine::world::Loader;
use erlang_syntax::ast::{Expr, ExprId, ExprKind, Function, Module, UnaryOp, VarName};
use erlang_term::{Atom, Term, atoms};

use crate::scope;
use crate::stated::{self, CallSite, Draft, Names, Recorded, WithDrafts};
use crate::trial::{Court, Limits, Trial};
use crate::trust::{self, Trust};
use crate::{Call, Judgement, Outcome, mfa};

/// A property as the command line names it: `m:p/2`, `m:p/2!`, `m:f/1=m:p/2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub property: Mfa,
    pub subject: Option<Mfa>,
    pub complete: bool,
}

pub fn parse(text: &str) -> Result<Named, String> {
    let trouble =
        || format!("`{text}` does not name a property: m:p/2, m:p/2! if it is complete, or m:f/1=m:p/2");
    let mfa =
        |text: &str| text.trim().rsplit_once('/').and_then(|(name, arity)| trust::parse_mfa(name, arity));
    let (rest, complete) = text.strip_suffix('!').map_or((text, false), |rest| (rest, true));
    let (subject, property) = match rest.split_once('=') {
        Some((subject, property)) => (Some(mfa(subject).ok_or_else(trouble)?), property),
        None => (None, rest),
    };
    let property = mfa(property).ok_or_else(trouble)?;
    if let Some(subject) = subject
        && property.arity != subject.arity + 1
    {
        let (expected, shown) = (subject.arity + 1, shown(property));
        return Err(format!(
            "a property of `{}` takes its arguments and its result: {expected}, not `{shown}`",
            self::shown(subject)
        ));
    }
    Ok(Named { property, subject, complete })
}

fn shown(mfa: Mfa) -> String {
    format!("{}:{}/{}", mfa.module.name(), mfa.function.name(), mfa.arity)
}

/// All properties.
pub struct Properties {
    court: Court,
    trust: Rc<Trust>,
    properties: Vec<Property>,
    /// The statement that was looked at last, and what came of it.
    last: Option<(Mfa, Term, Vec<Truth>)>,
}

struct Property {
    name: Mfa,
    complete: bool,
    kind: Kind,
}

enum Kind {
    /// Of the arguments and the result of a function: this one, or any of this name and arity.
    Relation { module: Option<Atom>, function: Atom },
    /// With one function for each call in it that can be the one in question.
    Stated { draft: Atom, instances: Vec<Instance> },
}

struct Instance {
    subject: Mfa,
    function: Atom,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    /// It is not about this call.
    Silent,
    True,
    False,
    /// ⊥
    Bottom,
}

impl Properties {
    /// Finds the properties in the user's modules. What cannot be made of those that are named is told.
    pub fn new(
        modules: &[Rc<Module>],
        named: &[Named],
        loader: Rc<dyn Loader>,
        trust: Rc<Trust>,
        limits: Limits,
    ) -> Result<Properties, String> {
        let suspects: HashSet<Atom> = modules.iter().map(|module| module.name).collect();
        let (mut properties, mut drafts) = (Vec::new(), BTreeMap::new());
        for module in modules {
            let named: Vec<&Named> =
                named.iter().filter(|named| named.property.module == module.name).collect();
            // Most modules hold no properties.
            let quantifies =
                |expr: &Expr| matches!(expr.kind, ExprKind::Atom(name) if name.name() == "forall");
            if named.is_empty() && !module.exprs.iter().any(quantifies) {
                continue;
            }
            let mut search = Search {
                module,
                names: Names::of(module),
                suspects: &suspects,
                draft: Draft::new(module, "properties"),
                found: Vec::new(),
            };
            search.for_all();
            for named in named {
                search.named(named)?;
            }
            let complete: Vec<(Vec<Term>, _)> = trust::attributes(module, "whodunit_complete").collect();
            for property in &mut search.found {
                let key = Term::tuple([
                    Term::Atom(property.name.function),
                    Term::Int(i64::from(property.name.arity)),
                ]);
                property.complete |= complete.iter().any(|(items, _)| items.contains(&key));
            }
            properties.extend(search.found);
            if !search.draft.is_empty() {
                drafts.insert(search.draft.module.name.name(), Rc::new(search.draft.module));
            }
        }
        if let Some(missing) = named.iter().find(|named| !suspects.contains(&named.property.module)) {
            let (property, module) = (shown(missing.property), missing.property.module.name());
            return Err(format!(
                "the property {property} is not there: no module `{module}` among the sources"
            ));
        }
        let court = Court::new(Box::new(WithDrafts { inner: loader, drafts }), limits);
        Ok(Properties { court, trust, properties, last: None })
    }

    /// As many judges as there are properties, so that each can be named.
    pub fn judges(self) -> Vec<PropertyJudge> {
        let names: Vec<String> =
            self.properties.iter().map(|p| format!("property {}", shown(p.name))).collect();
        let all = Rc::new(RefCell::new(self));
        let judges = names.into_iter().enumerate();
        judges.map(|(index, name)| PropertyJudge { all: all.clone(), index, name }).collect()
    }

    /// The judgement, and which property it is owed to.
    fn judge(&mut self, call: &Call) -> Option<(Judgement, usize)> {
        let truths = self.truths(call)?;
        let about = |n: &usize| truths[*n] != Truth::Silent;
        let complete: Vec<usize> =
            (0..truths.len()).filter(|n| self.properties[*n].complete).filter(about).collect();
        if let Some(last) = complete.last()
            && complete.iter().all(|n| truths[*n] == Truth::True)
        {
            return Some((Judgement::Right, *last));
        }
        let wrong = truths.iter().position(|truth| *truth == Truth::False)?;
        Some((Judgement::Wrong, wrong))
    }

    /// What each property is of this call; the last answer is kept, since every judge asks.
    fn truths(&mut self, call: &Call) -> Option<Vec<Truth>> {
        if call.subject.fun.is_some() {
            return None;
        }
        let mfa = mfa(call);
        let (arguments, outcome) = (stated::arguments(call)?, stated::recorded(call)?);
        let statement = Term::tuple([Term::list(arguments.clone()), outcome.clone()]);
        if let Some((last, said, truths)) = &self.last
            && *last == mfa
            && *said == statement
        {
            return Some(truths.clone());
        }
        let truth = |property| self.truth(property, call, mfa, &arguments, &outcome);
        let truths: Vec<Truth> = self.properties.iter().map(truth).collect();
        self.last = Some((mfa, statement, truths.clone()));
        Some(truths)
    }

    fn truth(
        &self,
        property: &Property,
        call: &Call,
        subject: Mfa,
        arguments: &[Term],
        outcome: &Term,
    ) -> Truth {
        let home = property.name.module;
        match &property.kind {
            Kind::Relation { module, function } => {
                let about = module.is_none_or(|module| module == subject.module)
                    && *function == subject.function
                    && property.name.arity == subject.arity + 1
                    && property.name != subject;
                let (true, Outcome::Value(_)) = (about, &call.outcome) else { return Truth::Silent };
                let Some([_, value]) = outcome.as_tuple() else { return Truth::Silent };
                let values = arguments.iter().chain([value]).cloned().collect();
                self.run(property.name, values, |code| {
                    let itself = code.module == home && code.name == property.name.function;
                    itself || (code.module == home && home != subject.module)
                })
            }
            Kind::Stated { draft, instances } => {
                let instances = instances.iter().filter(|instance| instance.subject == subject);
                let truths: Vec<Truth> = instances
                    .map(|instance| {
                        let values: Vec<Term> = arguments.iter().chain([outcome]).cloned().collect();
                        let mfa =
                            Mfa { module: *draft, function: instance.function, arity: values.len() as u32 };
                        self.run(mfa, values, |code| stated::may_lean_on(code, *draft, home, subject.module))
                    })
                    .collect();
                let said = |truth| truths.contains(&truth);
                match () {
                    () if truths.is_empty() => Truth::Silent,
                    () if said(Truth::False) => Truth::False,
                    () if said(Truth::True) => Truth::True,
                    () => Truth::Bottom,
                }
            }
        }
    }

    fn run(
        &self,
        function: Mfa,
        values: Vec<Term>,
        part_of_property: impl Fn(&erlang_machine::code::Function) -> bool,
    ) -> Truth {
        let Some(id) = self.court.function(function) else { return Truth::Silent };
        let may_lean_on = |code: &erlang_machine::code::Function| {
            let mfa = Mfa { module: code.module, function: code.name, arity: code.arity };
            self.trust.holds(mfa) || part_of_property(code)
        };
        match self.court.call(id, values, Some(&may_lean_on)) {
            Trial::Value(Term::Atom(atoms::TRUE)) => Truth::True,
            Trial::Value(Term::Atom(atoms::FALSE)) => Truth::False,
            _ => Truth::Bottom,
        }
    }
}

/// One property as a judge; all of them share what they know.
pub struct PropertyJudge {
    all: Rc<RefCell<Properties>>,
    index: usize,
    name: String,
}

impl PropertyJudge {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn judge(&mut self, call: &Call) -> Option<Judgement> {
        let (judgement, property) = self.all.borrow_mut().judge(call)?;
        (property == self.index).then_some(judgement)
    }

    pub fn advice(&mut self, call: &Call) -> Option<String> {
        let truths = self.all.borrow_mut().truths(call)?;
        (truths[self.index] == Truth::True).then(|| format!("{} holds here", self.name))
    }
}

/// The search for properties in one module.
struct Search<'a> {
    module: &'a Module,
    names: Names,
    suspects: &'a HashSet<Atom>,
    draft: Draft,
    found: Vec<Property>,
}

impl Search<'_> {
    /// `proper:forall(Generator, fun(X) -> Property end)`, which is what `?FORALL` stands for.
    fn for_all(&mut self) {
        let module = self.module;
        for function in module.functions() {
            let mut instances = Vec::new();
            scope::walk(module, function, &mut |scope, expr, _| {
                if let Some(body) = quantified(module, expr) {
                    let own = variables::occurring(module, quantifier(module, expr).as_slice());
                    instances
                        .extend(self.instances(body, &|name| scope.is_bound(name) || own.contains(&name)));
                }
            });
            let name = Mfa { module: module.name, function: function.name, arity: function.arity };
            self.add(name, false, instances);
        }
    }

    fn add(&mut self, name: Mfa, complete: bool, instances: Vec<Instance>) {
        if !instances.is_empty() {
            let kind = Kind::Stated { draft: self.draft.module.name, instances };
            self.found.push(Property { name, complete, kind });
        }
    }

    fn named(&mut self, named: &Named) -> Result<(), String> {
        let name = named.property;
        let module = self.module;
        let mut functions = module.functions();
        let Some(function) = functions.find(|f| (f.name, f.arity) == (name.function, name.arity)) else {
            return Err(format!("there is no function {}, which should be a property", shown(name)));
        };
        if let Some(found) = self.found.iter_mut().find(|property| property.name == name) {
            found.complete |= named.complete;
            return Ok(());
        }
        let relation = |module, function| Property {
            name,
            complete: named.complete,
            kind: Kind::Relation { module, function },
        };
        if let Some(subject) = named.subject {
            self.found.push(relation(Some(subject.module), subject.function));
            return Ok(());
        }
        if let Some(subject) = name.function.name().strip_prefix("prop_")
            && name.arity > 0
            && self.calls_no_suspect(function, Atom::new(subject))
        {
            self.found.push(relation(None, Atom::new(subject)));
            return Ok(());
        }
        if let [clause] = function.clauses.as_slice()
            && clause.guard.is_empty()
        {
            let own = variables::occurring(module, &clause.patterns);
            let instances = self.instances(&clause.body, &|name| own.contains(&name));
            if !instances.is_empty() {
                self.add(name, named.complete, instances);
                return Ok(());
            }
        }
        Err(format!(
            "the property {0} does not tell which function it is about: name that too, as in --property m:f/{1}={0}",
            shown(name),
            name.arity.saturating_sub(1),
        ))
    }

    /// Is the function that a property is called after not called in it? Then it is a relation of its arguments and its result.
    fn calls_no_suspect(&self, property: &Function, subject: Atom) -> bool {
        let bodies: Vec<ExprId> = property.clauses.iter().flat_map(|clause| clause.body.clone()).collect();
        !self
            .names
            .calls(self.module, &bodies)
            .iter()
            .any(|call| call.mfa.function == subject && self.suspects.contains(&call.mfa.module))
    }

    /// A function for each call in the property that fixes, by its arguments, all variables of the property.
    fn instances(&mut self, body: &[ExprId], outside: &dyn Fn(VarName) -> bool) -> Vec<Instance> {
        let module = self.module;
        let calls = self.names.calls(module, body);
        let suspects: Vec<CallSite> =
            calls.into_iter().filter(|call| self.suspects.contains(&call.mfa.module)).collect();
        // Properties inside, for all of something else, are part of this one.
        let inner: Vec<ExprId> = body.iter().flat_map(|&expr| module.subexpressions(expr)).collect();
        let inner: Vec<(ExprId, &[ExprId])> =
            inner.into_iter().filter_map(|expr| Some((expr, quantified(module, expr)?))).collect();
        let mut quantified_names = Vec::new();
        let mut needed = variables::occurring(module, body);
        for &(expr, inner_body) in &inner {
            quantified_names.extend(
                quantifier(module, expr)
                    .into_iter()
                    .flat_map(|pattern| variables::occurring(module, &[pattern])),
            );
            needed.extend(variables::occurring(module, inner_body));
        }
        let mut instances = Vec::new();
        for call in &suspects {
            let patterns: Vec<Option<ExprId>> = call
                .arguments
                .iter()
                .map(|&argument| is_pattern(module, argument).then_some(argument))
                .collect();
            let fixed: Vec<VarName> =
                patterns.iter().flatten().flat_map(|&p| variables::occurring(module, &[p])).collect();
            let open =
                |name: &VarName| !fixed.contains(name) && (outside(*name) || quantified_names.contains(name));
            if needed.iter().any(open) {
                continue;
            }
            let same: Vec<CallSite> =
                suspects.iter().filter(|other| other.mfa == call.mfa).cloned().collect();
            let function = self.instance(body, call, &patterns, &same);
            instances.push(Instance { subject: call.mfa, function });
        }
        instances
    }

    /// `instance(Arg1 = Pattern1, …, Recorded) -> Property`, with the recorded outcome for all calls of the subject.
    fn instance(
        &mut self,
        body: &[ExprId],
        call: &CallSite,
        patterns: &[Option<ExprId>],
        calls: &[CallSite],
    ) -> Atom {
        let draft = &mut self.draft;
        let outcome = Atom::new("Whodunit@Outcome");
        let expected: Vec<VarName> =
            (1..=call.arguments.len()).map(|n| Atom::new(&format!("Whodunit@{n}"))).collect();
        let mut head: Vec<ExprId> = Vec::new();
        for (name, pattern) in expected.iter().zip(patterns) {
            let variable = draft.variable(*name);
            head.push(match *pattern {
                Some(pattern) => draft.add(ExprKind::Match { pattern: variable, value: pattern }),
                None => variable,
            });
        }
        head.push(draft.variable(outcome));
        let recorded = Recorded { calls, arguments: Some(&expected), outcome };
        // The quantifiers inside go: what they quantify is fixed.
        let body: Vec<ExprId> = body
            .iter()
            .map(|&expr| {
                let copy = draft.with_outcome(expr, &recorded);
                draft.without_quantifiers(copy);
                copy
            })
            .collect();
        draft.function(head, body)
    }
}

impl Draft {
    /// Makes each `?FORALL` in a copy its property.
    fn without_quantifiers(&mut self, expr: ExprId) {
        for id in self.module.subexpressions(expr) {
            if let Some(body) = quantified(&self.module, id).map(<[ExprId]>::to_vec) {
                self.module.exprs[id.0 as usize].kind = ExprKind::Begin(body);
            }
        }
    }
}

/// The property of `M:forall(Generator, fun(X) -> Property end)`.
fn quantified(module: &Module, expr: ExprId) -> Option<&[ExprId]> {
    let fun = quantifying_fun(module, expr)?;
    let ExprKind::Fun { clauses, .. } = &module[fun].kind else { return None };
    match clauses.as_slice() {
        [clause] if clause.guard.is_empty() && clause.patterns.len() == 1 => Some(&clause.body),
        _ => None,
    }
}

/// The pattern of what is quantified.
fn quantifier(module: &Module, expr: ExprId) -> Option<ExprId> {
    let ExprKind::Fun { clauses, .. } = &module[quantifying_fun(module, expr)?].kind else { return None };
    clauses.first()?.patterns.first().copied()
}

fn quantifying_fun(module: &Module, expr: ExprId) -> Option<ExprId> {
    let ExprKind::RemoteCall { module: definer, function, arguments } = &module[expr].kind else {
        return None;
    };
    let is = |id: ExprId, name: &str| matches!(module[id].kind, ExprKind::Atom(atom) if atom.name() == name);
    match arguments.as_slice() {
        &[_, fun] if is(*definer, "proper") && is(*function, "forall") => Some(fun),
        _ => None,
    }
}

/// Can an argument stand in the head of a clause, and does it mean the same there?
fn is_pattern(module: &Module, expr: ExprId) -> bool {
    module.subexpressions(expr).into_iter().all(|part| match &module[part].kind {
        kind if kind.is_pattern_too() => true,
        ExprKind::Unary { op: UnaryOp::Minus, operand } => {
            matches!(module[*operand].kind, ExprKind::Integer(_) | ExprKind::Float(_))
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use erlang_syntax::lint;

    use super::*;
    use crate::testing::{Modules, call};

    const SORT: &str = "-module(sort).\n-export([sort/1, insert/2, len/1, broken/1]).\n\
        sort(L) -> lists:sort(L).\ninsert(X, L) -> lists:sort([X | L]).\nlen(L) -> length(L).\nbroken(L) -> len(L) < 0.\n";

    /// What properties say of calls, one a line, each with what is expected.
    #[track_caller]
    fn check(properties: &str, named: &[&str], calls: &str) {
        let text = format!(
            "-module(props).\n-export([x/0]).\n-include_lib(\"proper/include/proper.hrl\").\n{properties}\nx() -> 1.\n\
             ordered([A, B | T]) -> A =< B andalso ordered([B | T]);\nordered(_) -> true.\n"
        );
        let modules = Modules::new(&[SORT, &text]);
        for module in modules.all() {
            let problems = lint::check(&module, lint::Options { warnings: false, incomplete: false });
            assert!(problems.is_empty(), "{problems:?}\n{text}");
        }
        let named: Vec<Named> = named.iter().map(|name| parse(name).expect("a property")).collect();
        let loader = Rc::new(modules.clone());
        let properties = Properties::new(&modules.all(), &named, loader, Rc::default(), Limits::default())
            .expect("properties");
        let mut judges = properties.judges();
        for line in calls.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (expected, statement) = line.split_once(' ').expect("an expectation");
            let call = call(statement.trim());
            let judged = judges.iter_mut().find_map(|judge| judge.judge(&call));
            let said = match judged {
                Some(Judgement::Right) => "right",
                Some(Judgement::Wrong) => "wrong",
                Some(_) => "nonsense",
                None if judges.iter_mut().any(|judge| judge.advice(&call).is_some()) => "advice",
                None => "-",
            };
            assert_eq!(said, expected, "{statement}\n{text}");
        }
    }

    #[test]
    fn for_all() {
        check(
            "prop_sort() -> ?FORALL(L, list(), ordered(sort:sort(L))).",
            &[],
            "advice sort:sort([2, 1]) = [1, 2]
             wrong sort:sort([2, 1]) = [2, 1]
             - sort:sort([2, 1]) raises error:x
             - sort:len([2, 1]) = 1",
        );
        check(
            "-whodunit_complete([prop_sort/0]).\nprop_sort() -> ?FORALL(L, list(), lists:sort(L) =:= sort:sort(L)).",
            &[],
            "right sort:sort([2, 1]) = [1, 2]\nwrong sort:sort([2, 1]) = [2, 1]",
        );
        check(
            "prop_insert() -> ?FORALL({X, L}, {integer(), list()}, ?FORALL(Y, integer(), begin R = sort:insert(X, [Y | L]), lists:member(Y, R) end)).",
            &["props:prop_insert/0!"],
            "right sort:insert(1, [2, 3]) = [1, 2, 3]
             wrong sort:insert(1, [2, 3]) = [1, 3]
             - sort:insert(1, []) = [1]",
        );
    }

    #[test]
    fn what_a_property_cannot_tell() {
        // (R2): applied to other arguments than the recorded ones.
        check(
            "prop_twice() -> ?FORALL(L, list(), sort:sort(sort:sort(L)) =:= sort:sort(L)).",
            &[],
            "- sort:sort([2, 1]) = [1, 2]\nadvice sort:sort([1, 2]) = [1, 2]",
        );
        // (R1): leans on another suspect.
        check(
            "prop_len() -> ?FORALL(L, list(), sort:len(sort:sort(L)) =:= length(L)).",
            &[],
            "- sort:sort([1]) = []",
        );
        check("prop_broken() -> ?FORALL(L, list(), sort:broken(L)).", &[], "wrong sort:broken([1]) = false");
        // Something that the call does not fix.
        check(
            "prop_any() -> ?FORALL({L, M}, list(integer()), sort:len(L) =:= M).",
            &[],
            "- sort:len([1]) = 0",
        );
        check("prop_out(N) -> ?FORALL(L, list(integer()), sort:len(L) =:= N).", &[], "- sort:len([1]) = 0");
        // A precondition that is not met.
        check(
            "prop_pre() -> ?FORALL(L, list(integer()), ?IMPLIES(L =/= [], sort:len(L) > 0)).",
            &[],
            "- sort:len([]) = 0\nwrong sort:len([a]) = 0\nadvice sort:len([a]) = 5",
        );
    }

    #[test]
    fn combinators() {
        check(
            "prop_c() -> ?FORALL(L, list(integer()), equals(length(L), sort:len(L))).",
            &[],
            "wrong sort:len([a]) = 0",
        );
        check(
            "prop_c() -> ?FORALL(L, list(integer()), conjunction([{a, sort:len(L) >= 0}, {b, sort:len(L) < 3}])).",
            &[],
            "wrong sort:len([a]) = 5\nadvice sort:len([a]) = 2",
        );
        check(
            "prop_c() -> numtests(9, ?FORALL(L, list(integer()), collect(L, sort:len(L) > 0))).",
            &[],
            "wrong sort:len([a]) = 0",
        );
    }

    #[test]
    fn plain_functions() {
        check("sorted(L) -> ordered(sort:sort(L)).", &["props:sorted/1"], "wrong sort:sort([2]) = [2, 1]");
        check("sorted(L) -> ordered(sort:sort(L)).", &[], "- sort:sort([2]) = [2, 1]");
        check(
            "prop_sort(L, R) -> R =:= lists:sort(L).",
            &["props:prop_sort/2!"],
            "wrong sort:sort([2]) = [2, 1]\nright sort:sort([2]) = [2]",
        );
        check(
            "ok([_ | _], N) -> N > 0;\nok([], N) -> N =:= 0.",
            &["sort:len/1=props:ok/2"],
            "wrong sort:len([2]) = 0\nadvice sort:len([]) = 0",
        );
        // Complete together.
        check(
            "a(L, N) -> N >= length(L).\nb(L, N) -> N =< length(L).",
            &["sort:len/1=props:a/2!", "sort:len/1=props:b/2!"],
            "right sort:len([2]) = 1\nwrong sort:len([2]) = 0\nwrong sort:len([2]) = 2",
        );
    }

    #[test]
    fn names_of_properties() {
        let check = |text: &str, expected: &str| {
            let shown = match parse(text) {
                Ok(named) => format!(
                    "{}{}{}",
                    named.subject.map_or(String::new(), |subject| format!("{} ", shown(subject))),
                    shown(named.property),
                    if named.complete { " complete" } else { "" }
                ),
                Err(message) => message,
            };
            assert!(shown.contains(expected), "{shown}");
        };
        check("m:p/2", "m:p/2");
        check("m:p/2!", "m:p/2 complete");
        check("m:f/1=n:p/2!", "m:f/1 n:p/2 complete");
        check("m:f/1=n:p/1", "takes its arguments and its result: 2");
        check("p/1", "does not name a property");
        let modules = Modules::new(&[SORT, "-module(props).\np(X) -> X.\n"]);
        let trouble = |name: &str| {
            let named = [parse(name).expect("a name")];
            let loader = Rc::new(modules.clone());
            Properties::new(&modules.all(), &named, loader, Rc::default(), Limits::default())
                .err()
                .unwrap_or_default()
        };
        assert!(trouble("props:p/1").contains("--property m:f/0=props:p/1"));
        assert!(trouble("props:q/1").contains("there is no function props:q/1"));
        assert!(trouble("nowhere:q/1").contains("no module `nowhere`"));
    }
}
