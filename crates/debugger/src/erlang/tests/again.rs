//! From a failed test to its first question: the test fails once more, recorded, and the search
//! begins at the call that the failure is about, in whichever process its cause is.

use std::cell::RefCell;
use std::rc::Rc;

use computation_tree::{NodeId, Tree};
use erlang_machine::Class;
use erlang_machine::exception::Exception;
use erlang_machine::machine::End;
use erlang_machine::process::{self, Process};
use erlang_machine::program::{Mfa, Program};
use erlang_report::processes::ProcessTable;
use erlang_report::text;
use erlang_syntax::read_term;
use erlang_term::{Pid, Term, print};
use erlang_tree::processes::{CameTo, NodeKind};
use erlang_tree::statement::{Fold, ONE_LINE};
use erlang_tree::{COMPILED, Call, CallOutcome, CallTree, Recording, RunTree};
use session::event::Subject;
use session::{Answer, Evidence};
use slices::Meter;

use super::results::{Complaint, Failure, PropertyOutcome, Results, Test};
use super::select::quoted;
use super::symptom::{self, Symptom, Unmatched, is_test_code};
use super::{Alone, ErlangTests, Scope};
use crate::dialogue::{Accusation, Case, Outside};
use crate::erlang::by_slices::RunWorld;
use crate::erlang::diagram::drawing;
use crate::erlang::evidence::{Calls, Processes, named};
use crate::erlang::oracles::RunJudges;
use crate::erlang::project::{Code, loader};
use crate::erlang::run::{ErlangRun, record};
use crate::erlang::{ErlangProject, Investigation, outcome_of, trust};
use crate::language::{FailedTest, Options, Problem, ProblemKind};
use crate::outcome::{OutcomeKind, RunOutcome};

/// How many steps of a test that does not end are recorded, to ask about it.
const STEPS_OF_ENDLESS: u64 = 1_000_000;

/// A run in which the test failed.
struct Again {
    code: Rc<Code>,
    program: Rc<Program>,
    /// The process that ran the test is chosen.
    tree: CallTree,
    process: Pid,
    end: End,
    /// The setups of fixtures that ran before it.
    setups: Vec<Mfa>,
}

/// The test as something to ask about, and the project for other expressions.
pub async fn case(
    tests: &Rc<ErlangTests>,
    results: &Results,
    test: &Test,
    outside: &Outside,
) -> Result<FailedTest, Vec<Problem>> {
    let Some(complaint) = test.complaint() else { return Err(did_not_fail(test)) };
    let counterexample = match complaint {
        Complaint::Failed(failure) => failure.counterexample().and_then(|(inputs, _)| readable(inputs)),
        Complaint::Endless | Complaint::Died => None,
    };
    let since = results.shared_fixture(test);
    let alone = Alone { test: &test.id, since, counterexample: counterexample.as_deref() };
    let again = fail_again(tests, test, alone, complaint, outside).await?;
    let again = again.ok_or_else(|| did_not_fail(test))?;
    let options = tests.options.clone();
    trust::warnings(&options.trust, &again.code).into_iter().for_each(|warning| outside.warn(warning));
    let project = Rc::new(ErlangProject { code: tests.code.clone(), options: options.clone() });
    let (code, recipe) = (again.code.clone(), again.tree.recorded());
    let case = about(again, test, complaint, &options, outside).await?;
    let run = ErlangRun::of_test(code, options, test.expression(), recipe, case.outcome.clone());
    Ok(FailedTest { case, project, recorded: Some(Rc::new(run)) })
}

/// The text of a term, if the same term is read from it.
fn readable(term: &Term) -> Option<String> {
    let text = print::write(term);
    read_term(&text).is_ok_and(|read| read == *term).then_some(text)
}

fn did_not_fail(test: &Test) -> Vec<Problem> {
    let text =
        format!("error: {} did not fail when it ran again, so there is nothing to ask about", test.name());
    vec![Problem { text, kind: ProblemKind::Outcome }]
}

