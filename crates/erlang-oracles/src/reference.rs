//! Another version of the program as an oracle: the same call is made there, by itself, and the
//! outcomes are compared.
//!
//! Every function and fun means what it means in the reference. So a fun that is passed around is
//! replaced by its counterpart, and a function that is wrong although all its calls are right is
//! one whose own code differs.

use std::collections::HashMap;
use std::rc::Rc;

use erlang_machine::code::FunctionId;
use erlang_machine::program::{Mfa, Program};
use erlang_term::{Atom, Closure, Term, atoms};
use erlang_tree::version::{counterpart_of_fun, is_fun};

use crate::carry::{self, Content};
use crate::trial::{Court, Trial};
use crate::{Call, CallOutcome, Judgement, mfa};

pub struct Reference {
    /// Of the reference.
    court: Court,
    /// The program whose calls are judged.
    suspect: Rc<Program>,
    /// What functions of the suspect that were lifted from funs are in the reference.
    counterparts: HashMap<FunctionId, Option<Counterpart>>,
}

/// A fun in the reference.
#[derive(Clone)]
struct Counterpart {
    id: FunctionId,
    name: Atom,
    index: u32,
    uniq: u32,
    /// Which of the captured values of the suspect's fun comes where.
    captured: Rc<[usize]>,
}

impl Reference {
    /// `court` tries calls of the reference; `suspect` is the program that the calls to judge come
    /// from.
    pub fn new(court: Court, suspect: Rc<Program>) -> Reference {
        Reference { court, suspect, counterparts: HashMap::new() }
    }

    pub async fn judge(&mut self, call: &Call) -> Option<Judgement> {
        let subject = &call.subject;
        let mut values = call.arguments.iter().map(|term| self.carry(term)).collect::<Option<Vec<_>>>()?;
        let id = if subject.fun.is_some() {
            let counterpart = self.counterpart(subject.id)?;
            let captured = call.captured.iter().map(|term| self.carry(term)).collect::<Option<Vec<_>>>()?;
            values.extend(counterpart.captured.iter().map(|&n| captured[n].clone()));
            counterpart.id
        } else {
            self.court.function(mfa(call))?
        };
        let recorded = match &call.outcome {
            CallOutcome::Value(value) => (None, self.carry(value)?),
            CallOutcome::Exception { class, reason, .. } => (Some(*class), self.carry(reason)?),
            CallOutcome::Unfinished => return None,
        };
        let tried = match self.court.call(id, values, None).await {
            Trial::Value(value) => (None, value),
            Trial::Exception { class, reason } => (Some(class), reason),
            Trial::Inconclusive(_) => return None,
        };
        if tried.0 == recorded.0 && same_but_for_traces(&tried.1, &recorded.1) {
            return Some(Judgement::Right);
        }
        // Part of the reference is missing; or the outcome is nothing that can be compared.
        let missing = tried.0.is_some() && matches!(tried.1, Term::Atom(atoms::UNDEF));
        if missing || carry::content(&tried.1) == Content::Opaque {
            return None;
        }
        Some(Judgement::Wrong)
    }

    /// Calls a function of the reference with values of the suspect.
    pub(crate) async fn try_call(&mut self, mfa: Mfa, values: &[Term]) -> Option<Trial> {
        let values = values.iter().map(|term| self.carry(term)).collect::<Option<Vec<_>>>()?;
        let id = self.court.function(mfa)?;
        Some(self.court.call(id, values, None).await)
    }

    /// Is a value of the suspect's the same as one of the reference's? None: they cannot be
    /// compared.
    pub(crate) fn same(&mut self, ours: &Term, theirs: &Term) -> Option<bool> {
        let ours = self.carry(ours)?;
        let theirs = carry::carry(theirs, &mut |closure, environment| self.first_of(closure, environment))?;
        Some(same_but_for_traces(&theirs, &ours))
    }

