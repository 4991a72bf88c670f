//! The trees that the lazy machine makes itself, and those of the traces that it writes: a correct
//! program judges the tree of one in which a function was made wrong, and nobody else may be
//! blamed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use computation_tree::NodeId;
use lazy_machine::core::Functions;
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Asked, Compiled, compile_all, compile_all_observed, compile_observed};
use lazy_syntax::ast::{Program, Query};
use lazy_syntax::{Options, load};
use lazy_tree::{Collection, Fact, Nowhere, Recording, Reference, ShownResult};
use observation::agreement::agree;
use observation::trace::Trace;
use slices::finish;

use crate::pair::{Defect, Pair, pair};
use crate::search::{in_turn, search};
use crate::trial::Method;
use crate::verdicts::{Said, Searched, TreeKind, Verdicts, search_all};
use crate::{stated, traced};

const MOST_STEPS: u64 = 20_000;
const PARTS: usize = 500;
const MOST_ANSWERS: usize = 300;
/// One program in this many is traced, too.
const TRACED: u64 = 5;
/// One program in this many is also searched with the values of only `WINDOW` calls in memory:
/// other values are recomputed by running the program again.
const WINDOWED: u64 = 16;
const WINDOW: u32 = 3;

/// What came of many programs.
#[derive(Clone, Default, Debug)]
pub struct OwnTally {
    /// Programs that terminate, and those of them with a wrong result.
    pub tried: u64,
    wrong: u64,
    verdicts: BTreeMap<TreeKind, Verdicts>,
    /// Of trees in which a constant is used.
    constants: u64,
    /// Programs that are stated as properties, too, and what those said.
    stated: u64,
    properties: stated::StatedTally,
    /// What should not have been.
    trouble: Vec<String>,
}

impl OwnTally {
    pub fn with(mut self, other: OwnTally) -> OwnTally {
        self.tried += other.tried;
        self.wrong += other.wrong;
        self.add(other.verdicts);
        self.constants += other.constants;
        self.stated += other.stated;
        self.properties = self.properties.with(other.properties);
        self.trouble.extend(other.trouble);
        self
    }

    fn add(&mut self, verdicts: BTreeMap<TreeKind, Verdicts>) {
        for (kind, more) in verdicts {
            self.verdicts.entry(kind).or_default().add(more);
        }
    }

    /// Nobody who is innocent was blamed, and the experiment says something.
    pub fn is_sound(&self) -> bool {
        let stated::StatedTally { right, wrong, mistakes, .. } = &self.properties;
        let has_said = self.stated < 4 || *right > 0 && *wrong > 0;
        let is_sound = |(kind, verdicts): (&TreeKind, &Verdicts)| {
            let searches = verdicts.found + verdicts.undecided;
            let is_decided = verdicts.undecided * 100 <= searches * most_undecided(*kind);
            verdicts.innocent.is_empty() && verdicts.found > 0 && is_decided
        };
        self.trouble.is_empty() && mistakes.is_empty() && has_said && self.verdicts.iter().all(is_sound)
    }
}

/// The largest share of searches without a verdict, in percent. The correct program
/// cannot judge a statement with a function in it, if that is shown by its name.
fn most_undecided(kind: TreeKind) -> u64 {
    match kind {
        TreeKind::Maps => 20,
        TreeKind::Names => 50,
        TreeKind::Windowed => 40,
        TreeKind::Answers | TreeKind::Collections | TreeKind::Traced(_) => 10,
    }
}

impl fmt::Display for OwnTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnTally { tried, wrong, constants, .. } = self;
        writeln!(f, "{tried} programs, {wrong} with a wrong value; {constants} trees with constants")?;
        for (kind, Verdicts { trees, found, undecided, innocent }) in &self.verdicts {
            let name = match kind {
                TreeKind::Maps => "the machine's own, functions as finite maps",
                TreeKind::Names => "the machine's own, functions by their names",
                TreeKind::Windowed => "the same with a window of few calls",
                TreeKind::Answers => "wrong answers",
                TreeKind::Collections => "missing answers",
                TreeKind::Traced(Method::Spans) => "traces, by spans",
                TreeKind::Traced(Method::Stacks) => "traces, by stacks",
            };
            let innocent = innocent.len();
            writeln!(
                f,
                "{name}: {trees} trees, {found} verdicts, {undecided} undecided; {innocent} innocent"
            )?;
        }
        let stated::StatedTally { right, wrong, nothing, mistakes } = &self.properties;
        if self.stated > 0 {
            writeln!(
                f,
                "properties of {}: {right} statements right, {wrong} wrong, {nothing} not judged; {} mistakes",
                self.stated,
                mistakes.len()
            )?;
        }
        let innocent = self.verdicts.values().flat_map(|verdicts| &verdicts.innocent);
        innocent.chain(mistakes).chain(&self.trouble).try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// The trace of the wrong program.
