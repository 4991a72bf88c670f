//! The trees that the lazy machine makes itself: a correct program judges the tree of one in which a function was made wrong, and nobody else may be blamed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use computation_tree::NodeId;
use inquiry::Strategy;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{compile, compile_for};
use lazy_syntax::ast::Program;
use lazy_syntax::{Options, load};
use lazy_tree::{Fact, Outcome, Outside, Recording, Reference};

use crate::search::search;
use crate::sketch::Sketch;

const MOST_STEPS: u64 = 100_000;
const PARTS: usize = 500;

/// What came of many programs.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Programs whose value is wrong.
    pub tried: u64,
    /// Searches that blamed someone.
    verdicts: u64,
    undecided: u64,
    /// Of trees in which a constant is used.
    constants: u64,
    unsound: Vec<String>,
}

impl Tally {
    pub fn with(mut self, other: Tally) -> Tally {
        self.tried += other.tried;
        self.verdicts += other.verdicts;
        self.undecided += other.undecided;
        self.constants += other.constants;
        self.unsound.extend(other.unsound);
        self
    }

    /// Nobody who is innocent was blamed, and the experiment says something.
    pub fn is_sound(&self) -> bool {
        self.unsound.is_empty() && (self.tried == 0 || self.verdicts > 0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "the machine's own trees: {} programs, {} with constants; {} verdicts, {} undecided; {} innocent",
            self.tried,
            self.constants,
            self.verdicts,
            self.undecided,
            self.unsound.len()
        )?;
        self.unsound.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The program of a seed, right and wrong, what is asked of it, and who is guilty.
pub struct Pair {
    pub right: String,
    pub wrong: String,
    pub question: String,
    pub guilty: String,
}

pub fn pair(seed: u64) -> Pair {
    let mut sketch = Sketch::new(seed);
    let (right, question) = (sketch.text(), sketch.question());
    let guilty = sketch.break_one();
    Pair { right, wrong: sketch.text(), question, guilty }
}

pub fn try_program(seed: u64, tally: &mut Tally) {
    let Pair { right, wrong, question, guilty } = pair(seed);
    let (Some(reference), Some(program)) = (read(&right), read(&wrong)) else {
        tally.unsound.push(format!("seed {seed}: the program is refused"));
        return;
    };
    let values = (value(reference.clone(), &question), value(program.clone(), &question));
    match values {
        (Some(right), Some(wrong)) if right != wrong => {}
        _ => return,
    }
    tally.tried += 1;
    let mut reference = Reference::new(reference);
    for functions in [Functions::Maps, Functions::Names] {
        // A run is deterministic: one to look at the tree of, one to ask what its nodes say.
        let record = || record(program.clone(), &question, functions);
        let (Some(drawn), Some(recording)) = (record(), record()) else { continue };
        tally.constants += u64::from(!recording.machine().log().constants().is_empty());
        let case = Case { name: format!("seed {seed}, functions as {functions:?}"), guilty: &guilty };
        case.investigate(&drawn, recording, &mut reference, tally);
    }
}

/// One program with one kind of tree.
struct Case<'a> {
    name: String,
    guilty: &'a String,
}

impl Case<'_> {
    fn investigate(
        &self,
        drawn: &Recording,
        mut recording: Recording,
        reference: &mut Reference,
        tally: &mut Tally,
    ) {
        let code = recording.machine().code().clone();
        let names: BTreeSet<&str> = code.functions.iter().map(|function| function.name.as_str()).collect();
        let mut known: BTreeMap<NodeId, Option<bool>> = BTreeMap::new();
        for strategy in [Strategy::DivideQuery, Strategy::TopDown] {
            let mut judge = |node: NodeId| {
                *known.entry(node).or_insert_with(|| judged(&mut recording, reference, &names, node))
            };
            let blamed = search(drawn.tree().shared(), &mut judge, strategy);
            let blamed: BTreeSet<String> = blamed
                .into_iter()
                .filter_map(|node| drawn.function(node).map(|(function, _)| function.name.clone()))
                .collect();
            match blamed.is_empty() {
                true => tally.undecided += 1,
                false => tally.verdicts += 1,
            }
            if !blamed.is_empty() && !blamed.contains(self.guilty) {
                let blamed: Vec<String> = blamed.into_iter().collect();
                tally.unsound.push(format!(
                    "{}: {} for {}, by {strategy:?}",
                    self.name,
                    blamed.join(", "),
                    self.guilty
                ));
            }
        }
    }
}

fn judged(
    recording: &mut Recording,
    reference: &mut Reference,
    names: &BTreeSet<&str>,
    node: NodeId,
) -> Option<bool> {
    let Some(said) = recording.said(node, PARTS) else { return Some(true) };
    let Outcome::Value(value) = &said.outcome else { return None };
    let fact = Fact::read(&said.call, value, &|name| names.contains(name)).filter(|_| !said.is_cut)?;
    reference.is_right(&fact)
}

fn read(text: &str) -> Option<Program> {
    let (program, problems) = load(&[("random.hs", text)], Options::for_file("random.hs")?);
    (!problems.iter().any(|problem| problem.is_error())).then_some(program)
}

fn budget() -> Budget<'static> {
    Budget { max_steps: MOST_STEPS, ..Budget::UNLIMITED }
}

fn value(mut program: Program, question: &str) -> Option<String> {
    let query = program.query(question).0?;
    let compiled = compile(&program, &query).ok()?;
    let mut machine = Machine::new(compiled.code, compiled.main, PARTS as u64, None);
    let end = machine.run(&budget());
    (end == Stop::Done).then(|| machine.answer(&compiled.asked, PARTS).text())
}

fn record(mut program: Program, question: &str, functions: Functions) -> Option<Recording> {
    let query = program.query(question).0?;
    let compiled = compile_for(&program, &query, functions).ok()?;
    let program = Rc::new(program);
    Some(Recording::new(program, query, compiled, PARTS as u64, 1, &budget(), &mut Nowhere))
}

struct Nowhere;

impl Outside for Nowhere {
    fn write(&mut self, _text: &str) {}

    fn read_line(&mut self) -> Option<String> {
        None
    }

    fn read_all(&mut self) -> String {
        String::new()
    }
}
