//! Properties as an oracle (paper 5 §8): each is tried on a statement in the modes of
//! `observation::judgement`, with its subject in the property replaced by a function that knows the
//! recorded arguments only, and gives for them the recorded result (restricted) or what the subject
//! gives (unrestricted).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use dice::Dice;
use lazy_syntax::ast::{FunctionId, Mode as Language, Program};
use lazy_syntax::source::FileId;
use lazy_syntax::{Diagnostic, Options, Spelling, load};
use lazy_tree::{Fact, TermId};
use observation::judgement::{
    Attempt, Conclusion, Finding, Mode, PropertyOutcome, Strength, Trial, conclude, try_property,
};
use slices::Meter;

use crate::about::{Functions, Stated};
use crate::arguments::{Argument, Filling, Writer, bind, is_passed_on, part, recorded};
use crate::generate::generate;
use crate::trial::{Court, Doubt, Outcomes, Subject};
use crate::types::{Type, Types};

/// Choices of generated values that are tried.
const TESTS: usize = 100;
/// Of values that stand for what the statement says nothing about.
const SIZE: usize = 8;
/// Statements that are longer to write say nothing.
const LONGEST: usize = 20_000;
/// Of a statement with logic variables, which is meant for all their values.
const INSTANCES: usize = 8;
/// What it takes to compile the trials of a statement, in steps.
const COMPILING: u64 = 10_000;

pub struct Oracle {
    files: Vec<(String, String)>,
    options: Options,
    program: Program,
    stated: Vec<Stated>,
    trusted: BTreeSet<FunctionId>,
    /// What is asked about is not taken for granted, property or not.
    goal: Vec<FunctionId>,
    seed: u64,
    /// What held in all tests is right, too.
    believes_tests: bool,
    /// What was said before: statements come again.
    said: HashMap<Fact, Rc<Opinion>>,
    meter: Meter,
}

/// What properties say of a statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opinion {
    /// Whether it is right, and who says so.
    pub judgement: Option<(bool, String)>,
    /// For the person who has to judge instead.
    pub advice: Vec<String>,
    pub counterexample: Option<Counterexample>,
}

/// A call of a property that is false: the statement may be right, but its subject is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub property: String,
    pub expression: String,
}

impl Oracle {
    /// The last this many of the files hold nothing but properties and what they need. `asked`: the
    /// expression that the run is about. None: there are no properties, or none that can be tried:
    /// those in TOY.
    pub fn new(
        files: Vec<(String, String)>,
        of_properties: usize,
        options: Options,
        asked: &str,
        is_trusted: &dyn Fn(&str) -> bool,
        seed: u64,
    ) -> Option<Oracle> {
        let texts: Vec<(&str, &str)> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let (program, problems) = load(&texts, options);
        if problems.iter().any(Diagnostic::is_error) || options.spelling == Spelling::Toy {
            return None;
        }
        let first = program.first_file.0;
        let own = files.len().saturating_sub(of_properties)..files.len();
        let property_files: Vec<FileId> = own.map(|file| FileId(first + file as u32)).collect();
        let words = asked.split(|char: char| !(char.is_alphanumeric() || "_'".contains(char)));
        let goal: Vec<FunctionId> = words.filter_map(|word| program.function_named(word)).collect();
        let functions = Functions::new(&program);
        if !functions.has_properties() {
            return None;
        }
        let mut trusted = functions.trusted(&goal, &property_files);
        let named = (0..program.functions.len() as u32).map(FunctionId);
        trusted.extend(named.filter(|id| is_trusted(program.function_name(*id))));
        let stated = functions.stated(&trusted);
        let (believes_tests, said, meter) = (false, HashMap::new(), Meter::unlimited());
        Some(Oracle { stated, trusted, goal, files, options, program, seed, believes_tests, said, meter })
    }

    /// What held in all tests, of values that were generated, is taken for right.
    pub fn believing_tests(self, believes_tests: bool) -> Oracle {
        Oracle { believes_tests, ..self }
    }

