//! The run of a lazy program as evidence: basic facts of an answer (mode flp), calls with their
//! values (mode hs).

mod missing;
mod wrapping;

use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;

use computation_tree::{NodeId, SharedTree, SubjectId, Tree};
use inquiry::Judgement;
use lazy_machine::code::FunctionCode;
use lazy_machine::compile;
use lazy_machine::core::RuleNumber;
use lazy_machine::hidden::HIDDEN;
use lazy_machine::machine::{Budget, Stop};
use lazy_properties::{Counterexample, Opinion, Oracle};
use lazy_syntax::ast::{Mode, Program};
use lazy_syntax::source::Span;
use lazy_tree::{Fact, Nowhere, Recording, Reference, Said, ShownResult, subject};
use observation::judgement::Complexity;

use crate::words;
use session::COMPARED;
use session::event::{Claim, ClaimKind, Content, Instead, Place, QuestionKind, Subject, sentence};
use session::evidence::{
    Blamed, BlamedCode, Consequence, Elsewhere, Evidence, Inference, Judges, Layout, Nature, Statement,
    WrongClaim,
};
use session::knowledge;
use slices::Later;

use wrapping::wrapped;

pub use missing::MissingAnswers;

/// Parts of each value in a statement. What is longer is not compared with what was said about
/// other calls.
const PARTS: usize = 10_000;
/// Attempts to make a statement fit, in order.
const FEWER_PARTS: [usize; 5] = [1_000, 300, 100, 30, 10];
const INSTANCE_PARTS: usize = 100;
/// Of a run to compare with.
const OTHER_STEPS: u64 = 1_000_000;
/// Of the searches of one call, once more.
const SEARCH_STEPS: u64 = 5_000_000;

pub struct Lazy {
    recording: Recording,
    /// What came of what was asked; nothing if that says it all.
    outcome: Option<String>,
    /// Lower-case names in statements that are not logic variables.
    functions: HashSet<String>,
    reference: Option<Reference>,
    oracle: Option<Oracle>,
    /// The names of functions that are right.
    trusted: Rc<HashSet<String>>,
    /// The property that does not hold of what the goal calls it with.
    property: Option<String>,
    /// The goal is all searches of a call that is to blame if nothing in them is wrong.
    is_before_blame: bool,
    /// Why the questions are asked, for the first of them.
    introduction: Option<String>,
}

impl Lazy {
    pub fn new(recording: Recording, outcome: Option<String>) -> Lazy {
        let code = recording.machine().code();
        let functions = code.functions.iter().map(|function| function.name.clone()).collect();
        Lazy {
            recording,
            outcome,
            functions,
            reference: None,
            oracle: None,
            trusted: Rc::default(),
            property: None,
            is_before_blame: false,
            introduction: None,
        }
    }

    /// The searches of a call of which an answer is missing, before it is blamed: they miss
    /// nothing, but they may have found something wrong.
    fn before_blaming(recording: Recording, call: &str) -> Lazy {
        let introduction = format!(
            "No answer is missing in the searches of {call}, and it collects all of them. Is one of them wrong?"
        );
        let introduction = Some(introduction);
        Lazy { is_before_blame: true, introduction, ..Lazy::new(recording, None) }
    }

    /// Another version of the program judges what it can.
    pub fn judged_by(self, reference: Option<Reference>) -> Lazy {
        Lazy { reference, ..self }
    }

    /// Properties judge what they can.
    pub fn tested_by(self, oracle: Option<Oracle>) -> Lazy {
        Lazy { oracle, ..self }
    }

    /// Functions of these names are right, whatever they are called with.
    pub fn trusting(self, trusted: Rc<HashSet<String>>) -> Lazy {
        Lazy { trusted, ..self }
    }

    /// The goal is a call of this property, which should be true: that call is wrong.
    pub fn accused_by(self, property: Option<String>) -> Lazy {
        Lazy { property, ..self }
    }

