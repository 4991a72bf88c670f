//! Another version of the program as judge (specification §2, decision aid): a fact is right if that version derives it.

use std::slice;

use lazy_machine::core::Functions;
use lazy_machine::detached::Taken;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::print::Style;
use lazy_machine::view::View;
use lazy_machine::{Asked, Compiled, compile, compile_all};
use lazy_syntax::Diagnostic;
use lazy_syntax::ast::{Mode, Program, Query};
use slices::Meter;

use crate::alternatives::Enumerator;
use crate::collection;
use crate::fact::{Fact, Term};
use crate::written::{HOLE, Holes, Plain};

/// Calls that a judgement may take.
const MOST_STEPS: u64 = 2_000_000;
const MOST_MEMORY: u64 = 1 << 30;
/// What it takes to compile questions, in calls.
const COMPILING: u64 = 10_000;
/// Parts of a value that are compared.
const PARTS: usize = 1_000;
/// What stands in place of a variable binds as an argument does.
const ARGUMENT: u8 = 11;

#[derive(Clone)]
pub struct Reference {
    program: Program,
    meter: Meter,
}

impl Reference {
    pub fn new(program: Program) -> Reference {
        Reference { program, meter: Meter::unlimited() }
    }

    /// Pauses whenever the steps of this meter are spent.
    pub fn pausing(self, meter: Meter) -> Reference {
        Reference { meter, ..self }
    }

    /// None: it cannot be told. Facts with logic variables hold for all their values, which no run can show.
    pub async fn is_right(&mut self, fact: &Fact) -> Option<bool> {
        self.are_right(slice::from_ref(fact)).await.pop()?
    }

    /// The same of several facts, for which the program is compiled once.
    pub async fn are_right(&mut self, facts: &[Fact]) -> Vec<Option<bool>> {
        if let Some(judgements) = self.judgements(facts).await {
            return judgements;
        }
        // One of them needs what the machine does not have.
        if let [_] = facts {
            return vec![None];
        }
        let mut judgements = Vec::new();
        for fact in facts {
            let judgement = self.judgements(slice::from_ref(fact)).await;
            judgements.push(judgement.and_then(|mut judgement| judgement.pop()?));
        }
        judgements
    }

