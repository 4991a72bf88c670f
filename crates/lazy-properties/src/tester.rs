//! Tries properties: generates arguments, evaluates, and shrinks what fails.

use dice::Dice;
use lazy_machine::core::{FunctionId, TypeId};
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::{Asked, compile};
use lazy_syntax::ast::{self, Mode, Origin, Program};
use lazy_syntax::{Diagnostic, Options, Spelling, load};

use crate::about::{Functions, is_property};
use crate::generate::generate;
use crate::shrink::{smaller, smaller_together};
use crate::types::{Type, Types};
use crate::value::Value;

/// What `==>` raises where its condition is not met.
pub(crate) const UNMET: &str = "precondition unmet";
/// This many in a row without one that meets the conditions are enough.
const DISCARDED_PER_TEST: usize = 10;
/// Tests that are compiled together.
const BATCH: usize = 50;
/// This many that took too long are enough, too.
const MOST_UNFINISHED: usize = 10;
const MOST_SHRINKS: usize = 500;
/// Values of one test, in mode flp.
const MOST_VALUES: usize = 1_000;
/// Values grow from test to test, up to this size.
const LARGEST: usize = 30;

pub struct Tester {
    files: Vec<(String, String)>,
    options: Options,
    pub program: Program,
}

/// A Boolean function of the user's by the name of `prop_…` or `spec_…`.
#[derive(Clone, Debug)]
pub struct Property {
    pub name: String,
    /// What it takes as its first argument, if that is the function that it is about.
    subject: Option<String>,
    parameters: Vec<Type>,
}

/// Why a function cannot be tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(pub String);

pub struct Limits<'a> {
    /// How many tests have to pass.
    pub tests: usize,
    pub seed: u64,
    /// Of one test.
    pub budget: Budget<'a>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub passed: usize,
    /// Tests whose conditions were not met.
    pub discarded: usize,
    /// Tests whose budget ran out: nothing is known about them.
    pub unfinished: usize,
    pub verdict: Verdict,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    Holds,
    /// Too few values meet its conditions.
    GaveUp,
    /// Too many tests did not finish.
    OutOfBudget,
    Falsified(Failure),
    Interrupted,
}

/// Arguments for which a property does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The property applied to them, as it would be written.
    pub expression: String,
    pub arguments: Vec<String>,
    /// How many times they were made smaller.
    pub shrinks: usize,
    /// None: it is false.
    pub error: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum TestResult {
    True,
    False,
    Error(String),
    Discarded,
    Unfinished,
    Interrupted,
}

impl TestResult {
    fn is_failure(&self) -> bool {
        matches!(self, TestResult::False | TestResult::Error(_))
    }
}

impl Tester {
    /// With what is wrong with the files. Where that is an error, nothing can be tried.
    pub fn new(files: Vec<(String, String)>, options: Options) -> (Tester, Vec<Diagnostic>) {
        let borrowed: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (program, problems) = load(&borrowed, options);
        (Tester { files, options, program }, problems)
    }

    /// The names of all properties, as they stand in the files.
    pub fn names(&self) -> Vec<String> {
        let mut found: Vec<&ast::Function> = self
            .program
            .functions
            .iter()
            .filter(|function| function.origin == Origin::User && function.parent.is_none())
            .filter(|function| is_property(self.program.text(function.name)))
            .collect();
        found.sort_by_key(|function| (function.span.file, function.span.start));
        found.into_iter().map(|function| self.program.text(function.name).to_owned()).collect()
    }

    /// A function that says `True` or `False` of arguments that can be generated.
    pub fn property(&self, name: &str) -> Result<Property, Unfit> {
        if self.options.spelling == Spelling::Toy {
            let why = "not supported: properties of programs in TOY; they work in .hs, .curry and .flp files";
            return Err(Unfit(why.to_owned()));
        }
        let id = self.program.function_named(name);
        let Some(id) = id.filter(|id| self.program[*id].origin == Origin::User) else {
            return Err(Unfit(format!("there is no function {name}")));
        };
        let types = Types::new(&self.program);
        let Some(mut ty) = self.program[id].ty.map(|ty| types.known(ty)) else {
            return Err(Unfit(format!("the type of {name} is not known")));
        };
        let mut parameters = Vec::new();
        while let Type::Function(from, to) = ty {
            parameters.push(*from);
            ty = *to;
        }
        if ty != Type::Data(self.program.well_known.bool, Vec::new()) {
            return Err(Unfit(format!("{name} is not a property: its result is not a Bool")));
        }
        let subject =
            matches!(parameters.first(), Some(Type::Function(..))).then(|| self.subject(id)).flatten();
        if subject.is_some() {
            parameters.remove(0);
        }
        match parameters.iter().find_map(|parameter| types.unfit(parameter)) {
            Some(what) => Err(Unfit(format!("not supported: values of {what}, which {name} takes"))),
            None => Ok(Property { name: name.to_owned(), subject, parameters }),
        }
    }

