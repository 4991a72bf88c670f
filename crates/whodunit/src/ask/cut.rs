//! Values that are too long for a line of JSON are cut, and kept until someone asks for the rest.

use std::ops::Range;

use serde::Deserialize;
use serde_json::{Value, json};
use session::event::VERSION;

/// Texts that were cut, by their `ref`, from 1.
pub struct Cuts {
    /// A text of more bytes is cut.
    max_value: usize,
    /// None: nobody can ask for the rest.
    whole: Option<Vec<String>>,
}

/// What asks for a value: `{"answer":"value","ref":3,"range":[0,65536]}`
#[derive(Deserialize)]
pub struct Wanted {
    r#ref: usize,
    /// Bytes, from 0; the whole text if it is left out. No more than `--max-value` come at once.
    #[serde(default)]
    range: Option<[usize; 2]>,
}

impl Wanted {
    /// None: the line is another answer.
    pub fn from_json(line: &str) -> Option<Result<Wanted, String>> {
        let value: Value = serde_json::from_str(line).ok()?;
        let asks = value.get("answer").and_then(Value::as_str) == Some("value");
        asks.then(|| serde_json::from_value(value).map_err(|error| format!("\"value\": {error}")))
    }
}

impl Cuts {
    pub fn new(max_value: usize) -> Cuts {
        Cuts { max_value: max_value.max(1), whole: Some(Vec::new()) }
    }

    /// Only the size of a text that is cut is said.
    pub fn for_good(max_value: usize) -> Cuts {
        Cuts { max_value: max_value.max(1), whole: None }
    }

    /// A line of JSON without texts that are too long.
    pub fn bound(&mut self, line: String) -> String {
        if line.len() <= self.max_value {
            return line;
        }
        match serde_json::from_str(&line) {
            Ok(mut event) => {
                self.cut(&mut event);
                serde_json::to_string(&event).unwrap_or(line)
            }
            Err(_) => line,
        }
    }

    fn cut(&mut self, value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(|value| self.cut(value)),
            Value::Object(fields) => {
                let mut cuts = serde_json::Map::new();
                for (name, field) in fields.iter_mut() {
                    let Value::String(text) = field else {
                        self.cut(field);
                        continue;
                    };
                    if text.len() > self.max_value {
                        let kept = text[..text.floor_char_boundary(self.max_value)].to_owned();
                        let whole = std::mem::replace(text, kept);
                        let (size, id) = (whole.len(), self.keep(whole));
                        let cut = match id {
                            Some(id) => json!({ "ref": id, "size": size }),
                            None => json!({ "size": size }),
                        };
                        cuts.insert(name.clone(), cut);
                    }
                }
                if !cuts.is_empty() {
                    fields.insert("cut".into(), Value::Object(cuts));
                }
            }
            _ => {}
        }
    }

    /// The same text is kept once: a question may be said again.
    fn keep(&mut self, text: String) -> Option<usize> {
        let whole = self.whole.as_mut()?;
        let known = whole.iter().position(|known| *known == text).map(|at| at + 1);
        Some(known.unwrap_or_else(|| {
            whole.push(text);
            whole.len()
        }))
    }

    /// The event that answers.
    pub fn value(&self, wanted: &Wanted) -> Result<String, String> {
        let whole = wanted.r#ref.checked_sub(1).and_then(|at| self.whole.as_ref()?.get(at));
        let whole = whole.ok_or_else(|| format!("no value has the ref {}", wanted.r#ref))?;
        let [from, to] = wanted.range.unwrap_or([0, whole.len()]);
        let Range { start, end } = self.part(whole, from, to);
        let event = json!({
            "v": VERSION, "event": "value", "ref": wanted.r#ref, "size": whole.len(),
            "range": [start, end], "text": &whole[start..end],
        });
        Ok(event.to_string())
    }

    /// Whole characters only, and at least one if there is one.
    fn part(&self, whole: &str, from: usize, to: usize) -> Range<usize> {
        let start = whole.floor_char_boundary(from);
        let end = whole.floor_char_boundary(to.min(start.saturating_add(self.max_value)));
        let first = whole[start..].chars().next().map_or(0, char::len_utf8);
        start..if to > start { end.max(start + first) } else { start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_can_ask_for() {
        let cut = Cuts::for_good(3).bound(r#"{"id":1,"statement":"m:f(1)"}"#.into());
        assert_eq!(cut, r#"{"cut":{"statement":{"size":6}},"id":1,"statement":"m:f"}"#);
    }

    #[test]
    fn what_is_cut_can_be_had() {
        let mut cuts = Cuts::new(8);
        assert_eq!(cuts.bound(r#"{"a":1}"#.into()), r#"{"a":1}"#);
        let line = r#"{"event":"question","claims":[{"id":1,"text":"0123456äbc"}],"statement":"short"}"#;
        let cut = cuts.bound(line.into());
        let expected = r#""cut":{"text":{"ref":1,"size":11}},"id":1,"text":"0123456""#;
        assert!(cut.contains(expected), "{cut}");
        assert!(cut.contains(r#""statement":"short""#), "{cut}");
        // The question is said again.
        assert_eq!(cuts.bound(line.into()), cut);
        let check = |line: &str, expected: &str| {
            let wanted = Wanted::from_json(line).expect("it asks for a value");
            let said = wanted.and_then(|wanted| cuts.value(&wanted)).unwrap_or_else(|error| error);
            assert!(said.contains(expected), "{line}: {said}");
        };
        check(r#"{"answer":"value","ref":1}"#, r#""range":[0,7],"ref":1,"size":11,"text":"0123456""#);
        check(
            r#"{"answer":"value","ref":1,"range":[7,11]}"#,
            r#""range":[7,11],"ref":1,"size":11,"text":"äbc""#,
        );
        check(r#"{"answer":"value","ref":1,"range":[8,9]}"#, r#""text":"ä""#);
        check(r#"{"answer":"value","ref":1,"range":[90,99]}"#, r#""range":[11,11]"#);
        check(r#"{"answer":"value","ref":1,"range":[5,2]}"#, r#""range":[5,5]"#);
        check(r#"{"answer":"value","ref":2}"#, "no value has the ref 2");
        check(r#"{"answer":"value"}"#, "missing field `ref`");
        assert!(Wanted::from_json(r#"{"answer":"right"}"#).is_none());
        assert!(Wanted::from_json("what").is_none());
    }
}
