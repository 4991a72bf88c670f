//! What comes of each test, as the program that runs them reports it: `whodunit_eunit` in the
//! embedded library says how.

use erlang_machine::Class;
use erlang_machine::program::Mfa;
use erlang_term::{Atom, Pid, Term, atoms};

use super::select::quoted;

/// The way to a test or group in the tree of tests: its position among its siblings, from 1, at
/// each level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestId(pub Vec<i64>);

/// Who runs tests. Each kind has a machine of its own, as build tools give each a node of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TestKind {
    #[default]
    EUnit,
    CommonTest,
    /// A property, tested by PropEr.
    Property,
}

pub struct Test {
    pub kind: TestKind,
    pub id: TestId,
    /// That runs it.
    pub process: Pid,
    pub module: Atom,
    pub function: Atom,
    /// 0: not known.
    pub line: i64,
    /// What the tests call it, if anything; of a case of Common Test, the groups around it.
    pub title: String,
    pub outcome: TestOutcome,
    /// Of virtual time.
    pub milliseconds: i64,
    /// What it printed.
    pub output: String,
}

pub enum TestOutcome {
    Running,
    Passed,
    Failed(Failure),
    /// A case of Common Test did not run because the setup of this case failed.
    SetupFailed(Failure),
    /// It did not run; in the words of EUnit, or of the one who skipped it.
    Skipped {
        why: Skip,
        text: String,
    },
    Cancelled(Cancelled),
}

pub struct Failure {
    pub class: Class,
    pub reason: Term,
    /// Innermost call first.
    pub stack: Term,
    /// Stack and reason as EUnit prints them.
    pub text: String,
}

/// What a property that does not hold did.
pub enum PropertyOutcome {
    IsFalse,
    /// With this reason.
    Raised(Term),
}

/// Why a test was skipped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Skip {
    /// EUnit found no such function.
    Missing,
    /// It needs something that whodunit does not have.
    Unsupported,
    /// The suite says so.
    ByUser,
    /// Something that it needs failed before.
    ByFailure,
}

/// Why a test or a group was cancelled.
#[derive(Clone)]
pub struct Cancelled {
    pub kind: Cancel,
    /// In the words of EUnit.
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cancel {
    /// It took too long.
    Timeout,
    /// Its process died.
    Exit,
    /// A setup, a cleanup or a generator failed, or made no test.
    Abort,
    /// It needs something that whodunit does not have.
    Unsupported,
    /// Along with something else.
    Parent,
}

/// Of a failed assertion: what `assert.hrl` says.
pub struct Assertion {
    /// `assertEqual`
    pub kind: Atom,
    pub line: i64,
    /// The asserted expression as it is written.
    pub expression: Option<String>,
    pub expected: Option<Term>,
    /// A pattern as it is written.
    pub pattern: Option<String>,
    pub value: Option<Term>,
}

#[derive(Default)]
pub struct Results {
    /// Who runs tests now.
    pub kind: TestKind,
    pub tests: Vec<Test>,
    /// Groups that were cancelled.
    pub groups: Vec<(TestId, Cancelled)>,
    /// The setups of fixtures that have begun.
    pub setups: Vec<Mfa>,
    /// The groups of EUnit that these setups are for.
    fixtures: Vec<TestId>,
    /// The test that was started last, and its name: the others are told when it is their turn.
    started: Option<(TestId, String)>,
}

/// How many of each kind, as EUnit counts them.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
    /// Of the skipped: those that their suite wants to be skipped.
    pub by_user: usize,
    /// Setups and cleanups of suites and groups that failed. They do not count as tests.
    pub setups: usize,
    pub cancelled: usize,
    /// Of the skipped and cancelled: those that need what whodunit does not have.
    pub unsupported: usize,
}

/// What a report was about.
pub enum News {
    Begins,
    /// The test with this index has ended.
    Test(usize),
    /// The group with this index was cancelled.
    Group(usize),
}

