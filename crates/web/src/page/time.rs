//! The run in time: where the processes stand, what has happened, what was undone, and what can
//! happen next.

use std::collections::BTreeMap;

use debugger::Dialogue;
use debugger::walk::WalkView;
use debugger::walk::view::{EventLine, EventsSeen, FrameId, FrameSeen, Page, PartsWanted, Standing};
use debugger::walk::view::{PidNumber, ProcessSeen, ScopeKind, SeenFile, SourceSpan, ValueSeen};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::gutter::{self, Gutter};
use crate::host::Host;
use crate::scene::{Scene, WalkEntry};
use crate::words::{self, time as said};

/// Calls under way that are shown.
const FRAMES: usize = 30;
/// Variables, and messages, that are shown.
const VALUES: usize = 50;
/// Processes that are listed.
const PROCESSES: usize = 200;
/// Events that are listed on each side of the present.
const EVENTS: usize = 200;
/// Events up to which each has a place of its own on the scrubber.
const SCRUBBED: usize = 100_000;
/// Choices that are listed.
const CHOICES: usize = 40;

/// The commands that were given, and what came of them: the last one open.
pub fn log(scene: &Scene) -> Markup {
    let entries: Vec<&WalkEntry> = scene.walk.entries.iter().filter(|entry| !entry.line.is_empty()).collect();
    if scene.strategy.is_some() && !scene.can_walk {
        return html! { p.hint { (words::CANNOT_WALK) } };
    }
    html! {
        @if !scene.walk.is_open {
            div.start {
                p { (said::WALK_HINT) }
                button.plain type="button" data-say=(walk("")) { (said::BEGIN) }
            }
        }
        @if let Some((last, before)) = entries.split_last() {
            @if !before.is_empty() {
                details.earlier {
                    summary { (words::earlier_commands(before.len())) }
                    ol.walked tabindex="0" aria-label=(said::EARLIER) {
                        @for entry in before { li { (done(entry)) } }
                    }
                }
            }
            div.walked.last aria-live="polite" { (done(last)) }
        }
        @if let Some(saved) = &scene.saved {
            p { a href="/look/saved" download=(base_name(&saved.file)) { (words::DOWNLOAD) " " (base_name(&saved.file)) } }
        }
    }
}

fn done(entry: &WalkEntry) -> Markup {
    html! {
        p.command { (entry.line) }
        @match &entry.text {
            Some(text) if text.trim().is_empty() => {},
            Some(text) => pre.refused[!entry.ok] tabindex="0" { (text.trim_end()) },
            None => p.hint { "…" },
        }
    }
}

/// A command of `rewind`, as the page says it.
fn walk(line: &str) -> Value {
    json!({"do": "walk", "line": line})
}

/// A button that is a command.
fn stride(text: &str, line: &str, means: &str) -> Markup {
    html! {
        button.quiet type="button" data-say=(walk(line)) title=(means) { (text) }
    }
}

/// The same with a sign in place of words.
fn sign(sign: &str, line: &str, means: &str) -> Markup {
    html! {
        button.stride type="button" data-say=(walk(line)) title=(means) aria-label=(means) {
            span aria-hidden="true" { (sign) }
        }
    }
}

