//! Everything that was ever answered, by what was said: nobody is asked the same thing twice. Its
//! entries are the lines of the answers file.

use std::collections::{BTreeMap, HashSet};

use inquiry::Judgement;
use serde::{Deserialize, Serialize};

use crate::answer::{self, WrongPart};
use crate::event::{Claim, Subject, VERSION};
use crate::evidence::Statement;

/// What has been answered, the latest answer to each.
#[derive(Clone, Default, Debug)]
pub struct Knowledge {
    answers: BTreeMap<About, Known>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// None: something is wrong with it, and what that leads to was to be asked first.
    pub judgement: Option<Judgement>,
    pub lead: Option<Led>,
}

/// What exactly was said, if it led elsewhere: to the sender of a message, say. When the session
/// goes on another day, it leads there again, but only from the same node: what is wrong with a
/// message at one time may be right with the same message at another.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Led {
    pub node: u32,
    #[serde(flatten)]
    pub part: WrongPart,
}

impl From<Judgement> for Known {
    fn from(judgement: Judgement) -> Known {
        Known { judgement: Some(judgement), lead: None }
    }
}

/// One line of the answers file: `{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"right"}`
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Entry {
    v: u32,
    #[serde(flatten)]
    about: About,
    /// A judgement; `open`, if what it led to was to be asked first; or `undo`: it was taken back.
    answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<Led>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

/// The topic of an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Debug)]
#[serde(untagged)]
pub enum About {
    Statement(StatementKey),
    Subject {
        subject: Subject,
    },
    /// One of these is wrong.
    Group {
        group: Vec<StatementKey>,
    },
}

impl About {
    /// Each statement once, in the order in which they are said first.
    pub fn group(statements: &[Statement]) -> About {
        let mut known = HashSet::new();
        let said = statements.iter().map(StatementKey::from).filter(|said| known.insert(said.clone()));
        About::Group { group: said.collect() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Debug)]
pub struct StatementKey {
    statement: String,
    claims: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
}

impl From<&Statement> for StatementKey {
    fn from(statement: &Statement) -> StatementKey {
        let text = |claim: &Claim| claim.said().to_owned();
        StatementKey {
            statement: statement.text.clone(),
            // The same call in a run without processes says nothing about them.
            claims: statement.claims.iter().filter(|claim| !claim.is_nothing()).map(text).collect(),
            at: statement.at.clone(),
        }
    }
}

impl StatementKey {
    pub fn statement(&self) -> &str {
        &self.statement
    }

    pub fn claims(&self) -> &[String] {
        &self.claims
    }
}

const UNDO: &str = "undo";
const OPEN: &str = "open";

impl Entry {
    /// `None` takes back what was answered.
    pub fn new(about: About, known: Option<Known>, by: &str) -> Entry {
        let answer = match &known {
            Some(Known { judgement, .. }) => judgement.map_or(OPEN, Judgement::name),
            None => UNDO,
        };
        let lead = known.and_then(|known| known.lead);
        Entry { v: VERSION, about, answer: answer.to_owned(), lead, by: Some(by.to_owned()) }
    }

    /// The entry as one line, without its end.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn from_json(line: &str) -> Result<Entry, String> {
        let entry: Entry = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if entry.v != VERSION {
            return Err(format!(
                "written by version {} of the format; this program reads version {VERSION}",
                entry.v
            ));
        }
        if ![UNDO, OPEN].contains(&&*entry.answer) && answer::judgement(&entry.answer).is_none() {
            return Err(format!("unknown answer: {}", entry.answer));
        }
        Ok(entry)
    }
}

impl Knowledge {
    pub fn learn(&mut self, entry: &Entry) {
        match &*entry.answer {
            UNDO => self.answers.remove(&entry.about),
            answer => {
                let judgement = answer::judgement(answer);
                self.answers.insert(entry.about.clone(), Known { judgement, lead: entry.lead.clone() })
            }
        };
    }

    /// Whether the opposite is known of the same, and was not taken back.
    pub fn contradicts(&self, entry: &Entry) -> bool {
        let decided = |judgement: &Judgement| matches!(judgement, Judgement::Right | Judgement::Wrong);
        let known = self.answers.get(&entry.about).and_then(|known| known.judgement).filter(decided);
        let new = answer::judgement(&entry.answer).filter(decided);
        known.is_some() && new.is_some() && known != new
    }

    /// All of it, as lines of an answers file.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.answers.iter().map(|(about, known)| Entry {
            v: VERSION,
            about: about.clone(),
            answer: known.judgement.map_or(OPEN, Judgement::name).to_owned(),
            lead: known.lead.clone(),
            by: None,
        })
    }

    pub fn about(&self, about: &About) -> Option<&Known> {
        self.answers.get(about)
    }

    pub fn judgement(&self, about: &About) -> Option<Judgement> {
        self.about(about)?.judgement
    }

    pub fn trusts(&self, subject: &Subject) -> bool {
        self.judgement(&About::Subject { subject: subject.clone() }) == Some(Judgement::Trust)
    }

    /// Don't-knows are not answers: in another session one may know.
    pub fn forget_unknown(&mut self) {
        self.answers.retain(|_, known| known.judgement != Some(Judgement::Unknown));
    }

    /// Whether anything is known about calls of the subject: most are never heard of, and their
    /// statements need not be made.
    pub fn has_statements_of(&self, subject: &Subject) -> bool {
        let name = format!("{}:{}", subject.module, subject.function);
        let (start, receive) = (format!("{name}("), format!("{name}/"));
        let from = About::Statement(StatementKey { statement: start.clone(), claims: Vec::new(), at: None });
        let next = self.answers.range(from..).next();
        // Names that need quotes, and funs, begin otherwise.
        let is_plain = |name: &str| name.starts_with(|c: char| c.is_ascii_lowercase());
        !is_plain(&subject.module)
            || !is_plain(&subject.function)
            || matches!(next, Some((About::Statement(said), _)) if [&start, &receive].iter().any(|name| said.statement.starts_with(&**name)))
    }

    /// All single statements that are right or wrong.
    pub fn judged(&self) -> Vec<(&StatementKey, Judgement)> {
        let mut judged = Vec::new();
        for (about, known) in &self.answers {
            if let About::Statement(said) = about
                && let Some(judgement @ (Judgement::Right | Judgement::Wrong)) = known.judgement
            {
                judged.push((said, judgement));
            }
        }
        judged
    }

    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |line: &str, expected: &str| {
            let shown = match Entry::from_json(line) {
                Ok(entry) => entry.to_json(),
                Err(message) => message,
            };
            assert!(shown.contains(expected), "{line}: {shown}");
        };
        for line in [
            r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"right","by":"you"}"#,
            r#"{"v":1,"statement":"X + 1","claims":["2"],"at":"m.erl:3:4","answer":"undo"}"#,
            r#"{"v":1,"statement":"m:f/1, receive at m.erl:3","claims":["a"],"answer":"inadmissible","lead":{"node":7,"claim":2,"item":12}}"#,
            r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"open","lead":{"node":7,"claim":1},"by":"you"}"#,
            r#"{"v":1,"subject":{"module":"m","function":"f","arity":1},"answer":"trust"}"#,
            r#"{"v":1,"group":[{"statement":"m:f(1)","claims":["2"]}],"answer":"wrong"}"#,
        ] {
            check(line, line);
        }
        check(r#"{"v":2,"statement":"m:f(1)","claims":["2"],"answer":"right"}"#, "written by version 2");
        check(r#"{"v":1,"statement":"m:f(1)","claims":["2"],"answer":"perhaps"}"#, "unknown answer: perhaps");
        check(r#"{"v":1,"answer":"right"}"#, "did not match");
        check(r#"{"v":1,"statement":"m:f(1)","#, "EOF");
    }

    #[test]
    fn the_last_answer_counts() {
        let said = |text: &str| {
            About::Statement(StatementKey { statement: text.into(), claims: vec!["2".into()], at: None })
        };
        let mut knowledge = Knowledge::default();
        for judgement in [Some(Judgement::Right), Some(Judgement::Wrong), None, Some(Judgement::Unknown)] {
            knowledge.learn(&Entry::new(said("m:f(1)"), judgement.map(Known::from), "you"));
            assert_eq!(knowledge.judgement(&said("m:f(1)")), judgement);
        }
        assert_eq!(knowledge.about(&said("m:f(2)")), None);
    }
}
