//! The trees that the lazy machine makes itself: a correct program judges the tree of one in which a function was made wrong, and nobody else may be blamed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use computation_tree::{NodeId, SharedTree};
use goal_calculus::generator::{Mutant, mutant};
use inquiry::Strategy;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Asked, Compiled, compile, compile_for};
use lazy_syntax::ast::Program;
use lazy_syntax::{Options, load};
use lazy_tree::{Collection, Fact, Nowhere, Outcome, Recording, Reference};

use crate::search::search;
use crate::sketch::Sketch;
use crate::{stated, traced};

const MOST_STEPS: u64 = 100_000;
const PARTS: usize = 500;
const MOST_ANSWERS: usize = 300;
/// One program in so many is judged by properties, too.
const WITH_PROPERTIES: u64 = 10;

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
    /// Programs that are stated as properties, too, and what those said.
    stated: u64,
    properties: stated::Said,
    unsound: Vec<String>,
}

impl Tally {
    pub fn with(mut self, other: Tally) -> Tally {
        self.tried += other.tried;
        self.verdicts += other.verdicts;
        self.undecided += other.undecided;
        self.constants += other.constants;
        self.stated += other.stated;
        self.properties = self.properties.with(other.properties);
        self.unsound.extend(other.unsound);
        self
    }

    /// Nobody who is innocent was blamed, and the experiment says something.
    pub fn is_sound(&self) -> bool {
        let stated::Said { right, wrong, mistakes, .. } = &self.properties;
        let has_said = self.stated < 4 || *right > 0 && *wrong > 0;
        self.unsound.is_empty() && mistakes.is_empty() && has_said && (self.tried == 0 || self.verdicts > 0)
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
        let stated::Said { right, wrong, nothing, mistakes } = &self.properties;
        if self.stated > 0 {
            writeln!(
                f,
                "properties: {right} statements right, {wrong} wrong, {nothing} not judged; {} mistakes",
                mistakes.len()
            )?;
        }
        self.unsound.iter().chain(mistakes).try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The program of a seed, right and wrong, what is asked of it, and who is guilty.
pub struct Pair {
    /// Says which language it is.
    file: &'static str,
    pub right: String,
    pub wrong: String,
    pub question: String,
    pub guilty: String,
    /// The functions at the top, with how many parameters they have, if what they give can be compared.
    pub functions: Vec<(String, Option<usize>)>,
}

/// What is made wrong, and looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Defect {
    /// A function comes to another value (hs).
    Value,
    /// A rule of a functional-logic program gives a wrong answer.
    WrongAnswer,
    /// A rule of one is gone, or too narrow.
    MissingAnswer,
}

pub fn pair(seed: u64, defect: Defect) -> Option<Pair> {
    if defect != Defect::Value {
        let Mutant { right, wrong, goal, guilty } = mutant(seed, defect == Defect::MissingAnswer)?;
        return Some(Pair {
            file: "random.flp",
            right,
            wrong,
            question: goal,
            guilty,
            functions: Vec::new(),
        });
    }
    let mut sketch = Sketch::new(seed);
    let (right, question) = (sketch.text(), sketch.question());
    let guilty = sketch.break_one();
    let functions = sketch.functions();
    Some(Pair { file: "random.hs", right, wrong: sketch.text(), question, guilty, functions })
}

/// One program; it says something if what is asked comes to something wrong.
pub fn try_program(seed: u64, defect: Defect, tally: &mut Tally) {
    let Some(pair) = pair(seed, defect) else { return };
    let (Some(right), Some(wrong)) = (read(pair.file, &pair.right), read(pair.file, &pair.wrong)) else {
        tally.unsound.push(format!("seed {seed}: the program is refused"));
        return;
    };
    let (Some(intended), Some(actual)) =
        (answers(right.clone(), &pair.question), answers(wrong.clone(), &pair.question))
    else {
        return;
    };
    let mut suspect = Suspect { seed, pair: &pair, program: wrong, reference: Reference::new(right) };
    if defect == Defect::MissingAnswer {
        if !intended.iter().all(|answer| actual.contains(answer)) {
            suspect.missing(tally);
        }
    } else if let Some(index) = actual.iter().position(|answer| !intended.contains(answer)) {
        tally.tried += 1;
        // Functions as finite maps are for mode hs.
        for functions in [Functions::Maps, Functions::Names] {
            if defect == Defect::Value || functions == Functions::Names {
                suspect.wrong(index + 1, functions, tally);
            }
        }
        if defect == Defect::Value {
            suspect.traced(tally);
        }
        if defect == Defect::Value && tally.tried.is_multiple_of(WITH_PROPERTIES) {
            suspect.stated(index + 1, tally);
        }
    }
}

struct Suspect<'a> {
    seed: u64,
    pair: &'a Pair,
    program: Program,
    reference: Reference,
}