    fn is_accusation(&self, node: NodeId) -> bool {
        let root = NodeId(0);
        self.property.as_ref().is_some_and(|property| *property == self.subject(node).function)
            && self.tree().parent(node) == Some(root)
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    pub fn is_logic(&self) -> bool {
        self.recording.machine().code().mode == Mode::FunctionalLogic
    }

    /// The statement and its only claim, with at most `parts` parts of each value; and whether
    /// something is cut off.
    pub fn sides(&mut self, node: NodeId, parts: usize) -> (String, Option<Claim>, bool) {
        let Some(Said { call, outcome, is_cut }) = self.recording.said(node, parts) else {
            return match node {
                NodeId(0) => {
                    let outcome = self.outcome.clone();
                    let claim = outcome.map(|outcome| Claim::text(1, self.kind_of_value(), outcome));
                    (self.recording.goal(parts), claim, false)
                }
                _ => ("constants that depend on each other".to_owned(), None, false),
            };
        };
        let (kind, text) = match outcome {
            ShownResult::Value(value) => (self.kind_of_value(), value),
            ShownResult::Error(message) => (ClaimKind::Exception, message),
            ShownResult::Unfinished => (ClaimKind::Unfinished, words::NO_VALUE_YET.to_owned()),
        };
        (call, Some(Claim::text(1, kind, text)), is_cut)
    }

    fn kind_of_value(&self) -> ClaimKind {
        if self.is_logic() { ClaimKind::Approximation } else { ClaimKind::Value }
    }

    pub fn subject(&self, node: NodeId) -> Subject {
        match self.recording.function(node) {
            Some((function, _)) => named(function),
            None => Subject { module: String::new(), function: "the goal".into(), arity: 0 },
        }
    }

    /// The rule that was applied, from 1.
    pub fn rule(&self, node: NodeId) -> Option<u32> {
        self.recording.function(node)?.1.map(|RuleNumber(number)| number)
    }

    fn place(&self, span: Span) -> Place {
        place(self.recording.program(), span)
    }

    fn fact(&self, call: &str, claim: &str) -> Option<Fact> {
        Fact::read(call, claim, &|name| self.functions.contains(name))
    }

    /// The statement, if it says something that can be tried: that there is a value, all of it.
    fn whole_fact(&mut self, node: NodeId) -> Option<Fact> {
        let (call, claim, is_cut) = self.sides(node, PARTS);
        let claim = claim
            .filter(|claim| !is_cut && matches!(claim.kind, ClaimKind::Value | ClaimKind::Approximation))?;
        let Content::Text { text } = claim.content else { return None };
        let fact = self.fact(&call, &text)?;
        Some(fact.of_local(self.recording.local_function(node)))
    }

    /// What the reference says of a node. None: there is no reference, or it cannot tell.
    async fn compared(&mut self, node: NodeId) -> Option<bool> {
        self.reference.as_ref()?;
        // The expression is not a call; the reference can evaluate it all the same.
        if node != NodeId(0) {
            self.recording.function(node)?;
        }
        let (call, claim, is_cut) = self.sides(node, PARTS);
        let Claim { kind, content: Content::Text { text }, .. } = claim.filter(|_| !is_cut)? else {
            return None;
        };
        let local = self.recording.local_function(node);
        let written = text.strip_prefix("<action: writes \"").and_then(|text| text.strip_suffix("\">"));
        // Something else may stand between two texts that are written.
        let written = written.filter(|text| !text.contains("\", "));
        match (kind, written) {
            (ClaimKind::Exception, _) => {
                let call = self.fact(&call, "_")?.of_local(local);
                self.reference.as_mut()?.fails_so(&call, &text).await
            }
            (ClaimKind::Value, Some(written)) => {
                let call = self.fact(&call, "_")?.of_local(local);
                self.reference.as_mut()?.writes(&call, written).await
            }
            (ClaimKind::Value | ClaimKind::Approximation, _) => {
                let fact = self.fact(&call, &text)?.of_local(local);
                self.reference.as_mut()?.is_right(&fact).await
            }
            _ => None,
        }
    }

    /// What properties say of a call.
    async fn opinion(&mut self, node: NodeId) -> Option<Rc<Opinion>> {
        self.oracle.as_ref()?;
        self.recording.function(node)?;
        let fact = self.whole_fact(node)?;
        // With disequations, which no statement shows, variables do not stand for all values.
        if !fact.variables().is_empty() && !self.recording.machine().residue().disequations.is_empty() {
            return None;
        }
        Some(self.oracle.as_mut()?.consult(&fact).await)
    }

    /// How much there is to read in this many statements. None: too much to look at.
    fn complexity(&mut self, nodes: &[NodeId]) -> Option<(Complexity, u32)> {
        let (mut complexity, mut count) = (Complexity::default(), 0);
        if nodes.len() > COMPARED {
            return None;
        }
        for &node in nodes {
            let is_trusted = |oracle: &Oracle| oracle.trusts(&self.subject(node).function);
            if self.recording.function(node).is_none() || self.oracle.as_ref().is_some_and(is_trusted) {
                continue;
            }
            let (size, holes) = self.whole_fact(node).map_or((1, 0), |fact| fact.size());
            complexity = Complexity { size: complexity.size + size, holes: complexity.holes + holes };
            count += 1;
        }
        Some((complexity, count))
    }

    /// The run of another expression of the same program, as evidence to compare with.
    async fn other(&mut self, expression: &str) -> Option<Lazy> {
        let mut program = self.recording.program().clone();
        let query = program.query(expression).0?;
        let compiled = compile(&program, &query).ok()?;
        let budget = Budget { max_steps: OTHER_STEPS, ..Budget::UNLIMITED };
        let other = Recording::new(Rc::new(program), query, compiled, 1, 1, &budget, &mut Nowhere).await;
        (*other.course().end() == Stop::Done).then(|| Lazy::new(other, None))
    }

    /// All rules of the function that the node is a call of.
    fn all_rules(&self, node: NodeId) -> Option<(Place, String)> {
        let (function, _) = self.recording.function(node)?;
        let (first, last) = (function.rules.first()?.place, function.rules.last()?.place);
        let span = first.to(last);
        Some((self.place(span), self.recording.program().sources.text(span).to_owned()))
    }

    /// What the rule does not say.
    fn remark(&self, node: NodeId) -> Option<String> {
        let members = self.recording.tree().circle(node);
        if members.len() > 1 {
            let mut names: Vec<String> =
                members.iter().map(|member| self.subject(*member).function).collect();
            names.dedup();
            let names = names.join(", ");
            return Some(format!(
                "These constants depend on each other; the bug is in one of those that are wrong: {names}."
            ));
        }
        if self.recording.encapsulates(node) {
            return Some("It collects all answers of a search that is too large to check: if one is missing, other code may be to blame.".to_owned());
        }
        match self.recording.function(node)? {
            (_, None) => Some("None of its rules matched.".to_owned()),
            (function, Some(RuleNumber(number)))
                if !self.is_logic() && number > 1 && function.rules.len() > 1 =>
            {
                Some("The rules before it did not match: one of them may be too narrow.".to_owned())
            }
            _ => None,
        }
    }
}

pub fn place(program: &Program, span: Span) -> Place {
    Place {
        file: Some(program.sources.name(span.file).to_owned()),
        line: Some(span.start.line),
        end_line: Some(span.end.line),
        ..Place::default()
    }
}

/// What the trees of lazy programs have in common.
fn nature(is_blamable: bool, trusted: Vec<SubjectId>) -> Nature {
    let scaffold = Some(SharedTree::CIRCLE);
    Nature { is_blamable, is_read_forward: true, scaffold, trusted, ..Nature::blaming(NodeId(0)) }
}

fn trusted(names: &HashSet<String>, subjects: Vec<(SubjectId, Subject)>) -> Vec<SubjectId> {
    subjects.into_iter().filter(|(_, subject)| names.contains(&subject.function)).map(|(id, _)| id).collect()
}

/// Lazy programs have no modules of their own.
fn named(function: &FunctionCode) -> Subject {
    let own = function.hidden.iter().skip(usize::from(function.captured));
    let arity = own.filter(|is_type| !**is_type).count() as u32;
    Subject { module: String::new(), function: function.name.clone(), arity }
}

impl Evidence for Lazy {
    fn tree(&self) -> &dyn Tree {
        self.recording.tree().tree()
    }

