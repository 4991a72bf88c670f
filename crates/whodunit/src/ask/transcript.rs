//! `--transcript FILE`: the session as Markdown, written as it goes.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use session::Answered;
use session::event::{Claim, Content, Culprit, Judged, QuestionKind, Undecided, Verdict, sentence};

use super::{processes, words};

pub struct Transcript {
    path: PathBuf,
    file: File,
}

impl Transcript {
    pub fn create(path: &Path) -> Result<Transcript, String> {
        let file = File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Transcript { path: path.to_path_buf(), file })
    }

    pub fn symptom(&mut self, expression: &str, statement: &str) -> Result<(), String> {
        let line_break = if statement.is_empty() { "" } else { "\n\n" };
        let wrong =
            if statement.is_empty() { String::new() } else { format!("{} is wrong.", code(statement)) };
        self.write(&format!("# {}{line_break}{wrong}\n\n", code(expression)))
    }

    pub fn answered(&mut self, answered: &Answered) -> Result<(), String> {
        let question = &answered.question;
        let head = format!("{}. *{}*  \n", question.n, question.reason);
        let about = answered.about.as_ref().map(|about| format!(": {}", code(about))).unwrap_or_default();
        let by = &answered.by;
        let mut body = String::new();
        for (statement, judgement) in answered.judgements() {
            let statement = code(&sentence(&statement.text, &statement.claims));
            body.push_str(&format!("   {statement} — **{judgement}**{about} ({by})\n"));
        }
        if question.kind != QuestionKind::Group && body.is_empty() {
            let statement = code(&sentence(&question.statement, &question.claims));
            body.push_str(&format!("   {statement} — **{}**{about} ({by})\n", answered.judgement));
        } else if body.is_empty() {
            let members = question.claims.iter().map(|claim| format!("   {}\n", code(&member(claim))));
            body.extend(members);
            body.push_str(&format!("   one of them is **wrong** ({})\n", answered.by));
        }
        self.write(&format!("{head}{body}\n"))
    }

    pub fn judged(&mut self, judged: &Judged) -> Result<(), String> {
        let statement = code(&sentence(&judged.statement, &judged.claims));
        self.write(&format!("- {statement} — {} ({})\n\n", judged.answer, judged.by))
    }

    pub fn remark(&mut self, text: &str) -> Result<(), String> {
        self.write(&format!("- *{text}*\n\n"))
    }

    pub fn verdict(&mut self, verdict: &Verdict) -> Result<(), String> {
        match verdict {
            Verdict::Function(culprit) | Verdict::Rule(culprit) => {
                self.culprit("To blame", &words::culprit(culprit), culprit)
            }
            Verdict::Receive(culprit) => self.culprit("To blame", &words::guilty_receive(culprit), culprit),
            Verdict::Expression(culprit) => {
                self.culprit("The expression to blame", &words::culprit(culprit), culprit)
            }
            Verdict::Undecided(undecided) => self.undecided(undecided),
        }
    }

    fn culprit(&mut self, title: &str, who: &str, culprit: &Culprit) -> Result<(), String> {
        let place = words::place(&culprit.place).map(|place| format!(", {place}")).unwrap_or_default();
        let mut text = format!("## {title}: {who}{place}\n\n");
        if let Some(source) = &culprit.source {
            let language = if culprit.subject.module.is_empty() { "haskell" } else { "erlang" };
            text.push_str(&format!("```{language}\n{source}\n```\n\n"));
        }
        if let Some(instance) = &culprit.instance {
            text.push_str(&format!("Here: {}\n\n", code(instance)));
        }
        if let Some(remark) = &culprit.remark {
            text.push_str(&format!("{remark}\n\n"));
        }
        if let Some(error) = culprit.error {
            text.push_str(&format!("{}\n\n", processes::explained(error)));
        }
        text.push_str(&format!("{} is wrong", code(&sentence(&culprit.statement, &culprit.claims))));
        text.push_str(if culprit.proof.is_empty() {
            ", and nothing that it called can be to blame.\n"
        } else {
            ", and what it called is not to blame:\n\n"
        });
        for proof in &culprit.proof {
            let statement = code(&sentence(&proof.statement, &proof.claims));
            text.push_str(&format!("- {statement} ({})\n", words::innocence(proof)));
        }
        self.write(&format!("{text}\n"))
    }

    fn undecided(&mut self, undecided: &Undecided) -> Result<(), String> {
        let mut text = format!("## {}\n\n", words::undecided(undecided));
        for suspect in &undecided.suspects {
            text.push_str(&format!("- {}\n", code(&sentence(&suspect.statement, &suspect.claims))));
        }
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        let fail = |error| format!("cannot write {}: {error}", self.path.display());
        self.file.write_all(text.as_bytes()).map_err(fail)
    }
}

/// A statement of a group.
fn member(claim: &Claim) -> String {
    match &claim.content {
        Content::Text { text } | Content::List { text, .. } => text.clone(),
        Content::Statement { statement, claims, .. } => sentence(statement, claims),
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