impl Suspect<'_> {
    /// This answer is wrong.
    fn wrong(&mut self, answer: usize, functions: Functions, tally: &mut Tally) {
        // A run is deterministic: one to look at the tree of, one to ask what its nodes say.
        let record = || record(self.program.clone(), &self.pair.question, answer, functions);
        let (Some(drawn), Some(mut recording)) = (record(), record()) else { return };
        tally.constants += u64::from(!recording.machine().log().constants().is_empty());
        let code = recording.machine().code().clone();
        let names: BTreeSet<&str> = code.functions.iter().map(|function| function.name.as_str()).collect();
        let reference = &mut self.reference;
        let mut judge = |node: NodeId| judged(&mut recording, reference, &names, node);
        let name = |node| drawn.function(node).map(|(function, _)| function.name.clone());
        debug(self.seed, &self.pair.guilty, drawn.tree().shared(), &mut judge, &name, tally);
    }

    /// Through a trace. Only what stands at the top is observed.
    fn traced(&mut self, tally: &mut Tally) {
        let guilty = self.pair.guilty.split('.').next().unwrap_or_default();
        let (program, question, seed) = (self.program.clone(), &self.pair.question, self.seed);
        match traced::blamed(program, question, PARTS as u64, &budget(), &mut self.reference) {
            Ok(found) => found.into_iter().for_each(|(strategy, blamed)| {
                conclude(&format!("seed {seed}, traced"), guilty, strategy, blamed, tally);
            }),
            Err(error) => tally.unsound.push(format!("seed {seed}, traced: {error}")),
        }
    }

    /// What the program is stated to do, as properties, must agree with the program that does it.
    fn stated(&mut self, answer: usize, tally: &mut Tally) {
        let recording = record(self.program.clone(), &self.pair.question, answer, Functions::Maps);
        let Some(mut recording) = recording else { return };
        let name = format!("seed {}", self.seed);
        tally.stated += 1;
        stated::compare(&name, self.pair, &mut recording, &mut self.reference, &mut tally.properties);
    }

    /// An answer is missing.
    fn missing(mut self, tally: &mut Tally) {
        let Some((program, compiled)) = compiled(self.program, &self.pair.question) else { return };
        let Ok(collection) = Collection::new(Rc::new(program), compiled, &budget()) else { return };
        tally.tried += 1;
        let names: BTreeSet<&str> =
            collection.code().functions.iter().map(|function| function.name.as_str()).collect();
        let is_function = |name: &str| names.contains(name);
        let reference = &mut self.reference;
        let mut judge = |node: NodeId| {
            let Some(call) = collection.call(node) else { return Some(true) };
            let facts = call.answers.iter().map(|one| Fact::read(&one.call, &one.value, &is_function));
            let facts: Vec<Fact> = facts.collect::<Option<_>>().filter(|_| call.is_whole && !call.is_cut)?;
            reference.is_complete(&call.call, &facts, &is_function)
        };
        let name = |node| collection.function(node).map(|function| function.name.clone());
        debug(self.seed, &self.pair.guilty, collection.shared(), &mut judge, &name, tally);
    }
}

