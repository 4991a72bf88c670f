//! What a line that somebody typed means, where a question is on the screen.

use std::path::{Path, PathBuf};

use debugger::dialogue::Look;
use inquiry::{Judgement, Strategy};
use session::Answer;
use session::event::{Claim, ClaimKind, Question, QuestionKind};
use session::evidence::DiagramWish;

use super::{Conversation, EVERYTHING, is_step, lists_answers, split};
use crate::ask::front::Reply;
use crate::ask::processes::{self, Details};
use crate::durable::{self, Privacy};
use crate::input::Got;
use crate::words as texts;
use debugger::words::{self, help};

impl Conversation {
    /// What a line means. None: it was about what is shown, and the question is still open.
    pub(super) fn understand(
        &mut self,
        look: &mut Look<'_>,
        question: &Question,
        line: &str,
    ) -> Option<Reply> {
        let (key, rest) = split(line);
        let wrong =
            |claim, path| Some(Reply::Answer(Answer::Wrong { claim, item: None, missing: None, path }));
        if let Some(text) = line.strip_prefix('/') {
            self.find(look, text.trim());
            return None;
        }
        if key.starts_with('.') {
            return self.part(line).and_then(|path| wrong(None, path));
        }
        if let Ok(n) = key.parse() {
            return match n {
                0 if is_step(question) => self.missing(look, question),
                n => self.wrong_claim(look, question, n),
            };
        }
        match key {
            "y" | "yes" | "right" => Some(Reply::Answer(Answer::Right)),
            "n" | "no" | "wrong" if rest.starts_with('.') => {
                self.part(rest).and_then(|path| wrong(None, path))
            }
            "n" | "no" | "wrong"
                if look.strategy() == Strategy::Subterm && question.kind == QuestionKind::Call =>
            {
                let path = self.which_part()?;
                wrong(None, path)
            }
            // The answer that is missing, in words.
            "n" | "no" | "wrong" if lists_answers(question) && !rest.is_empty() => {
                let (claim, item, missing) = (Some(1), None, Some(rest.to_owned()));
                Some(Reply::Answer(Answer::Wrong { claim, item, missing, path: Vec::new() }))
            }
            "n" | "no" | "wrong" => match rest.parse() {
                Ok(n) => self.wrong_claim(look, question, n),
                Err(_) if is_step(question) => self.first_wrong_claim(look, question),
                Err(_) if question.kind == QuestionKind::Group && rest.is_empty() => {
                    self.first_wrong(question)
                }
                Err(_) => wrong(None, Vec::new()),
            },
            "t" | "trust" => Some(Reply::Answer(Answer::Trust)),
            "i" | "inadmissible" => Some(Reply::Answer(Answer::Inadmissible)),
            "d" | "unknown" => Some(Reply::Answer(Answer::Unknown)),
            "v" | "view" => {
                self.show_code(look);
                None
            }
            "+" => {
                self.unfolded += 1;
                self.show(look, question);
                None
            }
            "f" | "full" => {
                self.unfolded = EVERYTHING;
                self.show(look, question);
                None
            }
            "o" | "ok" => self.right_after_all(),
            "x" | "instead" => match &question.instead {
                Some(instead) => Some(Reply::Elsewhere(instead.expression.clone())),
                None => {
                    self.say(texts::NOTHING_SIMPLER);
                    None
                }
            },
            "z" | "zoom" => {
                self.say(texts::ZOOM_TOO_EARLY);
                None
            }
            "p" | "processes" if !look.processes().is_empty() => {
                let width = self.columns();
                self.say(&processes::table(look.processes(), rest == "all", width));
                None
            }
            _ => {
                let help = match is_step(question) {
                    true => help::STEP,
                    false if look.has_inside() => help::QUESTION,
                    false => help::LAZY_QUESTION,
                };
                // `r 2 y` and `r e1 y` revise; alone it leads to the run, and back.
                let number = rest.strip_prefix('e').unwrap_or(rest);
                let names_an_answer = number.starts_with(|first: char| first.is_ascii_digit());
                let key = if key == "r" && !names_an_answer { "rewind" } else { key };
                self.understand_anywhere(look, key, rest, help)
            }
        }
    }

