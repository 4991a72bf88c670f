//! The calls of a run.

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_term::Term;
use erlang_tree::shared::Shared;
use erlang_tree::zoom::Zoom;
use erlang_tree::{Call, CallTree, Clause, statement};
use inquiry::{Judgement, Panel};

use super::expressions::{ExpressionJudge, Expressions};
use super::shared::{self, Accesses};
use super::{claim_kind, layout, moments, origin, source, variables};
use session::answer::ValueStep;
use session::event::{Claim, ClaimKind, Content, QuestionKind, Subject};
use session::evidence::{
    BlamedCode, Consequence, Evidence, Inside, Judges, Layout, Moments, Nature, Provenance, Statement, Time,
    WrongClaim,
};
use session::{Moment, Side};
use slices::{Later, Meter, finish};

/// The tree of one process, and those who may judge its calls.
pub struct Calls {
    tree: CallTree,
    panel: Panel<Call>,
    /// Those who may judge the expressions of one of them.
    inside: Option<JudgesInside>,
    root: (NodeId, bool),
    /// Replays pause when its steps are spent.
    meter: Meter,
}

/// Finds someone who knows what should happen inside a call.
pub type JudgesInside = Box<dyn Fn(&Zoom) -> Option<Box<dyn ExpressionJudge>>>;

impl Calls {
    /// The symptom is the value of the expression.
    pub fn new(tree: CallTree, panel: Panel<Call>, inside: Option<JudgesInside>, meter: Meter) -> Calls {
        let root = tree.root();
        Calls { tree, panel, inside, root, meter }
    }

    /// Another call of the run is the symptom: the one that a failed assertion is about, say.
    /// Whether it can be to blame itself: a test that failed cannot.
    pub fn with_symptom(self, node: NodeId, blamable: bool) -> Calls {
        Calls { root: (node, blamable), ..self }
    }

    fn process(&self) -> String {
        Term::Pid(self.tree.pid()).to_string()
    }

    /// What a node read and wrote; the run is made again for it, the first time.
    fn accesses<T>(&mut self, node: NodeId, with: impl FnOnce(&Accesses<'_>) -> T) -> T {
        finish(self.tree.shared(&Meter::unlimited()));
        let tree = &self.tree;
        let nothing = Shared::default();
        let name = |node: NodeId| {
            let subject = tree.subject(tree.tree().subject(node));
            (!subject.is_expression()).then(|| named(subject).to_string())
        };
        with(&Accesses {
            shared: tree.known_shared().unwrap_or(&nothing),
            program: &tree.machine().program,
            tree: tree.tree(),
            node,
            name: &name,
        })
    }

    /// What it read, the outcome, and what it wrote, numbered in this order.
    fn claims(&mut self, node: NodeId, call: &Call) -> Vec<Claim> {
        let outcome = statement::claim(&self.tree.machine().program, &call.outcome);
        let outcome = (claim_kind(outcome.kind), Content::Text { text: outcome.text });
        // The expression as a whole is not judged by what it did.
        if call.subject.is_expression() {
            return vec![Claim { id: 1, kind: outcome.0, content: outcome.1 }];
        }
        let (read, wrote) = self.accesses(node, |accesses| (accesses.read_claim(), accesses.wrote_claim()));
        let claims = read.into_iter().chain([outcome]).chain(wrote);
        claims.zip(1..).map(|((kind, content), id)| Claim { id, kind, content }).collect()
    }

    pub fn call_tree(&self) -> &CallTree {
        &self.tree
    }
}

impl Evidence for Calls {
    fn tree(&self) -> &dyn Tree {
        self.tree.tree()
    }

