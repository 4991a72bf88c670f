//! The tests that have ended, as the start page lists them.

use serde_json::Value;

/// A test, from the event that tells of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tested {
    pub name: String,
    pub fate: TestFate,
    pub why: Option<Why>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestFate {
    Passed,
    Failed,
    /// It was skipped or cancelled, or needs something that is not supported.
    NotRun,
}

/// Why a test failed, or was not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// An assertion about two values.
    Values {
        expected: String,
        found: String,
    },
    Text(String),
}

impl Tested {
    /// `None`: it is not about a test.
    pub fn read(json: &str) -> Option<Tested> {
        let event: Value = serde_json::from_str(json).ok()?;
        let text = |name: &str| event[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let kind = text("event").filter(|kind| ["test", "property", "group"].contains(&&**kind))?;
        // A test that took too long, or whose setup failed, can be asked about, too.
        let fate = match (&*text("outcome")?, text("cause").as_deref()) {
            ("passed" | "held", _) => TestFate::Passed,
            ("failed" | "falsified", _) => TestFate::Failed,
            ("skipped", Some("setup")) => TestFate::Failed,
            ("cancelled", Some("timeout")) if kind == "test" => TestFate::Failed,
            _ => TestFate::NotRun,
        };
        let named = [text("module"), text("name").or(text("function"))].into_iter().flatten();
        let name = named.collect::<Vec<_>>().join(":");
        Some(Tested { name, fate, why: why(&event) })
    }
}

fn why(event: &Value) -> Option<Why> {
    let text = |value: &Value| value.as_str().map(|text| text.trim().to_owned());
    let assertion = &event["assertion"];
    let expected = text(&assertion["expected"]).or(text(&assertion["pattern"]));
    if let (Some(expected), Some(found)) = (expected, text(&assertion["value"])) {
        return Some(Why::Values { expected, found });
    }
    let counterexample = text(&event["counterexample"]["expression"]);
    let said = counterexample.or(text(&event["exception"])).or(text(&event["text"]));
    said.or(text(&event["message"])).filter(|said| !said.is_empty()).map(Why::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_by_their_events() {
        let check = |json: &str, expected: Option<(&str, TestFate, Option<&str>)>| {
            let found = Tested::read(json);
            let shown = found.as_ref().map(|test| {
                let why = test.why.as_ref().map(|why| match why {
                    Why::Values { expected, found } => format!("{expected}, {found}"),
                    Why::Text(text) => text.clone(),
                });
                (test.name.clone(), test.fate, why)
            });
            let expected = expected.map(|(name, fate, why)| (name.to_owned(), fate, why.map(str::to_owned)));
            assert_eq!(shown, expected, "{json}");
        };
        check(
            r#"{"event":"test","module":"m","function":"a_test","outcome":"failed","text":"x",
                "assertion":{"expected":"1","value":"2"}}"#,
            Some(("m:a_test", TestFate::Failed, Some("1, 2"))),
        );
        check(
            r#"{"event":"test","module":"m","function":"b_test","outcome":"skipped","text":"not supported: x"}"#,
            Some(("m:b_test", TestFate::NotRun, Some("not supported: x"))),
        );
        check(
            r#"{"event":"test","module":"m","function":"c_test","outcome":"passed","text":null}"#,
            Some(("m:c_test", TestFate::Passed, None)),
        );
        check(
            r#"{"event":"property","name":"prop_a","outcome":"falsified","counterexample":{"expression":"prop_a [0]"}}"#,
            Some(("prop_a", TestFate::Failed, Some("prop_a [0]"))),
        );
        check(
            r#"{"event":"group","outcome":"cancelled","text":"*** setup failed ***\n"}"#,
            Some(("", TestFate::NotRun, Some("*** setup failed ***"))),
        );
        check(
            r#"{"event":"test","module":"m","function":"d_test","outcome":"cancelled","cause":"timeout"}"#,
            Some(("m:d_test", TestFate::Failed, None)),
        );
        check(r#"{"event":"done","outcome":"failed"}"#, None);
        check("what", None);
    }
}