impl Results {
    /// Takes a report. None: it is not one.
    pub fn add(&mut self, report: &Term) -> Option<News> {
        let [Term::Atom(kind), id, rest @ ..] = report.as_tuple()? else { return None };
        let id = TestId(id.proper_list()?.iter().map(Term::as_int).collect::<Option<_>>()?);
        if let ("begins", [Term::Pid(process), module, function, line, title]) = (kind.name(), rest) {
            let (module, function) = (module.as_atom()?, function.as_atom()?);
            let (line, title) = (line.as_int()?, title.text()?);
            let (outcome, milliseconds, output) = (TestOutcome::Running, 0, String::new());
            let process = *process;
            self.tests.push(Test {
                kind: self.kind,
                id,
                process,
                module,
                function,
                line,
                title,
                outcome,
                milliseconds,
                output,
            });
            return Some(News::Begins);
        }
        if let ("runs", [Term::Atom(module), Term::Atom(function)]) = (kind.name(), rest) {
            self.started = Some((id, format!("{}:{}", module.name(), function.name())));
            return Some(News::Begins);
        }
        if let ("sets_up", [Term::Atom(module), Term::Atom(function), Term::Int(arity)]) = (kind.name(), rest)
        {
            let arity = u32::try_from(*arity).ok()?;
            self.setups.push(Mfa { module: *module, function: *function, arity });
            // Cases of Common Test do not depend on those before them.
            if self.kind == TestKind::EUnit {
                self.fixtures.push(id);
            }
            return Some(News::Begins);
        }
        let is_it = |test: &Test| test.kind == self.kind && test.id == id && test.is_running();
        let index = self.tests.iter().rposition(is_it);
        let test = index.map(|index| &mut self.tests[index]);
        match (kind.name(), rest, test) {
            ("passed", [time, output], Some(test)) => {
                test.ran(time, output)?;
                test.outcome = TestOutcome::Passed;
            }
            (what @ ("failed" | "setup_failed"), [time, output, class, reason, stack, text], Some(test)) => {
                test.ran(time, output)?;
                let class = match class.as_atom()? {
                    atoms::ERROR => Class::Error,
                    atoms::EXIT => Class::Exit,
                    _ => Class::Throw,
                };
                let (reason, stack, text) = (reason.clone(), stack.clone(), text.text()?);
                let failure = Failure { class, reason, stack, text };
                test.outcome = match what {
                    "failed" => TestOutcome::Failed(failure),
                    _ => TestOutcome::SetupFailed(failure),
                };
            }
            ("skipped", [kind, text], Some(test)) => {
                let why = match kind.as_atom()?.name() {
                    "not_supported" => Skip::Unsupported,
                    "user" => Skip::ByUser,
                    "auto" => Skip::ByFailure,
                    _ => Skip::Missing,
                };
                test.outcome = TestOutcome::Skipped { why, text: text.text()? };
            }
            ("cancelled", [kind, text], test) => {
                let kind = match kind.as_atom()?.name() {
                    "timeout" => Cancel::Timeout,
                    "exit" => Cancel::Exit,
                    "abort" => Cancel::Abort,
                    "not_supported" => Cancel::Unsupported,
                    _ => Cancel::Parent,
                };
                let cancelled = Cancelled { kind, text: text.text()? };
                match test {
                    Some(test) => test.outcome = TestOutcome::Cancelled(cancelled),
                    None => {
                        self.blame_running(&id, cancelled.kind);
                        self.groups.push((id, cancelled));
                        return Some(News::Group(self.groups.len() - 1));
                    }
                }
            }
            _ => return None,
        }
        index.map(News::Test)
    }

    /// A group was cancelled: if its process died, then while the test ran that was started last.
    fn blame_running(&mut self, TestId(group): &TestId, kind: Cancel) {
        let Some((started, _)) = self.started.as_ref().filter(|_| kind == Cancel::Exit) else { return };
        let test = self.tests.iter_mut().rev().find(|test| test.id == *started);
        if let Some(Test { id: TestId(id), outcome: TestOutcome::Cancelled(test), .. }) = test
            && test.kind == Cancel::Parent
            && id.starts_with(group)
        {
            test.kind = Cancel::Exit;
        }
    }

