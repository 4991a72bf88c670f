//! Trials of properties: the program once more, in which properties call another function instead
//! of the one that they are about.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use lazy_machine::code::Code;
use lazy_machine::compile;
use lazy_machine::core::{FunctionId as CodeId, Standing};
use lazy_machine::log::{CallId, Log};
use lazy_machine::machine::{Budget, Machine, Stop};
use lazy_machine::search::Abandoned;
use lazy_machine::view::View;
use lazy_syntax::ast::{Associativity, FunctionId, Mode, Program};
use lazy_syntax::source::Span;
use lazy_syntax::{Diagnostic, Options, load};
use observation::judgement::PropertyOutcome;
use slices::Meter;

use crate::about::Functions;
use crate::tester::{UNMET, test_name};

/// Of one trial.
const MOST_STEPS: u64 = 200_000;
const MOST_MEMORY: u64 = 1 << 28;
/// This many that took too long are enough.
const MOST_UNFINISHED: usize = 3;
/// Values of one trial, in mode flp.
const MOST_VALUES: usize = 1_000;

/// Part of the program, so that they can take the place of those of the Prelude.
const CONNECTIVES: &str = "import Test.Parallel\nwhodunit_connectives = ((|&&|), (||||))\n";

/// What a property is about, for one statement, under a name of its own.
pub struct Subject {
    name: String,
    /// The name, where properties mention it; as long as the other, so that layout stays as it is.
    stand_in: String,
    uses: Vec<Span>,
    fixity: String,
    /// The recorded arguments.
    patterns: Vec<String>,
    /// The recorded result.
    value: String,
    mode: Mode,
}

impl Subject {
    /// Stands for it in calls of properties that take it as an argument.
    pub const PLACE: &'static str = "\u{1}subject";

    /// None: there is no other name for it.
    pub fn new(
        program: &Program,
        trusted: &BTreeSet<FunctionId>,
        function: FunctionId,
        patterns: Vec<String>,
        value: String,
    ) -> Option<Subject> {
        let name = program.function_name(function).to_owned();
        let first = name.chars().next()?;
        let letters: &[char] = if first.is_alphabetic() || first == '_' {
            &['ƒ', 'ɸ', 'ß', 'ø', 'ñ']
        } else {
            &['∘', '⊕', '⊗', '∗', '√']
        };
        let fresh = |letter: &char| format!("{letter}{}", &name[first.len_utf8()..]);
        let stand_in = letters.iter().map(fresh).find(|name| program.names.get(name).is_none())?;
        let fixity = program.fixities.get(&program[function].name).map(|fixity| {
            let word = match fixity.associativity {
                Associativity::Left => "infixl",
                Associativity::Right => "infixr",
                Associativity::None => "infix",
            };
            let quote = if first.is_alphabetic() { "`" } else { "" };
            format!("{word} {} {quote}{stand_in}{quote}\n", fixity.precedence)
        });
        let uses =
            Functions::new(program).uses(function, trusted).into_iter().map(|(_, span)| span).collect();
        let fixity = fixity.unwrap_or_default();
        Some(Subject { name, stand_in, uses, fixity, patterns, value, mode: program.mode })
    }

    /// A word of a call, as people would write it.
    pub fn in_words<'w>(&'w self, word: &'w str) -> String {
        if word == Subject::PLACE { applied(&self.name) } else { word.to_owned() }
    }

    /// It knows the recorded arguments only. Restricted, it has the recorded result for them.
    fn definition(&self, is_restricted: bool) -> String {
        let (name, subject) = (applied(&self.stand_in), applied(&self.name));
        let parameters = || (0..self.patterns.len()).map(|index| format!(" whodunit_{index}"));
        let call = format!("{subject}{}", parameters().collect::<String>());
        let right = if is_restricted { &self.value } else { &call };
        let is_any = self.patterns.iter().all(|pattern| pattern == "_");
        let definition = match self.mode {
            Mode::Haskell => {
                let both = parameters().zip(&self.patterns);
                let left: String =
                    both.map(|(parameter, pattern)| format!("{parameter}@{pattern}")).collect();
                let holes = " _".repeat(self.patterns.len());
                let other = if is_any { String::new() } else { format!("{name}{holes} = undefined\n") };
                format!("{name}{left} = {right}\n{other}")
            }
            // Two rules would be alternatives. Other arguments are an error here, too: a branch
            // that fails would be one that nobody sees.
            Mode::FunctionalLogic => {
                let left: String = parameters().collect();
                let others = if is_any { "" } else { "; _ -> undefined" };
                let (values, patterns) =
                    (parameters().collect::<Vec<_>>().join(","), self.patterns.join(", "));
                format!("{name}{left} = case ({values}) of {{ ({patterns}) -> {right}{others} }}\n")
            }
        };
        format!("{}{definition}", self.fixity)
    }

    /// The files with its other name wherever properties mention it.
    fn replaced(&self, program: &Program, files: &[(String, String)]) -> Vec<(String, String)> {
        let mut files = files.to_vec();
        let mut uses = self.uses.clone();
        uses.sort_by_key(|span| std::cmp::Reverse(span.start.offset));
        for span in uses {
            let index = span.file.0.checked_sub(program.first_file.0);
            let Some((_, text)) = index.and_then(|index| files.get_mut(index as usize)) else { continue };
            // Parentheses and quotes around it are part of the place.
            let range = span.start.offset as usize..span.end.offset as usize;
            let Some(inside) = text.get(range.clone()).and_then(|text| text.find(&self.name)) else {
                continue;
            };
            let start = range.start + inside;
            text.replace_range(start..start + self.name.len(), &self.stand_in);
        }
        files
    }
}

