//! From a failed test to its first question: the test is run again, recorded, and the search begins at the call that the failure is about.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::rc::Rc;

use computation_tree::NodeId;
use debugger::Dialogue;
use debugger::dialogue::Accusation;
use debugger::erlang::evidence::Calls;
use debugger::erlang::oracles::Judges;
use debugger::erlang::{ErlangProject, Investigation, outcome, trust};
use erlang_history::Limits;
use erlang_machine::machine::End;
use erlang_machine::program::{Mfa, Program};
use erlang_tree::{COMPILED, CallTree, Recording};
use session::Evidence;
use session::event::Subject;
use slices::Meter;

use super::results::{Failure, Outcome, Results, Test};
use super::select::{Wanted, quoted};
use super::symptom::{self, Symptom, is_test_code};
use super::{Scope, Watch, machine, read};
use crate::args::{Asking, Test as Args};
use crate::ask::{self, Host};
use crate::project::{Code, Trouble};
use crate::report::text;
use crate::status::FAILED;
use crate::terminal::Terminal;
use crate::{memory, record, sources, start};

/// The failed test to ask about.
pub fn choose<'a>(args: &Args, results: &'a Results) -> Option<(&'a Test, &'a Failure)> {
    let failed: Vec<(&Test, &Failure)> = results.tests.iter().filter_map(failure).collect();
    let names: Vec<String> = failed.iter().map(|(test, _)| test.name()).collect();
    failed.get(pick(&names, args.ask, &args.asking)?).copied()
}

/// Which of these to ask about: the first, with `--ask`; the one that someone at a terminal picks.
pub fn pick(failed: &[String], ask: bool, asking: &Asking) -> Option<usize> {
    let at_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if ask {
        return Some(0);
    }
    if failed.is_empty() || !at_terminal || asking.json || asking.no_human {
        return None;
    }
    for (n, name) in failed.iter().enumerate() {
        println!("{:>4}  {name}", n + 1);
    }
    print!("Find the bug behind one of them? [number, or Enter for no] ");
    crate::output::out().flush().ok()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    line.trim().parse::<usize>().ok()?.checked_sub(1)
}

fn failure(test: &Test) -> Option<(&Test, &Failure)> {
    match &test.outcome {
        Outcome::Failed(failure) => Some((test, failure)),
        _ => None,
    }
}

pub fn ask(args: &Args, wanted: &Wanted, (test, failure): (&Test, &Failure)) -> ExitCode {
    let (mut host, knowledge) = match Host::open(&args.asking) {
        Ok(opened) => opened,
        Err(message) => return ask::refuse(message),
    };
    let recorded = match fail_again(args, wanted, test, failure) {
        Ok(Some(recorded)) => recorded,
        Ok(None) => {
            eprintln!(
                "error: {} did not fail when it ran again, so there is nothing to ask about",
                test.name()
            );
            return ExitCode::from(FAILED);
        }
        Err(troubles) => return start::refuse(&troubles),
    };
    let Recorded { code, program, mut tree, end, setups } = recorded;
    let setups = symptom::setups(&tree, &setups);
    let (symptom, blamable) = match symptom::find(&mut tree, failure, &code, &setups) {
        Symptom::Call(node) => (node, true),
        Symptom::Below(node) => (node, false),
    };
    let expression = format!("{}:{}()", quoted(test.module), quoted(test.written_in()));
    let remark = remark(test, failure);
    // All of a process has no statement of its own: the test stands for it.
    let statement = (symptom == NodeId(0)).then(|| expression.clone());
    let accusation = Accusation { statement, remark };
    let setups: Vec<Subject> =
        setups.into_iter().map(|id| debugger::erlang::evidence::named(tree.subject(id))).collect();
    let innocent = move |subject: &Subject| {
        is_test_code(&subject.module, &subject.function) && !setups.contains(subject)
    };
    let options = Rc::new(args.asking.apply(args.project.options()));
    let outcome = outcome(tree.machine(), &end, &code, &expression, &options);
    let evidence = move |judges: Judges| {
        let calls = Calls::new(tree, judges.calls, judges.inside, judges.meter);
        Box::new(calls.with_symptom(symptom, blamable)) as Box<dyn Evidence>
    };
    let meter = Meter::new(0);
    let about = Investigation { code: &code, options: &options, title: expression, outcome };
    let case = match about.about(&program, evidence, accusation, Box::new(innocent), &meter) {
        Ok(case) => case,
        Err(problems) => return sources::refuse(&problems),
    };
    for warning in trust::warnings(&args.asking.trust, &code) {
        eprintln!("warning: {warning}");
    }
    let project: Rc<dyn debugger::Project> = Rc::new(ErlangProject { code: (*code).clone(), options });
    let manner = ask::manner(&args.asking);
    let mut dialogue = Dialogue::about_case(case, meter, Some(project), knowledge, manner);
    ExitCode::from(host.hold(&mut dialogue).status())
}

/// `calc sum_test expects 6 here:`
fn remark(test: &Test, failure: &Failure) -> String {
    let name = test.name();
    let Some(assertion) = failure.assertion() else { return format!("{name} fails because of this result:") };
    match (assertion.expected, assertion.pattern) {
        (Some(expected), _) if assertion.value.is_some() => {
            format!("{name} expects {} here:", text::one_line(&expected))
        }
        (_, Some(pattern)) if assertion.kind.name() == "assertMatch" => {
            format!("{name} expects {pattern} here:")
        }
        _ => format!("{name} fails because of this result ({}):", assertion.kind.name()),
    }
}

/// A run in which the test failed, as the tree of the process that ran it.
struct Recorded {
    code: Rc<Code>,
    program: Rc<Program>,
    tree: CallTree,
    end: End,
    /// The setups of fixtures that ran before it.
    setups: Vec<Mfa>,
}

/// Alone, with its fixtures, the test makes a small tree, and in one process with them a tree that has the setups in it, too. Some fail in this way only where
/// setups have a process of their own, and some only after others: then as they did.
fn fail_again(
    args: &Args,
    wanted: &Wanted,
    Test { id, .. }: &Test,
    failure: &Failure,
) -> Result<Option<Recorded>, Vec<Trouble>> {
    for scope in [Scope::OneProcess(id), Scope::One(id), Scope::All] {
        let code = Rc::new(read(args, wanted, scope)?);
        let program = start::program(&code, COMPILED);
        let mut schedule = start::schedule(&args.project);
        let mut recording = Recording::new(machine(&program, &schedule, &args.project));
        let mut results = Results::default();
        let mut terminal = Terminal::new(args.project.seed, false, false);
        let comfortable = record::comfortable(&args.project);
        let end = record::in_view(&args.project, &mut terminal, |terminal, budget| {
            let mut watch = Watch { terminal, code: &code, results: &mut results, json: false };
            let end = recording.run(&mut schedule, &mut watch, &Limits { budget, comfortable });
            (end, recording.machine().system.steps)
        });
        terminal.clear_progress();
        let is_same = |again: &Failure| (again.class, &again.reason) == (failure.class, &failure.reason);
        let counts = |again: &Failure| !matches!(scope, Scope::OneProcess(_)) || is_same(again);
        let again =
            |test: &&Test| test.id == *id && self::failure(test).is_some_and(|(_, again)| counts(again));
        let again = results.tests.iter().find(again);
        let mut tree = recording.finish(memory::in_use, comfortable);
        if end == End::Quiet
            && let Some(again) = again
            && tree.choose(again.process)
        {
            return Ok(Some(Recorded { code, program, tree, end, setups: results.setups }));
        }
    }
    Ok(None)
}