    /// The claim with this number is wrong. Of a list: which of its items?
    fn wrong_claim(&mut self, look: &mut Look<'_>, question: &Question, n: u32) -> Option<Reply> {
        let (claim, path) = (Some(n), Vec::new());
        let chosen = question.claims.iter().find(|claim| claim.id == n).filter(|_| is_step(question));
        if chosen.is_some_and(|claim| !claim.is_shown()) {
            self.say(texts::NOT_LISTED);
            return None;
        }
        let (item, missing) = match chosen.map(|claim| (processes::details(claim), claim)) {
            Some((Details::Which { list, prompt }, claim)) => {
                self.say(&list);
                match self.line(&prompt).as_deref() {
                    Some("0" | "m") => (None, self.who(look)),
                    Some(text) => {
                        let index = text.parse().ok().and_then(|n: usize| n.checked_sub(1));
                        let Some(item) = index.and_then(|index| claim.items().get(index)) else {
                            self.say(texts::NOT_LISTED);
                            return None;
                        };
                        (Some(item.id), None)
                    }
                    None => (None, None),
                }
            }
            Some((Details::Absent, _)) => (None, self.who(look)),
            Some((Details::None { item }, _)) => (item, None),
            None => (None, None),
        };
        Some(Reply::Answer(Answer::Wrong { claim, item, missing, path }))
    }

    /// Something is missing: from which claim?
    fn missing(&mut self, look: &mut Look<'_>, question: &Question) -> Option<Reply> {
        let can_lack = |claim: &&Claim| texts::missing_from(claim.kind).is_some();
        let claims: Vec<&Claim> = question.claims.iter().filter(can_lack).collect();
        let line = if claims.is_empty() { None } else { self.line(&texts::what_is_missing(&claims)) };
        let chosen = match line {
            None => None,
            Some(line) => {
                let chosen = line.parse().ok().and_then(|n: u32| claims.iter().find(|claim| claim.id == n));
                if chosen.is_none() {
                    self.say(texts::NOT_LISTED);
                    return None;
                }
                chosen
            }
        };
        let is_received = chosen.is_some_and(|claim| claim.kind == ClaimKind::Received);
        let missing = if is_received { self.who(look) } else { None };
        let (claim, item, path) = (chosen.map(|claim| claim.id), None, Vec::new());
        Some(Reply::Answer(Answer::Wrong { claim, item, missing, path }))
    }

    /// Who should have sent what is not there.
    fn who(&mut self, look: &mut Look<'_>) -> Option<String> {
        let width = self.columns();
        loop {
            let line = self.line(texts::WHO_SENDS)?;
            match session::processes::find(&line, look.processes()) {
                Some(process) => return Some(process.pid.clone()),
                None if line == "p" => self.say(&processes::table(look.processes(), true, width)),
                None => self.say(&texts::no_process(&line)),
            }
        }
    }

    fn first_wrong_claim(&mut self, look: &mut Look<'_>, question: &Question) -> Option<Reply> {
        // With one line there is nothing to choose.
        let mut shown = question.claims.iter().filter(|claim| claim.is_shown());
        if let (Some(only), None) = (shown.next(), shown.next()) {
            return self.wrong_claim(look, question, only.id);
        }
        match self.line(&texts::first_wrong_claim(&question.claims)) {
            Some(line) => match line.parse() {
                Ok(n) => self.wrong_claim(look, question, n),
                Err(_) => {
                    self.say(texts::CLAIM_NUMBER);
                    None
                }
            },
            None => {
                let (claim, item, missing, path) = (None, None, None, Vec::new());
                Some(Reply::Answer(Answer::Wrong { claim, item, missing, path }))
            }
        }
    }

    /// What can be said at any time.
    pub(super) fn understand_anywhere(
        &mut self,
        look: &mut Look<'_>,
        key: &str,
        rest: &str,
        help: &str,
    ) -> Option<Reply> {
        match key {
            "u" | "undo" => Some(Reply::Answer(Answer::Undo)),
            "s" | "strategy" => self.strategy(look, rest),
            "r" | "revise" => self.revise(look, rest),
            "rewind" => match words::where_to(rest) {
                Ok((n, side)) => {
                    self.shown = false;
                    Some(Reply::Rewind { n, side })
                }
                Err(message) => {
                    self.say(&message);
                    None
                }
            },
            "h" | "history" => {
                self.history(look);
                None
            }
            "m" | "diagram" => {
                self.show_diagram(look, rest);
                None
            }
            "a" | "abort" | "q" | "quit" => self.abort(look),
            "?" | "help" => {
                self.say(help);
                None
            }
            "" => None,
            other => {
                self.say(&texts::unknown_key(other));
                None
            }
        }
    }