    /// Pauses whenever the steps of this meter are spent.
    pub fn pausing(self, meter: Meter) -> Oracle {
        Oracle { meter, ..self }
    }

    /// Whether the function is a property, or there for properties only. Local functions go by what
    /// they are local to.
    pub fn trusts(&self, function: &str) -> bool {
        let top =
            function.split_once('.').map_or(function, |(top, _)| if top.is_empty() { function } else { top });
        self.program
            .function_named(top)
            .is_some_and(|id| self.trusted.contains(&id) && !self.goal.contains(&id))
    }

    /// What the properties of its function say of a statement.
    pub async fn consult(&mut self, fact: &Fact) -> Rc<Opinion> {
        if let Some(opinion) = self.said.get(fact) {
            return opinion.clone();
        }
        let opinion = Rc::new(self.opinion(fact).await.unwrap_or_default());
        self.said.insert(fact.clone(), opinion.clone());
        opinion
    }

    async fn opinion(&self, fact: &Fact) -> Option<Opinion> {
        let (name, arguments) = fact.function()?;
        let subject = self.program.function_named(name)?;
        let stated: Vec<&Stated> = self.stated.iter().filter(|stated| stated.subject == subject).collect();
        if stated.is_empty() || self.program[subject].arity as usize != arguments.len() {
            return None;
        }
        if fact.variables().is_empty() {
            let (mut hearing, findings) = self.findings(subject, fact, arguments, &stated).await?;
            let falsified = std::mem::take(&mut hearing.falsified);
            return Some(self.said(&falsified, &hearing.doubts, &stated, &findings));
        }
        if self.program.mode == Language::Haskell {
            return None;
        }
        // It says the same of all values of its variables: one of which it is wrong is enough.
        let mut together: Option<Vec<(Strength, Finding)>> = None;
        let mut doubts = Vec::new();
        for instance in self.instances(subject, fact, arguments)? {
            let (_, arguments) = instance.function()?;
            let (hearing, findings) = self.findings(subject, &instance, arguments, &stated).await?;
            doubts.extend(hearing.doubts);
            if findings.iter().any(|(_, finding)| *finding == Finding::Violated) {
                return Some(self.said(&[], &[], &stated, &findings));
            }
            let holds = |finding: &Finding| matches!(finding, Finding::Holds { .. });
            together = Some(match together {
                None => findings,
                Some(before) => {
                    let both = before.into_iter().zip(findings);
                    both.map(|(one, other)| if holds(&one.1) { other } else { one }).collect()
                }
            });
        }
        let in_tests = |(strength, finding)| match finding {
            Finding::Holds { .. } => (strength, Finding::Holds { sure: false }),
            _ => (strength, Finding::Inconclusive),
        };
        let findings: Vec<(Strength, Finding)> = together?.into_iter().map(in_tests).collect();
        Some(self.said(&[], &doubts, &stated, &findings))
    }

