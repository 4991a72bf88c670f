//! One random program: the answers of the machine beside those of GSC, as sets.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use lazy_machine::compile;
use lazy_machine::machine::{Budget, Machine, Stop as MachineStop};
use lazy_syntax::ast::{Program, Query};
use lazy_syntax::{Options, load, render};
use lazy_tree::{Nowhere, Recording};

use crate::abbreviated;
use crate::check::check;
use crate::generator::{Generated, generate};
use crate::kernel::Kernel;
use crate::logged::logged;
use crate::show::Printer;
use crate::solve::{Solver, Stop};

const MOST_ANSWERS: usize = 100;
const MOST_STEPS: u64 = 20_000;
const MACHINE_STEPS: u64 = 2_000_000;
/// Of a search without end, this many answers are tried on the other side.
const TRIED: usize = 3;
/// Parts of a value that are evaluated.
const PARTS: u64 = 10_000;

/// What became of the programs that were tried.
#[derive(Default)]
pub struct Tally {
    /// Both sides finished their search.
    pub compared: u64,
    pub answers: u64,
    /// Without an answer.
    pub empty: u64,
    /// A search without end, of which some answers were tried on the other side.
    pub sampled: u64,
    /// Nothing to compare: both wait for a variable, or GSC takes too long.
    pub skipped: u64,
    /// Proofs of answers of GSC, all checked.
    pub proofs: u64,
    /// Trees of the machine's answers that were checked; and those that were not, because their
    /// proof is too long or they have no kernel form.
    pub trees: u64,
    pub unchecked: u64,
    pub differences: Vec<(u64, String)>,
}

impl Tally {
    pub fn with(mut self, other: Tally) -> Tally {
        self.compared += other.compared;
        self.answers += other.answers;
        self.empty += other.empty;
        self.sampled += other.sampled;
        self.skipped += other.skipped;
        self.proofs += other.proofs;
        self.trees += other.trees;
        self.unchecked += other.unchecked;
        self.differences.extend(other.differences);
        self
    }

    /// No difference, and enough was compared for that to mean something.
    pub fn is_sound(&self) -> bool {
        self.differences.is_empty()
            && self.compared > self.skipped
            && self.answers > self.empty
            && self.trees > 10 * self.unchecked
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seed, difference) in &self.differences {
            writeln!(f, "-- seed {seed}\n{difference}")?;
        }
        writeln!(
            f,
            "{} programs with {} answers ({} with none) compared to the end, {} by samples, {} skipped; {} proofs of GSC and {} trees of the machine checked, {} trees not; {} differences",
            self.compared,
            self.answers,
            self.empty,
            self.sampled,
            self.skipped,
            self.proofs,
            self.trees,
            self.unchecked,
            self.differences.len()
        )
    }
}

/// The answers of one side.
struct SideAnswers {
    answers: Vec<ShownAnswer>,
    end: End,
}

struct ShownAnswer {
    text: String,
    /// Conditions remain that are not bindings.
    waits: bool,
    bindings: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    NoMore,
    /// There may be more.
    Cut,
    /// It waits for a variable, or a condition remains that is not a binding.
    Waits,
    Failed(String),
}

pub fn try_program(seed: u64, tally: &mut Tally) {
    let generated = generate(seed);
    if let Err(difference) = compare(&generated, tally) {
        let Generated { program, goal } = generated;
        tally.differences.push((seed, format!("{program}goal: {goal}\n{difference}\n")));
    }
}

fn compare(generated: &Generated, tally: &mut Tally) -> Result<(), String> {
    let options = Options::for_file("program.flp").ok_or("no such language")?;
    let (mut program, problems) = load(&[("program.flp", &generated.program)], options);
    if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
        return Err(render(problem, &program.sources, false));
    }
    let query = read(&mut program, &generated.goal)?;
    let reference = solved(&program, &query, MOST_STEPS, tally)?;
    let machine = ran(&program, &query)?;
    proved(&program, &query, &machine, tally)?;
    let waits = |found: &SideAnswers| matches!(found.end, End::Waits | End::Failed(_));
    if waits(&reference) {
        tally.skipped += 1;
        return Ok(());
    }
    match (&reference.end, &machine.end) {
        (End::NoMore, End::NoMore) => {
            let set = |found: &SideAnswers| -> BTreeSet<String> {
                found.answers.iter().map(|answer| answer.text.clone()).collect()
            };
            let (expected, given) = (set(&reference), set(&machine));
            tally.compared += 1;
            tally.answers += expected.len() as u64;
            tally.empty += u64::from(expected.is_empty());
            match expected == given {
                true => Ok(()),
                false => Err(format!("GSC:     {expected:?}\nmachine: {given:?}")),
            }
        }
        // The machine must not wait or fail where GSC does not.
        (End::NoMore, end @ (End::Waits | End::Failed(_))) => Err(format!("machine: {end:?}")),
        // Only the end of GSC is far: all that each side found must hold on the other.
        _ => {
            let mut tried = 0;
            for answer in reference.answers.iter().take(TRIED) {
                let Some(goal) = instance(&generated.goal, answer) else { continue };
                let query = read(&mut program, &goal)?;
                let found = ran(&program, &query)?;
                tried += 1;
                if found.answers.is_empty() && found.end == End::NoMore {
                    return Err(format!("GSC: {}, machine: not so", answer.text));
                }
            }
            for answer in machine.answers.iter().take(TRIED) {
                let Some(goal) = instance(&generated.goal, answer) else { continue };
                let query = read(&mut program, &goal)?;
                let found = solved(&program, &query, MOST_STEPS, tally)?;
                tried += u64::from(found.end != End::Cut);
                if found.answers.is_empty() && found.end == End::NoMore {
                    return Err(format!("machine: {}, GSC: not so", answer.text));
                }
            }
            match tried {
                0 => tally.skipped += 1,
                _ => tally.sampled += 1,
            }
            Ok(())
        }
    }
}

