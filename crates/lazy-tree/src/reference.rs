//! Another version of the program as judge (functional-logic §2, decision aid): a fact is right if
//! that version derives it.

use std::slice;

use lazy_machine::core::Functions;
use lazy_machine::detached::Taken;
use lazy_machine::machine::{Budget, Machine, Request, Stop};
use lazy_machine::print::{Style, quoted};
use lazy_machine::view::View;
use lazy_machine::{Asked, Compiled, compile, compile_all};
use lazy_syntax::Diagnostic;
use lazy_syntax::ast::{Mode, Program, Query};
use slices::{Later, Meter};

use crate::alternatives::Enumerator;
use crate::collection;
use crate::course::{Course, NOTHING_THERE, Nowhere, Outside};
use crate::fact::{Fact, Term};
use crate::written::{HOLE, Holes, Plain};

/// Calls that a judgement may take.
const MOST_STEPS: u64 = 2_000_000;
const MOST_MEMORY: u64 = 1 << 30;
/// What it takes to compile questions, in calls.
const COMPILING: u64 = 10_000;
/// Parts of a value that are compared.
const PARTS: usize = 1_000;
/// What queries are called among the sources.
const QUERY: &str = "expression";
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

    /// None: it cannot be told. Facts with logic variables hold for all their values, which no run
    /// can show.
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

    /// Whether a call ends in this error. None: it cannot be told.
    pub async fn fails_so(&mut self, call: &Fact, message: &str) -> Option<bool> {
        let text = match self.program.mode {
            Mode::Haskell => [true, false].iter().find_map(|typed| {
                let text = format!("seq {} ()", self.call(call, *typed)?);
                self.read(&text).map(|_| text)
            })?,
            // No value says nothing about the others.
            Mode::FunctionalLogic => return None,
        };
        let (end, machine) = self.run(&text, &mut Nowhere).await?;
        match end {
            Stop::Done => Some(false),
            Stop::Failed => {
                // What was never demanded is demanded here.
                let is_hole = machine
                    .failure_complaint()
                    .is_some_and(|complaint| self.program.sources.name(complaint.span().file) == QUERY);
                (!is_hole).then(|| machine.failure_text() == message)
            }
            _ => None,
        }
    }

    /// Whether to perform a call writes this, and nothing else happens. None: it cannot be told.
    pub async fn writes(&mut self, call: &Fact, written: &str) -> Option<bool> {
        let text = [true, false].iter().find_map(|typed| {
            let text = self.call(call, *typed)?;
            let query = self.read(&text)?;
            self.program.is_action(&query).then_some(text)
        })?;
        let mut paper = Paper::default();
        let (end, _) = self.run(&text, &mut paper).await?;
        match end {
            Stop::Done if !paper.is_spoilt => Some(quoted(&paper.text) == written),
            _ => None,
        }
    }

    fn read(&mut self, text: &str) -> Option<Query> {
        let (query, problems) = self.program.query(text);
        query.filter(|_| !problems.iter().any(Diagnostic::is_error))
    }

    async fn run(&mut self, text: &str, outside: &mut dyn Outside) -> Option<(Stop, Machine)> {
        let query = self.read(text)?;
        let compiled = compile(&self.program, &query).ok()?;
        self.meter.spend(COMPILING);
        let budget = Budget { max_steps: MOST_STEPS, ..self.budget() };
        let (course, machine) = Course::run(compiled, 1, 1, 0, &budget, outside).await;
        Some((course.end().clone(), machine))
    }

    /// None: they cannot be compiled together.
    async fn judgements(&mut self, facts: &[Fact]) -> Option<Vec<Option<bool>>> {
        self.meter.pause_if_spent().await;
        let mut judgements = vec![Some(true); facts.len()];
        let (mut asked, mut queries) = (Vec::new(), Vec::new());
        for (index, fact) in facts.iter().enumerate() {
            let found = self.told_apart(fact).and_then(|fact| self.queries(&fact));
            match found {
                Some(found) => {
                    asked.extend(found.iter().map(|_| index));
                    queries.extend(found);
                }
                None => judgements[index] = None,
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

    /// The fact with its maps and sets told apart as the types of the program say. None: they allow
    /// several ways, or none.
    fn told_apart(&mut self, fact: &Fact) -> Option<Fact> {
        let mut ways = fact.told_apart()?;
        if ways.len() > 1 {
            ways.retain(|way| self.queries(way).is_some());
        }
        ways.pop().filter(|_| ways.is_empty())
    }

    /// What has to hold. None: it cannot be asked.
    fn queries(&mut self, fact: &Fact) -> Option<Vec<Query>> {
        // The types that the checker found for local functions may have names that are not in
        // scope.
        [true, false].iter().take(1 + usize::from(fact.local.is_some())).find_map(|typed| {
            let claims = claims(fact, self.call(fact, *typed)?)?;
            claims.iter().map(|(call, value)| self.query(call, value)).collect()
        })
    }

    /// The call as it is written in a program. A local function is lifted, with its free variables
    /// by their names: what this version needs beyond those of the other is not known.
    fn call(&self, fact: &Fact, typed: bool) -> Option<String> {
        let Some(local) = &fact.local else { return fact.written(fact.call, (), false, &mut Plain) };
        let (name, arguments) = fact.function()?;
        let namesakes = self.program.locals_named(name);
        let (at, count) = local.place;
        let function = *namesakes.get(at).filter(|_| namesakes.len() == count)?;
        let lifted = self.program.lifted(function, typed)?;
        let (captured, given) = arguments.split_at_checked(local.free.len())?;
        let mut words = vec![lifted.text];
        for name in &lifted.free {
            words.push(match local.free.iter().position(|known| known == name) {
                Some(index) => fact.written(captured[index], (), false, &mut Plain)?,
                None => HOLE.to_owned(),
            });
        }
        for argument in given {
            words.push(fact.written(*argument, (), false, &mut Plain)?);
        }
        Some(format!("({})", words.join(" ")))
    }

    fn query(&mut self, call: &str, value: &str) -> Option<Query> {
        let text = match self.program.mode {
            Mode::Haskell => format!("case {call} of {{ {value} -> True; _ -> False }}"),
            Mode::FunctionalLogic => format!("{call} -> {value}"),
        };
        self.read(&text)
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

/// Keeps what is written to it.
#[derive(Default)]
struct Paper {
    text: String,
    /// Something else happened.
    is_spoilt: bool,
}

impl Outside for Paper {
    fn write(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn write_error(&mut self, _text: &str) {
        self.is_spoilt = true;
    }

    fn read_line(&mut self) -> Later<'_, Option<String>> {
        self.is_spoilt = true;
        Box::pin(async { None })
    }

    fn read_all(&mut self) -> Later<'_, String> {
        self.is_spoilt = true;
        Box::pin(async { String::new() })
    }

    fn is_at_end(&mut self) -> Later<'_, bool> {
        self.is_spoilt = true;
        Box::pin(async { true })
    }

    fn request(&mut self, _request: Request) -> String {
        self.is_spoilt = true;
        NOTHING_THERE.to_owned()
    }
}

/// Calls and their values: if the value is a function, one for each of its entries.
fn claims(fact: &Fact, call: String) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut todo = vec![(call, fact.value)];
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
    /// Whether these are all answers of a call: each that this version has follows from one of
    /// them. None: it cannot be told.
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
    use crate::fact::LocalFunction;

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
        let source = "data P = P { left :: Int, right :: [Int] }\nf x y = if x > 0 then x : f (x - 1) y else y\ng p = p { left = 1 }\nh x = -x\npairUp n = ((+ n), subtract n)\n";
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
                // A function is compared by what it gives.
                ("id {\\{\\1->2}->3}", "{\\{\\1->2}->3}", Some(true)),
                ("id {\\{\\1->2}->3}", "{\\{\\1->2}->4}", Some(false)),
                ("id {\\{\\1->2}->3}", "{\\{\\1->5}->3}", None),
                ("pairUp 1", "({\\2->3}, _)", Some(true)),
                ("pairUp 1", "({\\2->4}, _)", Some(false)),
                ("pairUp 1", "({\\2->3, \\4->5}, {})", Some(true)),
                // Negative numbers in lists that go on.
                ("f 1 [-1]", "1:(-1):_", Some(true)),
                ("f 1 [-1]", "1:-1:_", Some(true)),
                ("f 1 [-1]", "1:(-2):_", Some(false)),
            ],
        );
    }

    /// Facts of a local function with these free variables.
    fn check_local(source: &str, free: &[&str], facts: &[(&str, &str, Option<bool>)]) {
        let (program, problems) = load(&[("m.hs", source)], Options::default());
        assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
        let mut reference = Reference::new(program);
        for (call, value, expected) in facts {
            let free = free.iter().map(|name| (*name).to_owned()).collect();
            let local = Some(LocalFunction { free, place: (0, 1) });
            let fact = Fact::read(call, value, &|name| name.contains('.')).expect("a fact").of_local(local);
            assert_eq!(finish(reference.is_right(&fact)), *expected, "{call} -> {value}");
        }
    }

    #[test]
    fn local_functions() {
        let source = "total :: Int -> [Int] -> Int\ntotal k xs = go 0 xs\n  where\n    go acc [] = acc\n    \
            go acc (y:ys) = go (acc + scale y) ys\n    scale y = k * y + extra\n      where extra = deep k\n    \
            deep n | n > big = 1\n           | otherwise = 0\n    big = 10 ^ (2 :: Int)\n";
        let facts = [
            ("total.go 3 100 0 [1,2]", "9", Some(true)),
            ("total.go 3 100 0 [1,2]", "10", Some(false)),
            // Computed in `Int`, as the function is.
            ("total.go 3 100 9223372036854775807 [1]", "-9223372036854775806", Some(true)),
            ("total.go _ 100 7 []", "7", Some(true)),
            ("total.go _ 100 7 [1]", "7", None),
        ];
        check_local(source, &["k", "big"], &facts);
        // By name, whatever their order; what is not known is not guessed.
        check_local(source, &["big", "k"], &[("total.go 100 3 0 [1,2]", "9", Some(true))]);
        check_local(source, &["k"], &[("total.go 3 0 [1]", "3", None), ("total.go 3 5 []", "5", Some(true))]);
        check_local(source, &["k"], &[("total.scale 3 0 1", "3", None)]);
        check_local(source, &[], &[("total.missing 3", "3", None)]);
    }

    #[test]
    fn errors_and_actions() {
        let source = "f :: Int -> Int\nf 0 = error \"none\"\nf n = n\ng [] = 1\n\
            say :: [Int] -> IO ()\nsay = mapM_ print\nask :: IO ()\nask = getLine >>= putStrLn\n";
        let (program, problems) = load(&[("m.hs", source)], Options::default());
        assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
        let mut reference = Reference::new(program);
        let call = |text: &str| Fact::read(text, "_", &|_| true).expect("a call");
        for (text, message, expected) in [
            ("f 0", "none", Some(true)),
            ("f 0", "some", Some(false)),
            ("f 1", "none", Some(false)),
            ("f _", "none", None),
            ("g [2]", "no rule of g matches", Some(true)),
        ] {
            assert_eq!(finish(reference.fails_so(&call(text), message)), expected, "{text}: {message}");
        }
        for (text, written, expected) in [
            ("say [1,2]", "1\\n2\\n", Some(true)),
            ("say [1,2]", "1\\n", Some(false)),
            ("say [1,_]", "1\\n", None),
            ("ask", "", None),
            ("f 1", "", None),
        ] {
            assert_eq!(finish(reference.writes(&call(text), written)), expected, "{text}: {written}");
        }
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
