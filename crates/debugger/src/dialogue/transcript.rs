//! `--transcript FILE`: the session as Markdown, piece by piece.

use session::event::{Claim, Content, Culprit, Judged, QuestionKind, Undecided, Verdict, for_people};
use session::{Answer, Answered, Process};

use crate::words;

pub fn symptom(expression: &str, statement: &str) -> String {
    let line_break = if statement.is_empty() { "" } else { "\n\n" };
    let wrong = if statement.is_empty() {
        String::new()
    } else {
        format!("{} was reported as wrong.", code(statement))
    };
    format!("# {}{line_break}{wrong}\n\n", code(expression))
}

pub fn answered(answered: &Answered) -> String {
    let question = &answered.question;
    let head = format!("{}. *{}*  \n", question.n, question.reason);
    let about = answered.about.as_ref().map(|about| format!(": {}", code(about))).unwrap_or_default();
    let by = &answered.by;
    let mut body = String::new();
    for (statement, judgement) in answered.judgements() {
        let statement = code(&statement.sentence());
        body.push_str(&format!("   {statement} — **{}**{about} ({by})\n", words::answer(judgement.name())));
    }
    if question.kind != QuestionKind::Group && body.is_empty() {
        let statement = code(&question.sentence());
        body.push_str(&format!(
            "   {statement} — **{}**{about} ({by})\n",
            words::answer(answered.judgement.name())
        ));
    } else if body.is_empty() {
        let members = question.claims.iter().map(|claim| format!("   {}\n", code(&member(claim))));
        body.extend(members);
        body.push_str(&format!("   one of them is **wrong** ({})\n", answered.by));
    }
    format!("{head}{body}\n")
}

pub fn judged(judged: &Judged) -> String {
    let statement = code(&judged.sentence());
    format!("- {statement} — {} ({})\n\n", words::answer(judged.answer), judged.by)
}

/// What an answer does that is not a judgement.
pub fn remark(answer: &Answer, processes: &[Process]) -> Option<String> {
    let text = match answer {
        Answer::Undo => "the last answer was undone".to_owned(),
        Answer::Strategy { name } => format!("strategy changed to {name}"),
        Answer::Revise { n, .. } => format!("the answer to question {n} was revised"),
        Answer::Earlier { n, .. } => format!("the answer {n} of an earlier session was revised"),
        Answer::Zoom => "the search continues inside the function".to_owned(),
        Answer::Process { n } => {
            let process = processes.iter().find(|process| process.n == *n)?;
            format!("the search begins at process {}, {}", process.pid, process.first_call)
        }
        Answer::Event { id } => format!("the search begins at event {id}"),
        Answer::Ask { .. } | Answer::Judge { .. } => "another call of the tree was chosen".to_owned(),
        Answer::Whole => "the search covers the whole run".to_owned(),
        _ => return None,
    };
    Some(format!("- *{text}*\n\n"))
}

pub fn verdict(verdict: &Verdict, fence: &str) -> String {
    match verdict {
        Verdict::Function(culprit) | Verdict::Rule(culprit) => {
            culprit_text("Bug found in", &words::culprit(culprit), culprit, fence)
        }
        Verdict::Receive(culprit) => {
            culprit_text("Bug found in", &words::guilty_receive(culprit), culprit, fence)
        }
        Verdict::Expression(culprit) => {
            culprit_text("Bug found in an expression of", &words::culprit(culprit), culprit, fence)
        }
        Verdict::Undecided(undecided) => undecided_text(undecided),
    }
}

fn culprit_text(title: &str, who: &str, culprit: &Culprit, fence: &str) -> String {
    let place = words::place(&culprit.place).map(|place| format!(", {place}")).unwrap_or_default();
    let mut text = format!("## {title} {who}{place}\n\n");
    if let Some(source) = &culprit.source {
        text.push_str(&format!("```{fence}\n{source}\n```\n\n"));
    }
    if let Some(instance) = &culprit.instance {
        text.push_str(&format!("With actual values: {}\n\n", code(instance)));
    }
    if let Some(remark) = &culprit.remark {
        text.push_str(&format!("{remark}\n\n"));
    }
    if let Some(wrong) = words::what_was_wrong(culprit) {
        text.push_str(&format!("{wrong}\n\n"));
    }
    text.push_str(&format!("{} is wrong", code(&culprit.sentence())));
    text.push_str(if culprit.proof.is_empty() {
        ", and it made no calls that could be to blame.\n"
    } else {
        ", and the calls that it made are not to blame:\n\n"
    });
    for proof in &culprit.proof {
        let statement = code(&proof.sentence());
        text.push_str(&format!("- {statement} ({})\n", words::innocence(proof)));
    }
    format!("{text}\n")
}

fn undecided_text(undecided: &Undecided) -> String {
    let mut text = format!("## {}\n\n", words::undecided(undecided));
    for suspect in &undecided.suspects {
        text.push_str(&format!("- {}\n", code(&suspect.sentence())));
    }
    text
}

/// A statement of a group.
fn member(claim: &Claim) -> String {
    match &claim.content {
        Content::Text { text } | Content::List { text, .. } => text.clone(),
        Content::Statement { statement, claims, shown, .. } => {
            for_people(shown.as_deref(), statement, claims)
        }
    }
}

/// As Markdown shows code, whatever backquotes are in it.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_spans() {
        for (text, expected) in [("m:f(1)", "`m:f(1)`"), ("a`b", "``a`b``"), ("`", "`` ` ``")] {
            assert_eq!(code(text), expected);
        }
    }
}