    fn nature(&self) -> Nature {
        nature(self.is_before_blame, trusted(&self.trusted, self.subjects()))
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        let named = |function| (subject(function), named(self.recording.function_code(function)));
        self.recording.functions().map(named).collect()
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let (text, claim, is_cut) = self.sides(node, PARTS);
        let hides = sentence(&text, claim.as_slice()).contains(HIDDEN);
        let subject = self.subject(node);
        Statement {
            kind: QuestionKind::Call,
            process: "main".into(),
            subject,
            text,
            claims: claim.into_iter().collect(),
            // Of two that begin alike the ends may differ, and so may what is hidden.
            at: (is_cut || hides).then(|| format!("call {}", node.0)),
            shown: None,
            beyond_judgement: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let room = size.map_or(usize::MAX, |lines| lines.saturating_mul(width));
        let mut parts = PARTS;
        let mut fewer = FEWER_PARTS.iter();
        loop {
            let (text, claim, is_cut) = self.sides(node, parts);
            let length = sentence(&text, claim.as_slice()).chars().count();
            match fewer.next() {
                Some(next) if length > room => parts = *next,
                _ => return Layout { text: wrapped(&text, claim.as_ref(), width), folded: is_cut },
            }
        }
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let Some(span) = self.recording.place(node) else { return BlamedCode::default() };
        BlamedCode {
            clause: self.rule(node),
            place: self.place(span),
            source: Some(self.recording.program().sources.text(span).to_owned()),
            whole: self.all_rules(node),
            instance: self.recording.instance(node, INSTANCE_PARTS),
            remark: self.remark(node),
            blamed: Blamed::Rule,
            ..BlamedCode::default()
        }
    }

    fn consequence(&mut self, _node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        match wrong {
            WrongClaim { missing: Some(_), .. } => Err("\"missing\": a lazy program has no messages".into()),
            WrongClaim { item: Some(_), .. } => Err("this claim is not a list".into()),
            _ => Ok(Consequence::wrong()),
        }
    }

    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        self.recording.tree().background(node)
    }

