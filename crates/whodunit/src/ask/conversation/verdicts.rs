//! Verdicts, laid out for the screen: who is to blame, what shows it, and why nobody else is.

use session::event::Culprit;

use super::{Conversation, INDENT, SHORT_PROOF, indented, is_as_written};
use crate::words::{self as texts, CulpritKind};
use debugger::words;

/// The most lines of the screen that a line of source may take.
const LONG_LINE: usize = 12;

impl Conversation {
    pub(super) fn show_culprit(&mut self, culprit: &Culprit, found: CulpritKind) {
        let width = self.width();
        let who = texts::bug_found(culprit, found);
        let place = words::place(&culprit.place).map(|place| format!("  ({place})")).unwrap_or_default();
        self.say(&format!("\n{}{}", self.style.bad(&who), self.style.faint(&place)));
        if let Some(source) = &culprit.source {
            self.say(&indented(&words::numbered_briefly(&culprit.place, source, LONG_LINE * width)));
        }
        if let Some(instance) = culprit.instance.as_ref().filter(|instance| !is_as_written(instance, culprit))
        {
            self.say(texts::ACTUAL_VALUES);
            self.say(&format!("{INDENT}{}", words::one_line(instance.clone(), LONG_LINE * width)));
        }
        if let Some(remark) = &culprit.remark {
            self.say(remark);
        }
        if let Some(wrong) = words::what_was_wrong(culprit) {
            self.say(&wrong);
        }
        self.say(texts::evidence(found));
        self.say(&self.style.strong(&format!("{INDENT}{}", words::one_line(culprit.sentence(), 4 * width))));
        if culprit.proof.len() <= SHORT_PROOF {
            self.show_proof(culprit, found == CulpritKind::Expression);
        }
        for assumption in &culprit.assumes {
            self.say(&format!("This holds if {}.", texts::assumption(assumption)));
        }
        self.say(&self.style.faint(&texts::questions(culprit.questions, culprit.judged)));
    }

    pub(super) fn show_proof(&mut self, culprit: &Culprit, is_expression: bool) {
        self.say(texts::innocent(culprit.proof.is_empty(), is_expression));
        let width = self.width();
        for proof in &culprit.proof {
            let statement = words::one_line(proof.sentence(), width);
            let why = self.style.faint(&format!("({})", words::innocence(proof)));
            self.say(&format!("{INDENT}{statement}  {why}"));
        }
    }
}
