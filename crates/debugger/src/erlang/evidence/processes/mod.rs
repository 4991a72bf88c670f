//! The processes of a run: what each did from receive to receive (paper 2).

mod callbacks;
mod claims;
mod layout;
mod leads;
mod states;
mod times;

use std::ops::Range;

use computation_tree::{NodeId, SubjectId, Tree};
use erlang_term::{Fun, Pid, Term};
use erlang_tree::processes::{CameTo, Consumed, NodeKind, Transition};
use erlang_tree::shared::Shared;
use erlang_tree::{Call, CallOutcome, Clause, EXPRESSION, RunTree, Subject as TreeSubject, statement};
use inquiry::{Judgement, Panel};

use super::calls::{JudgesInside, named};
use super::expressions::Expressions;
use super::shared::{self, Accesses};
use super::{moments, origin, source, variables};
use crate::erlang::diagram::{Happened, relations};
use session::answer::ValueStep;
use session::event::{Claim, ClaimKind, QuestionKind, StepError, Subject};
use session::evidence::{
    Beginning, Blamed, BlamedCode, Consequence, DiagramWish, Evidence, Inside, Judges, Layout, Moments,
    Nature, Provenance, Statement, Story, Time, WrongClaim,
};
use session::{Moment, Process, Relations, Side};
use slices::{Later, Meter, finish};

/// Processes are right below the run.
const PROCESS_DEPTH: u32 = 1;

/// The tree of a run, and those who may judge what in it is a plain call.
pub struct Processes {
    tree: RunTree,
    /// In order of creation, as they are numbered.
    processes: Vec<(Pid, Process)>,
    panel: Panel<Call>,
    inside: Option<JudgesInside>,
    draw: Draw,
    judge: Option<Box<dyn TransitionJudge>>,
    /// The call that a failed test is about: the search in its process begins there.
    symptom: Option<NodeId>,
    /// Replays pause when its steps are spent.
    meter: Meter,
}

/// Someone who knows what should happen from one receive to the next.
pub trait TransitionJudge {
    fn name(&self) -> String;
    fn judge<'a>(&'a mut self, run: &'a mut RunTree, node: NodeId) -> Later<'a, Option<Judgement>>;
}