/// Searches, and looks who is blamed.
fn debug(
    seed: u64,
    guilty: &str,
    tree: &SharedTree,
    judge: &mut dyn FnMut(NodeId) -> Option<bool>,
    name: &dyn Fn(NodeId) -> Option<String>,
    tally: &mut Tally,
) {
    let mut known: BTreeMap<NodeId, Option<bool>> = BTreeMap::new();
    for strategy in [Strategy::DivideQuery, Strategy::TopDown] {
        let mut judge = |node: NodeId| *known.entry(node).or_insert_with(|| judge(node));
        let blamed = search(tree, &mut judge, strategy);
        let blamed: BTreeSet<String> = blamed.into_iter().filter_map(name).collect();
        conclude(&format!("seed {seed}"), guilty, strategy, blamed, tally);
    }
}

fn conclude(name: &str, guilty: &str, strategy: Strategy, blamed: BTreeSet<String>, tally: &mut Tally) {
    match blamed.is_empty() {
        true => tally.undecided += 1,
        false => tally.verdicts += 1,
    }
    if !blamed.is_empty() && !blamed.contains(guilty) {
        let blamed: Vec<String> = blamed.into_iter().collect();
        tally.unsound.push(format!("{name}: {} for {guilty}, by {strategy:?}", blamed.join(", ")));
    }
}

fn judged(
    recording: &mut Recording,
    reference: &mut Reference,
    names: &BTreeSet<&str>,
    node: NodeId,
) -> Option<bool> {
    if recording.function(node).is_none() {
        return Some(true);
    }
    reference.is_right(&fact(recording, names, node)?)
}

/// What the node says, if that is a value, and all of it.
pub fn fact(recording: &mut Recording, names: &BTreeSet<&str>, node: NodeId) -> Option<Fact> {
    let said = recording.said(node, PARTS)?;
    let Outcome::Value(value) = &said.outcome else { return None };
    Fact::read(&said.call, value, &|name| names.contains(name)).filter(|_| !said.is_cut)
}

fn read(file: &str, text: &str) -> Option<Program> {
    let (program, problems) = load(&[(file, text)], Options::for_file(file)?);
    (!problems.iter().any(|problem| problem.is_error())).then_some(program)
}

fn budget() -> Budget<'static> {
    Budget { max_steps: MOST_STEPS, ..Budget::UNLIMITED }
}

fn compiled(mut program: Program, question: &str) -> Option<(Program, Compiled)> {
    let query = program.query(question).0?;
    let compiled = compile(&program, &query).ok()?;
    Some((program, compiled))
}

/// All answers of a goal, or the value of an expression. None if there is no end to them, or some depend on what is not known.
fn answers(program: Program, question: &str) -> Option<Vec<String>> {
    let (_, compiled) = compiled(program, question)?;
    let mut machine = Machine::new(compiled.code, compiled.main, PARTS as u64, None);
    let mut answers = Vec::new();
    loop {
        match machine.run(&budget()) {
            Stop::Done => {
                let answer = machine.answer(&compiled.asked, PARTS);
                if answer.floundered > 0 || !answer.constraints.is_empty() || answers.len() > MOST_ANSWERS {
                    return None;
                }
                answers.push(answer.text());
                if matches!(compiled.asked, Asked::Value { .. }) {
                    return Some(answers);
                }
                machine.reject();
            }
            Stop::NoMore => return Some(answers),
            _ => return None,
        }
    }
}

fn record(mut program: Program, question: &str, answer: usize, functions: Functions) -> Option<Recording> {
    let query = program.query(question).0?;
    let compiled = compile_for(&program, &query, functions).ok()?;
    let program = Rc::new(program);
    Some(Recording::new(program, query, compiled, PARTS as u64, answer, &budget(), &mut Nowhere))
}