    /// Of all functions of the reference that were lifted from the same fun expression, the first:
    /// there are several if others than its author evaluate it, too.
    fn first_of(&self, closure: &Closure, environment: Vec<Term>) -> Option<Closure> {
        let program = self.court.program();
        let id = program.code_of(closure)?;
        let origin = program.function(id).origin;
        let module = program.module_of(id)?;
        let all = (module.first_function..=id.0).map(FunctionId);
        let first = all.filter(|id| origin.is_some() && program.function(*id).origin == origin).find(|id| {
            let function = program.function(*id);
            function.module == closure.module && is_fun(function)
        });
        let id = first.unwrap_or(id);
        let function = program.function(id).name;
        let Closure { module, arity, uniq, creator, .. } = *closure;
        let index = if first.is_some() { number_of(program, id) } else { closure.index };
        Some(Closure { module, function, arity, index, uniq, creator, code: (id.0, 0), environment })
    }

    /// The term as it would be in the reference.
    fn carry(&mut self, term: &Term) -> Option<Term> {
        carry::carry(term, &mut |closure, environment| {
            let id = self.suspect.code_of(closure)?;
            let Counterpart { id, name, index, uniq, captured } = self.counterpart(id)?;
            let environment = captured.iter().map(|&n| environment[n].clone()).collect();
            let Closure { module, arity, creator, .. } = *closure;
            let code = (id.0, 0);
            Some(Closure { module, function: name, arity, index, uniq, creator, code, environment })
        })
    }

    fn counterpart(&mut self, id: FunctionId) -> Option<Counterpart> {
        if let Some(known) = self.counterparts.get(&id) {
            return known.clone();
        }
        let found = self.find_counterpart(id);
        self.counterparts.insert(id, found.clone());
        found
    }

    fn find_counterpart(&self, id: FunctionId) -> Option<Counterpart> {
        let suspect = self.suspect.function(id);
        let program = self.court.program();
        let module = program.module(suspect.module)?;
        let arity = suspect.arity - suspect.captured.len() as u32;
        let counterpart = if is_fun(suspect) {
            let ours = self.suspect.module(suspect.module)?;
            counterpart_of_fun((&self.suspect, &ours), id, (program, &module))?
        } else {
            module.functions.get(&(suspect.name, arity))?.0
        };
        let function = program.function(counterpart);
        if function.arity as usize - function.captured.len() != arity as usize {
            return None;
        }
        let place = |name: &Atom| suspect.captured.iter().position(|captured| captured == name);
        let captured: Rc<[usize]> = function.captured.iter().map(place).collect::<Option<_>>()?;
        let index = number_of(program, counterpart);
        Some(Counterpart { id: counterpart, name: function.name, index, uniq: function.uniq, captured })
    }
}

/// The number that a fun has as a value. Where no expression makes one of it, none that another
/// has.
fn number_of(program: &Program, fun: FunctionId) -> u32 {
    let Some(module) = program.module_of(fun) else { return u32::MAX };
    let first = module.first_function;
    let mut lambdas = (first..first + module.functions.len() as u32)
        .flat_map(|id| &program.function(FunctionId(id)).lambdas)
        .filter(|lambda| first + lambda.function == fun.0);
    lambdas.next().map_or(u32::MAX, |lambda| lambda.index)
}

/// Exact equality, except that stack traces (in what `catch` returns, say) are all alike: they show
/// lines, and who called.
fn same_but_for_traces(a: &Term, b: &Term) -> bool {
    let mut pending = vec![(a, b)];
    while let Some(pair) = pending.pop() {
        match pair {
            (Term::Cons(x), Term::Cons(y)) => {
                if !(is_trace_entry(&x.head) && is_trace_entry(&y.head)) {
                    pending.extend([(&x.tail, &y.tail), (&x.head, &y.head)]);
                }
            }
            (Term::Tuple(x), Term::Tuple(y)) if x.len() == y.len() => pending.extend(x.iter().zip(y.iter())),
            (Term::Map(x), Term::Map(y)) if x.len() == y.len() => {
                if !x.keys().eq(y.keys()) {
                    return false;
                }
                pending.extend(x.values().zip(y.values()));
            }
            (x, y) if x == y => {}
            _ => return false,
        }
    }
    true
}

