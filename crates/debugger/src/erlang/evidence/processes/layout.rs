//! Steps of processes laid out for a screen, as paper 2 §3.5 prints them: what happened, then its
//! claims by number.

use computation_tree::NodeId;
use erlang_history::{EventId, EventKind};
use erlang_term::{Atom, Term};
use erlang_tree::Clause;
use erlang_tree::processes::{CameTo, Consumed, NodeKind, Transition};
use erlang_tree::statement::{Fold, ONE_LINE, is_shown_otherwise};

use super::callbacks::{self, Callback, StatePart};
use super::states::Change;
use super::{Processes, claims};
use crate::erlang::evidence::calls::named;
use crate::erlang::evidence::expressions::wrapped;
use crate::erlang::evidence::layout::FOLDS;
use crate::erlang::evidence::source;
use crate::words;
use session::event::{Claim, ClaimKind, Content, Item, sentence, without_value};
use session::evidence::Layout;

/// In fewer lines it is just a sentence.
const LINES: usize = 4;

pub fn of_transition(
    processes: &Processes,
    node: NodeId,
    said: &Transition,
    first: Option<Term>,
    width: usize,
    size: Option<usize>,
) -> Layout {
    let claims = claims::claims(processes, node, said);
    if matches!(said.kind, NodeKind::Run | NodeKind::Process) {
        let text = shown(processes, node, said)
            .unwrap_or_else(|| sentence(&claims::statement(processes, said), &claims));
        return Layout { text, folded: false };
    }
    let callback = callbacks::of(processes, node, said);
    let callback = callback.as_ref();
    if let Some(size) = size.filter(|size| *size <= LINES) {
        let text = match callback.and_then(|callback| served(processes, said, callback, first.as_ref())) {
            Some(text) => text + &effects(&claims),
            None => short(processes, said, callback, &claims),
        };
        return in_short(&text, size, width);
    }
    let mut shown = String::new();
    for (index, (depth, length, characters)) in FOLDS.into_iter().enumerate() {
        let fold = Fold { width: width.saturating_sub(INDENT), depth, length, characters, ..ONE_LINE };
        let fold = fold.for_people(Some(said.subject.module));
        let (first, whole, with_code) = (first.as_ref(), size.is_none(), true);
        let mut page = Page { processes, said, fold, callback, first, whole, with_code };
        let fits = |text: &str| size.is_none_or(|size| text.lines().count() <= size);
        shown = page.text(&claims, None);
        if !fits(&shown) {
            // The source is there at a key, too, so it goes before any value is shortened.
            page.with_code = false;
            shown = page.text(&claims, None);
        }
        if fits(&shown) {
            let folded = index > 0 && shown.contains("...");
            return Layout { text: shown, folded };
        }
        // There are many claims, or long lists: each gets its share of the screen.
        if let Some(size) = size.filter(|_| index + 1 == FOLDS.len()) {
            let lines =
                size.saturating_sub(2) / claims.iter().filter(|claim| claim.is_shown()).count().max(1);
            shown = page.text(&claims, Some(lines.max(SHARE)));
        }
    }
    Layout { text: shown, folded: true }
}

/// What a step says in a sentence for people, where it is not the statement with its claims: of
/// callbacks, and of what has records or containers in it.
pub fn shown(processes: &Processes, node: NodeId, said: &Transition) -> Option<String> {
    let program = &processes.tree.machine().program;
    let home = Some(said.subject.module);
    let outcome = match &said.came_to {
        CameTo::Value(term) => Some(term),
        CameTo::Exception { reason, .. } | CameTo::Killed { reason, .. } => Some(reason),
        _ => None,
    };
    let is_otherwise = |terms: &mut dyn Iterator<Item = &Term>| is_shown_otherwise(program, home, terms);
    if matches!(said.kind, NodeKind::Run | NodeKind::Process) {
        if !is_otherwise(&mut outcome.into_iter()) {
            return None;
        }
        let (kind, text) = claims::outcome(processes, &said.came_to, &ONE_LINE.for_people(home));
        let claim = Claim::text(1, kind, text);
        return Some(sentence(&claims::statement(processes, said), &[claim]));
    }
    let callback = callbacks::of(processes, node, said);
    let variables = said.context.iter().map(|(_, value)| value);
    let given = said.arguments.iter().chain(&said.captured).chain(variables);
    let is_message = |send: &EventId| match processes.tree.log().get(*send).map(|event| &event.kind) {
        Some(EventKind::Send { content, .. }) => is_otherwise(&mut std::iter::once(content)),
        _ => false,
    };
    (callback.is_some() || is_otherwise(&mut given.chain(outcome)) || said.sent.iter().any(is_message))
        .then(|| short(processes, said, callback.as_ref(), &claims::claims(processes, node, said)))
}