/// Draws what processes did to each other.
pub type Draw = Box<dyn Fn(&RunTree, &DiagramWish<'_>) -> Result<String, String>>;

impl Processes {
    /// What became of the processes comes in the order of their creation, as in
    /// [`RunTree::processes`].
    pub fn new(
        tree: RunTree,
        fates: Vec<Process>,
        panel: Panel<Call>,
        inside: Option<JudgesInside>,
        draw: Draw,
        meter: Meter,
    ) -> Processes {
        let known = tree.processes().iter().zip(fates);
        let processes = known.map(|(summary, fate)| {
            let name = fate.name.or_else(|| summary.name.map(|name| Term::Atom(name).to_string()));
            let first_call = first_fun(&tree, summary.pid).unwrap_or(fate.first_call);
            let library = tree.ran_only_library_code(summary);
            (summary.pid, Process { name, first_call, library, ..fate })
        });
        let processes = processes.collect();
        Processes { tree, processes, panel, inside, draw, judge: None, symptom: None, meter }
    }

    /// What the others leave open is asked of this one.
    pub fn judged_by(self, judge: Option<Box<dyn TransitionJudge>>) -> Processes {
        Processes { judge, ..self }
    }

    /// The search in the process of this call begins with it.
    pub fn failing_at(self, symptom: Option<NodeId>) -> Processes {
        Processes { symptom, ..self }
    }

    pub fn run_tree(&self) -> &RunTree {
        &self.tree
    }

    /// A node in a sentence, and whether it failed: an exception, or a process that waits forever.
    pub fn in_a_line(&mut self, node: NodeId) -> (String, bool) {
        self.look_for_accesses();
        let said = self.tree.transition(node);
        let failed = matches!(said.came_to, CameTo::Exception { .. } | CameTo::Stuck);
        (layout::in_a_line(self, node, &said), failed)
    }

    /// The clause that was taken: of the function, or of the receive. From 1.
    pub fn clause(&mut self, node: NodeId) -> Option<u32> {
        clause(&self.tree.transition(node))
    }

    /// What a node read and wrote: nothing, if nobody has looked for that yet.
    fn accesses<T>(&self, node: NodeId, with: impl FnOnce(&Accesses<'_>) -> T) -> T {
        let tree = &self.tree;
        let nothing = Shared::default();
        let name = |node: NodeId| {
            let subject = tree.subject(tree.tree().subject(node));
            let pid = Term::Pid(tree.process_of(node)?);
            (!subject.is_expression()).then(|| format!("{} of {pid}", named(subject)))
        };
        with(&Accesses {
            shared: tree.known_shared().unwrap_or(&nothing),
            program: &tree.machine().program,
            tree: tree.tree(),
            node,
            name: &name,
        })
    }

    /// The state that the process of a callback began with, as its `init` returned it.
    fn first_state(&mut self, node: NodeId) -> Option<Term> {
        let init = *self.tree.states_before(node).first()?;
        let said = self.tree.transition(init);
        let CameTo::Value(Term::Tuple(parts)) = &said.came_to else { return None };
        let is_init = said.subject.function.name() == "init";
        match (&parts[..], is_init) {
            ([Term::Atom(ok), state, ..], true) if ok.name() == "ok" => Some(match &parts[1..] {
                // Of gen_statem, the name of a state and its data.
                [Term::Atom(_), data, ..] => data.clone(),
                _ => state.clone(),
            }),
            _ => None,
        }
    }

    /// Looks for what nodes read and wrote, by replay, unless that is known.
    fn look_for_accesses(&mut self) {
        finish(self.tree.shared(&Meter::unlimited()));
    }

    /// `<0.83.0>`, with its name if it has one: `<0.83.0> (bank)`.
    fn name(&self, pid: Pid) -> String {
        let name = self.processes.iter().find(|(known, _)| *known == pid);
        match name.and_then(|(_, process)| process.name.as_deref()) {
            Some(name) => format!("{} ({name})", Term::Pid(pid)),
            None => Term::Pid(pid).to_string(),
        }
    }

    /// The statement as a call, if that is all that it is: nothing was sent, created or received.
    fn plain_call(&mut self, node: NodeId) -> Option<Call> {
        if self.tree.kind(node) != NodeKind::FirstStep {
            return None;
        }
        let said = self.tree.transition(node);
        if !(said.sent.is_empty()
            && said.created.is_empty()
            && said.answers.is_empty()
            && said.missing.is_empty()
            && said.unanswered.is_none())
        {
            return None;
        }
        let outcome = match said.came_to {
            CameTo::Value(value) => CallOutcome::Value(value),
            CameTo::Exception { class, reason, trace } => CallOutcome::Exception { class, reason, trace },
            _ => return None,
        };
        let Transition { subject, arguments, captured, clause, .. } = said;
        Some(Call { subject, arguments, captured, outcome, clause })
    }
}

impl Evidence for Processes {
    fn tree(&self) -> &dyn Tree {
        self.tree.tree()
    }

    fn nature(&self) -> Nature {
        Nature {
            is_blamable: false,
            is_verbose: true,
            scaffold: Some(EXPRESSION),
            ..Nature::blaming(NodeId(0))
        }
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        self.tree.subjects().map(|(id, subject)| (id, named(subject))).collect()
    }

    fn prepare<'a>(&'a mut self, nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async move {
            self.tree.shared(&self.meter).await;
            if let [_, _, ..] = nodes {
                self.tree.prefetch(nodes, &self.meter).await;
            }
        })
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        self.look_for_accesses();
        let said = self.tree.transition(node);
        let kind = match said.kind {
            NodeKind::Receive => QuestionKind::Receive,
            NodeKind::Transition if said.subject.receive.is_some() => QuestionKind::Receive,
            NodeKind::Stuck => QuestionKind::Stuck,
            _ => QuestionKind::Call,
        };
        Statement {
            kind,
            process: Term::Pid(said.pid).to_string(),
            subject: named(&said.subject),
            text: claims::statement(self, &said),
            claims: claims::claims(self, node, &said),
            shown: layout::shown(self, node, &said),
            at: None,
            beyond_judgement: None,
        }
    }

    fn layout(&mut self, node: NodeId, width: usize, size: Option<usize>) -> Layout {
        self.look_for_accesses();
        let said = self.tree.transition(node);
        let first = self.first_state(node);
        layout::of_transition(self, node, &said, first, width, size)
    }

    fn code(&mut self, node: NodeId) -> BlamedCode {
        let said = self.tree.transition(node);
        let error = match said.kind {
            NodeKind::FirstStep => Some(StepError::ErroneousFirstStep),
            NodeKind::Transition => Some(StepError::ErroneousTransition),
            NodeKind::Receive => Some(StepError::ErroneouslySucceeding),
            NodeKind::Stuck => Some(StepError::ErroneouslyFailing),
            NodeKind::Run | NodeKind::Process => None,
        };
        let (place, source) = source::of_subject(&said.subject).unwrap_or_default();
        let source = Some(source).filter(|text| !text.is_empty());
        // Of a receive, the function that contains it.
        let function = source::of_subject(&TreeSubject { receive: None, ..said.subject.clone() });
        let program = &self.tree.machine().program;
        let context = said.context.iter().cloned();
        let variables = match (said.receive.is_some(), clause(&said)) {
            (true, _) => variables::shown(program, Some(said.subject.module), context),
            (false, Some(n)) => {
                variables::of_clause(program, &said.subject, n, &said.captured, &said.arguments)
            }
            (false, None) => Vec::new(),
        };
        let whole = BlamedCode { place, source, whole: function, error, variables, ..BlamedCode::default() };
        if said.subject.receive.is_some() {
            return BlamedCode { clause: clause(&said), blamed: Blamed::Receive, ..whole };
        }
        let Some(clause) = clause(&said) else {
            let remark = (said.clause == Clause::NoneMatched)
                .then(|| format!("No clause of {} matches these arguments.", named(&said.subject)));
            return BlamedCode { remark, ..whole };
        };
        match source::of_clause(&said.subject, clause) {
            Some((place, source)) => {
                BlamedCode { clause: Some(clause), place, source: Some(source), ..whole }
            }
            None => BlamedCode { clause: Some(clause), ..whole },
        }
    }

    fn consequence(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        leads::consequence(self, node, wrong)
    }

    fn provenance(&mut self) -> Option<&mut dyn Provenance> {
        Some(self)
    }

    /// A call that goes on after a receive does so with all that it computed before, in this
    /// process since it began.
    fn background(&self, node: NodeId) -> Option<Range<NodeId>> {
        let end = self.tree.tree().ancestor(node, PROCESS_DEPTH + 1);
        Some(self.tree.beginning_of(node)?..end)
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }

    fn story(&mut self) -> Option<&mut dyn Story> {
        Some(self)
    }

    fn moments(&mut self) -> Option<&mut dyn Moments> {
        Some(self)
    }

    fn inside(&mut self) -> Option<&mut dyn Inside> {
        Some(self)
    }
}