async fn about(
    again: Again,
    test: &Test,
    failed: Complaint<'_>,
    options: &Rc<Options>,
    outside: &Outside,
) -> Result<Case, Vec<Problem>> {
    let Again { code, program, mut tree, process, end, setups } = again;
    let setups = symptom::setups(&tree, &setups);
    let (node, blamable, asserted) = match failed {
        Complaint::Failed(failure) => match symptom::find(&mut tree, failure, &code, &setups) {
            Symptom::Call(node) => (node, true, Some(node)),
            Symptom::Below { node, asserted } => (node, false, asserted),
        },
        Complaint::Endless | Complaint::Died => (NodeId(0), false, None),
    };
    let expression = test.expression();
    let outcome = outcome_of_test(&tree, &end, failed, &code, &expression, options);
    let setups: Vec<Subject> = setups.into_iter().map(|id| named(tree.subject(id))).collect();
    let innocent = move |subject: &Subject| {
        is_test_code(&subject.module, &subject.function) && !setups.contains(subject)
    };
    let remark = remark(test, failed, &program, &code);
    let title = expression.clone();
    let about = Investigation { code: &code, options, title, outcome };
    let innocent = Box::new(innocent);
    // It waits, and nothing is left to happen; or something else ended it.
    let waits =
        matches!(failed, Complaint::Died) || (matches!(failed, Complaint::Endless) && end == End::Quiet);
    let is_alone = !others_took_part(&mut tree, process);
    // What was written before the call may be what is wrong: it is in the tree of the whole run.
    let reads = match asserted {
        Some(node) if is_alone => reads_from_before(&mut tree, node, outside.meter()).await,
        _ => false,
    };
    if !waits && is_alone && !reads {
        // All of a process has no statement of its own: the test stands for it.
        let statement = (node == NodeId(0)).then_some(expression);
        let evidence = move |judges: RunJudges| {
            let calls = Calls::new(tree, judges.calls, judges.inside, judges.meter);
            Box::new(calls.with_symptom(node, blamable)) as Box<dyn Evidence>
        };
        let accusation = Accusation { statement, remark };
        return about.about(&program, evidence, accusation, innocent, outside.meter());
    }
    let call = asserted.map(|node| tree.call(node));
    let statement = call.as_ref().map_or_else(|| expression.clone(), |call| said(call, &program));
    let accusation = Accusation { statement: Some(statement), remark };
    let rows = ProcessTable { machine: tree.machine(), expression: &expression }.rows();
    let position = tree.machine().fates().position(|fate| fate.process.state.pid == process);
    let mut run = tree.into_run_tree();
    let begin = match (&call, failed) {
        (Some(call), _) => find(&mut run, process, call),
        (None, Complaint::Died) => under_way(&mut run, process),
        (None, _) => None,
    };
    let first = match (begin, position) {
        (begin, Some(index)) if begin.is_some() || waits => Answer::Process { n: index as u32 + 1 },
        _ => Answer::Whole,
    };
    let evidence = move |judges: RunJudges| {
        let RunJudges { calls, inside, transitions, meter } = judges;
        let draw = drawing(expression);
        let processes = Processes::new(run, rows, calls, inside, draw, meter).judged_by(transitions);
        Box::new(processes.failing_at(begin)) as Box<dyn Evidence>
    };
    let case = about.about(&program, evidence, accusation, innocent, outside.meter())?;
    Ok(Case { first: Some(first), ..case })
}

/// What came of the test, whatever ran it.
fn outcome_of_test(
    tree: &CallTree,
    end: &End,
    complaint: Complaint<'_>,
    code: &Code,
    expression: &str,
    options: &Options,
) -> Rc<RunOutcome> {
    let outcome = outcome_of(tree.machine(), end, code, expression, options);
    let Complaint::Failed(Failure { class, reason, .. }) = complaint else { return outcome };
    let exception = Exception { class: *class, reason: reason.clone(), trace: Term::Nil };
    let exception = Some(text::exception(&exception));
    Rc::new(RunOutcome { kind: OutcomeKind::Exception, value: None, exception, ..(*outcome).clone() })
}

/// A call and what came of it, on a line.
fn said(call: &Call, program: &Program) -> String {
    let fold = Fold { depth: 8, length: 30, characters: 300, ..ONE_LINE };
    let fold = fold.for_people(Some(call.subject.module));
    let claim = fold.claim(program, &call.outcome);
    format!("{} = {}", fold.call(program, call), claim.text)
}

/// Whether other processes than that of the test ran code that may be to blame.
fn others_took_part(tree: &mut CallTree, process: Pid) -> bool {
    let others: Vec<Pid> = tree.processes().filter(|pid| *pid != process).collect();
    let took_part = others.into_iter().any(|pid| tree.choose(pid) && has_suspects(tree));
    tree.choose(process);
    took_part
}