fn applied(name: &str) -> String {
    if name.starts_with(|char: char| char.is_alphabetic() || char == '_') {
        name.to_owned()
    } else {
        format!("({name})")
    }
}

/// How one trial ended.
enum End {
    /// This many, over all branches.
    Values {
        of_true: usize,
        of_false: usize,
    },
    /// Its condition is not met.
    Unmet,
    Bottom,
    Unfinished,
}

/// What came of the trials of one property.
#[derive(Default)]
pub struct Outcomes {
    pub outcomes: Vec<PropertyOutcome>,
    /// Which trial is the first that is false.
    pub falsified: Option<usize>,
    pub doubt: Option<Doubt>,
}

/// Why a property of a functional-logic program cannot tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    /// It asks for all values of its subject (`findall`), and the statement is about one.
    AllValues,
    /// It is true and false of one value.
    Several,
}

/// All trials of one statement, compiled together.
pub struct Court {
    code: Rc<Code>,
    tests: Vec<CodeId>,
    /// The functions, by number, that may be called by properties.
    trusted: BTreeSet<u32>,
    subject: Option<u32>,
    stand_in: Option<u32>,
    is_restricted: bool,
}

impl Court {
    /// `calls` are those of properties. None: they cannot be written in the program.
    pub fn new(
        files: &[(String, String)],
        options: Options,
        program: &Program,
        trusted: &BTreeSet<FunctionId>,
        subject: &Subject,
        is_restricted: bool,
        calls: &[String],
    ) -> Option<Court> {
        let names: BTreeSet<&str> = trusted.iter().map(|id| program.function_name(*id)).collect();
        let stand_in = applied(&subject.stand_in);
        let mut text = format!("{CONNECTIVES}{}", subject.definition(is_restricted));
        for (index, call) in calls.iter().enumerate() {
            text.push_str(&format!("{} = {}\n", test_name(index), call.replace(Subject::PLACE, &stand_in)));
        }
        let files = subject.replaced(program, files);
        let texts: Vec<(&str, &str)> = files
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .chain([("trials", &text[..])])
            .collect();
        let (mut tried, problems) = load(&texts, options);
        if problems.iter().any(Diagnostic::is_error) {
            return None;
        }
        let query = tried.query("()").0?;
        let code = compile(&tried, &query).ok()?.in_parallel().code;
        let find = |name: &str| tried.function_named(name).map(|id| id.0);
        let tests: Option<Vec<CodeId>> =
            (0..calls.len()).map(|index| find(&test_name(index)).map(CodeId)).collect();
        let tests = tests?;
        let (own, stand_in) = (find(&subject.name), find(&subject.stand_in));
        let named = names.into_iter().filter_map(find);
        let trusted = named.chain(tests.iter().map(|id| id.0)).chain(stand_in).collect();
        Some(Court { code, tests, trusted, subject: own, stand_in, is_restricted })
    }

    /// What comes of these, without those whose conditions are not met; which is the first that is
    /// false; and why one says less than it could.
    pub async fn outcomes(&self, range: Range<usize>, meter: &Meter) -> Outcomes {
        let (mut said, mut unfinished) = (Outcomes::default(), 0);
        for index in range {
            let Some(test) = self.tests.get(index).filter(|_| unfinished < MOST_UNFINISHED) else { break };
            let mut machine = Machine::new(self.code.clone(), *test, 1, Some(0..0));
            match self.values(&mut machine, meter).await {
                End::Values { of_true, of_false } => match self.weigh(&machine, of_true, of_false) {
                    Ok(PropertyOutcome::False) => {
                        said.outcomes.push(PropertyOutcome::False);
                        said.falsified = Some(index);
                        return said;
                    }
                    Ok(outcome) => said.outcomes.push(outcome),
                    Err(doubt) => {
                        said.outcomes.push(PropertyOutcome::Bottom);
                        said.doubt = said.doubt.or(Some(doubt));
                    }
                },
                End::Unmet => {}
                End::Bottom => said.outcomes.push(PropertyOutcome::Bottom),
                End::Unfinished => {
                    unfinished += 1;
                    said.outcomes.push(PropertyOutcome::Bottom);
                }
            }
        }
        said
    }