impl Provenance for Processes {
    fn incomplete(&mut self, _node: NodeId) -> Option<String> {
        let is_full = self.tree.known_shared().is_some_and(Shared::is_full);
        is_full.then(|| shared::TOO_MANY.into())
    }

    fn chain(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Vec<NodeId> {
        match wrong.claim.kind {
            ClaimKind::Read => self.accesses(node, |accesses| accesses.chain(wrong.item)),
            ClaimKind::State => self.tree.states_before(node),
            ClaimKind::Context => {
                let mut chain = self.tree.states_before(node);
                let is_handed_on = leads::is_handed_on(self, node, wrong, &chain);
                chain.retain(|_| is_handed_on);
                chain
            }
            _ => Vec::new(),
        }
    }

    fn since(&mut self, node: NodeId, wrong: &WrongClaim<'_>) -> Option<(NodeId, Vec<NodeId>)> {
        leads::since(self, node, wrong)
    }

    fn time(&mut self, node: NodeId, claim: &Claim, item: Option<u32>) -> Option<Time> {
        times::of(self, node, claim, item)
    }

    fn made_at(&mut self, node: NodeId, wrong: &WrongClaim<'_>, by: NodeId) -> Option<(NodeId, Time)> {
        // A call inside of a step may be right for its arguments; the step is wrong as a whole.
        let step = self.tree.tree().ancestor(by, (PROCESS_DEPTH + 1).min(self.tree.tree().depth(by)));
        times::of_cause(self, node, wrong).map(|time| (step, time))
    }

    fn makers(&mut self, node: NodeId, claim: &Claim) -> Vec<Option<NodeId>> {
        self.look_for_accesses();
        leads::makers(self, node, claim)
    }
}

impl Judges for Processes {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            if let Some(call) = self.plain_call(node)
                && let Some((judgement, judge)) = self.panel.judge(&call).await
            {
                return Some((judgement, judge.to_string()));
            }
            let judge = self.judge.as_mut()?;
            Some((judge.judge(&mut self.tree, node).await?, judge.name()))
        })
    }

    fn advice(&mut self, node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async move {
            let Some(call) = self.plain_call(node) else { return Vec::new() };
            self.panel.advice(&call).await.into_iter().map(|(_, advice)| advice).collect()
        })
    }
}