pub fn trace_of(pair: &Pair) -> Option<Rc<Trace>> {
    let (mut program, _) = load(&[(Defect::Value.file(), &pair.wrong)], Options::default());
    let query = program.query(&pair.question).0?;
    let compiled = compile_observed(&program, &query, &["_".to_owned()]).ok()?;
    traced::trace(&compiled, PARTS as u64, &budget()).ok()?
}

/// The programs of these seeds. A program counts if its result is wrong.
pub fn try_programs(seeds: &[u64], defect: Defect, tally: &mut OwnTally) {
    let pairs: Vec<Pair> = seeds.iter().filter_map(|seed| pair(*seed, defect)).collect();
    for pairs in pairs.chunks(defect.together()) {
        match Suspects::new(pairs, defect) {
            Ok(suspects) => suspects.try_all(defect, tally),
            Err(trouble) => tally.trouble.push(format!("seed {} and on: {trouble}", pairs[0].seed)),
        }
    }
}

/// Programs that are one: with the same names they are right here and wrong there.
struct Suspects<'a> {
    program: Rc<Program>,
    reference: Reference,
    /// How many terminate, and those with a wrong result or a missing answer.
    tried: u64,
    wrong: Vec<Suspect<'a>>,
}

struct Suspect<'a> {
    pair: &'a Pair,
    query: Query,
    /// Which of the answers is wrong, from 1.
    answer: usize,
}

impl<'a> Suspects<'a> {
    /// An error: something is refused.
    fn new(pairs: &'a [Pair], defect: Defect) -> Result<Suspects<'a>, String> {
        let read = |text: fn(&Pair) -> &str| -> Result<(Program, Vec<Option<Query>>), String> {
            let text: String = pairs.iter().map(text).collect();
            let (mut program, problems) =
                load(&[(defect.file(), &text)], Options::for_file(defect.file()).unwrap_or_default());
            if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
                return Err(format!("the program is refused: {}", problem.message));
            }
            // A constant may be of a type that the question does not fit.
            let queries = pairs.iter().map(|pair| program.query(&pair.question).0).collect();
            Ok((program, queries))
        };
        let (right, right_queries) = read(|pair| &pair.right)?;
        let (wrong, wrong_queries) = read(|pair| &pair.wrong)?;
        let asked = pairs.iter().zip(right_queries).zip(wrong_queries);
        let asked = asked.filter_map(|((pair, right), wrong)| Some((pair, (right?, wrong?))));
        let (pairs, (right_queries, queries)): (Vec<&Pair>, (Vec<Query>, Vec<Query>)) = asked.unzip();
        let (intended, actual) = (answers(&right, &right_queries)?, answers(&wrong, &queries)?);
        let (mut tried, mut suspects) = (0, Vec::new());
        for (((pair, query), intended), actual) in pairs.into_iter().zip(queries).zip(intended).zip(actual) {
            let (Some(intended), Some(actual)) = (intended, actual) else { continue };
            tried += 1;
            let answer = match defect {
                Defect::MissingAnswer => intended.iter().any(|answer| !actual.contains(answer)).then_some(1),
                _ => actual.iter().position(|answer| !intended.contains(answer)).map(|index| index + 1),
            };
            suspects.extend(answer.map(|answer| Suspect { pair, query, answer }));
        }
        Ok(Suspects { program: Rc::new(wrong), reference: Reference::new(right), tried, wrong: suspects })
    }

    fn try_all(mut self, defect: Defect, tally: &mut OwnTally) {
        tally.tried += self.tried;
        let told = self.tell(defect, tally);
        tally.trouble.extend(told.err());
    }

    fn tell(&mut self, defect: Defect, tally: &mut OwnTally) -> Result<(), String> {
        let mut trees = Vec::new();
        tally.wrong += self.wrong.len() as u64;
        match defect {
            Defect::MissingAnswer => return self.missing(tally),
            Defect::WrongAnswer => {
                trees.extend(self.recorded(Functions::Names, TreeKind::Answers, tally)?);
                self.stated(defect, tally)?;
            }
            Defect::Value => {
                trees.extend(self.recorded(Functions::Maps, TreeKind::Maps, tally)?);
                trees.extend(self.recorded(Functions::Names, TreeKind::Names, tally)?);
                trees.extend(self.traced(tally)?);
                self.stated(defect, tally)?;
            }
        }
        tally.add(search_all(trees, &mut self.reference));
        Ok(())
    }