    /// None: they cannot be compiled together.
    async fn judgements(&mut self, facts: &[Fact]) -> Option<Vec<Option<bool>>> {
        self.meter.pause_if_spent().await;
        let mut judgements = vec![Some(true); facts.len()];
        let (mut asked, mut queries) = (Vec::new(), Vec::new());
        for (index, fact) in facts.iter().enumerate() {
            let told_apart = self.told_apart(fact);
            let claims = told_apart.as_ref().and_then(claims).unwrap_or_else(|| {
                judgements[index] = None;
                Vec::new()
            });
            for (call, value) in claims {
                match self.query(&call, &value) {
                    Some(query) => {
                        asked.push(index);
                        queries.push(query);
                    }
                    None => judgements[index] = None,
                }
            }
        }
        let compiled = compile_all(&self.program, &queries, Functions::Names).ok()?;
        self.meter.spend(COMPILING);
        for (index, held) in asked.into_iter().zip(self.hold(&compiled).await) {
            // One that is wrong is enough; what holds has to hold everywhere.
            judgements[index] = match (judgements[index], held) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        Some(judgements)
    }

    /// The fact with its maps and sets told apart as the types of the program say. None: they allow several ways, or none.
    fn told_apart(&mut self, fact: &Fact) -> Option<Fact> {
        let mut ways = fact.told_apart()?;
        if ways.len() > 1 {
            ways.retain(|way| {
                let mut claims = claims(way).into_iter().flatten();
                claims.all(|(call, value)| self.query(&call, &value).is_some())
            });
        }
        ways.pop().filter(|_| ways.is_empty())
    }

    fn query(&mut self, call: &str, value: &str) -> Option<Query> {
        let text = match self.program.mode {
            Mode::Haskell => format!("case {call} of {{ {value} -> True; _ -> False }}"),
            Mode::FunctionalLogic => format!("{call} -> {value}"),
        };
        let (query, problems) = self.program.query(&text);
        query.filter(|_| !problems.iter().any(Diagnostic::is_error))
    }

    /// Whether each of these is true, or has an answer.
    async fn hold(&self, questions: &[Compiled]) -> Vec<Option<bool>> {
        let mut before: Option<Machine> = None;
        let mut judgements = Vec::new();
        for question in questions {
            // What is left of a run to its end is fit for the next.
            let mut machine = match before.take() {
                Some(mut machine) => {
                    machine.evaluate_next(question.main, 1);
                    machine
                }
                None => Machine::new(question.code.clone(), question.main, 1, None),
            };
            let max_steps = machine.steps() + MOST_STEPS;
            let budget = Budget { max_steps, ..self.budget() };
            let end = machine.run_by_slices(&budget).await;
            judgements.push(match (self.program.mode, &end) {
                (Mode::Haskell, Stop::Done) => match machine.view(machine.result()) {
                    View::Constructor(id, _) => Some(id == machine.code().known.truth),
                    _ => None,
                },
                // An answer that depends on conditions is none.
                (Mode::FunctionalLogic, Stop::Done) => (machine.residue().floundered == 0).then_some(true),
                (Mode::FunctionalLogic, Stop::NoMore) => Some(false),
                _ => None,
            });
            let is_over = matches!(end, Stop::Done | Stop::Failed);
            before = Some(machine).filter(|_| self.program.mode == Mode::Haskell && is_over);
        }
        judgements
    }

    fn budget(&self) -> Budget<'_> {
        Budget { max_memory: MOST_MEMORY, meter: Some(&self.meter), ..Budget::UNLIMITED }
    }
}

/// Calls and their values: if the value is a function, one for each of its entries.
fn claims(fact: &Fact) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut todo = vec![(fact.written(fact.call, (), false, &mut Plain)?, fact.value)];
    while let Some((call, value)) = todo.pop() {
        let Term::Map(entries) = fact.term(value) else {
            found.push((call, fact.written(value, (), true, &mut Plain)?));
            continue;
        };
        for entry in entries {
            let arguments: Option<Vec<String>> = entry
                .arguments
                .iter()
                .map(|argument| fact.written(*argument, (), false, &mut Plain))
                .collect();
            todo.push((format!("({call} {})", arguments?.join(" ")), entry.result));
        }
    }
    Some(found)
}

impl Reference {
    /// Whether these are all answers of a call: each that this version has follows from one of them. None: it cannot be told.
    pub async fn is_complete(
        &mut self,
        call: &str,
        answers: &[Fact],
        is_function: &dyn Fn(&str) -> bool,
    ) -> Option<bool> {
        let call = Fact::read(call, "_", is_function)?;
        let text = call.written(call.call, (), false, &mut Named(&|name| Some(name.to_owned())))?;
        let (query, problems) = self.program.query(&text);
        let query = query.filter(|_| !problems.iter().any(Diagnostic::is_error))?;
        let compiled = compile(&self.program, &query).ok()?;
        let Asked::Answer { value: Some(_), variables } = &compiled.asked else { return None };
        // The answer is made at once; what is in it is evaluated afterwards.
        let mut machine = Machine::new(compiled.code.clone(), compiled.main, 1, None);
        let budget = self.budget();
        if machine.run_by_slices(&budget).await != Stop::Done {
            return None;
        }
        let held = machine.detach(Taken::Everything);
        let mut enumerator =
            Enumerator::new(compiled.code.clone(), machine.into_types(), MOST_STEPS, MOST_STEPS, &budget);
        let found = enumerator.first(&held).await;
        let names = collection::names(&compiled.code);
        for value in &found.values {
            let machine = Machine::holding(compiled.code.clone(), enumerator.types(), value, 1);
            let mut style = Style::new(PARTS);
            machine.name_variables(&names, &mut style);
            let held = machine.held();
            let (first, rest) = held.split_first()?;
            let bound: Vec<String> =
                rest.iter().map(|word| machine.value_text(*word, ARGUMENT, &mut style)).collect();
            let named = |name: &str| {
                let index = variables.iter().position(|variable| variable == name)?;
                bound.get(index).cloned()
            };
            let instance = call.written(call.call, (), false, &mut Named(&named))?;
            let result = machine.value_text(*first, 0, &mut style);
            let instance = instance.replace(HOLE, "_");
            let fact = Fact::read(&instance, &result, is_function).filter(|_| !style.is_cut())?;
            if !answers.iter().any(|answer| answer.entails(&fact)) {
                return Some(false);
            }
        }
        found.is_whole.then_some(true)
    }
}

