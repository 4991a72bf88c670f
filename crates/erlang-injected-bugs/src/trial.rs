//! One program: bugs are put into it one at a time, and each is looked for under every strategy.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_oracles::{Court, Reference};
use erlang_syntax::source::{FileId, Span};
use erlang_term::Term;
use erlang_tree::{CallOutcome, CallTree};
use inquiry::{InquiryVerdict, Judgement, Strategy};

use crate::code::{Code, Library, read};
use crate::debug::{Run, Witness, debug, run, same, zoom};
use crate::mutation::{Bugs, Mutant, Mutation};

/// A correct program that takes longer is of no use here.
const MAX_STEPS: u64 = 20_000;

const STRATEGIES: [Strategy; 4] =
    [Strategy::DivideQuery, Strategy::TopDown, Strategy::HeaviestFirst, Strategy::SingleStep];

/// What became of the bugs.
#[derive(Default)]
pub struct Tally {
    pub programs: u64,
    /// Changes that the compiler refuses, that do not change the result, or that never end.
    pub no_mutants: u64,
    pub debugged: u64,
    /// By kind of bug.
    kinds: BTreeMap<&'static str, u64>,
    found: u64,
    /// The reference could not tell enough.
    undecided: u64,
    questions: u64,
    /// Expressions to blame inside the functions that were found.
    zoomed: u64,
    zoom_undecided: u64,
    /// Something else was blamed: as text, for people.
    misses: Vec<String>,
}

impl Tally {
    /// No innocent was blamed, and most of the guilty were found.
    pub fn is_sound(&self) -> bool {
        self.misses.is_empty() && self.undecided * 50 <= self.found && self.zoom_undecided * 20 <= self.zoomed
    }

    pub fn with(mut self, other: Tally) -> Tally {
        self.programs += other.programs;
        self.no_mutants += other.no_mutants;
        self.debugged += other.debugged;
        self.found += other.found;
        self.undecided += other.undecided;
        self.questions += other.questions;
        self.zoomed += other.zoomed;
        self.zoom_undecided += other.zoom_undecided;
        self.misses.extend(other.misses);
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 5;
        for miss in self.misses.iter().take(SHOWN) {
            writeln!(f, "{miss}")?;
        }
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        writeln!(f, "{} bugs in {} programs: {}", self.debugged, self.programs, kinds.join(", "))?;
        writeln!(f, "({} changes were no bugs)", self.no_mutants)?;
        let searches = self.found + self.undecided + self.misses.len() as u64;
        let average = self.questions as f64 / searches.max(1) as f64;
        writeln!(
            f,
            "{searches} searches: {} found, {} undecided, {} blamed the innocent; {average:.1} questions each",
            self.found,
            self.undecided,
            self.misses.len()
        )?;
        writeln!(f, "inside the call: {} expressions found, {} undecided", self.zoomed, self.zoom_undecided)
    }
}

/// Puts at most this many bugs into a program.
pub fn try_program(name: &str, text: &str, most: usize, library: &Rc<Library>, tally: &mut Tally) {
    // A program that looks at itself sees the probes of the reference, too.
    if text.contains("module_info") {
        return;
    }
    let Some(module) = read(name, text) else { return };
    let correct = Code::new(vec![module.clone()], library.clone());
    let Some(mut expected) = run(&correct, MAX_STEPS) else { return };
    if !can_be_judged(&correct, &mut expected) || has_large_numbers(&mut expected) {
        return;
    }
    tally.programs += 1;
    let mut bugs = Bugs::new(vec![module], library);
    let mut tried = 0;
    while tried < most
        && let Some((mutation, changed)) = bugs.next()
    {
        let changed = changed.and_then(|(mutant, code)| {
            let run = run(&code, 4 * expected.steps + 10_000)?;
            (!same(&run.outcome, &expected.outcome)).then_some((mutant, run))
        });
        let Some((mutant, mut run)) = changed else {
            tally.no_mutants += 1;
            continue;
        };
        tried += 1;
        tally.debugged += 1;
        *tally.kinds.entry(mutation.kind).or_default() += 1;
        let mut reference = reference(&correct, &run);
        let mut witness = Witness { reference: &mut reference, known: HashMap::new() };
        let mut buggy = None;
        for strategy in STRATEGIES {
            match debug(&mut run.tree, strategy, &mut witness) {
                Some((InquiryVerdict::Found { node, .. }, questions)) => {
                    tally.questions += questions;
                    match is_guilty(&run.tree, node, &mutant) {
                        true => {
                            tally.found += 1;
                            buggy.get_or_insert(node);
                        }
                        false => tally.misses.push(miss(&mutation, &mutant, &mut run.tree, node, strategy)),
                    }
                }
                Some(_) | None => tally.undecided += 1,
            }
        }
        if let Some(node) = buggy.filter(|_| mutation.keeps_the_shape()) {
            match zoom(&mut run, node, &correct) {
                Some(span) if overlaps(span, mutant.bug) => tally.zoomed += 1,
                Some(span) => tally.misses.push(bad_zoom(&mutation, &mutant, span)),
                None => tally.zoom_undecided += 1,
            }
        }
    }
}

fn reference(correct: &Code, run: &Run) -> Reference {
    let court = Court::new(Box::new(correct.clone()), Default::default());
    Reference::new(court, run.tree.machine().program.clone())
}

/// Whether a reference can tell the intended outcome of the whole program: not if it does more than
/// compute a value.
fn can_be_judged(correct: &Code, run: &mut Run) -> bool {
    let mut reference = reference(correct, run);
    let (root, _) = run.tree.root();
    slices::finish(reference.judge(&run.tree.call(root))) == Some(Judgement::Right)
}

/// A bug among large numbers can make them grow until nothing else has room.
fn has_large_numbers(run: &mut Run) -> bool {
    let is_large = |term: &Term| matches!(term, Term::Big(_));
    (1..run.tree.tree().len()).any(|node| {
        let call = run.tree.call(NodeId(node));
        call.arguments.iter().any(is_large)
            || matches!(&call.outcome, CallOutcome::Value(value) if is_large(value))
    })
}

/// Is the bug in the function (or fun) that was blamed?
fn is_guilty(tree: &CallTree, node: NodeId, mutant: &Mutant) -> bool {
    let subject = tree.subject(tree.tree().subject(node));
    subject.span().is_some_and(|span| contains(span, mutant.bug))
}

pub(crate) fn contains(span: Span, inner: Span) -> bool {
    span.file == FileId(0) && span.start <= inner.start && inner.end <= span.end
}

fn overlaps(span: Span, bug: Span) -> bool {
    span.file == FileId(0) && span.start <= bug.end && bug.start <= span.end
}

fn bad_zoom(mutation: &Mutation, mutant: &Mutant, blamed: Span) -> String {
    let Span { start, end, .. } = blamed;
    format!(
        "{}\nblamed what stands at {}:{} to {}:{}\n",
        mutation.told(mutant),
        start.line,
        start.column,
        end.line,
        end.column
    )
}

fn miss(
    mutation: &Mutation,
    mutant: &Mutant,
    tree: &mut CallTree,
    node: NodeId,
    strategy: Strategy,
) -> String {
    let (statement, claim) = tree.statement(node);
    format!("{}\n{} blamed {statement} = {}\n", mutation.told(mutant), strategy.name(), claim.text)
}
