//! Steps of processes laid out for a screen, as paper 2 §3.5 prints them: what happened, then its claims by number.

use computation_tree::NodeId;
use erlang_term::Term;
use erlang_tree::processes::{CameTo, Consumed, NodeKind, Transition};
use erlang_tree::statement::Fold;
use history::EventId;

use super::{Processes, callbacks, claims};
use crate::erlang::calls::named;
use crate::erlang::layout::FOLDS;
use crate::event::{Claim, ClaimKind, Content, Item, sentence};
use crate::evidence::Layout;

/// In fewer lines it is just a sentence.
const LINES: usize = 4;

pub fn of_transition(
    processes: &Processes,
    node: NodeId,
    said: &Transition,
    width: usize,
    size: Option<usize>,
) -> Layout {
    let claims = claims::claims(processes, node, said);
    if matches!(said.kind, NodeKind::Run | NodeKind::Process) || size.is_some_and(|size| size <= LINES) {
        let statement = claims::statement(processes, said);
        let whole = match (&said.came_to, said.kind) {
            (CameTo::Stuck, NodeKind::Run) => format!("{statement} waits for ever"),
            (CameTo::Running, NodeKind::Run) => format!("{statement} is still running"),
            _ => sentence(&statement, &claims),
        };
        return match size {
            Some(size) if whole.chars().count() > size * width => {
                let cut: String = whole.chars().take((size * width).saturating_sub(3)).collect();
                Layout { text: format!("{cut}..."), folded: true }
            }
            _ => Layout { text: whole, folded: false },
        };
    }
    let callback = callbacks::of(processes, node, said).is_some();
    let mut shown = String::new();
    for (index, (depth, length, characters)) in FOLDS.into_iter().enumerate() {
        let fold = Fold { width: width.saturating_sub(INDENT), depth, length, characters };
        shown = Page { processes, said, fold, callback }.text(&claims);
        if size.is_none_or(|size| shown.lines().count() <= size.max(ALWAYS)) {
            return Layout { text: shown, folded: index > 0 };
        }
    }
    Layout { text: shown, folded: true }
}

/// What stands before the text of a claim: `  1  `, and a level of its own.
const INDENT: usize = 8;
/// A question is as long as its claims are many: shorter than this it cannot be.
const ALWAYS: usize = 40;

struct Page<'a> {
    processes: &'a Processes,
    said: &'a Transition,
    fold: Fold,
    callback: bool,
}