/// Logic variables are written as this says.
struct Named<'a>(&'a dyn Fn(&str) -> Option<String>);

impl Holes for Named<'_> {
    type At = ();

    fn part(&mut self, (): &(), _name: &str, _index: usize) {}

    fn hole(&mut self, (): &()) -> Option<String> {
        Some(HOLE.to_owned())
    }

    fn variable(&mut self, name: &str) -> Option<String> {
        (self.0)(name)
    }
}

#[cfg(test)]
mod tests {
    use lazy_syntax::{Options, load};
    use slices::finish;

    use super::*;

    fn check(file: &str, source: &str, facts: &[(&str, &str, Option<bool>)]) {
        let (program, problems) = load(&[(file, source)], Options::for_file(file).expect("a lazy file"));
        assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
        let names: Vec<String> = program.functions.iter().map(|f| program.text(f.name).to_owned()).collect();
        let mut reference = Reference::new(program);
        for (call, value, expected) in facts {
            let fact = Fact::read(call, value, &|name| names.iter().any(|known| known == name));
            let fact = fact.unwrap_or_else(|| panic!("{call} -> {value}"));
            assert_eq!(finish(reference.is_right(&fact)), *expected, "{call} -> {value}");
        }
    }

    #[test]
    fn mode_hs() {
        let source = "data P = P { left :: Int, right :: [Int] }\nf x y = if x > 0 then x : f (x - 1) y else y\ng p = p { left = 1 }\nh x = -x\n";
        check(
            "m.hs",
            source,
            &[
                ("f 2 [9]", "[2,1,9]", Some(true)),
                ("f 2 [9]", "[2,1,8]", Some(false)),
                ("f 2 _", "2:_", Some(true)),
                ("f 2 _", "2:2:_", Some(false)),
                // What was not demanded is demanded here.
                ("f 2 _", "[2,1]", None),
                ("f _ _", "[1]", None),
                ("g (P {left = 0, right = _})", "P {left = 1, right = _}", Some(true)),
                ("h (-3)", "3", Some(true)),
                ("h 3", "-3", Some(true)),
                ("map _ []", "[]", Some(true)),
                // Functions by what they were applied to.
                ("map {\\1->2, \\3->4} [1,3]", "[2,4]", Some(true)),
                ("map {\\1->2, \\3->4} [1,3]", "[2,5]", Some(false)),
                ("map {\\1->2} [1,3]", "[2,4]", None),
                ("map {} []", "[]", Some(true)),
                // Lambdas as they are written.
                ("map (\\x -> x + length (f x [])) [1,3]", "[2,6]", Some(true)),
                ("map (\\x -> x + length (f x [])) [1,3]", "[2,7]", Some(false)),
                ("map (\\x -> x + _) [1]", "[2]", None),
                ("zipWith {\\1 2->3} [1] [2]", "[3]", Some(true)),
                ("foldr {\\1 _->3, \\2->{\\5->6, \\7->8}} 0 [1]", "3", Some(true)),
                ("f 1", "{\\[]->[1], \\[2]->[1,2]}", Some(true)),
                ("f 1", "{\\[]->[1], \\[2]->[1,3]}", Some(false)),
                // What would have to be compared is a function.
                ("id {\\{\\1->2}->3}", "{\\{\\1->2}->3}", None),
            ],
        );
    }

