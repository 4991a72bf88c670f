//! Where the processes stand in a walk: calls under way, variables, mailbox, and the source.

use debugger::Dialogue;
use debugger::walk::view::{FrameId, Page, PartsWanted, WalkView};
use debugger::walk::view::{FrameSeen, PidNumber, ProcessSeen, ScopeKind, SeenFile, SourceSpan, ValueSeen};
use maud::{Markup, html};

use crate::highlight;
use crate::host::Host;
use crate::words;

/// Calls under way that are shown.
const FRAMES: usize = 20;
/// Variables, and messages, that are shown.
const VALUES: usize = 50;
/// Lines of source around the one where a process stands.
const AROUND: u32 = 6;
/// Processes that are listed.
const PROCESSES: usize = 200;

/// Where the process with this number stands; without one, where the expression's does.
pub fn stand(dialogue: &Dialogue, host: &dyn Host, process: Option<u32>) -> Result<Markup, String> {
    let mut walk = dialogue.walk().ok_or(words::NO_WALK)?;
    let view = walk.view().ok_or(words::NO_WALK)?;
    let processes = view.processes();
    let wanted = |seen: &&ProcessSeen| process.is_none_or(|n| seen.row.n == n);
    let chosen = processes.iter().find(wanted).or(processes.first());
    let position = view.position();
    let Some(chosen) = chosen else { return Ok(html! { p.hint { (words::NO_WALK) } }) };
    let (who, n) = (chosen.id, chosen.row.n);
    let frames = view.frames(who, 0, FRAMES)?;
    let place = frames.frames.iter().find_map(|frame| frame.place.clone());
    let innermost = frames.frames.iter().find(|frame| frame.is_call).map(|frame| frame.id);
    let values = innermost.map(|frame| values(view, frame)).transpose()?.unwrap_or_default();
    Ok(html! {
        p.position { (words::position(position.entries, position.steps)) }
        @if processes.len() > 1 {
            ul.stands aria-label=(words::PROCESSES) {
                @for seen in processes.iter().take(PROCESSES) {
                    li {
                        button.quiet type="button" aria-pressed=(seen.row.n == n) data-process=(seen.row.n) {
                            "#" (seen.row.n) " " @if let Some(name) = &seen.row.name { (name) } @else { (seen.row.pid) }
                            @if seen.delivered > 0 { span.weight { (words::waiting(seen.delivered)) } }
                        }
                    }
                }
            }
        }
        h3 { (words::CALLS) }
        ol.frames {
            @for frame in &frames.frames { (one_frame(frame)) }
            @if frames.all > frames.frames.len() {
                li.hint { (words::more_calls(frames.all - frames.frames.len())) }
            }
        }
        @if let Some(place) = &place { (around(host, view, place)) }
        @for (title, values) in &values {
            @if !values.is_empty() {
                h3 { (title) }
                dl.values {
                    @for value in values { dt { (value.name) } dd { code { (value.text) } } }
                }
            }
        }
        (mailbox(view, who)?)
    })
}

fn one_frame(frame: &FrameSeen) -> Markup {
    html! {
        li.foreign[!frame.is_own] {
            code { (frame.name) }
            @if let Some(place) = &frame.place { span.weight { (file_name(&place.file)) ":" (place.line) } }
        }
    }
}

fn values(view: &mut dyn WalkView, frame: FrameId) -> Result<Vec<(&'static str, Vec<ValueSeen>)>, String> {
    let scopes = view.scopes(frame)?;
    let variables = scopes.into_iter().filter(|scope| scope.kind == ScopeKind::Variables);
    let page = Page { start: 0, count: Some(VALUES) };
    variables.map(|scope| Ok((words::VARIABLES, view.open(scope.number, PartsWanted::All, page)?))).collect()
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

fn file_name(file: &SeenFile) -> &str {
    match file {
        SeenFile::File { name, .. } | SeenFile::Text { name, .. } | SeenFile::Unknown { name } => name,
    }
}

/// The lines around a place.
fn around(host: &dyn Host, view: &dyn WalkView, place: &SourceSpan) -> Markup {
    let text = match &place.file {
        SeenFile::File { path, name } => host.source(path).or_else(|| host.source(name)),
        SeenFile::Text { number, .. } => view.text(*number),
        SeenFile::Unknown { .. } => None,
    };
    let Some(text) = text else { return html! {} };
    let name = file_name(&place.file);
    let (first, last) = (place.line.saturating_sub(AROUND).max(1), place.line + AROUND);
    let mut state = highlight::State::default();
    let lines: Vec<_> = (1..)
        .zip(text.lines())
        .take(last as usize)
        .map(|(n, line)| (n, highlight::line(name, line, &mut state)))
        .filter(|(n, _)| *n >= first)
        .collect();
    html! {
        pre.code.short tabindex="0" aria-label={ (name) ":" (place.line) } {
            @for (n, tokens) in &lines {
                span.line.asked[*n == place.line] {
                    span.number aria-hidden="true" { (n) }
                    span.text { @for token in tokens { span class=(token.kind.name()) { (token.text) } } }
                    "\n"
                }
            }
        }
    }
}
