//! The statement of a question, laid out: its numbered lines can be pointed at.

use debugger::dialogue::Look;
use debugger::words;
use session::event::{Claim, ClaimKind, Question, QuestionKind};
use session::evidence::Layout;

/// Characters in which statements are laid out.
pub const WIDTH: usize = 60;
/// Lines of a statement that are shown at first, and at most.
const LINES: usize = 24;
const MOST_LINES: usize = 2_000;

/// A statement with what can be pointed at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    pub lead: String,
    /// Of a step of a process: its numbered lines.
    pub lines: Vec<Line>,
    pub folded: bool,
}

/// A numbered line of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    pub number: u32,
    /// It is a claim, which can be wrong. The others say what the step did.
    pub is_claim: bool,
    pub text: String,
    /// What stands below it; with the number of an item, if it is one.
    pub below: Vec<(Option<u32>, String)>,
    /// Messages that came from others: one can be missing.
    pub can_miss: bool,
}

/// Whether a question is about a step of a process, which has several claims to choose from.
pub fn is_step(question: &Question) -> bool {
    match question.kind {
        QuestionKind::Receive | QuestionKind::Stuck | QuestionKind::Inputs => true,
        QuestionKind::Call => question.claims.len() > 1,
        QuestionKind::Group | QuestionKind::Expression => false,
    }
}

/// The statements of a question: one, or those of a group.
pub fn statements(look: &mut Look<'_>, question: &Question) -> Vec<Statement> {
    of_layouts(look.layout(WIDTH, Some(LINES)), question)
}

/// The same with nothing left out, within reason.
pub fn in_full(look: &mut Look<'_>, question: &Question) -> Vec<Statement> {
    let cut = |layout: Layout| match layout.text.match_indices('\n').nth(MOST_LINES) {
        Some((end, _)) => Layout { text: format!("{}\n…", &layout.text[..end]), ..layout },
        None => layout,
    };
    of_layouts(look.layout(WIDTH, None).into_iter().map(cut).collect(), question)
}

fn of_layouts(layouts: Vec<Layout>, question: &Question) -> Vec<Statement> {
    let claims: &[Claim] = if is_step(question) { &question.claims } else { &[] };
    layouts.into_iter().map(|layout| with_lines(layout, claims)).collect()
}

/// Finds the numbered lines in a statement that is laid out, and what stands below them.
fn with_lines(layout: Layout, claims: &[Claim]) -> Statement {
    let mut statement = Statement { lead: String::new(), lines: Vec::new(), folded: layout.folded };
    for text in layout.text.lines() {
        let text = words::without_key(text, &mut statement.folded);
        let last = statement.lines.last().map_or(0, |line| line.number);
        match numbered(&text, last, claims) {
            Some((number, rest)) => {
                let claim = claims.iter().find(|claim| claim.id == number);
                statement.lines.push(Line {
                    number,
                    is_claim: claim.is_some(),
                    text: rest.trim().to_owned(),
                    below: Vec::new(),
                    can_miss: claim.is_some_and(|claim| claim.kind == ClaimKind::Received),
                });
            }
            None => match statement.lines.last_mut() {
                Some(line) => line.below.push((None, text.into_owned())),
                None => statement.lead += &format!("{text}\n"),
            },
        }
    }
    for line in &mut statement.lines {
        let claim = claims.iter().find(|claim| claim.id == line.number);
        let items = claim.map(Claim::items).unwrap_or_default();
        // An item is one line, unless it had to be broken.
        if items.len() == line.below.len() {
            line.below.iter_mut().zip(items).for_each(|((id, _), item)| *id = Some(item.id));
        }
        unindent(&mut line.below);
    }
    statement.lead = unindented(statement.lead.trim_end_matches('\n'));
    statement
}