/// `{m, f, 1, [{file, "m.erl"}, {line, 3}]}`, `{erlang, '/', [1, 0], [{error_info, …}]}`
pub(crate) fn is_trace_entry(term: &Term) -> bool {
    matches!(term.as_tuple(), Some([Term::Atom(_), Term::Atom(_), _, Term::Cons(location)])
        if matches!(location.head.as_tuple(), Some([Term::Atom(atoms::FILE | atoms::ERROR_INFO), _])))
}

#[cfg(test)]
mod tests {
    use erlang_machine::compile;
    use slices::finish;

    use super::*;
    use crate::testing::{call, recorded};
    use crate::trial::Limits;
    use test_support::Sources;

    fn reference(suspect: &Rc<Program>, reference: &str) -> Reference {
        let limits = Limits { steps: 100_000, ..Limits::default() };
        Reference::new(Court::new(Box::new(Sources::new(&[reference])), limits), suspect.clone())
    }

    fn said(judgement: Option<Judgement>) -> &'static str {
        match judgement {
            Some(Judgement::Right) => "right",
            Some(Judgement::Wrong) => "wrong",
            Some(_) => "nonsense",
            None => "-",
        }
    }

    /// What a module says of calls, one a line, each with what is expected.
    #[track_caller]
    fn check(module: &str, calls: &str) {
        let text = format!("-module(m).\n-export([x/0]).\nx() -> 1.\n{module}\n");
        let suspect = Rc::new(Program::new(Box::new(Sources::new(&[])), compile::Options::default()));
        let mut reference = reference(&suspect, &text);
        for line in calls.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (expected, statement) = line.split_once(' ').expect("an expectation");
            assert_eq!(
                said(finish(reference.judge(&call(statement.trim())))),
                expected,
                "{statement}\n{module}"
            );
        }
    }

    /// Runs `m:main()` of the suspect and lets the reference judge every call.
    #[track_caller]
    fn check_run(suspect: &str, other: &str, expected: &[&str]) {
        let head = "-module(m).\n-export([main/0]).\n";
        let (program, calls) = recorded(&format!("{head}{suspect}\n"));
        let mut reference = reference(&program, &format!("{head}{other}\n"));
        let judged: Vec<String> = calls
            .iter()
            .map(|call| format!("{} {}", call.subject.function.name(), said(finish(reference.judge(call)))))
            .collect();
        assert_eq!(judged, expected, "{suspect}\n{other}");
    }

    #[test]
    fn values_and_exceptions() {
        check(
            "f(X) -> 10 div X.\ng([]) -> [];\ng([X | T]) -> [X * 2 | g(T)].",
            "right m:f(5) = 2
             wrong m:f(5) = 3
             wrong m:f(5) = 2.0
             right m:f(0) raises error:badarith
             wrong m:f(0) raises exit:badarith
             wrong m:f(0) = 0
             wrong m:f(1) raises error:badarith
             right m:g([1, 2]) = [2, 4]
             wrong m:g([1, 2]) = [4, 2]
             - m:h(1) = 1
             - m:f(1, 2) = 1
             - n:f(1) = 1",
        );
    }

    #[test]
    fn what_does_not_follow_from_the_arguments() {
        check("f() -> io:format(\"x\"), 1.", "- m:f() = 1");
        check("f() -> put(a, 1), 1.", "- m:f() = 1");
        check("f() -> get(a).", "- m:f() = undefined");
        check("f() -> self() ! x, 1.", "- m:f() = 1");
        check("f() -> receive X -> X after 0 -> 1 end.", "- m:f() = 1");
        check("f() -> g().\ng() -> receive X -> X end.", "- m:f() = 1");
        check("f() -> spawn(fun() -> 1 end), 1.", "- m:f() = 1");
        check("f() -> ets:new(t, []), 1.", "- m:f() = 1");
        check("f() -> erlang:monotonic_time().", "- m:f() = 1");
        check("f() -> is_process_alive(list_to_pid(\"<0.1.0>\")).", "- m:f() = false");
        check("f() -> is_process_alive(group_leader()).", "- m:f() = false");
        check("f() -> is_process_alive(self()).", "right m:f() = true");
        check("f() -> erlang:system_info(process_count).", "- m:f() = 1");
        check("f() -> erlang:system_info(wordsize).", "right m:f() = 8");
        check("f() -> rand:uniform(2).", "- m:f() = 1");
        check("f() -> self().", "- m:f() = 1");
        check("f() -> try exit(self()) catch _:_ -> 1 end.", "right m:f() = 1");
        check("f() -> try put(a, 1) catch _:_ -> 1 end.", "- m:f() = 1");
        check("f() -> missing:f().", "- m:f() = 1\nright m:f() raises error:undef");
        check("f() -> f().", "- m:f() = 1");
        check(
            "f(X) -> catch 1 / X.",
            "right m:f(0) = {'EXIT', {badarith, [{m, f, 1, [{file, \"m.erl\"}, {line, 9}]}]}}",
        );
        check(
            "f(X) -> catch 1 / X.",
            "wrong m:f(0) = oops\nwrong m:f(0) = {'EXIT', {badarg, [{m, f, 1, [{file, \"m.erl\"}, {line, 9}]}]}}",
        );
    }

    #[test]
    fn library_calls_and_local_functions() {
        check("f(L) -> lists:sort(fun(A, B) -> A >= B end, L).", "right m:f([1, 3, 2]) = [3, 2, 1]");
        check("f(L) -> lists:map(fun g/1, L).\ng(X) -> X + 1.", "right m:f([1]) = [2]\nright m:g(1) = 2");
        check("f(S) -> re:replace(S, \"a\", \"b\", [{return, list}]).", "right m:f(\"xa\") = \"xb\"");
        check("f(F) -> F([2, 1]).", "right m:f(fun lists:sort/1) = [1, 2]");
    }

    #[test]
    fn funs_and_what_they_captured() {
        let good = "main() -> N = 2, map(fun(X) -> X * N end, [1]).\nmap(F, [X | T]) -> [F(X) | map(F, T)];\nmap(_, []) -> [].";
        let bad = good.replace("X * N", "X + N");
        check_run(good, good, &["main right", "map right", "-main/0-fun-0- right", "map right"]);
        check_run(&bad, good, &["main wrong", "map wrong", "-main/0-fun-0- wrong", "map right"]);
        // Another fun before it: found by its text, not by its number.
        let shifted = "main() -> N = 2, G = fun(Y) -> Y end, G(map(fun(X) -> X * N end, [1])).\nmap(F, [X | T]) -> [F(X) | map(F, T)];\nmap(_, []) -> [].";
        check_run(good, shifted, &["main right", "map right", "-main/0-fun-0- right", "map right"]);
        // It captures something else: no counterpart.
        let other = good.replace("N = 2", "M = 3, N = 2").replace("X * N", "X * M");
        check_run(&other, good, &["main wrong", "map -", "-main/0-fun-0- -", "map -"]);
        // Funs in values.
        let maker = "main() -> (make(1))(2).\nmake(A) -> fun(B) -> {A, B} end.";
        check_run(maker, maker, &["main right", "make right", "-make/1-fun-0- right"]);
        let local = "main() -> apply_it(fun twice/1).\napply_it(F) -> F(3).\ntwice(X) -> 2 * X.";
        check_run(&local.replace("2 * X", "3 * X"), local, &["main wrong", "apply_it wrong", "twice wrong"]);
    }
}