    /// What each property finds.
    async fn findings<'o>(
        &'o self,
        subject: FunctionId,
        fact: &Fact,
        arguments: &[TermId],
        stated: &[&Stated],
    ) -> Option<(Hearing<'o>, Vec<(Strength, Finding)>)> {
        let mut hearing = Hearing::new(self, subject, fact, arguments, stated)?;
        let mut findings = Vec::new();
        for (index, stated) in stated.iter().enumerate() {
            findings.push((stated.strength, try_property(&mut hearing, index).await));
        }
        Some((hearing, findings))
    }

    /// The statement with values in place of its logic variables. None: some cannot be generated.
    fn instances(&self, subject: FunctionId, fact: &Fact, arguments: &[TermId]) -> Option<Vec<Fact>> {
        let types = Types::new(&self.program);
        let (parameters, result) = signature(&types, subject, arguments.len())?;
        let typed = arguments.iter().copied().zip(parameters).chain([(fact.value(), result)]);
        let of_variables = variable_types(&types, fact, typed);
        let mut dice = Dice::new(self.seed);
        let mut instance = |index: usize| {
            let values = fact.variables().into_iter().map(|name| {
                let value = generate(&types, of_variables.get(name)?, index.min(SIZE), &mut dice)?;
                Some((name.to_owned(), value.source(&self.program, true)))
            });
            fact.with_values(&values.collect::<Option<_>>()?)
        };
        (0..INSTANCES).map(&mut instance).collect()
    }

    fn said(
        &self,
        falsified: &[(usize, String)],
        doubts: &[(usize, Doubt)],
        stated: &[&Stated],
        findings: &[(Strength, Finding)],
    ) -> Opinion {
        let name = |index: usize| self.program.function_name(stated[index].property);
        let counterexample = findings.iter().enumerate().find_map(|(index, (_, finding))| {
            let Finding::Counterexample(_) = finding else { return None };
            let expression = falsified.iter().find(|(property, _)| *property == index)?.1.clone();
            Some(Counterexample { property: name(index).to_owned(), expression })
        });
        let complete = || {
            let complete =
                stated.iter().enumerate().filter(|(_, stated)| stated.strength == Strength::Complete);
            let names: Vec<&str> = complete.map(|(index, _)| name(index)).collect();
            format!("{} {}", if names.len() == 1 { "property" } else { "properties" }, names.join(", "))
        };
        let judgement = match conclude(findings) {
            Conclusion::Wrong { by } => Some((false, format!("property {}", name(by)))),
            Conclusion::Right { sure: true } => Some((true, complete())),
            Conclusion::Right { sure: false } if self.believes_tests => {
                Some((true, format!("{} in tests", complete())))
            }
            _ => None,
        };
        let advice = findings.iter().enumerate().filter_map(|(index, (_, finding))| match finding {
            Finding::Holds { sure: true } => Some(format!("property {} holds here", name(index))),
            Finding::Holds { sure: false } => {
                Some(format!("property {} holds here, in all tests", name(index)))
            }
            Finding::Inconclusive => {
                let (_, doubt) = doubts.iter().find(|(property, _)| *property == index)?;
                Some(format!("property {} {}", name(index), in_words(*doubt)))
            }
            _ => None,
        });
        Opinion { judgement, advice: advice.collect(), counterexample }
    }
}

/// What a property does not know.
fn in_words(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::AllValues => "cannot tell: it asks for all values, of which this is one",
        Doubt::Several => "cannot tell: of this value alone it is True, and False",
    }
}

/// What type each logic variable has, by the first place where that is known.
fn variable_types<'f>(
    types: &Types<'_>,
    fact: &'f Fact,
    terms: impl IntoIterator<Item = (TermId, Type)>,
) -> BTreeMap<&'f str, Type> {
    let mut found = BTreeMap::new();
    let mut open: Vec<(TermId, Type)> = terms.into_iter().collect();
    while let Some((term, ty)) = open.pop() {
        if let Some(name) = fact.variable(term) {
            found.insert(name, ty);
        } else if let Some((name, parts)) = fact.node(term) {
            let parts = parts.iter().enumerate();
            open.extend(parts.filter_map(|(index, term)| Some((*term, part(types, &ty, name, index)?))));
        }
    }
    found
}

/// One statement before its properties.
struct Hearing<'o> {
    oracle: &'o Oracle,
    cases: Vec<Cases>,
    subject: Subject,
    /// Compiled when they are first needed.
    restricted: Option<Option<Court>>,
    unrestricted: Option<Option<Court>>,
    /// What made a property false although its subject is not restricted.
    falsified: Vec<(usize, String)>,
    /// Of restricted trials, which say most.
    doubts: Vec<(usize, Doubt)>,
}

/// What a property is called with: one choice of arguments, or several where some are generated.
#[derive(Default)]
struct Cases {
    /// `_` is an error.
    plain: Vec<Vec<String>>,
    /// Values in place of each `_` of the arguments.
    completed: Vec<Vec<String>>,
    has_extra_arguments: bool,
}

