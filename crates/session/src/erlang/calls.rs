//! The calls of a run.

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_history::Moment;
use erlang_term::Term;
use erlang_tree::zoom::Zoom;
use erlang_tree::{Call, CallTree, Clause, Side, statement};
use inquiry::{Judgement, Panel};
use slices::{Meter, finish};

use super::expressions::{ExpressionJudge, Expressions};
use super::{layout, origin, source};
use crate::answer::Step;
use crate::event::{Claim, Place, QuestionKind, Subject};
use crate::evidence::{Code, Consequence, Evidence, Layout, Statement, WrongClaim};

/// The tree of one process, and those who may judge its calls.
pub struct Calls {
    tree: CallTree,
    panel: Panel<Call>,
    /// Those who may judge the expressions of one of them.
    inside: Option<JudgesInside>,
    root: (NodeId, bool),
}

/// Finds someone who knows what should happen inside a call.
pub type JudgesInside = Box<dyn Fn(&Zoom) -> Option<Box<dyn ExpressionJudge>>>;

impl Calls {
    /// The symptom is what the expression came to.
    pub fn new(tree: CallTree, panel: Panel<Call>, inside: Option<JudgesInside>) -> Calls {
        let root = tree.root();
        Calls { tree, panel, inside, root }
    }

    /// Another call of the run is the symptom: the one that a failed assertion is about, say. Whether it can be to blame itself: a test
    /// that failed cannot.
    pub fn with_symptom(self, node: NodeId, blamable: bool) -> Calls {
        Calls { root: (node, blamable), ..self }
    }

    fn process(&self) -> String {
        Term::Pid(self.tree.pid()).to_string()
    }

    pub fn call_tree(&self) -> &CallTree {
        &self.tree
    }
}

impl Evidence for Calls {
    fn tree(&self) -> &dyn Tree {
        self.tree.tree()
    }

    fn root(&self) -> (NodeId, bool) {
        self.root
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        self.tree.subjects().map(|(id, subject)| (id, named(subject))).collect()
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let call = self.tree.call(node);
        let program = &self.tree.machine().program;
        let claim = statement::claim(program, &call.outcome);
        Statement {
            kind: QuestionKind::Call,
            process: self.process(),
            subject: named(&call.subject),
            text: statement::call(program, &call),
            claims: vec![Claim::text(1, claim.kind.into(), claim.text)],
            at: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let call = self.tree.call(node);
        layout::of_call(&self.tree.machine().program, &call, width, size)
    }

    fn code(&mut self, node: NodeId) -> Code {
        let Call { subject, clause, .. } = self.tree.call(node);
        let whole = source::of_subject(&subject);
        let clause_number = match clause {
            Clause::Taken(n) => Some(n),
            Clause::NoneMatched | Clause::Unknown => None,
        };
        let taken = clause_number.and_then(|n| source::of_clause(&subject, n));
        let remark = (clause == Clause::NoneMatched)
            .then(|| format!("None of the clauses of {} matches these arguments.", named(&subject)));
        let (place, source) = taken.or(whole).unwrap_or_default();
        let source = Some(source).filter(|text| !text.is_empty());
        Code { clause: clause_number, place, source, remark, ..Code::default() }
    }

    fn whole_code(&mut self, node: NodeId) -> Option<(Place, String)> {
        source::of_subject(&self.tree.call(node).subject)
    }

    fn judge(&mut self, node: NodeId) -> Option<(Judgement, String)> {
        let call = self.tree.call(node);
        if call.subject.is_expression() {
            return None;
        }
        finish(self.panel.judge(&call)).map(|(judgement, judge)| (judgement, judge.to_string()))
    }

    fn advice(&mut self, node: NodeId) -> Vec<String> {
        let call = self.tree.call(node);
        let advice = finish(self.panel.advice(&call)).into_iter();
        advice.map(|(_, advice)| advice).collect()
    }

    fn producer(&mut self, node: NodeId, path: &[Step]) -> Result<NodeId, String> {
        origin::of_part(&mut self.tree, node, path)
    }

    fn consequence(&mut self, _node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        match wrong {
            WrongClaim { missing: Some(_), .. } => Err(NO_MESSAGES.into()),
            WrongClaim { item: Some(_), .. } => Err("this claim is not a list".into()),
            _ => Ok(Consequence::wrong()),
        }
    }

    fn moment(&mut self, node: NodeId, side: Side) -> Option<Moment> {
        self.tree.moment(node, side)
    }

    fn inside(&mut self, node: NodeId) -> Result<Option<Box<dyn Evidence>>, String> {
        let zoom = finish(self.tree.zoom(node, &Meter::unlimited()))?;
        let judge = self.inside.as_ref().and_then(|find| find(&zoom));
        let (program, process) = (self.tree.machine().program.clone(), self.process());
        Ok(Some(Box::new(Expressions { zoom, program, process, judge })))
    }
}

pub(super) const NO_MESSAGES: &str = "\"missing\": no claim of this question is about messages";

/// A subject by its names.
pub fn named(subject: &erlang_tree::Subject) -> Subject {
    Subject {
        module: subject.module.name().to_owned(),
        function: subject.function.name().to_owned(),
        arity: subject.arity,
    }
}
