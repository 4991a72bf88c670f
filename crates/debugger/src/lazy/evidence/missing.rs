//! A goal of which an answer is missing, as evidence: calls with all their answers
//! (functional-logic §7.5). A statement is right if none is missing; whether all of them are right
//! is another question, and another tree.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use computation_tree::{NodeId, SubjectId, Tree};
use inquiry::Judgement;
use lazy_machine::compile;
use lazy_machine::core::RuleNumber;
use lazy_machine::machine::{Budget, Stop};
use lazy_syntax::source::Span;
use lazy_tree::{Collection, Fact, Nowhere, Recording, Reference, subject};

use super::{Lazy, PARTS, SEARCH_STEPS, named, wrapped};
use session::event::{Claim, ClaimKind, Place, QuestionKind, Subject, sentence};
use session::evidence::{
    Blamed, BlamedCode, Consequence, Elsewhere, Evidence, Judges, Layout, Nature, Statement, WrongClaim,
};
use slices::Later;

pub struct MissingAnswers {
    collection: Collection,
    /// The goal, as it was asked.
    goal: String,
    /// Lower-case names in statements that are not logic variables.
    functions: HashSet<String>,
    reference: Option<Reference>,
    /// The names of functions that are right.
    trusted: Rc<HashSet<String>>,
    /// Answers that someone said are missing.
    expected: BTreeMap<NodeId, String>,
    /// These are the searches of a call that is to blame if nothing is missing in them.
    is_before_blame: bool,
    /// Why the questions are asked, for the first of them.
    introduction: Option<String>,
}

impl MissingAnswers {
    pub fn new(collection: Collection, goal: String) -> MissingAnswers {
        let functions = collection.code().functions.iter().map(|function| function.name.clone()).collect();
        MissingAnswers {
            collection,
            goal,
            functions,
            reference: None,
            trusted: Rc::default(),
            expected: BTreeMap::new(),
            is_before_blame: false,
            introduction: None,
        }
    }

    /// The searches that this call asked for all answers of, before it is blamed: what they found
    /// is right, but they may have missed something.
    pub(super) fn before_blaming(collection: Collection, call: String) -> MissingAnswers {
        let introduction = format!(
            "The answers of {call} are correct, and it collects all of them. Does one of its searches miss an answer?"
        );
        let introduction = Some(introduction);
        MissingAnswers { is_before_blame: true, introduction, ..MissingAnswers::new(collection, call) }
    }

    /// Another version of the program judges what it can.
    pub fn judged_by(self, reference: Option<Reference>) -> MissingAnswers {
        MissingAnswers { reference, ..self }
    }

    /// Functions of these names are right, whatever they are called with.
    pub fn trusting(self, trusted: Rc<HashSet<String>>) -> MissingAnswers {
        MissingAnswers { trusted, ..self }
    }

    pub fn collection(&self) -> &Collection {
        &self.collection
    }

    /// The statement and its only claim: of this many answers, then how many more there are.
    pub fn sides(&self, node: NodeId, most: usize) -> (String, Option<Claim>) {
        let (call, answers) = match (self.collection.call(node), node) {
            (Some(call), _) => {
                (call.call.clone(), call.answers.iter().map(|one| call.spoken(one)).collect::<Vec<_>>())
            }
            (None, NodeId(0)) => (self.goal.clone(), self.collection.answers().to_vec()),
            (None, _) => return ("calls that depend on each other".to_owned(), None),
        };
        let mut shown: Vec<String> = answers.iter().take(most).cloned().collect();
        if answers.len() > most {
            shown.push(format!("and {} more", answers.len() - most));
        }
        if self.is_endless(node) {
            shown.push("..".to_owned());
        }
        (call, Some(Claim::text(1, ClaimKind::Answers, format!("{{{}}}", shown.join(", ")))))
    }

    /// Its search was given up before it ended.
    fn is_endless(&self, node: NodeId) -> bool {
        self.collection.call(node).is_some_and(|call| !call.is_whole)
    }

    pub fn subject(&self, node: NodeId) -> Subject {
        match self.collection.function(node) {
            Some(function) => named(function),
            None => Subject { module: String::new(), function: "the goal".into(), arity: 0 },
        }
    }

    fn place(&self, span: Span) -> Place {
        super::place(self.collection.program(), span)
    }

    /// All rules.
    fn span(&self, node: NodeId) -> Option<Span> {
        let function = self.collection.function(node)?;
        match (function.rules.first(), function.rules.last()) {
            (Some(first), Some(last)) => Some(first.place.to(last.place)),
            _ => Some(function.place),
        }
    }

    /// What there is to say of the rules, and of the answer that should be there.
    fn remark(&self, node: NodeId) -> Option<String> {
        let (call, function) = (self.collection.call(node)?, self.collection.function(node)?);
        let others: Vec<String> = (1..=function.rules.len() as u32)
            .filter(|number| !call.rules.contains(&RuleNumber(*number)))
            .map(|number| number.to_string())
            .collect();
        let rules = match (call.rules.len(), &others[..]) {
            (0, _) => "No rule matches this call: a rule is missing, or the patterns of one are too narrow."
                .to_owned(),
            (_, []) => {
                "All its rules match this call: a rule is missing, or a condition is too strict.".to_owned()
            }
            (_, [one]) => format!(
                "Rule {one} does not match this call: its patterns are too narrow, a rule is missing, or a condition of one that matches is too strict."
            ),
            (_, others) => format!(
                "Rules {} do not match this call: the patterns of one are too narrow, a rule is missing, or a condition of one that matches is too strict.",
                others.join(", ")
            ),
        };
        let expected = self.expected.get(&node).map(|answer| format!("Missing answer: {answer}. "));
        // Where that can be looked through, it is, and this is not said.
        let doubt = call.encapsulates.then_some(
            " It collects all answers of a search: if one of them is wrong, other code may be to blame.",
        );
        Some(expected.unwrap_or_default() + &rules + doubt.unwrap_or_default())
    }
}