/// Where the run stands, and the process with this number; without one, that of the expression.
pub fn stand(dialogue: &Dialogue, host: &dyn Host, process: Option<u32>) -> Result<Markup, String> {
    let mut walk = dialogue.walk().ok_or(words::NO_WALK)?;
    let view = walk.view().ok_or(words::NO_WALK)?;
    let processes = view.processes();
    let wanted = |seen: &&ProcessSeen| process.is_none_or(|n| seen.row.n == n);
    let chosen = processes.iter().find(wanted).or(processes.first());
    let Some(chosen) = chosen else { return Ok(html! { p.hint { (words::NO_WALK) } }) };
    let (who, n) = (chosen.id, chosen.row.n);
    let events = view.events(EVENTS);
    let frames = view.frames(who, 0, FRAMES)?;
    let place = frames.frames.iter().find_map(|frame| frame.place.clone());
    let innermost = frames.frames.iter().find(|frame| frame.is_call).map(|frame| frame.id);
    let values = innermost.map(|frame| values(view, frame)).transpose()?.unwrap_or_default();
    let steps = view.position().steps;
    let top = html! {
        (scrubber(view, &events, steps))
        (modes(view, &events, n))
        div.pair {
            section aria-label=(words::PROCESSES) {
                h3 { (words::PROCESSES) }
                (table(&processes, n))
            }
            section aria-label=(said::EVENTS) {
                h3 { (said::EVENTS) }
                (list(&events))
            }
        }
        h3 { (words::CALLS) " " span.weight { "#" (n) } }
        ol.frames {
            @for frame in &frames.frames { (one_frame(frame)) }
            @if frames.all > frames.frames.len() {
                li.hint { (words::more_calls(frames.all - frames.frames.len())) }
            }
        }
    };
    let bottom = html! {
        @if !values.is_empty() {
            h3 { (words::VARIABLES) }
            ul.values {
                @for value in &values {
                    li {
                        (one_value(value))
                        (stride(said::ORIGIN, &format!("watch #{n} {}", value.name), said::ORIGIN_MEANS))
                    }
                }
            }
        }
        (mailbox(view, who)?)
        div.strides {
            @for (text, line, means) in said::OF_PROCESS {
                (stride(text, &line.replace('P', &format!("#{n}")), means))
            }
        }
    };
    let text = place.as_ref().and_then(|place| Some((place, text_of(host, view, place)?)));
    let stops = view.breakpoints();
    let source = match text {
        None => html! {},
        Some((place, text)) => {
            let name = file_name(&place.file).to_owned();
            let reachable = walk.stops().map(|stops| gutter::reachable(stops, &name, place.line));
            let known: BTreeMap<u32, u32> = stops
                .iter()
                .filter_map(|stop| {
                    stop.line.as_ref().filter(|(file, _)| *file == name).map(|it| (it.1, stop.n))
                })
                .collect();
            let gutter = Gutter { reachable: reachable.unwrap_or_default(), known };
            gutter::source(&name, &text, place.line, &gutter, &values)
        }
    };
    Ok(html! { (top) (source) (bottom) })
}

fn scrubber(view: &dyn WalkView, events: &EventsSeen, steps: u64) -> Markup {
    let all = events.all_happened + events.all_undone;
    let ids = (all <= SCRUBBED).then(|| view.event_ids());
    html! {
        div.scrub role="group" aria-label=(said::SCRUBBER) {
            (sign("|◀", "undo start", said::TO_START))
            (sign("◀", "back 1", said::BACK))
            @if let Some(ids) = ids {
                input #scrub type="range" min="0" max=(all) value=(events.all_happened)
                    data-ids=(ranges(&ids)) aria-label=(said::SCRUBBER);
            } @else {
                progress max=(all) value=(events.all_happened) aria-label=(said::SCRUBBER) {}
            }
            (sign("▶", "run 1", said::STEP))
            (sign("▶|", "run", said::TO_END))
        }
        p.position { (words::position(events.all_happened, all, steps)) }
    }
}

/// `1-13,15-20`
fn ranges(ids: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &id in ids {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == id => *last = id,
            _ => runs.push((id, id)),
        }
    }
    let run = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}