    #[test]
    fn values_of_library_types() {
        let source = "import qualified Data.Map as M\nimport qualified Data.Set as Set\nimport Data.Array\nimport Data.Ratio\n\
            keys :: M.Map Int [a] -> Set.Set Int -> [Int]\nkeys m s = filter (`Set.notMember` s) (M.keys m)\n\
            count :: String -> M.Map Char Int\ncount = foldr (\\c -> M.insertWith (+) c 1) M.empty\n\
            nested :: Int -> Maybe (M.Map Int (Set.Set Char))\nnested n = Just (M.fromList [(k, Set.fromList \"ab\") | k <- [1 .. n]])\n\
            total xs = length xs\nsquares :: Int -> Array Int Int\nsquares n = listArray (0, n) [k * k | k <- [0 .. n]]\n\
            half :: Int -> Rational\nhalf n = fromIntegral n / 2\nbump :: M.Map Int Int -> (M.Map Int Int -> Int) -> Int\nbump m f = f (M.insert 0 0 m)\n";
        check(
            "m.hs",
            source,
            &[
                ("keys (fromList [(1,_),(2,_)]) (fromList [2])", "[1]", Some(true)),
                ("keys (fromList [(1,_),(2,_)]) (fromList [2])", "[2]", Some(false)),
                ("keys (fromList []) (fromList [])", "[]", Some(true)),
                ("count \"aba\"", "fromList [('a',2),('b',1)]", Some(true)),
                ("count \"aba\"", "fromList [('a',_),('b',1)]", Some(true)),
                ("count \"aba\"", "fromList [('a',1),('b',1)]", Some(false)),
                ("count \"aba\"", "fromList [('a',2)]", Some(false)),
                ("nested 1", "Just (fromList [(1,fromList \"ab\")])", Some(true)),
                ("nested 1", "Just (fromList [(1,fromList \"ac\")])", Some(false)),
                ("nested 1", "Just (fromList [(1,_)])", Some(true)),
                ("nested 1", "Nothing", Some(false)),
                // It may be a map or a set.
                ("total (fromList [(1,2)])", "1", None),
                ("squares 2", "listArray (0,2) [0,1,4]", Some(true)),
                ("squares 2", "listArray (0,2) [0,_,5]", Some(false)),
                ("half 3", "3 % 2", Some(true)),
                ("half 3", "3 % 4", Some(false)),
                ("bump (fromList [(1,1)]) {\\(fromList [(0,0),(1,1)])->7}", "7", Some(true)),
                ("bump (fromList [(1,1)]) {\\(fromList [(0,0),(1,1)])->7}", "8", Some(false)),
                ("bump (fromList [(1,1)]) {\\(fromList [(1,1)])->7}", "7", None),
            ],
        );
    }

    #[test]
    fn mode_flp() {
        let source = "coin = 0\ncoin = 1\ntwice f x = f (f x)\ntail2 (x:xs) = xs\ndrop2 = twice tail2\nconst2 x y = x\n";
        check(
            "m.flp",
            source,
            &[
                ("coin", "0", Some(true)),
                ("coin", "1", Some(true)),
                ("coin", "2", Some(false)),
                ("drop2", "twice tail2", Some(true)),
                ("drop2", "twice (twice tail2)", Some(false)),
                // No function of that arity is a pattern.
                ("drop2", "twice drop2", None),
                ("twice tail2 [_,2,3]", "[3]", Some(true)),
                ("const2 1 _", "1", Some(true)),
                // It could not be told from a branch that fails: the fact is not derivable.
                ("const2 _ 1", "1", Some(false)),
                ("const2 x 1", "x", None),
            ],
        );
    }
}