const ENDLESS: &str = "its search did not finish, so no answer can be called missing: type `y` if none is, `d` if you don't know";
/// Answers in a statement.
const ANSWERS: usize = 10_000;
/// Attempts to make a statement fit, in order.
const FEWER: [usize; 5] = [300, 100, 30, 10, 3];

impl Evidence for MissingAnswers {
    fn tree(&self) -> &dyn Tree {
        self.collection.shared().tree()
    }

    fn nature(&self) -> Nature {
        super::nature(self.is_before_blame, super::trusted(&self.trusted, self.subjects()))
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        let code = self.collection.code();
        let named = |id: lazy_machine::core::FunctionId| (subject(id), named(&code.functions[id.0 as usize]));
        self.collection.functions().map(named).collect()
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let (text, claim) = self.sides(node, ANSWERS);
        Statement {
            kind: QuestionKind::Call,
            process: "main".into(),
            subject: self.subject(node),
            text,
            claims: claim.into_iter().collect(),
            // Of two that begin alike the ends may differ.
            at: self.collection.call(node).filter(|call| call.is_cut).map(|_| format!("call {}", node.0)),
            // It may call others that the search did not reach, so nobody could say that none of
            // those is to blame.
            shown: None,
            beyond_judgement: self.is_endless(node).then(|| ENDLESS.to_owned()),
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let room = size.map_or(usize::MAX, |lines| lines.saturating_mul(width));
        let mut most = ANSWERS;
        let mut fewer = FEWER.iter();
        loop {
            let (text, claim) = self.sides(node, most);
            let length = sentence(&text, claim.as_slice()).chars().count();
            match fewer.next() {
                Some(next) if length > room => most = *next,
                _ => {
                    let text = wrapped(&text, claim.as_ref(), width);
                    return Layout { text, folded: most < ANSWERS };
                }
            }
        }
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let Some(span) = self.span(node) else { return BlamedCode::default() };
        let (place, source) = (self.place(span), self.collection.program().sources.text(span).to_owned());
        BlamedCode {
            whole: Some((place.clone(), source.clone())),
            place,
            source: Some(source),
            remark: self.remark(node),
            missing: self.expected.get(&node).cloned(),
            blamed: Blamed::Function,
            ..BlamedCode::default()
        }
    }

    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        if wrong.item.is_some() {
            return Err("this claim is not a list".into());
        }
        if let Some(answer) = wrong.missing {
            self.expected.insert(node, answer.to_owned());
        }
        Ok(Consequence::wrong())
    }

    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.collection.shared().background(node)
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }

    fn elsewhere(&mut self) -> Option<&mut dyn Elsewhere> {
        Some(self)
    }
}

impl Judges for MissingAnswers {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            let call = self.collection.call(node)?;
            // The reference version does not finish either. A person may know all the same.
            if !call.is_whole && self.reference.is_some() {
                return Some((Judgement::Unknown, "search that did not end".to_owned()));
            }
            let reference = self.reference.as_mut().filter(|_| !call.is_cut)?;
            let is_function = |name: &str| self.functions.contains(name);
            let facts = call.answers.iter().map(|one| Fact::read(&one.call, &one.value, &is_function));
            let facts = facts.collect::<Option<Vec<Fact>>>()?;
            let is_complete = reference.is_complete(&call.call, &facts, &is_function).await?;
            let judgement = if is_complete { Judgement::Right } else { Judgement::Wrong };
            Some((judgement, "reference".to_owned()))
        })
    }

    fn advice(&mut self, _node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async move { self.introduction.take().into_iter().collect() })
    }
}

impl Elsewhere for MissingAnswers {
    /// A list of all answers may be another one than it should be because one of them is wrong:
    /// then it is that one that is missing here.
    fn other_tree(&mut self, node: NodeId) -> Later<'_, Option<Box<dyn Evidence>>> {
        Box::pin(async move {
            let expression = self.collection.searches(node)?;
            let mut program = self.collection.program().clone();
            let query = program.query(&expression).0?;
            let compiled = compile(&program, &query).ok()?;
            let budget = Budget { max_steps: SEARCH_STEPS, ..Budget::UNLIMITED };
            let parts = PARTS as u64;
            let recording =
                Recording::new(Rc::new(program), query, compiled, parts, 1, &budget, &mut Nowhere).await;
            if *recording.course().end() != Stop::Done {
                return None;
            }
            let call = self.collection.call(node).map_or(&self.goal, |call| &call.call);
            let found = Lazy::before_blaming(recording, call).judged_by(self.reference.clone());
            Some(Box::new(found.trusting(self.trusted.clone())) as Box<dyn Evidence>)
        })
    }

    fn acquittal(&self) -> String {
        "It collects all answers of a search, and none of them is missing.".to_owned()
    }
}