    fn compiled(&self, functions: Functions) -> Result<Vec<Compiled>, String> {
        let queries: Vec<Query> = self.wrong.iter().map(|suspect| suspect.query.clone()).collect();
        compile_all(&self.program, &queries, functions).map_err(|what| format!("{what:?}"))
    }

    fn record(&self, suspect: &Suspect<'a>, compiled: Compiled, window: u32) -> Recording {
        let (program, query, answer) = (self.program.clone(), suspect.query.clone(), suspect.answer);
        let (parts, budget) = (PARTS as u64, budget());
        finish(Recording::with_window(program, query, compiled, parts, answer, window, &budget, &mut Nowhere))
    }

    /// The machine's own trees.
    fn recorded(
        &self,
        functions: Functions,
        kind: TreeKind,
        tally: &mut OwnTally,
    ) -> Result<Vec<Searched<'a>>, String> {
        let compiled = self.compiled(functions)?;
        let names = compiled.first().map(|compiled| Rc::new(Names::new(compiled)));
        let mut trees = Vec::new();
        for (suspect, compiled) in self.wrong.iter().zip(compiled) {
            let Some(names) = &names else { break };
            let windowed = suspect.pair.seed.is_multiple_of(WINDOWED).then(|| compiled.clone());
            let recording = self.record(suspect, compiled, u32::MAX);
            tally.constants += u64::from(!recording.machine().log().constants().is_empty());
            trees.push(searched(suspect.pair, kind, recording, names));
            if let Some(compiled) = windowed {
                let recording = self.record(suspect, compiled, WINDOW);
                trees.push(Searched {
                    kind: TreeKind::Windowed,
                    is_same: true,
                    ..searched(suspect.pair, kind, recording, names)
                });
            }
        }
        Ok(trees)
    }

    /// Through traces. Only what stands at the top is observed.
    fn traced(&self, tally: &mut OwnTally) -> Result<Vec<Searched<'a>>, String> {
        let traced: Vec<&Suspect<'a>> =
            self.wrong.iter().filter(|suspect| (suspect.pair.seed / 7).is_multiple_of(TRACED)).collect();
        let queries: Vec<Query> = traced.iter().map(|suspect| suspect.query.clone()).collect();
        let compiled = compile_all_observed(&self.program, &queries, &["_".to_owned()]);
        let compiled = compiled.map_err(|what| format!("{what:?}"))?;
        let mut trees = Vec::new();
        for (suspect, compiled) in traced.into_iter().zip(compiled) {
            let guilty = suspect.pair.guilty.split('.').next().unwrap_or_default();
            let made = traced::trace(&compiled, PARTS as u64, &budget()).and_then(|trace| {
                let Some(trace) = trace else { return Ok(()) };
                agree(&trace)?;
                for method in [Method::Spans, Method::Stacks] {
                    trees.push(traced::searched(suspect.pair.seed, guilty, &trace, method)?);
                }
                Ok(())
            });
            tally
                .trouble
                .extend(made.err().map(|error| format!("seed {}, traced: {error}", suspect.pair.seed)));
        }
        Ok(trees)
    }

    /// What the program is stated to do, as properties, must agree with the program that does it.
    fn stated(&mut self, defect: Defect, tally: &mut OwnTally) -> Result<(), String> {
        // If all that it has gives functions, there is nothing to state.
        let chosen = |suspect: &Suspect<'_>| {
            let Pair { seed, functions, .. } = suspect.pair;
            seed.is_multiple_of(defect.stated()) && functions.iter().any(|(_, arity)| arity.is_some())
        };
        if !self.wrong.iter().any(chosen) {
            return Ok(());
        }
        let functions = if defect == Defect::Value { Functions::Maps } else { Functions::Names };
        for (suspect, compiled) in self.wrong.iter().zip(self.compiled(functions)?) {
            if chosen(suspect) {
                tally.stated += 1;
                let names = Names::new(&compiled);
                let mut recording = self.record(suspect, compiled, u32::MAX);
                stated::compare(
                    suspect.pair,
                    defect,
                    &mut recording,
                    &names,
                    &mut self.reference,
                    &mut tally.properties,
                );
            }
        }
        Ok(())
    }

    /// Answers are missing.
    fn missing(&mut self, tally: &mut OwnTally) -> Result<(), String> {
        for (suspect, compiled) in self.wrong.iter().zip(self.compiled(Functions::Names)?) {
            let names = Names::new(&compiled);
            let budget = budget();
            let collection = finish(Collection::new(self.program.clone(), compiled, &budget));
            let Ok(collection) = collection else { continue };
            let reference = &mut self.reference;
            let is_function = |name: &str| names.0.contains(name);
            let mut complete = |node: NodeId| {
                let Some(call) = collection.call(node) else { return Some(true) };
                let facts = call.answers.iter().map(|one| Fact::read(&one.call, &one.value, &is_function));
                let facts: Vec<Fact> =
                    facts.collect::<Option<_>>().filter(|_| call.is_whole && !call.is_cut)?;
                finish(reference.is_complete(&call.call, &facts, &is_function))
            };
            let mut known: BTreeMap<NodeId, Option<bool>> = BTreeMap::new();
            let verdicts = tally.verdicts.entry(TreeKind::Collections).or_default();
            verdicts.trees += 1;
            for strategy in in_turn(suspect.pair.seed) {
                let mut judge =
                    |node: NodeId| Ok::<_, String>(*known.entry(node).or_insert_with(|| complete(node)));
                let blamed = search(collection.shared(), &mut judge, strategy)?;
                let name = |node| collection.function(node).map(|function| function.name.clone());
                let blamed: BTreeSet<String> = blamed.into_iter().filter_map(name).collect();
                verdicts.conclude(
                    &format!("seed {}", suspect.pair.seed),
                    &suspect.pair.guilty,
                    strategy,
                    &blamed,
                );
            }
        }
        Ok(())
    }
}