/// Whether a call looked up what other code of its process may have written, or should have.
async fn reads_from_before(tree: &mut CallTree, node: NodeId, meter: &Meter) -> bool {
    tree.shared(meter).await;
    let shape = tree.tree();
    let is_suspect = |other: &NodeId| {
        let subject = tree.subject(shape.subject(*other));
        !is_test_code(subject.module.name(), subject.function.name())
    };
    let end = shape.end(node);
    let has_others =
        (1..node.0).map(NodeId).filter(|other| shape.end(*other) <= node).any(|it| is_suspect(&it));
    let reads = tree.known_shared().map(|shared| shared.of(node..end).reads).unwrap_or_default();
    has_others && !reads.is_empty()
}

fn has_suspects(tree: &CallTree) -> bool {
    let shape = tree.tree();
    (1..shape.len()).any(|node| {
        let subject = tree.subject(shape.subject(NodeId(node)));
        !is_test_code(subject.module.name(), subject.function.name())
    })
}

/// The same call in the tree of all processes: the last one with the same outcome. If it waited in
/// a receive, what went on behind that.
fn find(run: &mut RunTree, process: Pid, call: &Call) -> Option<NodeId> {
    let life = run.processes().iter().find(|summary| summary.pid == process)?.node;
    let shape = run.tree();
    let name = |subject: &erlang_tree::Subject| (subject.module, subject.function, subject.arity);
    let nodes: Vec<NodeId> = (life.0 + 1..shape.end(life).0)
        .map(NodeId)
        .filter(|node| name(run.subject(shape.subject(*node))) == name(&call.subject))
        .collect();
    let is_same = |came_to: &CameTo| match (came_to, &call.outcome) {
        (CameTo::Value(value), CallOutcome::Value(expected)) => value == expected,
        (
            CameTo::Exception { class, reason, .. },
            CallOutcome::Exception { class: expected_class, reason: expected, .. },
        ) => class == expected_class && reason == expected,
        _ => false,
    };
    let mut waited = None;
    for node in nodes.into_iter().rev() {
        let said = run.transition(node);
        let is_it = said.arguments == call.arguments || said.arguments.is_empty();
        if is_it && is_same(&said.came_to) {
            return Some(node);
        }
        if is_it && said.kind == NodeKind::FirstStep && matches!(said.came_to, CameTo::Receive { .. }) {
            waited = waited.or(Some(node));
        }
    }
    // It called what waits last of all, so that has its value.
    let inside = waited?..run.tree().end(waited?);
    let later: Vec<NodeId> = (inside.end.0..run.tree().end(life).0).map(NodeId).collect();
    let goes_on = |node: &NodeId| run.beginning_of(*node).is_some_and(|it| inside.contains(&it));
    let later: Vec<NodeId> = later.into_iter().filter(goes_on).collect();
    later.into_iter().find(|node| is_same(&run.transition(*node).came_to))
}

/// Of a process that was ended from outside: the outermost call under way that is not of the test.
fn under_way(run: &mut RunTree, process: Pid) -> Option<NodeId> {
    let life = run.processes().iter().find(|summary| summary.pid == process)?.node;
    let shape = run.tree();
    let last = NodeId(shape.end(life).0.checked_sub(1)?);
    let around = (shape.depth(life) + 1..=shape.depth(last)).map(|depth| shape.ancestor(last, depth));
    let is_suspect = |node: &NodeId| {
        let subject = run.subject(shape.subject(*node));
        !is_test_code(subject.module.name(), subject.function.name())
    };
    let node = around.into_iter().find(is_suspect)?;
    matches!(run.transition(node).came_to, CameTo::Killed { .. }).then_some(node)
}