    /// The outermost fixture around a test, if other tests ran in it before: they may have changed
    /// what its setup made.
    pub fn shared_fixture(&self, test: &Test) -> Option<&TestId> {
        if test.kind != TestKind::EUnit {
            return None;
        }
        let TestId(id) = &test.id;
        let around = self.fixtures.iter().filter(|TestId(group)| id.starts_with(group));
        let outermost = around.min_by_key(|TestId(group)| group.len())?;
        let before = |TestId(other): &TestId| other.starts_with(&outermost.0) && other < id;
        let mut others = self.tests.iter().filter(|other| other.kind == TestKind::EUnit);
        others.any(|other| before(&other.id)).then_some(outermost)
    }

    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for test in &self.tests {
            match &test.outcome {
                TestOutcome::Running => {}
                TestOutcome::Passed => counts.passed += 1,
                TestOutcome::Failed(_) if test.is_setup() => counts.setups += 1,
                TestOutcome::Failed(_) => counts.failed += 1,
                TestOutcome::SetupFailed(_) => counts.skipped += 1,
                TestOutcome::Skipped { why, .. } => {
                    counts.skipped += 1;
                    counts.unsupported += usize::from(*why == Skip::Unsupported);
                    counts.by_user += usize::from(*why == Skip::ByUser);
                }
                TestOutcome::Cancelled(cancelled) => {
                    counts.cancelled += 1;
                    counts.unsupported += usize::from(cancelled.kind == Cancel::Unsupported);
                }
            }
        }
        counts.cancelled += self.groups.len();
        let unsupported = self.groups.iter().filter(|(_, group)| group.kind == Cancel::Unsupported);
        counts.unsupported += unsupported.count();
        counts
    }

    /// The name of the test that runs.
    pub fn running(&self) -> Option<&str> {
        let (id, name) = self.started.as_ref()?;
        let ended = self.tests.iter().rev().any(|test| test.id == *id && !test.is_running());
        (!ended).then_some(name)
    }
}

/// How a test went wrong.
#[derive(Clone, Copy)]
pub enum Complaint<'a> {
    Failed(&'a Failure),
    /// It did not end within its time limit.
    Endless,
    /// Its process was ended from outside: a server that it is linked to crashed, for example.
    Died,
}

impl Test {
    /// What can be asked about, if anything is wrong with it.
    pub fn complaint(&self) -> Option<Complaint<'_>> {
        match &self.outcome {
            TestOutcome::Failed(failure) if self.kind != TestKind::EUnit && failure.is_timetrap() => {
                Some(Complaint::Endless)
            }
            TestOutcome::Failed(failure) | TestOutcome::SetupFailed(failure) => {
                Some(Complaint::Failed(failure))
            }
            TestOutcome::Cancelled(cancelled) if cancelled.kind == Cancel::Timeout => {
                Some(Complaint::Endless)
            }
            TestOutcome::Cancelled(cancelled) if cancelled.kind == Cancel::Exit => Some(Complaint::Died),
            _ => None,
        }
    }

    /// Whether it is a function, rather than a fun that a generator made.
    pub fn is_function(&self) -> bool {
        self.kind == TestKind::EUnit && self.function.name().ends_with("_test")
    }

    /// Whether it is the setup or cleanup of a suite or a group, and not a test.
    pub fn is_setup(&self) -> bool {
        let functions = ["init_per_suite", "end_per_suite", "init_per_group", "end_per_group", "all"];
        self.kind == TestKind::CommonTest && functions.contains(&self.function.name())
    }

    /// The call that it consists of.
    pub fn expression(&self) -> String {
        let (module, function) = (quoted(self.module), quoted(self.written_in()));
        match self.kind {
            TestKind::EUnit | TestKind::Property => format!("{module}:{function}()"),
            TestKind::CommonTest => format!("{module}:{function}(Config)"),
        }
    }

    fn is_running(&self) -> bool {
        matches!(self.outcome, TestOutcome::Running)
    }

    /// As EUnit calls it: with line and title where they tell tests of one function apart.
    pub fn name(&self) -> String {
        let line = if self.line > 0 { format!(":{}", self.line) } else { String::new() };
        let title = if self.title.is_empty() { String::new() } else { format!(" ({})", self.title) };
        format!("{}{line} {}{title}", self.module.name(), self.written_in().name())
    }

    /// The function that it is written in: `f_test_` for the fun `-f_test_/0-fun-0-`.
    pub fn written_in(&self) -> Atom {
        let fun = self.function.name().strip_prefix('-').and_then(|name| name.split_once('/'));
        fun.map_or(self.function, |(outer, _)| Atom::new(outer))
    }

    fn ran(&mut self, milliseconds: &Term, output: &Term) -> Option<()> {
        self.milliseconds = milliseconds.as_int()?;
        self.output = output.text()?;
        Some(())
    }
}

