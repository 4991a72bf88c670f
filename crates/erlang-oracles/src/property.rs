//! Properties as an oracle, by the table of paper 5 §8, for a strict language: mode 1 is
//! all there is, since values have no holes.
//!
//! A property is admissible if (R1) all it leans on beside the function in question is trusted,
//! (R2) the function is applied to the recorded arguments only, and (R3) its recorded result is all
//! that is seen of it. So the calls of the function in the property are replaced by the recorded
//! outcome, which happens only if their arguments are the recorded ones. Then:
//!
//! - false: the statement is wrong;
//! - true, and so are all properties that are declared to be complete together: it is right;
//! - true otherwise: advice;
//! - an exception, a precondition that is not met, a value that is not a truth: nothing.
//!
//! What counts as a property of `f/n`:
//!
//! - `?FORALL(X, Generator, Property)` of PropEr anywhere in the sources, if the property calls
//!   `f`;
//! - a plain function `m:p/k` that is named (`--property m:p/k`), of one clause without a guard,
//!   which calls `f`: for all arguments it should be true;
//! - a named function `m:p/k` with k = n + 1, which gets the arguments and the result: of `f` if it
//!   is called `prop_f`, or if it is named as `--property other:f/n=m:p/k`.
//!
//! A property is complete if its module says so (`-whodunit_complete([p/0]).`) or its name on the
//! command line ends in `!`.

mod search;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use erlang_machine::program::Mfa;
use erlang_machine::world::Loader;
use erlang_syntax::ast::{Expr, ExprKind, Module};
use erlang_term::{Atom, Term, atoms};

use crate::stated::{self, Draft, Names, WithDrafts};
use crate::trial::{Court, Limits, Trial};
use crate::trust::{self, Trust};
use crate::{Call, CallOutcome, Judgement, mfa};
use search::Search;

/// A property as the command line names it: `m:p/2`, `m:p/2!`, `m:f/1=m:p/2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub property: Mfa,
    pub subject: Option<Mfa>,
    pub complete: bool,
}

pub fn parse(text: &str) -> Result<Named, String> {
    let trouble =
        || format!("`{text}` does not name a property: use m:p/2, m:p/2! if it is complete, or m:f/1=m:p/2");
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
    last: RefCell<Option<(Mfa, Term, Vec<Truth>)>>,
}

struct Property {
    name: Mfa,
    complete: bool,
    kind: PropertyKind,
}