/// The three modes of paper 4: one choice at a time, many, or back by causes.
fn modes(view: &dyn WalkView, events: &EventsSeen, process: u32) -> Markup {
    let choices = view.choices();
    let stops = view.breakpoints();
    html! {
        div.modes {
            details name="mode" {
                summary { (said::MANUAL) }
                @if choices.is_empty() { p.hint { (said::NOTHING_NEXT) } }
                ul.choices {
                    @for choice in choices.iter().take(CHOICES) {
                        li { (stride(&choice.text, &format!("take {}", choice.n), said::TAKE)) }
                    }
                }
                @if choices.len() > CHOICES { p.hint { (words::more_choices(choices.len() - CHOICES)) } }
            }
            details name="mode" {
                summary { (said::AUTOMATIC) }
                div.strides {
                    @for (text, line, means) in said::AUTOMATIC_STRIDES { (stride(text, line, means)) }
                }
                (line_form("run N", "run ", "1000", said::RUN_N))
                (line_form("run until …", "run until ", "send {hungry, _}", said::RUN_UNTIL))
            }
            details name="mode" {
                summary { (said::ROLLBACK) }
                p.hint { (said::ROLLBACK_HINT) }
                div.strides {
                    (stride(said::UNDO_PROCESS, &format!("undo spawn #{process}"), said::UNDO_PROCESS_MEANS))
                    @if events.all_undone > 0 { (stride(said::AGAIN_ALL, "replay", said::AGAIN_ALL_MEANS)) }
                }
                (line_form("undo bind …", &format!("undo bind #{process} "), "X", said::UNDO_BIND))
                (line_form("reverse …", "reverse ", "send {hungry, _}", said::REVERSE))
            }
            details name="mode" {
                summary { (said::BREAKPOINTS) @if !stops.is_empty() { span.weight { (stops.len()) } } }
                ul.choices {
                    @for stop in &stops {
                        li { code { (stop.text) } " " (stride(said::DELETE, &format!("delete {}", stop.n), said::DELETE)) }
                    }
                }
                @if !stops.is_empty() { (stride(said::REVERSE_TO_STOP, "reverse", said::REVERSE_MEANS)) }
                (line_form("break …", "break ", "exception error", said::BREAK))
            }
        }
    }
}

/// A field for the rest of a command.
fn line_form(label: &str, before: &str, example: &str, means: &str) -> Markup {
    html! {
        form.input data-form=(walk("")) data-field="line" data-before=(before) title=(means) {
            label { span { (label) } input name=(before) placeholder=(example) autocomplete="off" spellcheck="false" required; }
            button.quiet type="submit" { (said::DO_IT) }
        }
    }
}

fn table(processes: &[ProcessSeen], chosen: u32) -> Markup {
    html! {
        ul.stands {
            @for seen in processes.iter().take(PROCESSES) {
                @let n = seen.row.n;
                li.chosen[n == chosen] {
                    button.who type="button" aria-pressed=(n == chosen) data-process=(n) title=(seen.row.first_call) {
                        span.number { "#" (n) } " "
                        @if let Some(name) = &seen.row.name { (name) } @else { (seen.row.pid) }
                        span class={ "fate " (tone(seen.status)) } { (words::standing(seen)) }
                        @if seen.delivered > 0 { span.weight { (words::waiting(seen.delivered)) } }
                    }
                    (sign("◀", &format!("back #{n} 1"), &format!("{} #{n}", said::BACK)))
                    (sign("▶", &format!("step #{n} 1"), &format!("{} #{n}", said::STEP)))
                }
            }
        }
    }
}

fn tone(status: Standing) -> &'static str {
    match status {
        Standing::Value => "good",
        Standing::Exception | Standing::Killed => "bad",
        Standing::Waiting => "waits",
        _ => "",
    }
}