impl<'o> Hearing<'o> {
    fn new(
        oracle: &'o Oracle,
        subject: FunctionId,
        fact: &Fact,
        arguments: &[TermId],
        stated: &[&Stated],
    ) -> Option<Hearing<'o>> {
        let program = &oracle.program;
        let types = Types::new(program);
        let (parameter_types, result_type) = signature(&types, subject, arguments.len())?;
        let is_function = |index: usize| matches!(parameter_types[index], Type::Function(..));
        let mut patterns = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            patterns.push(match is_function(index) {
                true => "_".to_owned(),
                false => fact.written(*argument, (), true, &mut lazy_tree::Plain)?,
            });
        }
        let value = Writer { types: &types, fact, filling: Filling::Error }.term(fact.value(), None)?;
        if value.len() + patterns.iter().map(String::len).sum::<usize>() > LONGEST
            || patterns.iter().any(|pattern| pattern.contains("(fun "))
        {
            return None;
        }
        let typed = arguments.iter().copied().zip(parameter_types.iter().cloned().map(Some));
        let pool = recorded(&types, fact, typed.chain([(fact.value(), Some(result_type))]));
        let has_holes = arguments.iter().any(|argument| fact.has_hole(*argument));
        let mut dice = Dice::new(oracle.seed);
        let mut cases = Vec::new();
        for stated in stated {
            let functions = (0..arguments.len()).filter(|index| is_function(*index));
            let rules = program[stated.property].rules();
            let can_be_told = functions.into_iter().all(|index| is_passed_on(program, stated, rules, index));
            let made = can_be_told.then(|| {
                Maker { oracle, types: &types, fact, arguments, stated, pool: &pool }
                    .cases(has_holes, &mut dice)
            });
            cases.push(made.flatten().unwrap_or_default());
        }
        let subject = Subject::new(program, &oracle.trusted, subject, patterns, value)?;
        let (restricted, unrestricted) = (None, None);
        let (falsified, doubts) = (Vec::new(), Vec::new());
        Some(Hearing { oracle, cases, subject, restricted, unrestricted, falsified, doubts })
    }

    async fn court(&mut self, is_restricted: bool) -> Option<&Court> {
        self.oracle.meter.pause_if_spent().await;
        let place = if is_restricted { &mut self.restricted } else { &mut self.unrestricted };
        let court = place.get_or_insert_with(|| {
            let expressions = self.cases.iter().map(|cases| cases.plain.iter().chain(&cases.completed));
            let Oracle { files, options, program, trusted, .. } = self.oracle;
            let expressions: Vec<String> = expressions.flatten().map(|call| call.join(" ")).collect();
            self.oracle.meter.spend(COMPILING);
            Court::new(files, *options, program, trusted, &self.subject, is_restricted, &expressions)
        });
        court.as_ref()
    }
}

impl Trial for Hearing<'_> {
    async fn attempt(&mut self, property: usize, mode: Mode) -> Attempt {
        let Cases { plain, completed, has_extra_arguments } = &self.cases[property];
        let has_extra_arguments = *has_extra_arguments;
        // Where the trials of this property are among all of them.
        let before: usize =
            self.cases[..property].iter().map(|cases| cases.plain.len() + cases.completed.len()).sum();
        let (plain, all) = (plain.len(), plain.len() + completed.len());
        let (is_restricted, range) = match mode {
            Mode::Restricted => (true, 0..plain),
            Mode::RestrictedGenerated => (true, plain..all),
            Mode::Unrestricted => (false, 0..plain),
            Mode::Generated => (false, plain..all),
        };
        if range.is_empty() {
            return Attempt { outcomes: Vec::new(), has_extra_arguments };
        }
        let meter = self.oracle.meter.clone();
        let Outcomes { outcomes, falsified, doubt } = match self.court(is_restricted).await {
            Some(court) => court.outcomes(before + range.start..before + range.end, &meter).await,
            None => Outcomes { outcomes: vec![PropertyOutcome::Bottom], falsified: None, doubt: None },
        };
        self.doubts.extend(doubt.map(|doubt| (property, doubt)));
        if let Some(at) = falsified.filter(|_| !is_restricted) {
            let Cases { plain, completed, .. } = &self.cases[property];
            if let Some(call) = plain.iter().chain(completed).nth(at - before) {
                let call = call.iter().map(|word| self.subject.in_words(word));
                self.falsified.push((property, call.collect::<Vec<_>>().join(" ")));
            }
        }
        Attempt { outcomes, has_extra_arguments }
    }
}