fn read(program: &mut Program, goal: &str) -> Result<Query, String> {
    let (query, problems) = program.query(goal);
    let problems: Vec<String> =
        problems.iter().map(|problem| render(problem, &program.sources, false)).collect();
    query.ok_or_else(|| format!("{goal}: {}", problems.join("\n")))
}

/// The goal with values for its variables; none if a value has variables itself.
fn instance(goal: &str, answer: &ShownAnswer) -> Option<String> {
    let mut text = goal.to_owned();
    for (name, value) in &answer.bindings {
        if value.contains(['_', 'x', 'r', '<']) {
            return None;
        }
        text = text.replace(&format!(" {name}"), &format!(" ({value})"));
    }
    Some(text)
}

/// The trees that the machine makes of its answers are proofs, too.
fn proved(program: &Program, query: &Query, found: &SideAnswers, tally: &mut Tally) -> Result<(), String> {
    if found.answers.is_empty() {
        return Ok(());
    }
    let (kernel, goal) = Kernel::new(program, query).map_err(|problem| problem.0)?;
    let compiled = compile(program, query).map_err(|problems| format!("not supported: {problems:?}"))?;
    let budget = Budget { max_steps: MACHINE_STEPS, ..Budget::UNLIMITED };
    let shared = Rc::new(program.clone());
    for (index, answer) in found.answers.iter().enumerate().take(TRIED) {
        if answer.waits {
            continue;
        }
        let (query, compiled) = (query.clone(), compiled.clone());
        let (shared, outside) = (shared.clone(), &mut Nowhere);
        let recording = Recording::new(shared, query, compiled, PARTS, index + 1, &budget, outside);
        let recording = slices::finish(recording);
        let Ok((terms, tree)) = logged(&kernel, &recording) else {
            tally.unchecked += 1;
            continue;
        };
        match abbreviated::check(&kernel, &goal, &terms, &tree, MOST_STEPS) {
            Ok(()) => tally.trees += 1,
            Err(gap) if gap.cut => tally.unchecked += 1,
            Err(gap) => {
                let mut printer = Printer::new(&kernel, &terms, &tree.answer);
                let shown = tree.text(&kernel, &mut printer);
                return Err(format!("the tree of {} is not a proof: {gap:?}\n{shown}", answer.text));
            }
        }
    }
    Ok(())
}

/// By GSC; each answer is proved, and the proof checked.
fn solved(program: &Program, query: &Query, steps: u64, tally: &mut Tally) -> Result<SideAnswers, String> {
    let (kernel, goal) = Kernel::new(program, query).map_err(|problem| problem.0)?;
    let mut solver = Solver::new(&kernel, &goal, steps);
    let mut answers = Vec::new();
    let end = loop {
        if answers.len() == MOST_ANSWERS {
            break End::Cut;
        }
        match solver.run() {
            Stop::Answer => {
                let proof = solver.proof();
                tally.proofs += 1;
                let mut printer = Printer::new(&kernel, &proof.terms, &proof.answer);
                let text = printer.answer(&proof.answer);
                let bindings =
                    proof.answer.iter().map(|(name, value)| (name.clone(), printer.term(*value))).collect();
                if let Err(flaw) = check(&kernel, &proof) {
                    return Err(format!("the proof of {text} is wrong: {flaw:?}\n{}", printer.proof(&proof)));
                }
                answers.push(ShownAnswer { text, waits: false, bindings });
            }
            Stop::NoMore => break End::NoMore,
            Stop::Limit => break End::Cut,
            Stop::Floundered => break End::Waits,
            Stop::Undefined => break End::Failed("undefined".to_owned()),
        }
    };
    Ok(SideAnswers { answers, end })
}

fn ran(program: &Program, query: &Query) -> Result<SideAnswers, String> {
    let compiled = compile(program, query).map_err(|problems| format!("not supported: {problems:?}"))?;
    let mut machine = Machine::new(compiled.code, compiled.main, PARTS, None);
    let budget = Budget { max_steps: MACHINE_STEPS, ..Budget::UNLIMITED };
    let mut answers = Vec::new();
    let mut waits = false;
    let end = loop {
        if answers.len() == MOST_ANSWERS {
            break End::Cut;
        }
        match machine.run(&budget) {
            MachineStop::Done => {
                let answer = machine.answer(&compiled.asked, PARTS as usize);
                let remains = answer.floundered > 0 || !answer.constraints.is_empty();
                waits |= remains;
                answers.push(ShownAnswer { text: answer.text(), waits: remains, bindings: answer.bindings });
                machine.reject();
            }
            MachineStop::NoMore => break if waits { End::Waits } else { End::NoMore },
            MachineStop::Steps | MachineStop::Memory => break End::Cut,
            MachineStop::Floundered => break End::Waits,
            MachineStop::Failed => break End::Failed(machine.failure_text()),
            other => break End::Failed(format!("{other:?}")),
        }
    };
    Ok(SideAnswers { answers, end })
}
