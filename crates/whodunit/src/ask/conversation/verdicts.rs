//! Verdicts, laid out for the screen: who is to blame, what shows it, and why nobody else is.

use session::event::Culprit;

use super::{Conversation, INDENT, SHORT_PROOF, indented, is_as_written};
use debugger::words;

/// So many lines of the screen a line of source may take.
const LONG_LINE: usize = 12;

impl Conversation {
    pub(super) fn show_culprit(&mut self, culprit: &Culprit, is_expression: bool, is_receive: bool) {
        let width = self.width();
        let who = match is_expression {
            true => format!("This expression in {} is to blame", words::culprit(culprit)),
            false if is_receive => format!("To blame: {}", words::guilty_receive(culprit)),
            false => format!("To blame: {}", words::culprit(culprit)),
        };
        let place = words::place(&culprit.place).map(|place| format!("  ({place})")).unwrap_or_default();
        self.say(&format!("\n{}{}", self.style.bad(&who), self.style.faint(&place)));
        if let Some(source) = &culprit.source {
            self.say(&indented(&words::numbered_briefly(&culprit.place, source, LONG_LINE * width)));
        }
        if let Some(instance) = culprit.instance.as_ref().filter(|instance| !is_as_written(instance, culprit))
        {
            self.say("With what its variables were:");
            self.say(&format!("{INDENT}{}", words::one_line(instance, &[], LONG_LINE * width)));
        }
        if let Some(remark) = &culprit.remark {
            self.say(remark);
        }
        if let Some(error) = culprit.error {
            self.say(&words::explained(error));
        }
        self.say(match (is_expression, is_receive) {
            (true, _) => "Here it came to:",
            (false, true) => "What shows it:",
            (false, false) => "The call that shows it:",
        });
        self.say(
            &self.style.strong(&format!(
                "{INDENT}{}",
                words::one_line(&culprit.statement, &culprit.claims, 4 * width)
            )),
        );
        if culprit.proof.len() <= SHORT_PROOF {
            self.show_proof(culprit, is_expression);
        }
        let judged = match culprit.judged {
            0 => String::new(),
            n => format!(", {n} judged by others"),
        };
        let questions = words::count(culprit.questions.into(), "question");
        self.say(&self.style.faint(&format!("({questions}{judged})")));
    }

    pub(super) fn show_proof(&mut self, culprit: &Culprit, is_expression: bool) {
        self.say(match (culprit.proof.is_empty(), is_expression) {
            (true, true) => "Nothing inside it could be to blame.",
            (true, false) => "It called nothing else that could be to blame.",
            (false, true) => "What is inside it is not to blame:",
            (false, false) => "What it called is not to blame:",
        });
        let width = self.width();
        for proof in &culprit.proof {
            let statement = words::one_line(&proof.statement, &proof.claims, width);
            let why = self.style.faint(&format!("({})", words::innocence(proof)));
            self.say(&format!("{INDENT}{statement}  {why}"));
        }
    }
}
