//! What conditions of breakpoints cost, in processor time: a part of `cargo xtask bench rewind`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use dap::{Broken, Inbox, Launch, Launcher};
use debugger::files::Texts;
use debugger::language::Options;
use debugger::walk::Console;
use debugger::{Walk, language_of};
use serde_json::json;
use slices::Meter;

const LOOP: &str = r#"
-module(m).
-export([main/0]).
main() -> loop(TIMES).
loop(0) -> done;
loop(N) -> X = N * 2, loop(X - N - 1).
"#;

fn main() {
    let times = 200_000;
    let none = run(times, None);
    println!("going on under an editor, without breakpoints: {:.2} µs a turn of a loop", none);
    row("could be a guard", times, "N < 0", none);
    row("needs a copy of the machine", 5000, "lists:member(N, [0])", none);
}

fn row(title: &str, times: u64, condition: &str, none: f64) {
    let cost = run(times, Some(condition)) - none;
    println!("a condition that {title} (`{condition}`), each time it does not hold: {cost:.2} µs");
}

/// Microseconds a turn of the loop, with a breakpoint at it that is never a reason to stop.
fn run(times: u64, condition: Option<&str>) -> f64 {
    let breakpoints: Vec<_> =
        condition.iter().map(|condition| json!({"name": "m:loop/1", "condition": condition})).collect();
    let requests = [
        ("initialize", json!({"adapterID": "whodunit"})),
        ("launch", json!({"expression": "m:main()"})),
        ("setFunctionBreakpoints", json!({"breakpoints": breakpoints})),
        ("configurationDone", json!({})),
        ("disconnect", json!({})),
    ];
    let requests = requests.iter().enumerate().map(|(seq, (command, arguments))| {
        json!({"seq": seq + 1, "type": "request", "command": command, "arguments": arguments}).to_string()
    });
    let (mut inbox, mut said) = (Script(requests.collect()), Vec::new());
    let began = processor();
    dap::serve(Start(times), &mut inbox, &mut said).expect("it can be written to");
    let time = processor() - began;
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("\"output\":\"done\\n\"") && !said.contains("the condition of"), "{said}");
    time.as_secs_f64() * 1e6 / times as f64
}

/// The time that this process has had, so that others do not count.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or_default())
}

struct Start(u64);

impl Launcher for Start {
    fn launch(&mut self, launch: &Launch, console: Box<dyn Console>) -> Result<Box<dyn Walk>, String> {
        let mut files = Texts::default();
        files.add("m.erl", LOOP.replace("TIMES", &self.0.to_string()));
        let sources = [PathBuf::from("m.erl")];
        let options = Rc::new(Options { no_otp: true, ..Options::default() });
        let language = language_of(&sources, &files);
        let project = language.read(&sources, options, Rc::new(files)).expect("a program");
        let walkable = project.walkable(launch.expression.clone()).expect("a walk");
        Ok(slices::finish(walkable.walk(None, console, Meter::unlimited())).expect("a walk").walk)
    }

    fn save(&mut self, _launch: &Launch, _file: &str, _text: &str) -> Result<(), String> {
        Err("nothing is saved here".to_owned())
    }
}

/// An editor that says one thing after another, and nothing while the program runs.
struct Script(VecDeque<String>);

impl Inbox for Script {
    fn wait(&mut self) -> Option<Result<Vec<u8>, Broken>> {
        self.0.pop_front().map(|request| Ok(request.into_bytes()))
    }

    fn poll(&mut self) -> Result<Option<Vec<u8>>, Option<Broken>> {
        Ok(None)
    }
}