impl Failure {
    /// Whether a case of Common Test took too long.
    fn is_timetrap(&self) -> bool {
        matches!(self.reason.as_tuple(), Some([Term::Atom(name), _]) if name.name() == "timetrap_timeout")
    }

    /// The counterexample of a property that is false or raises, and which of them it does.
    pub fn counterexample(&self) -> Option<(&Term, PropertyOutcome)> {
        match self.reason.as_tuple()? {
            [Term::Atom(kind), inputs] if kind.name() == "property_false" => {
                Some((inputs, PropertyOutcome::IsFalse))
            }
            [Term::Atom(kind), _, reason, inputs] if kind.name() == "property_raised" => {
                Some((inputs, PropertyOutcome::Raised(reason.clone())))
            }
            _ => None,
        }
    }

    /// What was asserted, if that is what failed.
    pub fn assertion(&self) -> Option<Assertion> {
        let [Term::Atom(kind), facts] = self.reason.as_tuple()? else { return None };
        if !kind.name().starts_with("assert") {
            return None;
        }
        let facts = facts.proper_list()?;
        let fact = |key: &str| {
            facts.iter().find_map(|fact| match fact.as_tuple()? {
                [Term::Atom(name), value] if name.name() == key => Some(value),
                _ => None,
            })
        };
        Some(Assertion {
            kind: *kind,
            line: fact("line")?.as_int()?,
            expression: fact("expression").and_then(Term::text),
            expected: fact("expected").cloned(),
            pattern: fact("pattern").and_then(Term::text),
            value: fact("value").cloned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use erlang_syntax::read_term;

    fn after(reports: &[&str]) -> Results {
        let mut results = Results::default();
        for report in reports {
            assert!(results.add(&report_of(report)).is_some(), "{report}");
        }
        results
    }

    /// The term; where it says `pid`, there is one.
    fn report_of(text: &str) -> Term {
        let term = read_term(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
        let with_pid = |part: &Term| match part {
            Term::Atom(name) if name.name() == "pid" => Term::Pid(Pid::local(80)),
            part => part.clone(),
        };
        match term.as_tuple() {
            Some(parts) => Term::tuple(parts.iter().map(with_pid).collect::<Vec<_>>()),
            None => term,
        }
    }

    #[test]
    fn counted() {
        let check = |reports: &[&str], passed, failed, skipped, cancelled, unsupported| {
            let expected = Counts { passed, failed, skipped, cancelled, unsupported, ..Counts::default() };
            assert_eq!(after(reports).counts(), expected, "{reports:?}");
        };
        let begins = "{begins, [1, 2], pid, m, a_test, 0, <<>>}";
        check(&[begins], 0, 0, 0, 0, 0);
        check(&[begins, "{passed, [1, 2], 3, <<\"out\">>}"], 1, 0, 0, 0, 0);
        check(&[begins, "{failed, [1, 2], 3, <<>>, error, badarg, [], <<>>}"], 0, 1, 0, 0, 0);
        check(&[begins, "{skipped, [1, 2], module_not_found, <<>>}"], 0, 0, 1, 0, 0);
        check(&[begins, "{skipped, [1, 2], not_supported, <<>>}"], 0, 0, 1, 0, 1);
        check(&[begins, "{cancelled, [1, 2], timeout, <<>>}"], 0, 0, 0, 1, 0);
        check(&[begins, "{cancelled, [1], not_supported, <<>>}"], 0, 0, 0, 1, 1);
        // A group may come again under the same number, when tests are run anew.
        check(&[begins, "{passed, [1, 2], 0, <<>>}", "{cancelled, [1, 2], abort, <<>>}"], 1, 0, 0, 1, 0);
    }

    #[test]
    fn tests_whose_process_died() {
        let check = |started: &str, cancel: &str, expected: [bool; 2]| {
            let begins = |n: u8| format!("{{begins, [1, {n}], pid, m, a_test_, 0, <<>>}}");
            let parent = |n: u8| format!("{{cancelled, [1, {n}], parent, <<>>}}");
            let reports = [
                begins(1),
                format!("{{runs, {started}, m, a_test_}}"),
                parent(1),
                begins(2),
                parent(2),
                format!("{{cancelled, [1], {cancel}, <<>>}}"),
            ];
            let results = after(&reports.iter().map(String::as_str).collect::<Vec<_>>());
            let died = |test: &Test| matches!(test.complaint(), Some(Complaint::Died));
            assert_eq!([died(&results.tests[0]), died(&results.tests[1])], expected, "{started} {cancel}");
        };
        check("[1, 1]", "exit", [true, false]);
        check("[1, 2]", "exit", [false, true]);
        check("[1, 1]", "abort", [false, false]);
        check("[2, 1]", "exit", [false, false]);
    }

    #[test]
    fn what_is_no_report() {
        for report in [
            "ok",
            "{passed, [1], 0, <<>>}",
            "{sets_up, [1], m, f, none}",
            "{begins, x, pid, m, f, 0, <<>>}",
            "{other, [], 1}",
        ] {
            assert!(Results::default().add(&report_of(report)).is_none(), "{report}");
        }
    }

    #[test]
    fn assertions() {
        let failed = "{failed, [1], 0, <<>>, error, {assertEqual, [{module, m}, {line, 7}, {expression, \"f(1)\"}, \
                      {expected, 2}, {value, 3}]}, [], <<>>}";
        let results = after(&["{begins, [1], pid, m, a_test, 0, <<\"two\">>}", failed]);
        let TestOutcome::Failed(failure) = &results.tests[0].outcome else { panic!("not failed") };
        let assertion = failure.assertion().expect("an assertion");
        assert_eq!((assertion.kind.name(), assertion.line), ("assertEqual", 7));
        assert_eq!(assertion.expression.as_deref(), Some("f(1)"));
        assert_eq!(assertion.expected.and_then(|term| term.as_int()), Some(2));
        assert_eq!(assertion.value.and_then(|term| term.as_int()), Some(3));
        assert_eq!(results.tests[0].title, "two");
    }

    #[test]
    fn setups() {
        let results = after(&["{sets_up, [1, 1], m, start, 0}", "{sets_up, [1, 1, 2], m, fill, 1}"]);
        let names = results.setups.iter().map(|setup| (setup.function.name(), setup.arity));
        assert_eq!(names.collect::<Vec<_>>(), [("start", 0), ("fill", 1)]);
    }

    #[test]
    fn fixtures_that_tests_share() {
        let begins = |id: &str| format!("{{begins, {id}, pid, m, a_test_, 0, <<>>}}");
        let check = |fixtures: &[&str], tests: &[&str], expected: Option<&[i64]>| {
            let mut reports: Vec<String> =
                fixtures.iter().map(|id| format!("{{sets_up, {id}, m, start, 0}}")).collect();
            reports.extend(tests.iter().map(|id| begins(id)));
            let results = after(&reports.iter().map(String::as_str).collect::<Vec<_>>());
            let last = results.tests.last().expect("a test");
            let found = results.shared_fixture(last).map(|TestId(path)| path.as_slice());
            assert_eq!(found, expected, "{fixtures:?} {tests:?}");
        };
        check(&[], &["[1, 1]", "[1, 2]"], None);
        check(&["[1]"], &["[1, 1]"], None);
        check(&["[1]"], &["[1, 1]", "[1, 2]"], Some(&[1]));
        check(&["[1]", "[1, 2]"], &["[1, 1]", "[1, 2, 1]"], Some(&[1]));
        // Each has a setup of its own.
        check(&["[1, 1]", "[1, 2]"], &["[1, 1, 1]", "[1, 2, 1]"], None);
    }
}