/// A node of the tree in a sentence: the run, a process, or what it did.
pub fn in_a_line(processes: &Processes, node: NodeId, said: &Transition) -> String {
    let claims = claims::claims(processes, node, said);
    match said.kind {
        NodeKind::Run => sentence(&claims::statement(processes, said), &claims),
        NodeKind::Process => {
            let known = processes.processes.iter().find(|(pid, _)| *pid == said.pid);
            let first_call = known.map_or("", |(_, process)| &process.first_call);
            sentence(&format!("{} {first_call}", processes.name(said.pid)), &claims)
        }
        _ => short(processes, said, callbacks::of(processes, node, said).as_ref(), &claims),
    }
}

/// A callback among others, by the fields of the state that matter:
/// `on call total: handle_call/3 in #state{items = [], ...} replied 0; its state is unchanged`.
fn served(
    processes: &Processes,
    said: &Transition,
    callback: &Callback,
    first: Option<&Term>,
) -> Option<String> {
    let CameTo::Value(value) = &said.came_to else { return None };
    let fold = ONE_LINE.for_people(Some(said.subject.module));
    let (whole, with_code) = (false, false);
    let page = Page { processes, said, fold, callback: Some(callback), first, whole, with_code };
    let program = &processes.tree.machine().program;
    let show = |term: &Term| fold.value(program, term);
    let clause = page.clause();
    let states = callback.state.iter().map(|part| {
        let after = page.new_state().filter(|_| part.argument.is_some());
        let change = page.change(part, after, &clause);
        change.before_in_a_line(&fold).unwrap_or_else(|| show(&part.value))
    });
    let states: Vec<String> = states.collect();
    let part = callback.state.iter().rev().find(|part| part.argument.is_some())?;
    let changed = page.change(part, callback.new_state(value), "").changed(&fold)?;
    let did = callback.action(value, &show)?;
    let did = did.strip_prefix("It ").unwrap_or(&did);
    let data = part.name.to_lowercase();
    let changed = match changed.is_empty() {
        true => format!("its {data} is unchanged"),
        false => format!("now {}", changed.join(", ")),
    };
    let Transition { subject, .. } = said;
    Some(format!(
        "on {}: {}/{} in {} {did}; {changed}",
        callback.request(&show),
        subject.function.name(),
        subject.arity,
        states.join(", "),
    ))
}

/// What else a step did, for people.
fn effects(claims: &[Claim]) -> String {
    let mut text = String::new();
    for (claim, did) in claims.iter().filter_map(|claim| match claim.kind {
        ClaimKind::Sent => Some((claim, "sent")),
        ClaimKind::Created => Some((claim, "created")),
        ClaimKind::Wrote => Some((claim, "wrote")),
        _ => None,
    }) {
        // Of messages, what was not sent goes to nobody.
        let (absent, items): (Vec<&Item>, Vec<&Item>) =
            claim.items().iter().partition(|item| claim.kind == ClaimKind::Sent && item.to.is_none());
        if !items.is_empty() {
            let items: Vec<String> = items.into_iter().map(brief).collect();
            text.push_str(&format!("; {did} {}", items.join(", ")));
        }
        absent.iter().for_each(|item| text.push_str(&format!("; {}", item.text)));
    }
    text
}

