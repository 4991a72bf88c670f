//! Writes down what is said: the answers file, the transcript, the tests.

use std::path::Path;

use debugger::erlang::expression::exports;
use debugger::erlang::unit_tests::{self, Fact};
use erlang_term::Atom;
use inquiry::Judgement;
use session::event::{Judged, Subject, Verdict, sentence};
use session::{Answer, Entry, Session};

use super::answers::{self, AnswersFile};
use super::front::Accusation;
use super::transcript::Transcript;
use crate::args::Asking;
use crate::project::Code;

pub struct Secretary {
    answers: Option<AnswersFile>,
    /// Answers that no file has yet.
    unsaved: Vec<Entry>,
    transcript: Option<Transcript>,
    /// Answers that the transcript has.
    written: usize,
    tests: Option<std::path::PathBuf>,
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
        let transcript = asking.transcript.as_deref().map(Transcript::create).transpose()?;
        let tests = asking.write_tests.clone();
        Ok((Secretary { answers, unsaved: Vec::new(), transcript, written: 0, tests }, read))
    }

    pub fn begin(
        &mut self,
        expression: &str,
        session: &mut Session,
        accusation: &Accusation<'_>,
    ) -> Result<(), String> {
        self.written = 0;
        let Some(transcript) = &mut self.transcript else { return Ok(()) };
        let symptom = session.symptom();
        let statement = sentence(&symptom.text, &symptom.claims);
        transcript.symptom(expression, accusation.statement.unwrap_or(&statement))
    }

    /// After every answer: it is on disk before the next question is seen.
    pub fn keep_up(&mut self, session: &mut Session, answer: &Answer) -> Result<(), String> {
        let news = session.take_news();
        match &mut self.answers {
            Some(_) if news.is_empty() => {}
            Some(file) => file.append(&news)?,
            None => self.unsaved.extend(news),
        }
        let Some(transcript) = &mut self.transcript else { return Ok(()) };
        match answer {
            Answer::Undo => transcript.remark("the last answer was taken back")?,
            Answer::Strategy { name } => transcript.remark(&format!("the strategy is {name} from here"))?,
            Answer::Revise { n, .. } => {
                transcript.remark(&format!("the answer to question {n} was revised"))?
            }
            Answer::Zoom => transcript.remark("a look inside")?,
            Answer::Process { n } => {
                if let Some(process) = session.processes().iter().find(|process| process.n == *n) {
                    let what = format!("begins with process {}, {}", process.pid, process.first_call);
                    transcript.remark(&what)?;
                }
            }
            Answer::Event { id } => transcript.remark(&format!("begins with event {id}"))?,
            Answer::Whole => transcript.remark("begins with the whole run")?,
            _ => {}
        }
        let answered = session.answered();
        self.written = self.written.min(answered.len());
        if matches!(answer, Answer::Revise { .. }) {
            self.written = answered.len().saturating_sub(1);
        }
        for new in &answered[self.written..] {
            transcript.answered(new)?;
        }
        self.written = answered.len();
        Ok(())
    }

    pub fn judged(&mut self, judged: &Judged) -> Result<(), String> {
        self.transcript.as_mut().map_or(Ok(()), |transcript| transcript.judged(judged))
    }

    pub fn verdict(&mut self, verdict: &Verdict) -> Result<(), String> {
        self.transcript.as_mut().map_or(Ok(()), |transcript| transcript.verdict(verdict))
    }

    /// The answers that no file has.
    pub fn take_unsaved(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.unsaved)
    }

    /// The answers of a session that had no file, for another one.
    pub fn save(&mut self, path: &Path) -> Result<(), String> {
        let (mut file, _) = AnswersFile::open(path)?;
        file.append(&std::mem::take(&mut self.unsaved))
    }

    pub fn write_tests(
        &mut self,
        expression: &str,
        session: &mut Session,
        accusation: &Accusation<'_>,
        code: &Code,
    ) -> Result<(), String> {
        let Some(path) = &self.tests else { return Ok(()) };
        // What has another name for people is no call to write down.
        let symptom = accusation.statement.is_none().then(|| (session.symptom(), Judgement::Wrong));
        let answered = session.answered().iter().flat_map(|answered| answered.judgements());
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
