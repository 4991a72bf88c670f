//! The files of a session: answers, transcript, tests.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use debugger::dialogue::{Accusation, Look};
use debugger::erlang::expression::exports;
use debugger::erlang::unit_tests::{self, Fact};
use erlang_term::Atom;
use inquiry::Judgement;
use session::Entry;
use session::event::Subject;

use super::answers::{self, AnswersFile};
use crate::args::Asking;
use crate::project::Code;

pub struct Secretary {
    answers: Option<AnswersFile>,
    /// Lines of answers that no file has.
    unsaved: String,
    was_saved: bool,
    transcript: Option<(PathBuf, File)>,
    tests: Option<PathBuf>,
    /// Whether the symptom is a call that can be written down as a test.
    is_call: bool,
}

impl Secretary {
    pub fn open(asking: &Asking) -> Result<(Secretary, answers::Read), String> {
        let (answers, read) = match &asking.answers {
            Some(path) => {
                let (file, read) = AnswersFile::open(path)?;
                (Some(file), read)
            }
            None => (None, answers::Read::default()),
        };
        let create = |path: &PathBuf| match File::create(path) {
            Ok(file) => Ok((path.clone(), file)),
            Err(error) => Err(format!("cannot write {}: {error}", path.display())),
        };
        let transcript = asking.transcript.as_ref().map(create).transpose()?;
        let tests = asking.write_tests.clone();
        let (unsaved, was_saved, is_call) = (String::new(), false, true);
        Ok((Secretary { answers, unsaved, was_saved, transcript, tests, is_call }, read))
    }

    pub fn begin(&mut self, accusation: &Accusation) {
        // What has another name for people is not a call to write down.
        self.is_call = accusation.statement.is_none();
    }

    /// Lines of the answers file; without one they are kept for whoever wants them in the end.
    pub fn save_answers(&mut self, lines: &str) -> Result<(), String> {
        match &mut self.answers {
            Some(file) => file.append(lines),
            None => {
                self.unsaved.push_str(lines);
                Ok(())
            }
        }
    }

    pub fn save_transcript(&mut self, text: &str) -> Result<(), String> {
        let Some((path, file)) = &mut self.transcript else { return Ok(()) };
        file.write_all(text.as_bytes()).map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// The answers that no file has.
    pub fn take_unsaved(&mut self) -> Vec<Entry> {
        let lines = std::mem::take(&mut self.unsaved);
        lines.lines().filter_map(|line| Entry::from_json(line).ok()).collect()
    }

    /// Saves the answers of a session that had no file, for another one.
    pub fn save_all(&mut self, path: &Path) -> Result<(), String> {
        let (mut file, _) = AnswersFile::open(path)?;
        file.append(&std::mem::take(&mut self.unsaved))?;
        self.was_saved = true;
        Ok(())
    }

    /// Whether the person saved the answers when the session ended.
    pub fn was_saved(&self) -> bool {
        self.was_saved
    }

    pub fn write_tests(&mut self, expression: &str, look: &mut Look<'_>, code: &Code) -> Result<(), String> {
        let Some(path) = &self.tests else { return Ok(()) };
        let symptom = self.is_call.then(|| (look.symptom(), Judgement::Wrong));
        let answered = look.answered().iter().flat_map(|answered| answered.judgements());
        let answered = answered.map(|(statement, judgement)| (statement.clone(), judgement));
        let facts: Vec<Fact> = symptom
            .into_iter()
            .chain(answered)
            .filter(|(statement, _)| statement.at.is_none())
            .map(|(statement, judgement)| Fact {
                subject: statement.subject,
                statement: statement.text,
                claims: statement.claims,
                judgement,
            })
            .collect();
        let text =
            unit_tests::text(path, expression, &facts, &|subject: &Subject| is_exported(code, subject));
        std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    }
}

fn is_exported(code: &Code, subject: &Subject) -> bool {
    let (function, arity) = (Atom::new(&subject.function), subject.arity);
    let is_expression = subject.module.is_empty();
    is_expression
        || code
            .modules()
            .any(|module| module.name.name() == subject.module && exports(module, function, arity))
}