impl Page<'_> {
    fn text(&self, claims: &[Claim]) -> String {
        let mut lines = self.head();
        for claim in claims {
            let body = self.claim(claim);
            for (line, first) in body.iter().zip(std::iter::once(true).chain(std::iter::repeat(false))) {
                let number = if first { format!("{:>3}  ", claim.id) } else { "     ".into() };
                lines.push(format!("{number}{line}").trim_end().to_owned());
            }
        }
        lines.join("\n")
    }

    /// What it is about.
    fn head(&self) -> Vec<String> {
        let (said, process) = (self.said, self.processes.name(self.said.pid));
        let indented = |lines: Vec<String>| lines.into_iter().map(|line| format!("  {line}"));
        match (&said.receive, said.kind) {
            (Some(point), _) if said.subject.receive.is_some() => {
                let does = match said.kind {
                    NodeKind::Stuck => "waits for ever in",
                    NodeKind::Transition => "went on in the body of",
                    _ => "evaluated",
                };
                let mut lines = vec![format!("Process {process} {does}")];
                lines.extend(indented(claims::receive(said, point)));
                lines.push(format!("in {} ({})", claims::at(point), named(&said.subject)));
                lines
            }
            (_, NodeKind::Stuck) => vec![
                format!("Process {process} waits for ever in trusted code, called by"),
                format!("  {}", claims::statement(self.processes, said)),
            ],
            _ => {
                if self.callback {
                    return vec![format!("Process {process} called {}", named(&said.subject))];
                }
                let mut lines = vec![format!("Process {process} called")];
                let call = claims::call(self.processes, said, &self.fold);
                lines.extend(indented(call.lines().map(str::to_owned).collect()));
                lines
            }
        }
    }

    /// A claim in words, line by line.
    fn claim(&self, claim: &Claim) -> Vec<String> {
        let said = self.said;
        match (claim.kind, &claim.content) {
            (ClaimKind::Context, Content::Text { .. }) => {
                let mut lines = vec!["Previous evaluated receive:".to_owned()];
                lines.extend(self.previous().into_iter().map(|line| format!("  {line}")));
                lines
            }
            (ClaimKind::Context, Content::List { items, .. }) if self.callback => {
                let parts: Vec<&str> = items.iter().map(|item| &*item.text).collect();
                vec![format!("In {}", parts.join(", "))]
            }
            (ClaimKind::Context, Content::List { items, .. }) => {
                let lines: Vec<String> = items.iter().map(|item| item.text.clone()).collect();
                titled("Context:", "Context: no variables", lines)
            }
            (ClaimKind::Received, _) => {
                let none = match said.kind {
                    NodeKind::Stuck => "No messages are there",
                    _ => "No received messages",
                };
                titled("Received messages:", none, self.messages(&claim_ids(claim)))
            }
            (ClaimKind::Consumed, Content::Text { text }) if self.callback => {
                vec![format!("On request {text}")]
            }
            (ClaimKind::Consumed, _) => match said.consumed {
                Some(Consumed::Message(send)) => titled("Consumed message:", "", self.messages(&[send])),
                Some(consumed) => {
                    vec![format!("Consumed message: {}", claims::taken(self.processes, consumed))]
                }
                None => Vec::new(),
            },
            (ClaimKind::Sent, _) => {
                titled("Sent messages:", "No sent messages", self.messages(&claim_ids(claim)))
            }
            (ClaimKind::Created, _) => {
                let items = claim.items().iter().map(|item| item.text.clone()).collect();
                titled("Created processes:", "No created processes", items)
            }
            (ClaimKind::Stuck, _) => vec!["Did not consume any message".into()],
            _ => self.outcome(),
        }
    }

    /// As [`claims::previous`] has it, within the width.
    fn previous(&self) -> Vec<String> {
        let lines = claims::previous(self.processes, self.said).into_iter();
        let broken = lines.flat_map(|line| match line.rsplit_once(" (from ") {
            Some((message, from)) if line.chars().count() > self.fold.width => {
                vec![message.to_owned(), format!("  (from {from}")]
            }
            _ => vec![line],
        });
        broken.collect()
    }

    fn messages(&self, sends: &[EventId]) -> Vec<String> {
        let item = |send: &EventId| claims::message(self.processes, *send, &self.fold);
        sends.iter().filter_map(item).map(|item: Item| self.addressed(&item)).collect()
    }

    /// The message, and who sent it to whom, on a line of its own if there is no room.
    fn addressed(&self, item: &Item) -> String {
        let whole = claims::addressed(item);
        match (whole.chars().count() > self.fold.width, whole.rsplit_once(" (from ")) {
            (true, Some((message, from))) => format!("{message}\n(from {from}"),
            _ => whole,
        }
    }

    fn outcome(&self) -> Vec<String> {
        let (kind, text) = claims::outcome(self.processes, &self.said.came_to, &self.fold);
        let program = &self.processes.tree.machine().program;
        let show = |term: &Term| self.fold.value(program, term);
        let words = match (&self.said.came_to, kind) {
            (CameTo::Value(value), _) if self.callback => callbacks::words(value, &show),
            (CameTo::Receive { point, context }, _) => {
                let mut lines = vec![format!("Reached the receive at {}", claims::at(point))];
                let variables =
                    context.iter().map(|(name, term)| format!("  {} = {}", name.name(), show(term)));
                lines.extend(variables);
                return lines;
            }
            (_, ClaimKind::Exception) => {
                Some(format!("Evaluated to ** exception {}", text.replacen(':', ": ", 1)))
            }
            (_, ClaimKind::Reached) => Some(format!("Came to no value: {text}")),
            _ => None,
        };
        let words = words.unwrap_or_else(|| format!("Evaluated to value: {text}"));
        words.lines().map(str::to_owned).collect()
    }
}

/// The events of its items.
fn claim_ids(claim: &Claim) -> Vec<EventId> {
    claim.items().iter().map(|item| EventId(item.id)).collect()
}

fn titled(title: &str, none: &str, items: Vec<String>) -> Vec<String> {
    if items.is_empty() {
        return vec![none.to_owned()];
    }
    let lines = items.iter().flat_map(|item| item.lines()).map(|line| format!("  {line}"));
    std::iter::once(title.to_owned()).chain(lines).collect()
}