/// Makes the calls of one property.
struct Maker<'a> {
    oracle: &'a Oracle,
    types: &'a Types<'a>,
    fact: &'a Fact,
    arguments: &'a [TermId],
    stated: &'a Stated,
    pool: &'a [(Type, String)],
}

impl Maker<'_> {
    /// None: the property does not call its subject in a way that can be matched with what was
    /// recorded.
    fn cases(&self, has_holes: bool, dice: &mut Dice) -> Option<Cases> {
        let program = &self.oracle.program;
        let binding = bind(program, self.stated, self.fact, self.arguments)?;
        let (parameters, _) = signature(self.types, self.stated.property, self.arity())?;
        let rule = program[self.stated.property].rules().get(binding.site.rule)?;
        let call = |filling: Filling<'_>, dice: &mut Dice| -> Option<(Vec<String>, bool)> {
            let mut writer = Writer { types: self.types, fact: self.fact, filling };
            let mut words = vec![program.function_name(self.stated.property).to_owned()];
            let mut has_extra = false;
            for (index, (pattern, ty)) in rule.patterns.iter().zip(&parameters).enumerate() {
                words.push(match index == 0 && self.stated.is_abstracted {
                    true => Subject::PLACE.to_owned(),
                    false => match writer.argument(&binding, *pattern, ty)? {
                        Argument::Text(text) => text,
                        Argument::Extra => {
                            has_extra = true;
                            self.extra(ty, dice)?
                        }
                    },
                });
            }
            Some((words, has_extra))
        };
        let (first, has_extra_arguments) = call(Filling::Error, dice)?;
        let mut cases = Cases { plain: vec![first], completed: Vec::new(), has_extra_arguments };
        for _ in 1..if has_extra_arguments { TESTS } else { 1 } {
            cases.plain.extend(call(Filling::Error, dice).map(|(words, _)| words));
        }
        for _ in 0..if has_holes { TESTS } else { 0 } {
            let mut filling = Dice::new(dice.below(u32::MAX as usize) as u64);
            cases.completed.extend(call(Filling::Generated(&mut filling), dice).map(|(words, _)| words));
        }
        for calls in [&mut cases.plain, &mut cases.completed] {
            calls.sort();
            calls.dedup();
        }
        Some(cases)
    }

    fn arity(&self) -> usize {
        self.oracle.program[self.stated.property].arity as usize
    }

    /// A value that nothing is known about: often one that was recorded.
    fn extra(&self, ty: &Type, dice: &mut Dice) -> Option<String> {
        let known: Vec<&String> = self.pool.iter().filter(|(of, _)| of == ty).map(|(_, text)| text).collect();
        if !known.is_empty() && dice.once_in(2) {
            return Some((*dice.pick(&known)).clone());
        }
        let size = dice.below(SIZE) + 1;
        Some(generate(self.types, ty, size, dice)?.source(self.types.program, true))
    }
}

/// The types of this many parameters of a function, and of its result.
fn signature(types: &Types<'_>, function: FunctionId, arity: usize) -> Option<(Vec<Type>, Type)> {
    let mut ty = types.known(types.program[function].ty?);
    let mut parameters = Vec::new();
    for _ in 0..arity {
        let Type::Function(from, to) = ty else { return None };
        parameters.push(*from);
        ty = *to;
    }
    Some((parameters, ty))
}
