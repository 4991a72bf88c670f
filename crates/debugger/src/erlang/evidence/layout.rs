//! Statements laid out for a screen: as much of them as there is room for.

use erlang_machine::program::Program;
use erlang_term::Term;
use erlang_tree::statement::{self, ClaimKind, Fold, ONE_LINE};
use erlang_tree::{Call, CallOutcome};

use session::event::{Claim, Content, Item};
use session::evidence::Layout;

/// From everything to next to nothing.
pub const FOLDS: [(usize, usize, usize); 6] = [
    (usize::MAX, usize::MAX, usize::MAX),
    (30, 400, 4000),
    (12, 100, 1000),
    (8, 30, 300),
    (5, 12, 120),
    (3, 5, 40),
];

/// A value with more parts is not laid out in full just to see whether it fits.
const LARGE: usize = 100_000;

pub fn of_call(program: &Program, call: &Call, width: usize, size: Option<usize>) -> Layout {
    let home = Some(call.subject.module);
    let text = |(depth, length, characters)| {
        let fold = Fold { width, depth, length, characters, ..ONE_LINE };
        sentence(program, call, fold.for_people(home))
    };
    let Some(size) = size else { return Layout { text: text(FOLDS[0]), folded: false } };
    let first = usize::from(is_large(call));
    let mut shown = String::new();
    for (index, fold) in FOLDS.into_iter().enumerate().skip(first) {
        shown = text(fold);
        if shown.lines().count() <= size {
            return Layout { text: shown, folded: index > 0 };
        }
    }
    Layout { text: shown, folded: true }
}

/// The sentence about a call for people, where it is not that for programs.
pub fn shown(program: &Program, call: &Call, claims: &[Claim]) -> Option<String> {
    let home = Some(call.subject.module);
    let outcome = match &call.outcome {
        CallOutcome::Value(value) => Some(value),
        CallOutcome::Exception { reason, .. } => Some(reason),
        CallOutcome::Unfinished => None,
    };
    let terms = call.arguments.iter().chain(&call.captured).chain(outcome);
    if !statement::is_shown_otherwise(program, home, terms) {
        return None;
    }
    let said = Layout { text: sentence(program, call, ONE_LINE.for_people(home)), folded: false };
    Some(with_accesses(said, claims, Some(1)).text)
}

/// The same with what the call read and wrote, if it did: by number below, or behind it where the
/// space is for several.
pub fn with_accesses(call: Layout, claims: &[Claim], size: Option<usize>) -> Layout {
    let accesses = claims.iter().filter(|claim| !claim.items().is_empty());
    if accesses.clone().next().is_none() {
        return call;
    }
    let items = |claim: &Claim| {
        let text = |item: &Item| item.meaning.as_ref().unwrap_or(&item.text).clone();
        claim.items().iter().map(text).collect::<Vec<_>>()
    };
    let word = |kind| if kind == session::event::ClaimKind::Read { "read" } else { "wrote" };
    if size.is_some_and(|size| size <= SHORT) {
        let brief = accesses.map(|claim| format!("; {} {}", word(claim.kind), items(claim).join(", ")));
        return Layout { text: call.text + &brief.collect::<String>(), ..call };
    }
    let mut lines = vec![call.text];
    for claim in claims {
        match (&claim.content, claim.kind) {
            (Content::List { .. }, kind) => {
                let mut items = items(claim).into_iter();
                let first = items.next().unwrap_or_default();
                lines.push(format!("{:>3}  {} {first}", claim.id, word(kind)));
                let indent = " ".repeat(INDENT + word(kind).len() + 1);
                lines.extend(items.map(|item| format!("{indent}{item}")));
            }
            _ => lines.push(format!("{:>3}  the result", claim.id)),
        }
    }
    Layout { text: lines.join("\n"), folded: call.folded }
}

/// With this many lines or fewer there is no room for a list.
const SHORT: usize = 4;
/// What stands before the text of a claim: `  1  `
const INDENT: usize = 5;

/// `call = value`, the value on a line of its own if the line is too long.
fn sentence(program: &Program, call: &Call, fold: Fold) -> String {
    let claim = fold.claim(program, &call.outcome);
    let (link, text) = match claim.kind {
        ClaimKind::Value => (" =", claim.text),
        ClaimKind::Exception => (" =", format!("** exception {}", claim.text.replacen(':', ": ", 1))),
        ClaimKind::Context | ClaimKind::Consumed | ClaimKind::Reached => ("", format!("({})", claim.text)),
    };
    // Room for the `=` that follows.
    let said = Fold { width: fold.width.saturating_sub(link.len()), ..fold }.call(program, call);
    let last = said.lines().next_back().map_or(0, |line| line.chars().count());
    let fits = last + link.len() + 1 + text.chars().count() <= fold.width;
    if fits && !text.contains('\n') {
        return format!("{said}{link} {text}");
    }
    let narrow = Fold { width: fold.width.saturating_sub(2), ..fold };
    let text = match claim.kind {
        ClaimKind::Value => narrow.claim(program, &call.outcome).text,
        _ => text,
    };
    format!("{said}{link}\n  {}", text.replace('\n', "\n  "))
}

fn is_large(call: &Call) -> bool {
    let mut work: Vec<&Term> = call.arguments.iter().chain(&call.captured).collect();
    match &call.outcome {
        CallOutcome::Value(value) => work.push(value),
        CallOutcome::Exception { reason, .. } => work.push(reason),
        CallOutcome::Unfinished => {}
    }
    let mut parts = 0;
    while let Some(term) = work.pop() {
        parts += 1;
        if parts > LARGE {
            return true;
        }
        match term {
            Term::Cons(cell) => work.extend([&cell.head, &cell.tail]),
            Term::Tuple(elements) => work.extend(elements.iter().take(LARGE)),
            Term::Map(map) => work.extend(map.iter().take(LARGE).flat_map(|(key, value)| [key, value])),
            Term::Bits(bits) => parts += bits.bit_len() / 64,
            _ => {}
        }
    }
    false
}