    /// `m`, `m all`, `m 21`, `m <0.83.0>`, `m picture.svg`
    fn show_diagram(&mut self, look: &mut Look<'_>, rest: &str) {
        let (around, svg, all) = (rest.parse().ok(), rest.ends_with(".svg"), rest == "all");
        let process = Some(rest).filter(|name| !svg && !all && around.is_none() && !name.is_empty());
        let width = self.input.size().0;
        match look.diagram(&DiagramWish { around, process, svg, all, width, ..DiagramWish::default() }) {
            Err(message) => self.say(&format!("{}.", words::capitalized(&message))),
            Ok(picture) if svg => match durable::write(Path::new(rest), picture.as_bytes(), Privacy::Usual) {
                Ok(()) => self.say(&texts::diagram_written(rest)),
                Err(message) => self.say(&format!("{}.", words::capitalized(&message))),
            },
            Ok(text) => self.say(text.trim_end()),
        }
    }

    fn part(&mut self, text: &str) -> Option<Vec<session::answer::ValueStep>> {
        words::path(text).map_err(|message| self.say(&message)).ok()
    }

    fn which_part(&mut self) -> Option<Vec<session::answer::ValueStep>> {
        match self.input.read(texts::WHICH_PART) {
            Got::Line(line) if line.trim().is_empty() => Some(Vec::new()),
            Got::Line(line) => self.part(line.trim()),
            Got::Interrupted | Got::End => Some(Vec::new()),
        }
    }

    fn first_wrong(&mut self, question: &Question) -> Option<Reply> {
        let claim = match question.claims.len() {
            1 => Some(1),
            _ => match self.input.read(texts::FIRST_WRONG) {
                Got::Line(line) => line.trim().parse().ok(),
                Got::Interrupted | Got::End => None,
            },
        };
        Some(Reply::Answer(Answer::Wrong { claim, item: None, missing: None, path: Vec::new() }))
    }

    fn show_code(&mut self, look: &mut Look<'_>) {
        match look.code() {
            Some((place, source)) => {
                let title = words::place(&place).unwrap_or_default();
                self.say(&self.style.faint(&title));
                self.say(&words::numbered(&place, &source));
            }
            None => self.say(texts::NO_SOURCE),
        }
    }

    fn find(&mut self, look: &mut Look<'_>, text: &str) {
        let width = self.width();
        let mut found = 0;
        for layout in look.layout(width, None) {
            for (line, n) in
                layout.text.lines().zip(1..).filter(|(line, _)| !text.is_empty() && line.contains(text))
            {
                let shown = line.replace(text, &self.style.bad(text));
                self.say(&format!("{:>6}  {shown}", format!("{n}:")));
                found += 1;
            }
        }
        if found == 0 {
            self.say(&texts::not_found(text));
        }
    }

    pub(super) fn right_after_all(&mut self) -> Option<Reply> {
        self.say(texts::NOT_WRONG);
        match self.input.read(texts::ANOTHER) {
            Got::Line(line) => match line.trim() {
                "c" => None,
                "" => Some(Reply::Abort { save: None }),
                expression => Some(Reply::Elsewhere(expression.to_owned())),
            },
            Got::Interrupted | Got::End => Some(Reply::Abort { save: None }),
        }
    }

    fn strategy(&mut self, look: &mut Look<'_>, name: &str) -> Option<Reply> {
        let mut name = name.to_owned();
        if name.is_empty() {
            for strategy in Strategy::ALL {
                let mark = if strategy == look.strategy() { "*" } else { " " };
                self.say(&format!("{mark} {}", strategy.name()));
            }
            match self.input.read(texts::WHICH_STRATEGY) {
                Got::Line(line) if !line.trim().is_empty() => line.trim().clone_into(&mut name),
                _ => return None,
            }
        }
        let mut matching = Strategy::ALL.into_iter().filter(|strategy| strategy.name().starts_with(&name));
        if let (Some(strategy), None) = (matching.next(), matching.next()) {
            strategy.name().clone_into(&mut name);
        }
        Some(Reply::Answer(Answer::Strategy { name }))
    }