    /// What all values of a trial say. In mode flp a statement says that its value is *one* of
    /// those that its function has.
    fn weigh(&self, machine: &Machine, of_true: usize, of_false: usize) -> Result<PropertyOutcome, Doubt> {
        let abandoned = machine.abandoned().cloned().unwrap_or_default();
        let Abandoned { has_chosen, functions, encapsulated } = &abandoned;
        let is_stand_in = |function: &CodeId| Some(function.0) == self.stand_in;
        let is_subject = |function: &CodeId| is_stand_in(function) || Some(function.0) == self.subject;
        if encapsulated.iter().any(is_subject) {
            // All values of the subject, and of these one is known.
            return Err(Doubt::AllValues);
        }
        // Other values of the subject are not there to make it true, nor to make it false.
        if *has_chosen && !self.is_restricted {
            return Ok(PropertyOutcome::Bottom);
        }
        let is_trusted = |function: &CodeId| self.trusted.contains(&self.top(*function));
        match (of_true, of_false) {
            _ if !encapsulated.iter().all(is_trusted) => Ok(PropertyOutcome::Bottom),
            (0, 0) => Ok(PropertyOutcome::Bottom),
            // Derived from what is recorded and what is trusted: the more values there are, the
            // more can be derived.
            (0, _) => Ok(PropertyOutcome::False),
            // Something might be wrong on a branch without an answer.
            (_, 0) if !functions.iter().all(is_trusted) => Ok(PropertyOutcome::Bottom),
            (_, 0) => Ok(PropertyOutcome::True),
            _ => Err(Doubt::Several),
        }
    }

    /// The function at the top that something is written in.
    fn top(&self, function: CodeId) -> u32 {
        let mut function = function.0;
        while let Some((parent, _)) = self.code.functions.get(function as usize).and_then(|code| code.parent)
        {
            function = parent.0;
        }
        function
    }

    /// Runs one trial: in mode hs to its value, in mode flp to all of them.
    async fn values(&self, machine: &mut Machine, meter: &Meter) -> End {
        let budget = Budget {
            max_steps: MOST_STEPS,
            max_memory: MOST_MEMORY,
            meter: Some(meter),
            ..Budget::UNLIMITED
        };
        let (mut of_true, mut of_false) = (0, 0);
        machine.remember_abandoned();
        for _ in 0..MOST_VALUES {
            match machine.run_by_slices(&budget).await {
                Stop::Done => {
                    let residue = machine.residue();
                    let is_certain = residue.floundered == 0 && residue.disequations.is_empty();
                    match machine.view(machine.result()) {
                        _ if !is_certain || !self.is_admissible(machine.log()) => return End::Bottom,
                        View::Constructor(id, _) if id == self.code.known.truth => of_true += 1,
                        View::Constructor(id, _) if id == self.code.known.falsehood => of_false += 1,
                        _ => return End::Bottom,
                    }
                    if self.code.mode == Mode::Haskell {
                        return End::Values { of_true, of_false };
                    }
                    machine.reject();
                }
                Stop::NoMore => return End::Values { of_true, of_false },
                // On another branch it may be met.
                Stop::Failed
                    if machine.failure_text() == UNMET
                        && !machine.abandoned().is_some_and(|abandoned| abandoned.has_chosen) =>
                {
                    return End::Unmet;
                }
                Stop::Failed | Stop::Floundered => return End::Bottom,
                _ => return End::Unfinished,
            }
        }
        End::Unfinished
    }

    /// Requirement 1: whatever was called by the property is trusted, but for its subject, and what
    /// that called.
    fn is_admissible(&self, log: &Log) -> bool {
        let top = |call: CallId| self.top(log.call(call).function);
        let constants: BTreeSet<CallId> = log.constants().iter().map(|(_, call)| *call).collect();
        // Whether the call is the subject's, or below it.
        let mut inside = vec![false; log.len()];
        for call in log.calls() {
            let function = top(call);
            let parent = log.call(call).parent;
            let is_trusted = self.trusted.contains(&function);
            // A constant is called for all who use it.
            inside[call.0 as usize] = match constants.contains(&call) {
                true => !is_trusted,
                false => {
                    inside[parent.0 as usize]
                        || Some(function) == self.subject
                            && parent != CallId::GOAL
                            && Some(top(parent)) == self.stand_in
                }
            };
            if !is_trusted && !inside[call.0 as usize] {
                return false;
            }
        }
        log.uses().iter().all(|(user, constant)| {
            let is_stand_in = *user != CallId::GOAL && Some(top(*user)) == self.stand_in;
            self.trusted.contains(&constant.0)
                || self.code.functions[constant.0 as usize].standing == Standing::Trusted
                || inside[user.0 as usize]
                || is_stand_in && Some(constant.0) == self.subject
        })
    }
}