impl Story for Processes {
    fn processes(&mut self) -> Vec<Process> {
        self.processes.iter().map(|(_, process)| process.clone()).collect()
    }

    fn relations(&mut self) -> Vec<Relations> {
        relations(&Happened::all(self.tree.log()), self.tree.machine())
    }

    fn beginning(&mut self, at: Beginning) -> Result<(NodeId, String), String> {
        leads::beginning(self, at)
    }

    fn cause(&mut self, node: NodeId) -> Option<(NodeId, String)> {
        leads::cause(self, node)
    }

    fn diagram(&mut self, node: Option<NodeId>, wish: &DiagramWish<'_>) -> Result<String, String> {
        let said = node.filter(|_| wish.process.is_none()).map(|node| self.tree.transition(node));
        let event = said.and_then(|said| {
            let taken = said.consumed.map(|consumed| match consumed {
                Consumed::Message(event) | Consumed::Timeout(event) => event,
            });
            let done = said
                .sent
                .first()
                .or(said.created.first())
                .or(said.answers.last())
                .or(said.received.last())
                .copied();
            taken.or(done).or_else(|| self.tree.log().spawned_by(said.pid))
        });
        let around = wish.around.or(event.map(|event| event.0));
        (self.draw)(&self.tree, &DiagramWish { around, ..*wish })
    }
}

impl Moments for Processes {
    fn moment(&mut self, node: NodeId, side: Side) -> Option<Moment> {
        let moment = self.tree.moment(node, moments::side(side))?;
        moments::of_machine(self.tree.machine(), moment)
    }
}

impl Inside for Processes {
    fn producer(&mut self, node: NodeId, path: &[ValueStep]) -> Result<NodeId, String> {
        // A step may have its value from a message, which is asked about as a line of its own.
        self.plain_call(node).ok_or("cannot tell where the parts of this value come from")?;
        origin::of_part(&mut self.tree, node, path)
    }

    fn zoom(&mut self, node: NodeId) -> Later<'_, Result<Option<Box<dyn Evidence>>, String>> {
        Box::pin(async move {
            let zoom = self.tree.zoom(node, &self.meter).await?;
            let judge = self.inside.as_ref().and_then(|find| find(&zoom));
            let process =
                self.tree.process_of(node).map(|pid| Term::Pid(pid).to_string()).unwrap_or_default();
            let program = self.tree.machine().program.clone();
            Ok(Some(Box::new(Expressions { zoom, program, process, judge }) as Box<dyn Evidence>))
        })
    }
}

fn clause(said: &Transition) -> Option<u32> {
    match (said.subject.receive, said.clause) {
        (Some(_), _) => said.accepted.filter(|_| said.kind == NodeKind::Receive),
        (None, Clause::Taken(clause)) => Some(clause),
        (None, _) => None,
    }
}

/// What a process began with, if that is a fun: where it stands, and the values that it brought
/// along, which tell it from others.
fn first_fun(tree: &RunTree, pid: Pid) -> Option<String> {
    let machine = tree.machine();
    let fun = machine.system.get(pid)?.state.initial_call.fun.as_ref()?;
    let Term::Fun(inside) = fun else { return None };
    let Fun::Closure(closure) = &**inside else { return None };
    let (module, name) = (closure.module.name(), closure.function.name());
    let Some((maker, _)) = name.strip_prefix('-').and_then(|name| name.split_once("-fun-")) else {
        return Some(format!("{module}:{name}()"));
    };
    // `fun f/0` is lifted, too, and calls nothing but `f`.
    let text = statement::value(&machine.program, fun);
    if let Some(function) = text.strip_prefix("fun ").and_then(|text| text.strip_suffix("/0")) {
        return Some(format!("{function}()"));
    }
    let code = machine.program.function(machine.program.code_of(closure)?);
    let values = code.captured.iter().zip(&closure.environment);
    let values = values
        .map(|(name, value)| format!("{} = {}", name.name(), statement::value(&machine.program, value)));
    let values: Vec<String> = values.collect();
    Some(match values.is_empty() {
        true => format!("fun in {module}:{maker}"),
        false => format!("fun in {module}:{maker} with {}", values.join(", ")),
    })
}