/// `calc sum_test expects 6 here:`
fn remark(test: &Test, complaint: Complaint<'_>, program: &Program, code: &Code) -> String {
    let name = test.name();
    let failure = match complaint {
        Complaint::Failed(failure) => failure,
        Complaint::Endless => return format!("{name} does not end:"),
        Complaint::Died => return format!("{name} did not end by itself:"),
    };
    if let Some((inputs, outcome)) = failure.counterexample() {
        let does = match outcome {
            PropertyOutcome::IsFalse => "is false",
            PropertyOutcome::Raised(_) => "raises an exception",
        };
        let inputs = inputs.proper_list().unwrap_or_else(|| vec![inputs.clone()]);
        let shown: Vec<String> =
            inputs.iter().map(|input| ONE_LINE.for_people(None).value(program, input)).collect();
        return format!("{name} {does} for {}:", shown.join(", "));
    }
    let Some(assertion) = failure.assertion() else {
        return match Unmatched::of(failure, code) {
            Some(Unmatched { pattern, .. }) => format!("{name} expects {pattern} here:"),
            None => format!("{name} fails because of this result:"),
        };
    };
    match (assertion.expected, assertion.pattern, assertion.value) {
        (Some(expected), _, Some(value)) => match diff(program, &expected, &value) {
            Some(diff) => format!("{name} expects another value (- expected, + actual):\n{diff}\nof:"),
            None => {
                let expected = ONE_LINE.for_people(None).value(program, &expected);
                format!("{name} expects {expected} here:")
            }
        },
        (_, Some(pattern), _) if assertion.kind.name() == "assertMatch" => {
            format!("{name} expects {pattern} here:")
        }
        _ => format!("{name} fails because of this result ({}):", assertion.kind.name()),
    }
}

/// Values that are longer than a line are compared line by line.
fn diff(program: &Program, expected: &Term, actual: &Term) -> Option<String> {
    let fold = Fold { width: DIFF, ..ONE_LINE.for_people(None) };
    let (expected, actual) = (fold.value(program, expected), fold.value(program, actual));
    let (expected, actual): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    if expected.len() < 2 && actual.len() < 2 {
        return None;
    }
    let lines = differences(&expected, &actual);
    let mut shown = Vec::new();
    for (n, (sign, line)) in lines.iter().enumerate() {
        // Of what both have, the lines next to a difference are enough.
        let around = &lines[n.saturating_sub(AROUND)..(n + AROUND + 1).min(lines.len())];
        if around.iter().any(|(sign, _)| *sign != ' ') {
            shown.push(format!("  {sign} {line}"));
        } else if shown.last().is_none_or(|last| last != "    ...") {
            shown.push("    ...".to_owned());
        }
    }
    Some(shown.join("\n"))
}

/// The width of values that are compared, and the equal lines shown around a difference.
const DIFF: usize = 60;
const AROUND: usize = 1;