    fn inference(&mut self) -> Option<&mut dyn Inference> {
        Some(self)
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }

    fn elsewhere(&mut self) -> Option<&mut dyn Elsewhere> {
        Some(self)
    }
}

impl Judges for Lazy {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            if let Some(property) = self.property.as_ref().filter(|_| self.is_accusation(node)) {
                return Some((Judgement::Wrong, format!("property {property}")));
            }
            let judgement = |is_right| if is_right { Judgement::Right } else { Judgement::Wrong };
            let opinion = self.opinion(node).await;
            if let Some((is_right, by)) = opinion.and_then(|opinion| opinion.judgement.clone()) {
                return Some((judgement(is_right), by));
            }
            let is_right = self.compared(node).await?;
            Some((judgement(is_right), "reference".to_owned()))
        })
    }

    fn advice(&mut self, node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async move {
            let advice = self.opinion(node).await.map(|opinion| opinion.advice.clone()).unwrap_or_default();
            self.introduction.take().into_iter().chain(advice).collect()
        })
    }
}

impl Inference for Lazy {
    /// A property is false of a call like this one, which demands more: that call may have the
    /// simpler tree (paper 5 §8.5).
    fn instead<'a>(&'a mut self, node: NodeId, open: &'a [NodeId]) -> Later<'a, Option<Instead>> {
        Box::pin(async move {
            let Counterexample { property, expression } = self.opinion(node).await?.counterexample.clone()?;
            let here = self.complexity(open);
            let mut other = self.other(&expression).await?;
            std::mem::swap(&mut other.oracle, &mut self.oracle);
            let all: Vec<NodeId> = (0..other.tree().len()).map(NodeId).collect();
            let there = other.complexity(&all);
            std::mem::swap(&mut other.oracle, &mut self.oracle);
            let (there, statements) = there?;
            let is_simpler = here.is_none_or(|(here, _)| there < here);
            is_simpler.then(|| Instead { expression, by: format!("property {property}"), statements })
        })
    }

    fn implied(
        &mut self,
        statement: &Statement,
        judged: &[(&knowledge::StatementKey, Judgement)],
    ) -> Option<Judgement> {
        implied(&|call, claim| self.fact(call, claim), statement, judged)
    }
}

/// What follows for a statement from others that were judged, where statements can be read back.
pub fn implied(
    read: &dyn Fn(&str, &str) -> Option<Fact>,
    statement: &Statement,
    judged: &[(&knowledge::StatementKey, Judgement)],
) -> Option<Judgement> {
    let claims = knowledge::StatementKey::from(statement);
    let [claim] = claims.claims() else { return None };
    let fact = read(&statement.text, claim)?;
    judged.iter().find_map(|(said, judgement)| {
        let [claim] = said.claims() else { return None };
        let other = read(said.statement(), claim)?;
        let follows = match judgement {
            Judgement::Right => other.entails(&fact),
            _ => fact.entails(&other),
        };
        follows.then_some(*judgement)
    })
}

impl Elsewhere for Lazy {
    fn acquittal(&self) -> String {
        "It collects all answers of a search, and none of them is wrong or missing.".to_owned()
    }

    /// functional-logic §7.4: a list of all answers may be wrong because one is missing, which no
    /// fact below says (§7.5).
    fn other_tree(&mut self, node: NodeId) -> Later<'_, Option<Box<dyn Evidence>>> {
        Box::pin(async move {
            let budget = Budget { max_steps: SEARCH_STEPS, ..Budget::UNLIMITED };
            let collection = self.recording.searched(node, &budget).await?;
            let call = match collection.root() {
                Some(call) => call.to_owned(),
                None => self.recording.question(),
            };
            let missing = MissingAnswers::before_blaming(collection, call).judged_by(self.reference.clone());
            Some(Box::new(missing.trusting(self.trusted.clone())) as Box<dyn Evidence>)
        })
    }
}