    fn nature(&self) -> Nature {
        let (root, is_blamable) = self.root;
        Nature { is_blamable, ..Nature::blaming(root) }
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        self.tree.subjects().map(|(id, subject)| (id, named(subject))).collect()
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async move {
            self.tree.shared(&self.meter).await;
        })
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        let call = self.tree.call(node);
        let claims = self.claims(node, &call);
        let program = &self.tree.machine().program;
        Statement {
            kind: QuestionKind::Call,
            process: self.process(),
            subject: named(&call.subject),
            text: statement::call(program, &call),
            shown: layout::shown(program, &call, &claims),
            claims,
            at: None,
            beyond_judgement: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        let call = self.tree.call(node);
        let claims = self.claims(node, &call);
        let whole = layout::of_call(&self.tree.machine().program, &call, width, size);
        layout::with_accesses(whole, &claims, size)
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let Call { subject, clause, arguments, captured, .. } = self.tree.call(node);
        let whole = source::of_subject(&subject);
        let clause_number = match clause {
            Clause::Taken(n) => Some(n),
            Clause::NoneMatched | Clause::Unknown => None,
        };
        let taken = clause_number.and_then(|n| source::of_clause(&subject, n));
        let remark = (clause == Clause::NoneMatched)
            .then(|| format!("No clause of {} matches these arguments.", named(&subject)));
        let (place, source) = taken.or(whole.clone()).unwrap_or_default();
        let source = Some(source).filter(|text| !text.is_empty());
        let variables = clause_number
            .map(|n| variables::of_clause(&self.tree.machine().program, &subject, n, &captured, &arguments));
        let variables = variables.unwrap_or_default();
        BlamedCode { clause: clause_number, place, source, whole, remark, variables, ..BlamedCode::default() }
    }

    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        match wrong {
            WrongClaim { missing: Some(_), .. } => Err(NO_MESSAGES.into()),
            WrongClaim { claim, item: Some(item), .. }
                if !claim.items().is_empty() && !claim.items().iter().any(|known| known.id == *item) =>
            {
                Err(format!("this claim has no item {item}"))
            }
            WrongClaim { claim: Claim { kind: ClaimKind::Read, .. }, item, .. } => {
                Ok(self.accesses(node, |accesses| accesses.wrong_read(*item)))
            }
            WrongClaim { claim: Claim { kind: ClaimKind::Wrote, .. }, item, .. } => {
                Ok(self.accesses(node, |accesses| accesses.wrong_write(*item)))
            }
            WrongClaim { item: Some(_), .. } => Err("this claim is not a list".into()),
            _ => Ok(Consequence::wrong()),
        }
    }

    fn provenance(&mut self) -> Option<&mut dyn Provenance> {
        Some(self)
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }

    fn moments(&mut self) -> Option<&mut dyn Moments> {
        Some(self)
    }

    fn inside(&mut self) -> Option<&mut dyn Inside> {
        Some(self)
    }
}

impl Provenance for Calls {
    fn chain(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Vec<NodeId> {
        match wrong.claim.kind {
            ClaimKind::Read => self.accesses(node, |accesses| accesses.chain(wrong.item)),
            _ => Vec::new(),
        }
    }

    fn makers(&mut self, node: NodeId, claim: &Claim) -> Vec<Option<NodeId>> {
        self.accesses(node, |accesses| accesses.writers(claim))
    }

    /// What a call reads and writes counts as of its end.
    fn time(&mut self, _node: NodeId, _claim: &Claim, _item: Option<u32>) -> Option<Time> {
        None
    }

    fn made_at(&mut self, _node: NodeId, _wrong: &WrongClaim<'_>, _by: NodeId) -> Option<(NodeId, Time)> {
        None
    }

    fn incomplete(&mut self, _node: NodeId) -> Option<String> {
        let is_full = self.tree.known_shared().is_some_and(Shared::is_full);
        is_full.then(|| shared::TOO_MANY.into())
    }
}

impl Judges for Calls {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            let call = self.tree.call(node);
            if call.subject.is_expression() {
                return None;
            }
            self.panel.judge(&call).await.map(|(judgement, judge)| (judgement, judge.to_string()))
        })
    }

    fn advice(&mut self, node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async move {
            let call = self.tree.call(node);
            let advice = self.panel.advice(&call).await.into_iter();
            advice.map(|(_, advice)| advice).collect()
        })
    }
}

impl Moments for Calls {
    fn moment(&mut self, node: NodeId, side: Side) -> Option<Moment> {
        let moment = self.tree.moment(node, moments::side(side))?;
        moments::of_machine(self.tree.machine(), moment)
    }
}

impl Inside for Calls {
    fn producer(&mut self, node: NodeId, path: &[ValueStep]) -> Result<NodeId, String> {
        origin::of_part(&mut self.tree, node, path)
    }

    fn zoom(&mut self, node: NodeId) -> Later<'_, Result<Option<Box<dyn Evidence>>, String>> {
        Box::pin(async move {
            let zoom = self.tree.zoom(node, &self.meter).await?;
            let judge = self.inside.as_ref().and_then(|find| find(&zoom));
            let (program, process) = (self.tree.machine().program.clone(), self.process());
            Ok(Some(Box::new(Expressions { zoom, program, process, judge }) as Box<dyn Evidence>))
        })
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
