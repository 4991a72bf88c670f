//! Requests, responses and events: one JSON object each, numbered by the sender.

use dapts::IRequest;
use serde::Deserialize;
use serde_json::{Value, json};

/// What an editor wants.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub seq: i64,
    pub command: String,
    /// Null, if there are none.
    pub arguments: Value,
}

/// Why a request is not done, in words for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub String);

impl<T: Into<String>> From<T> for Refusal {
    fn from(message: T) -> Refusal {
        Refusal(message.into())
    }
}

/// What it takes for a message to be a request.
#[derive(Deserialize)]
struct Envelope {
    seq: Option<i64>,
    #[serde(rename = "type")]
    kind: Option<String>,
    command: Option<String>,
    #[serde(default)]
    arguments: Value,
}

impl Incoming {
    /// Reads a message. A response to nothing that was asked is not a request either; it is passed
    /// over (`None`).
    pub fn parse(content: &[u8]) -> Result<Option<Incoming>, Unreadable> {
        let unreadable = |seq, why: String| Unreadable { seq, why: Refusal(why) };
        let value: Value = serde_json::from_slice(content)
            .map_err(|error| unreadable(0, format!("this message is not JSON: {error}")))?;
        if !value.is_object() {
            return Err(unreadable(0, "this message is not a JSON object".into()));
        }
        let seq = value["seq"].as_i64().unwrap_or(0);
        let envelope = Envelope::deserialize(value)
            .map_err(|error| unreadable(seq, format!("this message is not a request: {error}")))?;
        match (envelope.kind.as_deref(), envelope.seq, envelope.command) {
            (Some("request"), Some(seq), Some(command)) => {
                Ok(Some(Incoming { seq, command, arguments: envelope.arguments }))
            }
            (Some("request"), None, _) => Err(unreadable(0, "a request without `seq`".into())),
            (Some("request"), Some(seq), None) => Err(unreadable(seq, "a request without `command`".into())),
            (Some("response" | "event"), ..) => Ok(None),
            (Some(other), ..) => Err(unreadable(seq, format!("a message of the unknown type `{other}`"))),
            (None, ..) => Err(unreadable(seq, "a message without `type`".into())),
        }
    }

    /// The arguments of this kind of request. Where all of them are optional, none need be given.
    pub fn arguments<R: IRequest>(&self) -> Result<R::Arguments, Refusal> {
        let given = match &self.arguments {
            Value::Null => json!({}),
            Value::Object(_) => self.arguments.clone(),
            _ => return Err(Refusal(format!("the arguments of `{}` are not a JSON object", self.command))),
        };
        serde_json::from_value(given)
            .map_err(|error| Refusal(format!("cannot read the arguments of `{}`: {error}", self.command)))
    }
}

/// A message that is not a request, with its number as far as it has one.
#[derive(Debug)]
pub struct Unreadable {
    seq: i64,
    why: Refusal,
}

/// What goes to the editor, in order, each message with the next number.
#[derive(Default)]
pub struct Connection {
    seq: i64,
    outbox: Vec<Value>,
}

impl Connection {
    pub fn respond(&mut self, to: &Incoming, result: Result<Value, Refusal>) {
        match result {
            Ok(body) => {
                let mut message = json!({"type": "response", "request_seq": to.seq, "success": true, "command": to.command});
                if !body.is_null() {
                    message["body"] = body;
                }
                self.push(message);
            }
            Err(refusal) => self.refuse(to.seq, &to.command, &refusal),
        }
    }

    /// Answers what could not even be read.
    pub fn respond_unreadable(&mut self, message: &Unreadable) {
        self.refuse(message.seq, "", &message.why);
    }

    fn refuse(&mut self, to: i64, command: &str, Refusal(text): &Refusal) {
        // `message` is for the editor, `body.error` is what it shows: in braces, it would
        // substitute.
        let format = text.replace('{', "{{").replace('}', "}}");
        let format = if format == *text { format } else { "{text}".to_owned() };
        let variables = (format == "{text}").then(|| json!({"text": text}));
        let mut error = json!({"id": 1, "format": format, "showUser": true});
        if let Some(variables) = variables {
            error["variables"] = variables;
        }
        self.push(json!({
            "type": "response", "request_seq": to, "success": false, "command": command,
            "message": text, "body": {"error": error},
        }));
    }

