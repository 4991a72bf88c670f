//! What a session is told: one line of input to `ask --json`, or of output of `--oracle CMD`.

use inquiry::Judgement;
use serde::{Deserialize, Serialize};

/// An answer to the question that was asked last, or something else that the person wants.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    Right,
    Wrong {
        /// Which claim; in a group, the first statement that is wrong. None: the statement as a
        /// whole.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<u32>,
        /// Which item of a claim that is a list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item: Option<u32>,
        /// Something that this process should have sent is not there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        missing: Option<String>,
        /// Which part of the claim's value: the search goes to the call that made it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<ValueStep>,
    },
    /// Where to look first: the `n`-th process of those that the session began with.
    Process {
        n: u32,
    },
    /// Where to look first: whatever did this.
    Event {
        id: u32,
    },
    /// Where to look first: anywhere.
    Whole,
    /// The function is right, whatever its arguments.
    Trust,
    /// This call should not have been made: the caller is to blame.
    Inadmissible,
    Unknown,
    /// Asks about this node of the tree next. Its number is the `id` of `tree --json`.
    Ask {
        node: u32,
    },
    /// Judges this node of the tree, whatever is asked now; revises an earlier answer.
    Judge {
        node: u32,
        to: String,
    },
    /// Takes the last answer back. Any number of times.
    Undo,
    /// Another answer to the `n`-th question.
    Revise {
        n: u32,
        to: String,
    },
    /// Another answer in place of the `n`-th that an earlier session gave.
    Earlier {
        n: u32,
        to: String,
    },
    Strategy {
        name: String,
    },
    /// Searches on inside the function that was found.
    Zoom,
    /// Asks about what the question offers instead.
    Instead,
    Abort,
}

impl Answer {
    /// Whether it judges the statement that was asked about, and does nothing else.
    pub fn is_judgement(&self) -> bool {
        matches!(
            self,
            Answer::Right
                | Answer::Wrong { .. }
                | Answer::Trust
                | Answer::Inadmissible
                | Answer::Unknown
                | Answer::Strategy { .. }
                | Answer::Instead
        )
    }
}

/// What exactly is wrong with a statement, as [`Answer::Wrong`] has it.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug, Default)]
pub struct WrongPart {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<ValueStep>,
}

/// One step into a value.
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize, Debug)]
#[serde(untagged)]
pub enum ValueStep {
    /// An element of a list or tuple, from 1.
    Element(u32),
    /// The value of a key in a map, as the key is printed.
    Key(String),
}

impl Answer {
    /// Reads a line; if it cannot be read, says what is wrong with it.
    pub fn from_json(line: &str) -> Result<Answer, String> {
        // Read twice, so that a line of something else is told from an answer with something
        // missing.
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
        let answer = value.get("answer").and_then(serde_json::Value::as_str);
        let Some(answer) = answer else {
            return Err("an answer is an object like {\"answer\":\"right\"}".into());
        };
        serde_json::from_value(value.clone()).map_err(|error| match KNOWN.contains(&answer) {
            true => format!("\"{answer}\": {error}"),
            false => format!("unknown answer \"{answer}\"; expected one of: {}", KNOWN.join(", ")),
        })
    }
}

const KNOWN: &[&str] = &[
    "right",
    "wrong",
    "trust",
    "inadmissible",
    "unknown",
    "undo",
    "revise",
    "earlier",
    "strategy",
    "zoom",
    "instead",
    "ask",
    "judge",
    "process",
    "event",
    "whole",
    "abort",
];

/// The judgement that goes by that name.
pub fn judgement(name: &str) -> Option<Judgement> {
    Judgement::ALL.into_iter().find(|judgement| judgement.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |line: &str, expected: &str| {
            let shown = match Answer::from_json(line) {
                Ok(answer) => format!("{answer:?}"),
                Err(message) => format!("error: {message}"),
            };
            assert!(shown.contains(expected), "{line}: {shown}");
        };
        check(r#"{"answer":"right"}"#, "Right");
        check(r#"{"answer":"right","because":"I say so"}"#, "Right");
        check(r#"{"answer":"wrong"}"#, "Wrong { claim: None, item: None, missing: None, path: [] }");
        check(
            r#"{"answer":"wrong","claim":1}"#,
            "Wrong { claim: Some(1), item: None, missing: None, path: [] }",
        );
        check(r#"{"answer":"wrong","claim":1,"path":[2,"key"]}"#, r#"path: [Element(2), Key("key")]"#);
        check(r#"{"answer":"wrong","claim":1,"item":12}"#, "item: Some(12)");
        check(r#"{"answer":"wrong","claim":1,"missing":"<0.83.0>"}"#, r#"missing: Some("<0.83.0>")"#);
        check(r#"{"answer":"process","n":3}"#, "Process { n: 3 }");
        check(r#"{"answer":"event","id":21}"#, "Event { id: 21 }");
        check(r#"{"answer":"whole"}"#, "Whole");
        check(r#"{"answer":"ask","node":17}"#, "Ask { node: 17 }");
        check(r#"{"answer":"judge","node":17,"to":"right"}"#, r#"Judge { node: 17, to: "right" }"#);
        check(r#"{"answer":"wrong","claim":"one"}"#, "error: \"wrong\": invalid type");
        check(r#"{"answer":"strategy","name":"top-down"}"#, r#"Strategy { name: "top-down" }"#);
        check(r#"{"answer":"strategy"}"#, "missing field `name`");
        check(r#"{"answer":"revise","n":2,"to":"right"}"#, r#"Revise { n: 2, to: "right" }"#);
        check(r#"{"answer":"maybe"}"#, "error: unknown answer \"maybe\"");
        check(r#"{"reply":"right"}"#, "error: an answer is an object");
        check(r#"["right"]"#, "error: an answer is an object");
        check("right", "error: not JSON");
        check("", "error: not JSON");
    }
}
