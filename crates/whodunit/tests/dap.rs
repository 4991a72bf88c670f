//! `tests/dap/*.md` and `tests/dap/otp/*.md`: what an editor asks (`>`), what it is answered (`<`),
//! and what it is told besides (`*`). A request that begins with `>>` arrives while the program
//! runs.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod page;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::rc::Rc;

use dap::{Broken, Inbox};
use dice::Dice;
use page::{Folder, Play, check, root};
use serde_json::{Value, json};
use whodunit::editor::Starter;

#[test]
fn sessions() {
    check("dap", &mut Editor { no_otp: true });
}

#[test]
fn sessions_with_otp() {
    if page::with_otp() {
        check("dap/otp", &mut Editor { no_otp: false });
    }
}

/// Plays the requests of a session. `ROOT` is the repository, `HERE` the folder of the section's
/// own files.
struct Editor {
    no_otp: bool,
}

impl Play for Editor {
    fn enter(&mut self, _folder: &Folder) {}

    fn block(&mut self, kind: &str, lines: &[&str], folder: &Folder) -> Option<String> {
        let names = [("ROOT", root().display().to_string()), ("HERE", folder.path.display().to_string())];
        let requests = lines.iter().filter(|line| line.starts_with('>')).copied().collect();
        (kind == "dap").then(|| session(requests, &names, self.no_otp))
    }
}

/// What was sent when a request came, and the line that asked it.
type Marks = Vec<(usize, String)>;

struct Script<'a> {
    lines: VecDeque<&'a str>,
    names: &'a [(&'a str, String)],
    no_otp: bool,
    seq: i64,
    polls: u32,
    sent: Rc<RefCell<Vec<u8>>>,
    marks: Rc<RefCell<Marks>>,
}

impl Script<'_> {
    fn next(&mut self) -> Option<Vec<u8>> {
        let line = self.lines.pop_front()?;
        self.marks.borrow_mut().push((self.sent.borrow().len(), line.to_owned()));
        let text = line.trim_start_matches('>').trim();
        // What is not a request is sent as it is.
        if let Some(raw) = text.strip_prefix("raw ") {
            return Some(raw.as_bytes().to_vec());
        }
        let (command, arguments) = text.split_once(' ').unwrap_or((text, ""));
        let arguments =
            self.names.iter().fold(arguments.to_owned(), |text, (name, path)| text.replace(name, path));
        self.seq += 1;
        let mut request = json!({"seq": self.seq, "type": "request", "command": command});
        if !arguments.is_empty() {
            request["arguments"] =
                serde_json::from_str(&arguments).unwrap_or_else(|error| panic!("{line}: {error}"));
            if command == "launch" && self.no_otp && request["arguments"].is_object() {
                request["arguments"]["noOtp"] = json!(true);
            }
        }
        Some(request.to_string().into_bytes())
    }
}

impl Inbox for Script<'_> {
    fn wait(&mut self) -> Option<Result<Vec<u8>, Broken>> {
        self.next().map(Ok)
    }

    fn poll(&mut self) -> Result<Option<Vec<u8>>, Option<Broken>> {
        if !self.lines.front().is_some_and(|line| line.starts_with(">>")) {
            return Ok(None);
        }
        // After a while.
        self.polls += 1;
        if self.polls < 4 {
            return Ok(None);
        }
        self.polls = 0;
        Ok(self.next())
    }
}