/// A step among others, in a sentence: `on {syn, 57}: receive at tcp.erl:11 = rst; sent rst
/// to <0.84.0>`.
fn short(processes: &Processes, said: &Transition, callback: Option<&Callback>, claims: &[Claim]) -> String {
    let program = &processes.tree.machine().program;
    let line = ONE_LINE.for_people(Some(said.subject.module));
    let show = |term: &Term| line.value(program, term);
    let taken = match said.consumed {
        Some(Consumed::Message(send)) => claims::message(processes, send, &line),
        _ => None,
    };
    let on = match (&taken, callback, said.consumed) {
        (_, Some(callback), _) => format!("on {}: ", callback.request(&show)),
        (Some(item), ..) => format!("on {}: ", item.meaning.as_ref().unwrap_or(&item.text)),
        (None, None, Some(_)) => "on timeout: ".into(),
        (None, None, None) => String::new(),
    };
    let what = match (callback, claims::own_receive(said)) {
        (Some(callback), _) => {
            let state: Vec<String> = callback.state.iter().map(|part| show(&part.value)).collect();
            format!("{}/{} in {}", said.subject.function.name(), said.subject.arity, state.join(", "))
        }
        (None, Some((place, _))) if said.kind == NodeKind::Transition => {
            format!("body of the receive at {place}")
        }
        (None, Some((place, _))) => format!("receive at {place}"),
        (None, None) if said.kind == NodeKind::FirstStep => claims::call(processes, said, &line),
        (None, None) => claims::statement(processes, said),
    };
    let came_to = match &said.came_to {
        _ if said.kind == NodeKind::Stuck => return format!("{what} {}", words::STUCK),
        CameTo::Receive { point, .. } => format!(" → receive at {}", claims::at(point)),
        CameTo::Exception { .. } => {
            let (_, exception) = claims::outcome(processes, &said.came_to, &line);
            format!(" = ** exception {}", exception.replacen(':', ": ", 1))
        }
        other => match claims::outcome(processes, other, &line) {
            (kind, text) if kind.is_without_value() => format!(" {}", without_value(kind, &text)),
            (_, text) => format!(" = {text}"),
        },
    };
    format!("{on}{what}{came_to}{}", effects(claims))
}

fn brief(item: &Item) -> String {
    let text = item.meaning.as_ref().unwrap_or(&item.text);
    match &item.to {
        Some(to) => format!("{text} to {to}"),
        None => text.clone(),
    }
}

/// In this many lines, and one more where that spares a cut; the cut is in the middle, because the
/// beginning and the outcome matter most.
fn in_short(text: &str, size: usize, width: usize) -> Layout {
    let (length, room) = (text.chars().count(), (size + 1) * width);
    let mut whole: Vec<char> = text.chars().collect();
    let folded = length > room && room > 20;
    if folded {
        let end = room / 2 - 2;
        whole.splice(room - end - 5..length - end, " ... ".chars());
    }
    Layout { text: wrapped(&whole.iter().collect::<String>(), width).join("\n"), folded }
}

/// What stands before the text of a claim: `  1  `, and a level of its own.
const INDENT: usize = 8;
/// The fewest lines that a claim may take.
const SHARE: usize = 2;

/// The fewest lines for what a question is about.
const HEAD: usize = 4;

struct Page<'a> {
    processes: &'a Processes,
    said: &'a Transition,
    fold: Fold,
    callback: Option<&'a Callback>,
    /// The state that its process began with.
    first: Option<&'a Term>,
    /// Whether everything is shown, and not only what changed.
    whole: bool,
    /// Whether receives are shown as they are written.
    with_code: bool,
}