    pub fn event(&mut self, name: &str, body: Value) {
        let mut message = json!({"type": "event", "event": name});
        if !body.is_null() {
            message["body"] = body;
        }
        self.push(message);
    }

    fn push(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = json!(self.seq);
        self.outbox.push(message);
    }

    /// The message to send.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is made of a message: the request, or the response that refuses it.
    fn check(content: &str, expected: &str) {
        let found = match Incoming::parse(content.as_bytes()) {
            Ok(Some(Incoming { seq, command, arguments })) => format!("{seq} {command} {arguments}"),
            Ok(None) => "passed over".into(),
            Err(unreadable) => {
                let mut connection = Connection::default();
                connection.respond_unreadable(&unreadable);
                let response = connection.take().remove(0);
                assert_eq!((&response["success"], &response["seq"]), (&json!(false), &json!(1)));
                format!("to {}: {}", response["request_seq"], response["message"].as_str().unwrap_or(""))
            }
        };
        assert_eq!(found, expected, "{content}");
    }

    #[test]
    fn messages() {
        check(
            r#"{"seq":3,"type":"request","command":"next","arguments":{"threadId":1}}"#,
            r#"3 next {"threadId":1}"#,
        );
        check(r#"{"seq":3,"type":"request","command":"threads"}"#, "3 threads null");
        check(r#"{"seq":3,"type":"response","request_seq":1,"success":true}"#, "passed over");
        check(r#"{"seq":3,"type":"event","event":"x"}"#, "passed over");
        check(r#"{"seq":3,"type":"telegram"}"#, "to 3: a message of the unknown type `telegram`");
        check(r#"{"seq":3}"#, "to 3: a message without `type`");
        check(r#"{"seq":3,"type":"request"}"#, "to 3: a request without `command`");
        check(r#"{"type":"request","command":"next"}"#, "to 0: a request without `seq`");
        check("", "to 0: this message is not JSON: EOF while parsing a value at line 1 column 0");
        check("{", "to 0: this message is not JSON: EOF while parsing an object at line 1 column 1");
        check("[]", "to 0: this message is not a JSON object");
        check(
            r#"{"seq":"x","type":"request"}"#,
            r#"to 0: this message is not a request: invalid type: string "x", expected i64"#,
        );
        check(
            &"[".repeat(100_000),
            "to 0: this message is not JSON: recursion limit exceeded at line 1 column 128",
        );
    }

    #[test]
    fn arguments_are_checked() {
        let request = |arguments| Incoming { seq: 1, command: "stackTrace".into(), arguments };
        let read = |arguments| request(arguments).arguments::<dapts::request::StackTrace>();
        assert_eq!(read(json!({"threadId": 2, "unknown": 1})).map(|a| a.thread_id), Ok(2));
        let refused = |arguments| read(arguments).expect_err("refused").0;
        assert_eq!(
            refused(Value::Null),
            "cannot read the arguments of `stackTrace`: missing field `threadId`"
        );
        assert!(refused(json!({"threadId": -1})).contains("invalid value: integer `-1`"));
        assert_eq!(refused(json!([1, 2])), "the arguments of `stackTrace` are not a JSON object");
    }

    #[test]
    fn what_is_sent_is_numbered() {
        let mut connection = Connection::default();
        let request = Incoming { seq: 7, command: "threads".into(), arguments: Value::Null };
        connection.respond(&request, Ok(json!({"threads": []})));
        connection.event("initialized", Value::Null);
        connection.respond(&request, Err("no {such} thing".into()));
        let sent = connection.take();
        assert_eq!(
            sent[0],
            json!({"seq": 1, "type": "response", "request_seq": 7, "success": true,
            "command": "threads", "body": {"threads": []}})
        );
        assert_eq!(sent[1], json!({"seq": 2, "type": "event", "event": "initialized"}));
        assert_eq!(
            sent[2],
            json!({"seq": 3, "type": "response", "request_seq": 7, "success": false,
            "command": "threads", "message": "no {such} thing", "body": {"error":
            {"id": 1, "format": "{text}", "variables": {"text": "no {such} thing"}, "showUser": true}}})
        );
    }
}