struct Sent(Rc<RefCell<Vec<u8>>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The requests with what followed each of them.
fn session(lines: Vec<&str>, names: &[(&str, String)], no_otp: bool) -> String {
    let (sent, marks) = (Rc::new(RefCell::new(Vec::new())), Rc::new(RefCell::new(Vec::new())));
    let lines = lines.into();
    let mut script =
        Script { lines, names, no_otp, seq: 0, polls: 0, sent: sent.clone(), marks: marks.clone() };
    let result = dap::serve(Starter, &mut script, &mut Sent(sent.clone()));
    assert_eq!(result, Ok(()));
    let (sent, mut marks) = (sent.borrow(), marks.borrow_mut());
    let mut out = String::new();
    let mut seq = 0;
    marks.push((sent.len(), String::new()));
    for pair in marks.windows(2) {
        let [(from, line), (to, _)] = pair else { continue };
        out.push_str(&format!("{line}\n"));
        let mut stream = &sent[*from..*to];
        while let Some(message) = dap::read(&mut stream).expect("messages") {
            seq += 1;
            let message: Value = serde_json::from_slice(&message).expect("JSON");
            assert_eq!(message["seq"], json!(seq), "what is sent is numbered");
            // What the adapter can do is shown where a page asks who it is.
            let shown = match line.contains("initialize") && !line.contains("clientID") {
                true => "< capabilities\n".to_owned(),
                false => show(&message),
            };
            out.push_str(&names.iter().fold(shown, |text, (name, path)| text.replace(path, name)));
        }
    }
    // What was not asked any more, since the session was over.
    for line in script.lines {
        out.push_str(&format!("{line}\n"));
    }
    out
}

fn show(message: &Value) -> String {
    let body = &message["body"];
    match message["type"].as_str() {
        Some("event") if body["output"].is_string() => {
            format!("* output {} {}\n", body["category"].as_str().unwrap_or(""), body["output"])
        }
        Some("event") => format!("* {}{}\n", message["event"].as_str().unwrap_or(""), shown_body(body)),
        _ if message["success"] == json!(true) => format!("<{}\n", shown_body(body)),
        _ => {
            let lines: Vec<&str> = message["message"].as_str().unwrap_or("").lines().collect();
            format!("< refused: {}\n", lines.join("\n<          "))
        }
    }
}

/// On one line, but for lists, of which every element has its own.
fn shown_body(body: &Value) -> String {
    let Value::Object(fields) = body else { return String::new() };
    let mut plain = serde_json::Map::new();
    let mut listed = String::new();
    for (name, value) in fields {
        match value {
            Value::Array(elements) if elements.iter().any(Value::is_object) => {
                listed.push_str(&format!("\n    {name}"));
                elements.iter().for_each(|element| listed.push_str(&format!("\n      {element}")));
            }
            value => {
                plain.insert(name.clone(), value.clone());
            }
        }
    }
    let plain = if plain.is_empty() { String::new() } else { format!(" {}", Value::Object(plain)) };
    plain + &listed
}

/// Requests in any order, with arguments that make sense or not: each is answered, once.
#[test]
fn any_requests() {
    let mut dice = Dice::new(7);
    let mut draw = |below: usize| dice.below(below) as u64;
    let path = "ROOT/examples/client_server/client_server.erl";
    for _ in 0..6 {
        let mut lines = vec![
            r#"> initialize {"adapterID": "x"}"#.to_owned(),
            r#"> launch {"sources": ["ROOT/examples/client_server"], "expression": "client_server:main()", "stopOnEnd": true}"#.to_owned(),
            format!(r#"> setBreakpoints {{"source": {{"path": "{path}"}}, "breakpoints": [{{"line": 13}}]}}"#),
            "> configurationDone".to_owned(),
        ];
        for _ in 0..80 {
            let (thread, below, other) = (80 + draw(7), draw(4), draw(12));
            let frame = (thread << 28) + below;
            let commands = [
                format!(r#"stepBack {{"threadId": {thread}}}"#),
                format!(r#"next {{"threadId": {thread}, "granularity": "line"}}"#),
                format!(r#"stepIn {{"threadId": {thread}}}"#),
                format!(r#"stepOut {{"threadId": {thread}}}"#),
                format!(r#"reverseContinue {{"threadId": {thread}}}"#),
                format!(r#"restartFrame {{"frameId": {frame}}}"#),
                format!(r#"stackTrace {{"threadId": {thread}, "startFrame": {below}, "levels": {other}}}"#),
                format!(r#"scopes {{"frameId": {frame}}}"#),
                format!(r#"variables {{"variablesReference": {other}, "start": {below}, "count": {other}}}"#),
                format!(r#"evaluate {{"frameId": {frame}, "expression": "self() ! {below}"}}"#),
                format!(
                    r#"setBreakpoints {{"source": {{"path": "{path}"}}, "breakpoints": [{{"line": {other}}}]}}"#
                ),
                "threads".to_owned(),
                format!(r#"exceptionInfo {{"threadId": {thread}}}"#),
                format!(
                    r#"setFunctionBreakpoints {{"breakpoints": [{{"name": "client", "hitCondition": "{other}"}}]}}"#
                ),
                format!(r#"pause {{"threadId": {thread}}}"#),
                format!(r#"source {{"sourceReference": {other}}}"#),
            ];
            lines.push(format!("> {}", commands[draw(commands.len()) as usize]));
        }
        let names = [("ROOT", root().display().to_string())];
        let asked = lines.len();
        let said = session(lines.iter().map(String::as_str).collect(), &names, true);
        let answered = said.lines().filter(|line| line.starts_with('<') && !line.starts_with("<  ")).count();
        assert_eq!(answered, asked, "{said}");
    }
}

// ---- the program itself ----

fn frame(message: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    dap::write(&mut bytes, message.to_string().as_bytes()).expect("memory");
    bytes
}

fn request(seq: i64, command: &str, arguments: Value) -> Vec<u8> {
    frame(&json!({"seq": seq, "type": "request", "command": command, "arguments": arguments}))
}

/// Messages up to the first that is wanted.
fn read_until(stream: &mut impl std::io::BufRead, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = dap::read(stream).expect("messages").expect("one more message");
        let message: Value = serde_json::from_slice(&message).expect("JSON");
        if wanted(&message) {
            return message;
        }
    }
}

fn whodunit(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whodunit"));
    command.arg("dap").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Over a pipe: an endless loop is paused, and walked back in.
#[test]
fn the_program_over_a_pipe() {
    let here = Folder::new();
    here.write("spin.erl", "-module(spin).\n-export([f/1]).\nf(N) ->\n    M = N + 1,\n    f(M).\n");
    let mut child = whodunit(&[]).spawn().expect("whodunit");
    let mut input = child.stdin.take().expect("its input");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut ask = |seq: i64, command: &str, arguments: Value| {
        input.write_all(&request(seq, command, arguments)).expect("to be heard");
    };
    let response = |seq: i64| move |message: &Value| message["request_seq"] == json!(seq);
    let event = |name: &'static str| move |message: &Value| message["event"] == json!(name);
    ask(1, "initialize", json!({"adapterID": "whodunit"}));
    assert_eq!(read_until(&mut output, response(1))["body"]["supportsStepBack"], json!(true));
    ask(
        2,
        "launch",
        json!({"cwd": here.path, "sources": ["spin.erl"], "expression": "spin:f(0)", "noOtp": true}),
    );
    read_until(&mut output, event("initialized"));
    ask(3, "configurationDone", json!({}));
    assert_eq!(read_until(&mut output, response(3))["success"], json!(true));
    std::thread::sleep(std::time::Duration::from_millis(50));
    ask(4, "pause", json!({"threadId": 82}));
    let stopped = read_until(&mut output, event("stopped"));
    assert_eq!(stopped["body"]["reason"], json!("pause"));
    ask(5, "stepBack", stopped["body"].clone());
    assert_eq!(read_until(&mut output, event("stopped"))["body"]["reason"], json!("step"));
    ask(6, "stackTrace", stopped["body"].clone());
    let frames = read_until(&mut output, response(6))["body"]["stackFrames"].clone();
    assert_eq!(frames[0]["name"], json!("spin:f/1"), "{frames}");
    ask(7, "disconnect", json!({}));
    assert_eq!(read_until(&mut output, response(7))["success"], json!(true));
    assert!(child.wait().expect("an end").success());
}

#[test]
fn what_is_no_editor() {
    let check = |bytes: &[u8], status: i32, expected: &str| {
        let mut child = whodunit(&[]).spawn().expect("whodunit");
        child.stdin.take().expect("its input").write_all(bytes).ok();
        let output = child.wait_with_output().expect("an end");
        let found = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{found}");
        assert!(found.contains(expected), "{found}");
    };
    check(b"", 0, "");
    check(b"GET / HTTP/1.1\r\n\r\n", 4, "this is not the Debug Adapter Protocol");
    check(b"Content-Length: 100000000000\r\n\r\n", 4, "a message of more than 16 MiB");
    check(b"Content-Length: 10\r\n\r\n{", 4, "the connection ended in the middle of a message");
    check(
        &[b"Content-Length: 4\r\n\r\n!!!!".as_slice(), &request(1, "disconnect", Value::Null)].concat(),
        0,
        "",
    );
}

#[test]
fn over_a_local_connection() {
    let refused = |address: &str, expected: &str| {
        let output = whodunit(&["--listen", address]).output().expect("whodunit");
        let found = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{found}");
        assert!(found.contains(expected), "{found}");
    };
    refused("0.0.0.0:4711", "0.0.0.0 is reachable from other computers: use --listen 127.0.0.1:4711");
    refused("192.0.2.1:4711", "192.0.2.1 is reachable from other computers");
    refused("4711", "`4711` is not an address: use --listen 127.0.0.1:PORT");
    let mut child = whodunit(&["--listen", "127.0.0.1:0"]).spawn().expect("whodunit");
    let mut said = Vec::new();
    let mut errors = child.stderr.take().expect("its errors");
    let mut byte = [0];
    while !said.ends_with(b"\n") && errors.read(&mut byte).expect("to hear") > 0 {
        said.push(byte[0]);
    }
    let said = String::from_utf8(said).expect("text");
    let address = said.trim().strip_prefix("listening on ").expect("where it listens").to_owned();
    for _ in 0..2 {
        let mut connection = TcpStream::connect(&address).expect("a connection");
        connection.write_all(&request(1, "initialize", json!({"adapterID": "x"}))).expect("to be heard");
        let mut answers = BufReader::new(connection.try_clone().expect("the other end"));
        assert_eq!(read_until(&mut answers, |_| true)["command"], json!("initialize"));
        connection.write_all(&request(2, "disconnect", json!({}))).expect("to be heard");
        assert_eq!(read_until(&mut answers, |_| true)["command"], json!("disconnect"));
    }
    child.kill().expect("to end it");
    child.wait().expect("an end");
}
