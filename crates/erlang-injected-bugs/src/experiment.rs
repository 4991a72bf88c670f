//! Are verdicts proofs? Random programs with OTP get one bug each, and each is looked for with the
//! correct version as reference, and by truthful people who only see the statements.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use erlang_oracles::ProcessReference;
use erlang_syntax::ast::Module;
use inquiry::Strategy;
use session::event::{ClaimKind, Verdict};
use slices::Meter;

use crate::code::{Code, Library, read};
use crate::conversation::{Ended, converse, is_guilty, told};
use crate::mutation::{Bugs, Mutant, Mutation};
use crate::otp::{Family, Text, program};
use crate::person::{Care, Manner, Memory, Person};
use crate::processes::{ProcessRun, run};

/// A correct program that takes longer is of no use here.
const MAX_STEPS: u64 = 40_000;

/// Who looks for a bug.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seeker {
    /// The correct version answers, down to the expression.
    Reference,
    Careful,
    Careless,
}

impl Seeker {
    pub const ALL: [Seeker; 3] = [Seeker::Reference, Seeker::Careful, Seeker::Careless];

    pub fn name(self) -> &'static str {
        match self {
            Seeker::Reference => "reference",
            Seeker::Careful => "careful",
            Seeker::Careless => "careless",
        }
    }
}

/// What came of searches.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Count {
    pub found: u64,
    pub innocent: u64,
    pub undecided: u64,
    pub questions: u64,
}

/// A verdict on someone innocent, or none, as text.
pub struct Miss {
    pub family: Family,
    pub seeker: Seeker,
    pub is_innocent: bool,
    pub text: String,
}

#[derive(Default)]
pub struct OtpTally {
    pub programs: BTreeMap<Family, u64>,
    pub bugs: BTreeMap<Family, u64>,
    pub counts: BTreeMap<(Family, Seeker), Count>,
    kinds: BTreeMap<&'static str, u64>,
    /// Programs that do not do what they should without a bug.
    pub unfit: Vec<String>,
    /// The shortest of each sort.
    misses: Vec<Miss>,
}

/// How many misses of each sort are kept.
const KEPT: usize = 3;

impl OtpTally {
    pub fn with(mut self, other: OtpTally) -> OtpTally {
        other.programs.into_iter().for_each(|(family, n)| *self.programs.entry(family).or_default() += n);
        other.bugs.into_iter().for_each(|(family, n)| *self.bugs.entry(family).or_default() += n);
        other.kinds.into_iter().for_each(|(kind, n)| *self.kinds.entry(kind).or_default() += n);
        for (key, count) in other.counts {
            let sum = self.counts.entry(key).or_default();
            sum.found += count.found;
            sum.innocent += count.innocent;
            sum.undecided += count.undecided;
            sum.questions += count.questions;
        }
        self.unfit.extend(other.unfit);
        other.misses.into_iter().for_each(|miss| self.keep(miss));
        self
    }

    /// How often someone innocent was blamed.
    pub fn innocents(&self) -> u64 {
        self.counts.values().map(|count| count.innocent).sum()
    }

    pub fn misses(&self) -> &[Miss] {
        &self.misses
    }

    fn keep(&mut self, miss: Miss) {
        let alike = |known: &Miss| {
            (known.family, known.seeker, known.is_innocent) == (miss.family, miss.seeker, miss.is_innocent)
        };
        let at = self.misses.partition_point(|known| known.text.len() < miss.text.len());
        let count = self.misses.iter().filter(|known| alike(known)).count();
        if count == KEPT {
            let longest = self.misses.iter().rposition(alike);
            match longest {
                Some(longest) if longest >= at => {
                    self.misses.remove(longest);
                }
                _ => return,
            }
        }
        self.misses.insert(at, miss);
    }

    fn add(
        &mut self,
        family: Family,
        seeker: Seeker,
        end: End,
        questions: u64,
        told: impl FnOnce() -> String,
    ) {
        let count = self.counts.entry((family, seeker)).or_default();
        count.questions += questions;
        match end {
            End::Guilty => count.found += 1,
            End::Innocent => count.innocent += 1,
            End::Undecided => count.undecided += 1,
        }
        if end != End::Guilty {
            self.keep(Miss { family, seeker, is_innocent: end == End::Innocent, text: told() });
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Guilty,
    Innocent,
    Undecided,
}

impl fmt::Display for OtpTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bugs, programs): (u64, u64) = (self.bugs.values().sum(), self.programs.values().sum());
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "{bugs} bugs in {programs} programs: {}", kinds.join(", "))?;
        writeln!(
            f,
            "{:12} {:10} {:>8} {:>8} {:>9} {:>10} {:>10}",
            "family", "seeker", "bugs", "found", "innocent", "undecided", "questions"
        )?;
        for ((family, seeker), count) in &self.counts {
            let Count { found, innocent, undecided, questions } = *count;
            let all = found + innocent + undecided;
            let average = questions as f64 / all.max(1) as f64;
            writeln!(
                f,
                "{:12} {:10} {all:8} {found:8} {innocent:9} {undecided:10} {average:10.1}",
                family.name(),
                seeker.name()
            )?;
        }
        Ok(())
    }
}