    /// The function that a property is about and takes as an argument, as in the thesis: `spec_f f
    /// x = …`.
    fn subject(&self, property: ast::FunctionId) -> Option<String> {
        let functions = Functions::new(&self.program);
        let stated = functions.stated(&functions.trusted(&[], &[]));
        let about = stated.iter().find(|stated| stated.property == property && stated.is_abstracted)?;
        let name = self.program.function_name(about.subject);
        Some(match name.starts_with(|char: char| char.is_alphabetic() || char == '_') {
            true => name.to_owned(),
            false => format!("({name})"),
        })
    }

    /// Tries it on generated values, with the pauses of the budget.
    pub async fn check(&self, property: &Property, limits: &Limits<'_>) -> Result<Report, Unfit> {
        let types = Types::new(&self.program);
        let mut dice = Dice::new(limits.seed);
        let mut report = Report { passed: 0, discarded: 0, unfinished: 0, verdict: Verdict::GaveUp };
        // Without parameters there is one test.
        let (wanted, most) = match property.parameters.is_empty() {
            true => (1, 1),
            false => (limits.tests, limits.tests.saturating_mul(DISCARDED_PER_TEST)),
        };
        let patience = MOST_UNFINISHED.min(wanted);
        let mut made = 0;
        while made < most && report.passed < wanted && report.unfinished < patience {
            let count = BATCH.min(wanted - report.passed);
            let mut cases = Vec::new();
            for _ in 0..count {
                let size = 1 + made * LARGEST / wanted.max(1);
                let arguments: Option<Vec<Value>> = property
                    .parameters
                    .iter()
                    .map(|parameter| generate(&types, parameter, size.min(LARGEST), &mut dice))
                    .collect();
                let Some(arguments) = arguments else {
                    return Err(Unfit(format!("not supported: a type that {} takes", property.name)));
                };
                cases.push(arguments);
                made += 1;
            }
            let outcomes =
                self.try_all(property, &cases, &limits.budget, patience - report.unfinished).await?;
            for (arguments, outcome) in cases.into_iter().zip(outcomes) {
                match outcome {
                    TestResult::True => report.passed += 1,
                    TestResult::Discarded => report.discarded += 1,
                    TestResult::Unfinished => report.unfinished += 1,
                    TestResult::Interrupted => {
                        report.verdict = Verdict::Interrupted;
                        return Ok(report);
                    }
                    TestResult::False | TestResult::Error(_) => {
                        let failure = self.shrink(&types, property, arguments, outcome, limits).await?;
                        report.verdict = Verdict::Falsified(failure);
                        return Ok(report);
                    }
                }
            }
        }
        if report.passed >= wanted {
            report.verdict = Verdict::Holds;
        } else if report.unfinished >= patience {
            report.verdict = Verdict::OutOfBudget;
        }
        Ok(report)
    }