/// The number that a line begins with, if it is one of a claim, or the next one, and stands where
/// numbers do.
fn numbered<'t>(text: &'t str, last: u32, claims: &[Claim]) -> Option<(u32, &'t str)> {
    let (number, rest) = text.trim_start().split_once("  ")?;
    let number: u32 = number.parse().ok()?;
    let is_claim = claims.iter().any(|claim| claim.id == number && number > last);
    let is_next = last > 0 && number == last + 1 && text.starts_with(&format!("{number:>3}  "));
    (is_claim || is_next).then_some((number, rest))
}

/// Without the spaces that all lines begin with.
fn unindent(lines: &mut [(Option<u32>, String)]) {
    let spaces = |line: &str| line.len() - line.trim_start().len();
    let least = lines.iter().map(|(_, line)| spaces(line)).min().unwrap_or(0);
    lines.iter_mut().for_each(|(_, line)| drop(line.drain(..least)));
}

fn unindented(text: &str) -> String {
    let mut lines: Vec<(Option<u32>, String)> = text.lines().map(|line| (None, line.to_owned())).collect();
    unindent(&mut lines);
    lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::event::{Content, Item};

    fn list(id: u32, kind: ClaimKind, items: &[&str]) -> Claim {
        let items = items.iter().zip(1..).map(|(text, n)| Item::plain(n, (*text).to_owned())).collect();
        Claim { id, kind, content: Content::List { text: String::new(), items } }
    }

    fn check(text: &str, claims: &[Claim], expected: &[(u32, bool, &str, usize)]) -> Statement {
        let statement = with_lines(Layout { text: text.into(), folded: false }, claims);
        let lines = statement.lines.iter();
        let lines: Vec<(u32, bool, &str, usize)> =
            lines.map(|line| (line.number, line.is_claim, &*line.text, line.below.len())).collect();
        assert_eq!(lines, expected);
        statement
    }

    #[test]
    fn lines_of_a_step() {
        let claims = [
            list(1, ClaimKind::Context, &["A = 1", "B = 2"]),
            list(2, ClaimKind::Received, &[]),
            Claim::text(3, ClaimKind::Stuck, "blocks forever".into()),
        ];
        let text = "Process <0.82.0> blocks forever in\n  receive\n    9  -> D\n  end\nin tcp.erl:5\n  \
            1  Context:\n       A = 1\n       B = 2\n  2  Empty mailbox\n  3  Consumed no message";
        let expected =
            [(1, true, "Context:", 2), (2, true, "Empty mailbox", 0), (3, true, "Consumed no message", 0)];
        let statement = check(text, &claims, &expected);
        assert!(statement.lead.ends_with("    9  -> D\n  end\nin tcp.erl:5"), "{}", statement.lead);
        assert_eq!(statement.lines[0].below[1], (Some(2), "B = 2".to_owned()));
        assert!(statement.lines[1].can_miss && !statement.folded);
    }

    /// Only the inputs are asked about; the other lines say what they are inputs of.
    #[test]
    fn lines_that_are_not_asked_about() {
        let claims = [list(1, ClaimKind::Received, &["reply 10"])];
        let text = "Process <0.82.0> called stock:level(apple)\n  1  Received:\n       reply 10\n  \
            2  Evaluated to: 10\n  3  Sent messages:\n       call level";
        let expected =
            [(1, true, "Received:", 1), (2, false, "Evaluated to: 10", 0), (3, false, "Sent messages:", 1)];
        check(text, &claims, &expected);
    }

    /// There is a button for what is left out, and no key.
    #[test]
    fn fields_that_are_left_out() {
        let claims = [Claim::text(1, ClaimKind::State, "…".into())];
        let text =
            format!("Process <0.82.0>\n  1  State:\n       (2 fields, unchanged{})", words::F_SHOWS_THEM);
        let statement = check(&text, &claims, &[(1, true, "State:", 1)]);
        assert_eq!(statement.lines[0].below[0].1, "(2 fields, unchanged)");
        assert!(statement.folded);
    }
}