/// What is tried.
#[derive(Clone, Copy)]
pub struct Trial {
    /// At most this many bugs in one program.
    pub each: usize,
    /// A kind of claim that statements do not have.
    pub hidden: Option<ClaimKind>,
    pub reference: bool,
}

/// Puts bugs into the program of a seed.
pub fn try_seed(family: Family, seed: u64, trial: Trial, library: &Rc<Library>, tally: &mut OtpTally) {
    let texts = program(family, seed);
    let modules: Option<Vec<Rc<Module>>> =
        texts.iter().map(|text| read(&format!("{}.erl", text.name), &text.text)).collect();
    let Some(modules) = modules else {
        tally.unfit.push(format!("{} {seed} cannot be read\n{}", family.name(), joined(&texts)));
        return;
    };
    let correct = Code::new(modules.clone(), library.clone());
    let Some(expected) = run(&correct, MAX_STEPS).filter(|run| run.seen.how == "wrong value") else {
        tally.unfit.push(format!("{} {seed} has no value\n{}", family.name(), joined(&texts)));
        return;
    };
    *tally.programs.entry(family).or_default() += 1;
    let ProcessRun { tree, steps, seen } = expected;
    let Some(again) = run(&correct, MAX_STEPS) else { return };
    let memory = Memory::of(tree, again.tree);
    let max_steps = 3 * steps + 10_000;
    let mut tried = 0;
    for (mutation, changed) in Bugs::new(modules.clone(), library) {
        if tried == trial.each {
            break;
        }
        let Some((mutant, code)) = changed else { continue };
        let Some(first) = run(&code, max_steps).filter(|run| run.seen != seen) else { continue };
        tried += 1;
        *tally.bugs.entry(family).or_default() += 1;
        *tally.kinds.entry(mutation.kind).or_default() += 1;
        let case =
            Case { family, seed, texts: &texts, mutation: &mutation, mutant: &mutant, how: first.seen.how };
        let again = || run(&code, max_steps).map(|run| run.tree);
        let reference = |run: &erlang_tree::RunTree| {
            ProcessReference::new(run.machine().program.clone(), modules.clone(), Meter::unlimited()).ok()
        };
        if trial.reference
            && let Some(tree) = again()
            && let Some(judge) = reference(&tree)
        {
            let ended = converse(tree, judge, &correct, tried % 2 == 0, &mutation, &mutant);
            let (end, said) = match ended {
                Ended::Found | Ended::Zoomed | Ended::ZoomUndecided(_) => (End::Guilty, String::new()),
                Ended::Undecided => (End::Undecided, String::new()),
                Ended::Innocent(told) => (End::Innocent, told),
            };
            tally.add(family, Seeker::Reference, end, 0, || case.told(&said));
        }
        let (Some(beside), Some(statements)) = (again(), again()) else { continue };
        let Some(judge) = reference(&beside) else { continue };
        let bug = (mutant.module.name().to_owned(), mutation.function.name().to_owned());
        let mut person = Person::new(&memory, statements, beside, judge, bug);
        let strategy = Strategy::ALL[tried % Strategy::ALL.len()];
        for (seeker, care) in [(Seeker::Careful, Care::Careful), (Seeker::Careless, Care::Careless)] {
            let Some(tree) = again() else { continue };
            let talk = person.talk(tree, Manner { care, strategy, hidden: trial.hidden });
            let culprit = talk.verdict.as_ref().and_then(Verdict::culprit);
            let (end, blamed) = match culprit {
                None => (End::Undecided, "nobody".to_owned()),
                Some(culprit) if is_guilty(culprit, &mutation, &mutant) => (End::Guilty, String::new()),
                Some(culprit) => (End::Innocent, told(culprit)),
            };
            tally.add(family, seeker, end, talk.questions.into(), || {
                case.told(&format!("strategy {}\n{}{blamed}", strategy.name(), talk.said))
            });
        }
    }
}

/// A bug, for those who read about it.
struct Case<'a> {
    family: Family,
    seed: u64,
    texts: &'a [Text],
    mutation: &'a Mutation,
    mutant: &'a Mutant,
    /// How one notices.
    how: &'static str,
}

impl Case<'_> {
    fn told(&self, said: &str) -> String {
        let others = self.texts.iter().filter(|text| text.name != self.mutant.module.name());
        let others: String = others.map(|text| format!("{}\n", text.text)).collect();
        let bug = self.mutation.told(self.mutant);
        format!("{} {}: {}\n{others}{bug}\n{said}\n", self.family.name(), self.seed, self.how)
    }
}

fn joined(texts: &[Text]) -> String {
    texts.iter().map(|text| format!("{}\n", text.text)).collect()
}