    /// The smallest arguments that fail in the same way, as far as one step after the other leads
    /// there: of one argument, or where that leads nowhere, of several at once.
    async fn shrink(
        &self,
        types: &Types<'_>,
        property: &Property,
        mut arguments: Vec<Value>,
        mut outcome: TestResult,
        limits: &Limits<'_>,
    ) -> Result<Failure, Unfit> {
        let mut shrinks = 0;
        'smaller: while shrinks < MOST_SHRINKS {
            let mut cases = Vec::new();
            for (index, (argument, ty)) in arguments.iter().zip(&property.parameters).enumerate() {
                for less in smaller(types, ty, argument) {
                    let mut case = arguments.clone();
                    case[index] = less;
                    cases.push(case);
                }
            }
            cases.extend(smaller_together(types, &property.parameters, &arguments));
            for batch in cases.chunks(BATCH) {
                let outcomes = self.try_all(property, batch, &limits.budget, usize::MAX).await?;
                let same = |found: &TestResult| {
                    found.is_failure() && (*found == TestResult::False) == (outcome == TestResult::False)
                };
                if let Some(at) = outcomes.iter().position(same) {
                    arguments = batch[at].clone();
                    outcome = outcomes[at].clone();
                    shrinks += 1;
                    continue 'smaller;
                }
            }
            break;
        }
        let error = match outcome {
            TestResult::Error(text) => Some(text),
            _ => None,
        };
        Ok(Failure {
            expression: self.expression(property, &arguments),
            arguments: arguments.iter().map(|argument| argument.source(&self.program, false)).collect(),
            shrinks,
            error,
        })
    }

    fn expression(&self, property: &Property, arguments: &[Value]) -> String {
        let arguments = arguments.iter().map(|argument| argument.source(&self.program, true));
        let function = std::iter::once(property.name.clone()).chain(property.subject.clone());
        function.chain(arguments).collect::<Vec<_>>().join(" ")
    }

    /// Each test is a constant of one more file; all are compiled together, and each runs in a
    /// machine of its own. The rest is left out after a failure, and after this many that did not
    /// finish.
    async fn try_all(
        &self,
        property: &Property,
        cases: &[Vec<Value>],
        budget: &Budget<'_>,
        mut patience: usize,
    ) -> Result<Vec<TestResult>, Unfit> {
        let mut text = String::new();
        for (index, arguments) in cases.iter().enumerate() {
            text.push_str(&format!("{} = {}\n", test_name(index), self.expression(property, arguments)));
        }
        let extra = [("tests", text.as_str())];
        let files: Vec<(&str, &str)> =
            self.files.iter().map(|(name, text)| (name.as_str(), text.as_str())).chain(extra).collect();
        let (mut program, problems) = load(&files, self.options);
        if let Some(problem) = problems.iter().find(|problem| problem.is_error()) {
            return Err(Unfit(format!("not supported: tests of {}: {}", property.name, problem.message)));
        }
        let (Some(query), _) = program.query("()") else {
            return Err(Unfit("the program cannot be asked".to_owned()));
        };
        let compiled = compile(&program, &query).map_err(|problems| {
            Unfit(problems.into_iter().map(|problem| format!("not supported: {}", problem.what)).collect())
        })?;
        let mut outcomes = Vec::new();
        for (index, arguments) in cases.iter().enumerate() {
            // Functions of core have the numbers of those of the syntax tree.
            let Some(function) = program.function_named(&test_name(index)) else { continue };
            let mut machine = Machine::new(compiled.code.clone(), FunctionId(function.0), 1_000, None);
            let outcome = match self.program.mode {
                Mode::Haskell => outcome(&machine.run_by_slices(budget).await, &machine),
                Mode::FunctionalLogic => outcome_of_all(&mut machine, budget).await.ok_or_else(|| {
                    let expression = self.expression(property, arguments);
                    Unfit(format!(
                        "not supported: a property with several values: {expression} is both True and False"
                    ))
                })?,
            };
            patience -= usize::from(outcome == TestResult::Unfinished);
            let is_enough = outcome.is_failure() || outcome == TestResult::Interrupted || patience == 0;
            outcomes.push(outcome);
            if is_enough {
                break;
            }
        }
        Ok(outcomes)
    }
}

fn outcome(end: &Stop, machine: &Machine) -> TestResult {
    match end {
        Stop::Done if machine.answer(&Asked::Value { ty: TypeId::UNKNOWN }, 10).text() == "True" => {
            TestResult::True
        }
        Stop::Done => TestResult::False,
        Stop::Failed if machine.failure_text() == UNMET => TestResult::Discarded,
        Stop::Failed => TestResult::Error(machine.failure_text()),
        Stop::Floundered => TestResult::Error("it depends on a variable that is never bound".to_owned()),
        Stop::NoMore => TestResult::Error("it has no value".to_owned()),
        Stop::Interrupted => TestResult::Interrupted,
        _ => TestResult::Unfinished,
    }
}

/// In mode flp what a property calls may have several values: it holds if all of them are true.
/// None: some are true and some are false.
async fn outcome_of_all(machine: &mut Machine, budget: &Budget<'_>) -> Option<TestResult> {
    for values in 0..MOST_VALUES {
        let end = machine.run_by_slices(budget).await;
        match outcome(&end, machine) {
            TestResult::True => machine.reject(),
            TestResult::False if values > 0 => return None,
            TestResult::Error(_) if values > 0 && end == Stop::NoMore => return Some(TestResult::True),
            other => return Some(other),
        }
    }
    Some(TestResult::Unfinished)
}

pub(crate) fn test_name(index: usize) -> String {
    format!("whodunit_test_{index}")
}
