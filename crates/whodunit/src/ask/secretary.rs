//! The files of a session: answers, transcript, tests.

use std::path::{Path, PathBuf};

use debugger::Dialogue;
use session::Entry;

use super::answers::{self, AnswersFile};
use crate::args::Asking;
use crate::durable::{self, Growing, Privacy};

pub struct Secretary {
    answers: Option<AnswersFile>,
    /// Lines of answers that no file has.
    unsaved: String,
    was_saved: bool,
    transcript: Option<Growing>,
    tests: Option<PathBuf>,
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
        let transcript = asking.transcript.as_deref().map(Growing::create).transpose()?;
        let tests = asking.write_tests.clone();
        Ok((Secretary { answers, unsaved: String::new(), was_saved: false, transcript, tests }, read))
    }

    /// Lines of the answers file; without one they are kept, in case the person saves them at the
    /// end.
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
        self.transcript.as_mut().map_or(Ok(()), |transcript| transcript.append_or_keep(text))
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

    /// Writes what was answered as unit tests, if someone wants them.
    pub fn write_tests(&mut self, dialogue: &Dialogue) -> Result<(), String> {
        let Some(path) = &self.tests else { return Ok(()) };
        let Some(text) = dialogue.unit_tests(path) else { return Ok(()) };
        durable::write(path, text.as_bytes(), Privacy::Usual)
    }
}