/// The names of the functions of a program.
pub struct Names(BTreeSet<String>);

impl Names {
    fn new(compiled: &Compiled) -> Names {
        Names(compiled.code.functions.iter().map(|function| function.name.clone()).collect())
    }
}

fn searched<'a>(pair: &'a Pair, kind: TreeKind, recording: Recording, names: &Rc<Names>) -> Searched<'a> {
    let (tree, names) = (recording.tree().shared().clone(), names.clone());
    let recording = Rc::new(RefCell::new(recording));
    let said = {
        let recording = recording.clone();
        move |node| said(&mut recording.borrow_mut(), &names, node)
    };
    let function = move |node| recording.borrow().function(node).map(|(function, _)| function.name.clone());
    Searched {
        name: format!("seed {}", pair.seed),
        kind,
        guilty: &pair.guilty,
        is_same: false,
        strategies: in_turn(pair.seed),
        tree,
        said: Box::new(said),
        function: Box::new(function),
    }
}

/// What the node says, if that is a value, and all of it.
pub fn said(recording: &mut Recording, names: &Names, node: NodeId) -> Said {
    let Some(said) = recording.said(node, PARTS) else { return Said::Nothing };
    let ShownResult::Value(value) = &said.outcome else { return Said::Unclear };
    let fact = Fact::read(&said.call, value, &|name| names.0.contains(name));
    fact.filter(|_| !said.is_cut).map_or(Said::Unclear, Said::Fact)
}

fn budget() -> Budget<'static> {
    Budget { max_steps: MOST_STEPS, ..Budget::UNLIMITED }
}

/// Of each question all answers, or the value. None if there is no end to them, or some depend on
/// what is not known.
fn answers(program: &Program, queries: &[Query]) -> Result<Vec<Option<Vec<String>>>, String> {
    let compiled = compile_all(program, queries, Functions::Names).map_err(|what| format!("{what:?}"))?;
    let mut before = None;
    Ok(compiled.iter().map(|compiled| answers_of(compiled, &mut before)).collect())
}

/// In the machine that answered the question before, if it can go on (hs).
fn answers_of(compiled: &Compiled, before: &mut Option<Machine>) -> Option<Vec<String>> {
    let mut machine = match before.take() {
        Some(mut machine) => {
            machine.evaluate_next(compiled.main, PARTS as u64);
            machine
        }
        None => Machine::new(compiled.code.clone(), compiled.main, PARTS as u64, None),
    };
    let budget = Budget { max_steps: machine.steps() + MOST_STEPS, ..Budget::UNLIMITED };
    let mut answers = Vec::new();
    loop {
        match machine.run(&budget) {
            Stop::Done => {
                let answer = machine.answer(&compiled.asked, PARTS);
                if answer.floundered > 0 || !answer.constraints.is_empty() || answers.len() > MOST_ANSWERS {
                    return None;
                }
                answers.push(answer.text());
                if matches!(compiled.asked, Asked::Value { .. }) {
                    *before = Some(machine);
                    return Some(answers);
                }
                machine.reject();
            }
            Stop::NoMore => return Some(answers),
            _ => return None,
        }
    }
}