/// Lines of the second text with those of the first that it lacks, by their longest common part.
fn differences<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<(char, &'a str)> {
    // Long values that have little in common are not worth the table.
    const MOST: usize = 2_000;
    let (old, new) = (&old[..old.len().min(MOST)], &new[..new.len().min(MOST)]);
    let mut common = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for (i, left) in old.iter().enumerate().rev() {
        for (j, right) in new.iter().enumerate().rev() {
            common[i][j] = match left == right {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        match (old.get(i), new.get(j)) {
            (Some(left), Some(right)) if left == right => {
                lines.push((' ', *left));
                (i, j) = (i + 1, j + 1);
            }
            (Some(left), right) if right.is_none() || common[i + 1][j] >= common[i][j + 1] => {
                lines.push(('-', *left));
                i += 1;
            }
            (_, Some(right)) => {
                lines.push(('+', *right));
                j += 1;
            }
            _ => break,
        }
    }
    lines
}

/// The test function called by itself makes the smallest run. Alone with its fixtures, the test
/// makes a small one, and in one process with them a tree that has the setups in it, too. Some fail
/// in this way only where setups have a process of their own, and some only after others: then as
/// they did.
async fn fail_again(
    tests: &Rc<ErlangTests>,
    test: &Test,
    alone: Alone<'_>,
    complaint: Complaint<'_>,
    outside: &Outside,
) -> Result<Option<Again>, Vec<Problem>> {
    if test.is_function()
        && let Some(again) = call_it(tests, test, complaint, outside).await?
    {
        return Ok(Some(again));
    }
    let id = &test.id;
    for scope in [Scope::OneProcess(alone), Scope::One(alone), Scope::All] {
        let code = tests.evaluating(test.kind, scope)?;
        let (program, tree, end, results) = run_again(tests, &code, complaint, outside).await;
        let again = results.tests.iter().find(|again| again.id == *id);
        let is_again = again.is_some_and(|again| match (complaint, again.complaint()) {
            (Complaint::Failed(before), Some(Complaint::Failed(failure))) => {
                end == End::Quiet && (matches!(scope, Scope::All) || before.is_same(failure))
            }
            (Complaint::Endless, _) => end == End::Steps || tree.machine().main().is_some_and(waits),
            (Complaint::Died, Some(Complaint::Died)) => end == End::Quiet,
            _ => false,
        });
        let mut tree = tree;
        if let Some(again) = again.filter(|_| is_again)
            && tree.choose(again.process)
        {
            let (process, setups) = (again.process, results.setups);
            return Ok(Some(Again { code, program, tree, process, end, setups }));
        }
    }
    Ok(None)
}

fn waits(main: &Process) -> bool {
    main.state.outcome.is_none()
}

/// Calls the function of a test without fixtures.
async fn call_it(
    tests: &Rc<ErlangTests>,
    test: &Test,
    complaint: Complaint<'_>,
    outside: &Outside,
) -> Result<Option<Again>, Vec<Problem>> {
    let code = tests.with_expression(&format!("{}:{}()", quoted(test.module), quoted(test.function)))?;
    let (program, mut tree, end, results) = run_again(tests, &code, complaint, outside).await;
    let Some(process) = tree.machine().main().map(|main| main.state.pid) else { return Ok(None) };
    if !tree.choose(process) {
        return Ok(None);
    }
    let is_again = match complaint {
        Complaint::Endless => end == End::Steps || tree.machine().main().is_some_and(waits),
        Complaint::Died => {
            let main = tree.machine().main().and_then(|main| main.state.outcome.as_ref());
            end == End::Quiet && matches!(main, Some(process::ProcessEnd::Killed(_)))
        }
        Complaint::Failed(failure) => {
            let main = tree.machine().main().and_then(|main| main.state.outcome.as_ref());
            end == End::Quiet
                && matches!(main, Some(process::ProcessEnd::Exception(exception))
                    if failure.is_same_reason(exception.class, &exception.reason))
        }
    };
    let setups = results.setups;
    Ok(is_again.then_some(Again { code, program, tree, process, end, setups }))
}

async fn run_again(
    tests: &Rc<ErlangTests>,
    code: &Rc<Code>,
    complaint: Complaint<'_>,
    outside: &Outside,
) -> (Rc<Program>, CallTree, End, Results) {
    let program = Rc::new(Program::new(loader(code), COMPILED));
    let results = RefCell::new(Results::default());
    let options = match complaint {
        Complaint::Failed(_) | Complaint::Died => (*tests.options).clone(),
        Complaint::Endless => Options { max_steps: Some(STEPS_OF_ENDLESS), ..(*tests.options).clone() },
    };
    let mut world = RunWorld::new(&options, outside);
    world.is_mute = true;
    world.listener = Some(Box::new(|term: &Term| {
        results.borrow_mut().add(term);
    }));
    let (tree, end) = record(Recording::new(tests.machine(&program)), &options, &mut world).await;
    drop(world);
    (program, tree, end, results.into_inner())
}

impl Failure {
    /// Whether a test failed for the same reason, in a run that may number its processes otherwise.
    fn is_same(&self, other: &Failure) -> bool {
        self.is_same_reason(other.class, &other.reason)
    }

    fn is_same_reason(&self, class: Class, reason: &Term) -> bool {
        let text = |reason: &Term| renumbered(&print::write(reason));
        self.class == class && (self.reason == *reason || text(&self.reason) == text(reason))
    }
}

/// The text of a term with pids, references and ports numbered as they occur in it.
fn renumbered(text: &str) -> String {
    let (mut rest, mut kept, mut known) = (text, String::new(), Vec::new());
    while let Some(begin) = rest.find('<') {
        let (before, inside) = rest.split_at(begin + 1);
        kept.push_str(before);
        rest = inside;
        let end = inside.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
        if let Some((number, after)) = end.map(|end| inside.split_at(end))
            && after.starts_with('>')
            && !number.is_empty()
        {
            let place = known.iter().position(|other| *other == number).unwrap_or_else(|| {
                known.push(number);
                known.len() - 1
            });
            kept.push_str(&place.to_string());
            rest = after;
        }
    }
    kept + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_compared_by_their_order() {
        let check = |text: &str, expected: &str| assert_eq!(renumbered(text), expected);
        check("{<0.83.0>,<0.84.0>,<0.83.0>}", "{<0>,<1>,<0>}");
        check("[#Ref<0.1.2.3>,#Port<0.4>]", "[#Ref<0>,#Port<1>]");
        check("{a,<<1,2>>,\"1 < 2\"}", "{a,<<1,2>>,\"1 < 2\"}");
    }
}