/// The log of the run: what happened, then what was undone.
fn list(events: &EventsSeen) -> Markup {
    let earlier = events.all_happened - events.happened.len();
    let later = events.all_undone - events.undone.len();
    html! {
        @if events.all_happened + events.all_undone == 0 { p.hint { (said::NO_EVENTS) } }
        ol.events tabindex="0" aria-label=(said::EVENTS) {
            @if earlier > 0 { li.hint { (words::more_events(earlier)) } }
            @for event in &events.happened {
                li data-event=(event.id) {
                    (line(event))
                    span.acts {
                        (stride(said::GO, &format!("go {}", event.id), said::GO_MEANS))
                        (stride(said::WHY, &format!("why {}", event.id), said::WHY_MEANS))
                        (stride(said::UNDO, &format!("undo event {}", event.id), said::UNDO_MEANS))
                    }
                }
            }
            li.now aria-label=(said::NOW) {}
            @for event in &events.undone {
                li.undone data-event=(event.id) {
                    (line(event))
                    span.acts {
                        (stride(said::GO, &format!("go {}", event.id), said::GO_MEANS))
                        (stride(said::AGAIN, &format!("replay event {}", event.id), said::AGAIN_MEANS))
                    }
                }
            }
            @if later > 0 { li.hint { (words::more_events(later)) } }
        }
    }
}

fn line(event: &EventLine) -> Markup {
    html! {
        span.number { (event.id) }
        span.pid { (event.process) }
        code { (event.words) }
    }
}

fn one_frame(frame: &FrameSeen) -> Markup {
    html! {
        li.foreign[!frame.is_own] {
            code { (frame.name) }
            @if let Some(place) = &frame.place { span.weight { (file_name(&place.file)) ":" (place.line) } }
        }
    }
}

fn values(view: &mut dyn WalkView, frame: FrameId) -> Result<Vec<ValueSeen>, String> {
    let scopes = view.scopes(frame)?;
    let variables = scopes.into_iter().find(|scope| scope.kind == ScopeKind::Variables);
    let page = Page { start: 0, count: Some(VALUES) };
    variables.map_or(Ok(Vec::new()), |scope| view.open(scope.number, PartsWanted::All, page))
}

/// The parts of a value. Very many of them come in groups.
pub fn inside(dialogue: &Dialogue, number: u32) -> Result<Markup, String> {
    let mut walk = dialogue.walk().ok_or(words::NO_WALK)?;
    let view = walk.view().ok_or(words::NO_WALK)?;
    let values = view.open(number, PartsWanted::All, Page::default())?;
    Ok(html! { @for value in &values { li { (one_value(value)) } } })
}

/// A value in one line; its parts are fetched when someone opens it.
fn one_value(value: &ValueSeen) -> Markup {
    let said = html! { span.name { (value.name) } " " code { (value.text) } };
    html! {
        @match value.number {
            Some(number) => details.inside data-inside=(number) { summary { (said) } ul.values {} },
            None => span.whole { (said) },
        }
    }
}

fn mailbox(view: &dyn WalkView, who: PidNumber) -> Result<Markup, String> {
    let mailbox = view.mailbox(who)?;
    Ok(html! {
        @if !mailbox.delivered.is_empty() || !mailbox.in_flight.is_empty() {
            h3 { (words::MAILBOX) }
            ol.values {
                @for message in mailbox.delivered.iter().take(VALUES) { li { code { (message.text) } } }
                @for message in mailbox.in_flight.iter().take(VALUES) {
                    li.foreign { code { (message.text) } span.weight { (words::UNDER_WAY) } }
                }
            }
        }
    })
}

/// The last part of a path.
fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn file_name(file: &SeenFile) -> &str {
    match file {
        SeenFile::File { name, .. } | SeenFile::Text { name, .. } | SeenFile::Unknown { name } => name,
    }
}

fn text_of(host: &dyn Host, view: &dyn WalkView, place: &SourceSpan) -> Option<String> {
    match &place.file {
        SeenFile::File { path, name } => host.source(path).or_else(|| host.source(name)),
        SeenFile::Text { number, .. } => view.text(*number),
        SeenFile::Unknown { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_ranges() {
        let check = |ids: &[u32], expected: &str| assert_eq!(ranges(ids), expected);
        check(&[], "");
        check(&[4], "4");
        check(&[1, 2, 3, 5, 6, 9], "1-3,5-6,9");
        check(&[1, 2, 8, 3, 4], "1-2,8,3-4");
    }
}