impl Page<'_> {
    /// At most this many lines for each claim.
    fn text(&self, claims: &[Claim], most: Option<usize>) -> String {
        let mut lines = self.head();
        if let Some(most) = most.map(|most| most.max(HEAD)).filter(|most| lines.len() > *most) {
            lines.truncate(most - 1);
            lines.push("  ...".into());
        }
        for claim in claims.iter().filter(|claim| claim.is_shown()) {
            let mut body = self.claim(claim);
            if let Some(most) = most.filter(|most| body.len() > *most) {
                let more = body.len() - most + 1;
                body.truncate(most - 1);
                body.push(format!("  ... ({more} more lines)"));
            }
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
        match (claims::own_receive(said), said.kind) {
            (Some((place, receive)), _) => {
                let does = match said.kind {
                    NodeKind::Stuck => "blocks forever in",
                    NodeKind::Transition => "evaluated the body of",
                    _ => "evaluated",
                };
                if !self.with_code {
                    let function = named(&said.subject);
                    return vec![format!("Process {process} {does} the receive at {place} ({function})")];
                }
                let mut lines = vec![format!("Process {process} {does}")];
                lines.extend(indented(receive));
                lines.push(format!("in {place} ({})", named(&said.subject)));
                lines
            }
            (_, NodeKind::Stuck) => vec![
                format!("Process {process} blocks forever in trusted code, called by"),
                format!("  {}", claims::statement(self.processes, said)),
            ],
            _ => {
                if self.callback.is_some() {
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
                let mut lines = vec!["Last receive before this call:".to_owned()];
                lines.extend(self.previous().into_iter().map(|line| format!("  {line}")));
                lines
            }
            (ClaimKind::State, Content::List { items, .. }) => match self.callback {
                Some(callback) => callback.state.iter().flat_map(|part| self.state_before(part)).collect(),
                None => items.iter().map(|item| item.text.clone()).collect(),
            },
            (ClaimKind::Context, Content::List { .. }) => {
                titled("Context:", "", self.variables(&said.context))
            }
            (ClaimKind::Received, _) if claims::is_about_answers(said, claim) => {
                let items = claims::answers(self.processes, said, &self.fold);
                let received: Vec<String> = items.iter().map(|item| self.addressed(item)).collect();
                let replaced = claims::replaced(self.processes, said, &self.fold);
                let replaced = replaced.map(|item| words::capitalized(&self.addressed(&item)));
                let width = self.fold.width + INDENT;
                let mut lines: Vec<String> =
                    replaced.into_iter().flat_map(|text| wrapped(&text, width)).collect();
                if !received.is_empty() {
                    lines.extend(titled("Received in calls of trusted code:", "", received));
                }
                lines
            }
            (ClaimKind::Missing, _) => {
                let items = claim.items().iter().map(|item| item.text.clone()).collect();
                titled("Did not arrive in time:", "", items)
            }
            (ClaimKind::Received, _) => {
                let none = match said.kind {
                    NodeKind::Stuck => "Empty mailbox",
                    _ => "Received no messages",
                };
                let (all, listed) = (said.received.len(), claim_ids(claim));
                let mut lines = self.messages(&listed);
                lines.extend(claims::left_out(all, listed.len()));
                titled("Received messages:", none, lines)
            }
            (ClaimKind::Consumed | ClaimKind::TimedOut, Content::Text { .. }) if self.callback.is_some() => {
                self.request()
            }
            (ClaimKind::Consumed | ClaimKind::TimedOut, _) => match said.consumed {
                Some(Consumed::Message(send)) => titled("Consumed message:", "", self.messages(&[send])),
                Some(consumed) => {
                    vec![format!("Consumed no message: {}", claims::taken(self.processes, consumed).1)]
                }
                None => Vec::new(),
            },
            (kind @ (ClaimKind::Read | ClaimKind::Wrote), _) => {
                let text = |item: &Item| {
                    let whole = item.meaning.as_ref().unwrap_or(&item.text);
                    match (whole.chars().count() > self.fold.width, whole.rsplit_once(" (written by ")) {
                        (true, Some((read, by))) => format!("{read}\n(written by {by}"),
                        _ => whole.clone(),
                    }
                };
                let items = claim.items().iter().map(text).collect();
                titled(if kind == ClaimKind::Read { "Read:" } else { "Wrote:" }, "", items)
            }
            (ClaimKind::Sent, _) => {
                let sent = self.messages(&said.sent);
                let mut lines = if sent.is_empty() { Vec::new() } else { titled("Sent messages:", "", sent) };
                let unanswered = claims::unanswered(self.processes, said);
                lines.extend(unanswered.map(|item| words::capitalized(&item.text)));
                lines
            }
            (ClaimKind::Created, _) => {
                let items = claim.items().iter().map(|item| item.text.clone()).collect();
                titled("Created processes:", "", items)
            }
            (ClaimKind::Stuck, _) => vec!["Consumed no message".into()],
            _ => self.outcome(),
        }
    }

    /// As [`claims::previous`] has it, within the width.
    fn previous(&self) -> Vec<String> {
        let lines = claims::previous(self.processes, self.said, self.with_code).into_iter();
        let broken = lines.flat_map(|line| match line.rsplit_once(" (from ") {
            Some((message, from)) if line.chars().count() > self.fold.width => {
                vec![message.to_owned(), format!("  (from {from}")]
            }
            _ => vec![line],
        });
        broken.collect()
    }

    /// What a callback does to a part of its state.
    fn change<'c>(&'c self, part: &'c StatePart, after: Option<&'c Term>, clause: &'c str) -> Change<'c> {
        Change {
            program: &self.processes.tree.machine().program,
            home: Some(self.said.subject.module),
            before: &part.value,
            after,
            first: self.first,
            clause,
        }
    }

    /// The source of the clause that was taken.
    fn clause(&self) -> String {
        let clause = match self.said.clause {
            Clause::Taken(clause) => source::of_clause(&self.said.subject, clause),
            _ => None,
        };
        clause.map(|(_, text)| text).unwrap_or_default()
    }

    /// A part of the state that a callback was called in, by the fields that matter.
    fn state_before(&self, part: &StatePart) -> Vec<String> {
        let after = self.new_state().filter(|_| part.argument.is_some());
        let clause = self.clause();
        let whole = || {
            let text = self.variables(&[(Atom::new(part.name), part.value.clone())]).join("\n");
            text.lines().map(str::to_owned).collect()
        };
        let change = self.change(part, after, &clause);
        let lines = match self.whole {
            true => change.all(part.name, &part.value, &self.fold),
            false => change.before(part.name, &self.fold),
        };
        lines.unwrap_or_else(whole)
    }

    /// The state that a callback returned.
    fn new_state(&self) -> Option<&Term> {
        match (&self.said.came_to, self.callback) {
            (CameTo::Value(value), Some(callback)) => callback.new_state(value),
            _ => None,
        }
    }

    /// The outcome of a callback, with the fields that it changed in place of the whole state.
    fn changes(&self, value: &Term) -> Option<Vec<String>> {
        let callback = self.callback?;
        let after = callback.new_state(value)?;
        let part = callback.state.iter().rev().find(|part| part.argument.is_some())?;
        let program = &self.processes.tree.machine().program;
        let show = |term: &Term| self.fold.value(program, term);
        let change = self.change(part, Some(after), "");
        let did = callback.action(value, &show)?;
        let data = part.name.to_lowercase();
        if self.whole {
            return change.all(&format!("{did}; its {data} is now"), after, &self.fold);
        }
        let changed = change.changed(&self.fold)?;
        if changed.is_empty() {
            return Some(format!("{did}; its {data} is unchanged").lines().map(str::to_owned).collect());
        }
        let mut lines: Vec<String> =
            format!("{did}; changed in its {data}:").lines().map(str::to_owned).collect();
        lines.extend(changed.iter().map(|line| format!("  {line}")));
        Some(lines)
    }

    /// What a callback was called for.
    fn request(&self) -> Vec<String> {
        let Some(callback) = self.callback else { return Vec::new() };
        let program = &self.processes.tree.machine().program;
        let text = callback.request(&|term| self.fold.value(program, term));
        let from = callback.sender.map(|sender| format!(" (from {})", Term::Pid(sender)));
        let from = from.unwrap_or_default();
        let last = text.lines().next_back().map_or(0, |line| line.chars().count());
        let gap = if last + from.len() + "Handling ".len() > self.fold.width { "\n " } else { "" };
        let whole = format!("Handling {text}{gap}{from}");
        whole.lines().map(str::to_owned).collect()
    }

    /// `Name = value`, what does not fit below the value.
    fn variables(&self, context: &[(Atom, Term)]) -> Vec<String> {
        let program = &self.processes.tree.machine().program;
        let line = |(name, term): &(Atom, Term)| {
            let indent = name.name().chars().count() + " = ".len();
            let fold = Fold { width: self.fold.width.saturating_sub(indent), ..self.fold };
            let value = fold.value(program, term).replace('\n', &format!("\n{}", " ".repeat(indent)));
            format!("{} = {value}", name.name())
        };
        context.iter().map(line).collect()
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
        if let CameTo::Value(value) = &self.said.came_to
            && let Some(lines) = self.changes(value)
        {
            return lines;
        }
        let (kind, text) = claims::outcome(self.processes, &self.said.came_to, &self.fold);
        let program = &self.processes.tree.machine().program;
        let show = |term: &Term| self.fold.value(program, term);
        let words = match (&self.said.came_to, kind) {
            (CameTo::Value(value), _) => self.callback.and_then(|callback| callback.words(value, &show)),
            (CameTo::Receive { point, context }, _) => {
                let title = format!("Reached the receive at {}", claims::at(point));
                return titled(&title, &title, self.variables(context));
            }
            (_, ClaimKind::Exception) => {
                Some(format!("Raised: ** exception {}", text.replacen(':', ": ", 1)))
            }
            (_, ClaimKind::Unfinished) => Some(words::capitalized(&text)),
            (_, kind) if kind.is_without_value() => {
                Some(format!("Has no value: {}", without_value(kind, &text)))
            }
            _ => None,
        };
        let words = words.unwrap_or_else(|| {
            let whole = format!("Evaluated to: {text}");
            if whole.lines().all(|line| line.chars().count() <= self.fold.width) {
                return whole;
            }
            let narrow = Fold { width: self.fold.width.saturating_sub(2), ..self.fold };
            let (_, text) = claims::outcome(self.processes, &self.said.came_to, &narrow);
            format!("Evaluated to:\n  {}", text.replace('\n', "\n  "))
        });
        let lines = words.lines().flat_map(|line| wrapped(line, self.fold.width + INDENT));
        lines.collect()
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
