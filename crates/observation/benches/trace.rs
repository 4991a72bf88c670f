//! Writes a long trace, reads it back, and makes its tree: events a second, bytes an event in the
//! file and in memory. `cargo bench -p observation --bench trace -- 100000000` for as many events.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros)]

use std::time::Instant;

use computation_tree::Tree;
use observation::event::{Event, EventId, Port};
use observation::format::{Reader, Writer};
use observation::reading::{self, Method};
use observation::spans::Spans;

/// Calls nest as deep as this, and then begin anew.
const DEPTH: u32 = 1_000;

fn main() {
    let asked = std::env::args().filter_map(|arg| arg.parse().ok()).next_back();
    let events: u32 = asked.unwrap_or(10_000_000);
    let start = Instant::now();
    let file = write(events).expect("written");
    report("written", events, start, file.len());

    let start = Instant::now();
    let mut reader = Reader::new(&file[..]).expect("a trace");
    while reader.next_event().expect("an event").is_some() {}
    report("read", events, start, 0);

    let start = Instant::now();
    let mut reader = Reader::new(&file[..]).expect("a trace");
    let mut spans = Spans::new();
    while let Some(recorded) = reader.next_event().expect("an event") {
        spans.add(recorded).expect("a sound event");
    }
    report("spans", events, start, spans.bytes());
    drop(spans);

    let start = Instant::now();
    let recording = reading::tree(&file[..], Method::Spans).expect("a tree");
    assert!(recording.is_complete);
    report("tree", events, start, recording.tree.bytes());
    println!(
        "{} nodes; {} MiB at most, the file included",
        recording.tree.tree().len(),
        peak_kibibytes() >> 10
    );
}

fn report(what: &str, events: u32, start: Instant, bytes: usize) {
    let seconds = start.elapsed().as_secs_f64();
    let (events, bytes) = (f64::from(events), bytes as f64);
    println!("{what}: {:.1} million events/s, {:.2} bytes an event", events / seconds / 1e6, bytes / events);
}

/// `f (x : xs) = x : f xs`, forced from outside: six events for every call, and a few in between.
fn write(events: u32) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new())?;
    let (label, cons, literal) = (writer.text("f")?, writer.text(":")?, writer.text("1")?);
    let root = writer.emit(Event::Root { label, stack: None, is_constant: false })?;
    writer.emit(Event::Enter(Port::Whole(root)))?;
    let function = writer.emit(Event::Lam(Port::Whole(root)))?;
    let mut open: Vec<EventId> = Vec::new();
    while writer.next_id().0 + 8 < events {
        if open.len() as u32 == DEPTH {
            close(&mut writer, &mut open, cons)?;
        }
        let call = writer.emit(Event::MapsTo { of: function, stack: None })?;
        writer.emit(Event::Enter(Port::Result(call)))?;
        writer.emit(Event::Enter(Port::Argument(call)))?;
        let argument = writer.emit(Event::Con { at: Port::Argument(call), name: cons, arity: 2 })?;
        writer.emit(Event::Enter(Port::Field(argument, 1)))?;
        writer.emit(Event::Con { at: Port::Field(argument, 1), name: literal, arity: 0 })?;
        open.push(call);
    }
    close(&mut writer, &mut open, cons)?;
    writer.finish()
}

fn close(
    writer: &mut Writer<Vec<u8>>,
    open: &mut Vec<EventId>,
    name: observation::event::TextId,
) -> std::io::Result<()> {
    while let Some(call) = open.pop() {
        writer.emit(Event::Con { at: Port::Result(call), name, arity: 2 })?;
    }
    Ok(())
}

/// What the kernel says this process took, where it says so.
fn peak_kibibytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