    fn history(&mut self, look: &mut Look<'_>) {
        let width = self.width().saturating_sub(20);
        if look.answered().is_empty() && look.recalled().is_empty() {
            self.say(texts::NO_ANSWERS);
        }
        let earlier = look
            .recalled()
            .iter()
            .zip(1..)
            .map(|(recalled, n)| (format!("e{n}"), recalled.judgement, recalled.statement.sentence()));
        let now = look.answered().iter().map(|answered| {
            (answered.question.n.to_string(), answered.judgement, answered.question.sentence())
        });
        for (n, judgement, sentence) in earlier.chain(now) {
            let statement = words::one_line(sentence, width);
            self.say(&format!("{n:>4}  {:<12}  {statement}", words::answer(judgement.name())));
        }
    }

    /// `r`, `r 2`, `r 2 y`, `r e1 y`
    fn revise(&mut self, look: &mut Look<'_>, rest: &str) -> Option<Reply> {
        if look.answered().is_empty() && look.recalled().is_empty() {
            self.say(texts::NO_ANSWERS);
            return None;
        }
        let (mut n, mut to) = {
            let (n, to) = split(rest);
            (n.to_owned(), to.to_owned())
        };
        if n.is_empty() {
            self.history(look);
            n = self.line(texts::WHICH_ANSWER)?;
        }
        let (is_earlier, number) = n.strip_prefix('e').map_or((false, &n[..]), |number| (true, number));
        let Ok(n) = number.parse() else {
            self.say(texts::ANSWER_NUMBER);
            return None;
        };
        if to.is_empty() {
            to = self.line(texts::REVISED)?;
        }
        let judgement = match &to[..] {
            "y" | "yes" => Judgement::Right.name(),
            "n" | "no" => Judgement::Wrong.name(),
            "t" => Judgement::Trust.name(),
            "i" => Judgement::Inadmissible.name(),
            "d" => Judgement::Unknown.name(),
            other => other,
        };
        let to = judgement.to_owned();
        Some(Reply::Answer(if is_earlier { Answer::Earlier { n, to } } else { Answer::Revise { n, to } }))
    }

    /// A line that says something.
    pub(super) fn line(&mut self, prompt: &str) -> Option<String> {
        match self.input.read(prompt) {
            Got::Line(line) if !line.trim().is_empty() => Some(line.trim().to_owned()),
            _ => None,
        }
    }

    pub(super) fn abort(&mut self, look: &mut Look<'_>) -> Option<Reply> {
        let count = look.answered().len() as u64;
        let nothing = Some(Reply::Abort { save: None });
        if let Some(file) = &self.saved_in {
            self.say(&texts::answers_are_saved(&file.display().to_string()));
            return nothing;
        }
        if count == 0 || !self.input.is_terminal() {
            return nothing;
        }
        let mut prompt = texts::save_answers(count);
        loop {
            let Got::Line(line) = self.input.read(&prompt) else { return nothing };
            match Saving::read(&line) {
                Saving::No => return nothing,
                Saving::Continue => return None,
                Saving::To(file) => return Some(Reply::Abort { save: Some(file) }),
                Saving::Unclear => prompt = texts::SAVE_WHERE.to_owned(),
            }
        }
    }
}

/// What a person says about the answers that no file has yet.
#[derive(PartialEq, Eq, Debug)]
enum Saving {
    No,
    Continue,
    To(PathBuf),
    /// A key that was meant for a question is not the name of a file.
    Unclear,
}

impl Saving {
    fn read(line: &str) -> Saving {
        let name = line.trim();
        match name.to_lowercase().as_str() {
            "" | "n" | "no" | "a" | "q" | "quit" => Saving::No,
            "c" => Saving::Continue,
            "yes" => Saving::Unclear,
            key if key.chars().count() == 1 => Saving::Unclear,
            _ => Saving::To(PathBuf::from(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_not_names_of_files() {
        let check = |line: &str, expected: Saving| assert_eq!(Saving::read(line), expected, "{line}");
        check("", Saving::No);
        check("q", Saving::No);
        check("N", Saving::No);
        check("c", Saving::Continue);
        check("y", Saving::Unclear);
        check("Yes", Saving::Unclear);
        check("t", Saving::Unclear);
        check(" Answers.jsonl ", Saving::To("Answers.jsonl".into()));
    }
}