enum PropertyKind {
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
    /// Finds the properties in the user's modules. What cannot be made of those that are named is
    /// told.
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
                "the property {property} does not exist: no module `{module}` in the sources"
            ));
        }
        let court = Court::new(Box::new(WithDrafts { inner: loader, drafts }), limits);
        Ok(Properties { court, trust, properties, last: RefCell::default() })
    }

    /// As many judges as there are properties, so that each can be named.
    pub fn judges(self) -> Vec<PropertyJudge> {
        let names: Vec<String> =
            self.properties.iter().map(|p| format!("property {}", shown(p.name))).collect();
        let all = Rc::new(self);
        let judges = names.into_iter().enumerate();
        judges.map(|(index, name)| PropertyJudge { all: all.clone(), index, name }).collect()
    }

    /// The judgement, and which property it is owed to.
    async fn judge(&self, call: &Call) -> Option<(Judgement, usize)> {
        let truths = self.truths(call).await?;
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
    async fn truths(&self, call: &Call) -> Option<Vec<Truth>> {
        if call.subject.fun.is_some() {
            return None;
        }
        let mfa = mfa(call);
        let (arguments, outcome) = (stated::arguments(call)?, stated::recorded(call)?);
        let statement = Term::tuple([Term::list(arguments.clone()), outcome.clone()]);
        if let Some((last, said, truths)) = &*self.last.borrow()
            && *last == mfa
            && *said == statement
        {
            return Some(truths.clone());
        }
        let mut truths = Vec::new();
        for property in &self.properties {
            truths.push(self.truth(property, call, mfa, &arguments, &outcome).await);
        }
        *self.last.borrow_mut() = Some((mfa, statement, truths.clone()));
        Some(truths)
    }

    async fn truth(
        &self,
        property: &Property,
        call: &Call,
        subject: Mfa,
        arguments: &[Term],
        outcome: &Term,
    ) -> Truth {
        let home = property.name.module;
        match &property.kind {
            PropertyKind::Relation { module, function } => {
                let about = module.is_none_or(|module| module == subject.module)
                    && *function == subject.function
                    && property.name.arity == subject.arity + 1
                    && property.name != subject;
                let (true, CallOutcome::Value(_)) = (about, &call.outcome) else { return Truth::Silent };
                let Some([_, value]) = outcome.as_tuple() else { return Truth::Silent };
                let values = arguments.iter().chain([value]).cloned().collect();
                self.run(property.name, values, |code| {
                    let itself = code.module == home && code.name == property.name.function;
                    itself || (code.module == home && home != subject.module)
                })
                .await
            }
            PropertyKind::Stated { draft, instances } => {
                let mut truths = Vec::new();
                for instance in instances.iter().filter(|instance| instance.subject == subject) {
                    let values: Vec<Term> = arguments.iter().chain([outcome]).cloned().collect();
                    let mfa = Mfa { module: *draft, function: instance.function, arity: values.len() as u32 };
                    let part = |code: &_| stated::may_lean_on(code, *draft, home, subject.module);
                    truths.push(self.run(mfa, values, part).await);
                }
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

    async fn run(
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
        match self.court.call(id, values, Some(&may_lean_on)).await {
            Trial::Value(Term::Atom(atoms::TRUE)) => Truth::True,
            Trial::Value(Term::Atom(atoms::FALSE)) => Truth::False,
            _ => Truth::Bottom,
        }
    }
}

/// One property as a judge; all of them share what they know.
pub struct PropertyJudge {
    all: Rc<Properties>,
    index: usize,
    name: String,
}

impl PropertyJudge {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub async fn judge(&self, call: &Call) -> Option<Judgement> {
        let (judgement, property) = self.all.judge(call).await?;
        (property == self.index).then_some(judgement)
    }

    pub async fn advice(&self, call: &Call) -> Option<String> {
        let truths = self.all.truths(call).await?;
        (truths[self.index] == Truth::True).then(|| format!("{} holds here", self.name))
    }
}

#[cfg(test)]
mod tests {
    use erlang_syntax::lint;
    use slices::finish;
    use test_support::Sources;

    use super::*;
    use crate::testing::call;

    const SORT: &str = "-module(sort).\n-export([sort/1, insert/2, len/1, broken/1]).\n\
        sort(L) -> lists:sort(L).\ninsert(X, L) -> lists:sort([X | L]).\nlen(L) -> length(L).\nbroken(L) -> len(L) < 0.\n";

    /// What properties say of calls, one a line, each with what is expected.
    #[track_caller]
    fn check(properties: &str, named: &[&str], calls: &str) {
        let text = format!(
            "-module(props).\n-export([x/0]).\n-include_lib(\"proper/include/proper.hrl\").\n{properties}\nx() -> 1.\n\
             ordered([A, B | T]) -> A =< B andalso ordered([B | T]);\nordered(_) -> true.\n"
        );
        let modules = Sources::new(&[SORT, &text]);
        for module in modules.all() {
            let problems = lint::check(&module, lint::LintOptions { warnings: false, incomplete: false });
            assert!(problems.is_empty(), "{problems:?}\n{text}");
        }
        let named: Vec<Named> = named.iter().map(|name| parse(name).expect("a property")).collect();
        let loader = Rc::new(modules.clone());
        let properties = Properties::new(&modules.all(), &named, loader, Rc::default(), Limits::default())
            .expect("properties");
        let judges = properties.judges();
        for line in calls.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (expected, statement) = line.split_once(' ').expect("an expectation");
            let call = call(statement.trim());
            let judged = judges.iter().find_map(|judge| finish(judge.judge(&call)));
            let said = match judged {
                Some(Judgement::Right) => "right",
                Some(Judgement::Wrong) => "wrong",
                Some(_) => "nonsense",
                None if judges.iter().any(|judge| finish(judge.advice(&call)).is_some()) => "advice",
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
        let modules = Sources::new(&[SORT, "-module(props).\np(X) -> X.\n"]);
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
