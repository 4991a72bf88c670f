//! The conversation with a person: questions laid out for the screen, keys for answers.

mod understanding;
mod verdicts;

use std::io::Write;
use std::path::PathBuf;

use debugger::dialogue::{Accusation, Look};
use session::Answer;
use session::event::{ClaimKind, Content, Culprit, Instead, Judged, Question, QuestionKind, Start, Verdict};
use session::evidence::Layout;

use super::front::{FrontEnd, Reply};
use super::processes;
use crate::input::{Got, Input, Source};
use crate::style::Style;
use debugger::words;

pub struct Conversation {
    input: Input,
    style: Style,
    /// Answers are saved as they are given: the name of the file.
    saved_in: Option<PathBuf>,
    /// How many lines of a statement are shown, doubled by every `+`.
    unfolded: u32,
    asked_before: bool,
    /// The question is still on the screen.
    shown: bool,
}

/// Lines of the screen that are not for the statement.
const AROUND: usize = 8;
/// Statements of a group that are shown at first where the page has no end.
const MEMBERS: usize = 16;
/// A proof up to this many lines is shown without being asked for.
const SHORT_PROOF: usize = 8;
const INDENT: &str = "  ";
const DONE: &str = "Done? [y, ? explains] ";

impl Conversation {
    /// `lines`: where answers come from, if nobody sits at the terminal.
    pub fn new(saved_in: Option<PathBuf>, lines: Option<Source>) -> Conversation {
        Conversation {
            input: lines.map_or_else(Input::standard, Input::Lines),
            style: Style::of_standard_output(),
            saved_in,
            unfolded: 0,
            asked_before: false,
            shown: false,
        }
    }

    fn say(&self, text: &str) {
        // A reader who went away is no reason to stop: there will be no answers either.
        let _ = writeln!(std::io::stdout(), "{text}");
    }

    fn width(&mut self) -> usize {
        self.input.size().0 - INDENT.len()
    }

    /// How many lines a statement may take, if there is an end to it.
    fn room(&mut self) -> Option<usize> {
        let rows = self.input.size().1.map_or(24, |rows| rows.saturating_sub(AROUND).max(4));
        (self.unfolded < 8).then(|| rows << self.unfolded)
    }

    // ---- questions

    fn show(&mut self, look: &mut Look<'_>, question: &Question) {
        let left = words::count(question.suspects, "suspect");
        let head = format!("Question {} · {left} left · {}", question.n, question.reason);
        self.say(&format!("\n{}", self.style.faint(&head)));
        let (width, room) = (self.width(), self.room());
        if question.kind == QuestionKind::Group {
            return self.show_group(look, question, room);
        }
        let layouts = look.layout(width, room);
        for Layout { text, folded } in layouts {
            self.say(&self.style.strong(&indented(&text)));
            if folded {
                self.say(
                    &self.style.faint(&format!("{INDENT}(`...` is cut off: + shows more, /text finds text)")),
                );
            }
        }
        for advice in &question.advice {
            self.say(&self.style.faint(&format!("{INDENT}{advice}")));
        }
        if let Some(Instead { expression, by, statements }) = &question.instead {
            let left = words::count(u64::from(*statements), "call");
            let offer =
                format!("{by} is not true of something simpler, with {left}: x asks about that instead");
            self.say(&self.style.faint(&format!("{INDENT}{offer}\n{INDENT}{INDENT}{expression}")));
        }
    }

    fn show_group(&mut self, look: &mut Look<'_>, question: &Question, room: Option<usize>) {
        let width = self.width().saturating_sub(6);
        // Each on one line if it can be; the screen is for the group.
        let layouts = look.layout(width, Some(if self.unfolded == 0 { 1 } else { 4 }));
        let most = room.map_or(usize::MAX, |room| room.max(MEMBERS));
        let count = layouts.len();
        for (layout, claim) in layouts.into_iter().zip(&question.claims).take(most) {
            let text = layout.text.lines().collect::<Vec<_>>().join("\n        ");
            let times = match claim.content {
                Content::Statement { times: 2, .. } => self.style.faint("  (twice)"),
                Content::Statement { times: times @ 3.., .. } => {
                    self.style.faint(&format!("  ({times} times)"))
                }
                _ => String::new(),
            };
            let text = self.style.strong(&format!("{INDENT}{:>3}  {text}", claim.id));
            self.say(&format!("{text}{times}"));
        }
        if count > most {
            let more = count - most;
            self.say(&self.style.faint(&format!("{INDENT}and {more} more (+ shows them)")));
        }
    }

    fn prompt(&mut self, question: &Question) -> String {
        let words = match question.kind {
            QuestionKind::Group => "All right? ",
            _ if is_step(question) => "What is wrong? ",
            _ => "Right? ",
        };
        let explained = std::mem::replace(&mut self.asked_before, true);
        match (explained, question.kind) {
            (_, kind) if kind != QuestionKind::Group && is_step(question) => {
                let hint = if explained { "" } else { ", ? explains" };
                format!("{words}[{}, y: nothing{hint}] ", processes::range(question.claims.len()))
            }
            (_, QuestionKind::Group) => format!("{words}[y, or the number of the first wrong one] "),
            (false, _) => format!("{words}{} ", words::HINT),
            (true, _) => words.to_owned(),
        }
    }
}

impl FrontEnd for Conversation {
    fn begin(&mut self, look: &mut Look<'_>, accusation: &Accusation) {
        let width = self.width();
        let room = self.room();
        let symptom = match &accusation.statement {
            Some(statement) => statement.to_owned(),
            None => look.symptom_layout(width, room).text,
        };
        let remark = &accusation.remark;
        match symptom.lines().count() {
            1 if symptom.chars().count() + remark.chars().count() + 2 <= width + INDENT.len() => {
                self.say(&format!("{}  {remark}", self.style.strong(&symptom)));
            }
            _ => self.say(&format!("{}\n{remark}", self.style.strong(&symptom))),
        }
    }

    fn doubt(&mut self, _look: &mut Look<'_>, opinion: &Judged) -> Option<Reply> {
        let what = match opinion.answer {
            "inadmissible" => "should never have been asked for",
            _ => "is right",
        };
        self.say(&format!("It {what}: {}.", words::judge(&opinion.by)));
        self.right_after_all()
    }

    fn start(&mut self, look: &mut Look<'_>, start: &Start) -> Reply {
        if !std::mem::take(&mut self.shown) {
            self.say(&format!("\n{}", processes::table(&start.processes, false)));
        }
        let range = processes::range(start.processes.len());
        let prompt = format!("Where is something wrong? [{range}, e: an event, w: somewhere, ? explains] ");
        loop {
            let line = match self.input.read(&prompt) {
                Got::Line(line) => line,
                Got::Interrupted | Got::End => return Reply::Abort { save: None },
            };
            let line = line.trim();
            if let Some(answer) = processes::beginning(line, &start.processes) {
                return Reply::Answer(answer);
            }
            let (key, rest) = split(line);
            let reply = match key {
                "+" | "p" => {
                    self.say(&processes::table(&start.processes, true));
                    None
                }
                "e" | "event" => {
                    match self.line("Which event? [its number in the diagram] ").map(|id| id.parse()) {
                        Some(Ok(id)) => Some(Reply::Answer(Answer::Event { id })),
                        Some(Err(_)) => {
                            self.say("An event is named by its number.");
                            None
                        }
                        None => None,
                    }
                }
                "o" | "ok" => self.right_after_all(),
                key if key.starts_with(|c: char| c.is_ascii_digit() || c == '<') => {
                    self.say(&format!("There is no process {key}."));
                    None
                }
                _ => self.understand_anywhere(look, key, rest, words::START_HELP),
            };
            if let Some(reply) = reply {
                return reply;
            }
        }
    }

    fn ask(&mut self, look: &mut Look<'_>, question: &Question) -> Reply {
        if !std::mem::take(&mut self.shown) {
            self.unfolded = 0;
            self.show(look, question);
        }
        loop {
            let prompt = self.prompt(question);
            let reply = match self.input.read(&prompt) {
                Got::Line(line) => self.understand(look, question, line.trim()),
                Got::Interrupted => self.abort(look),
                Got::End => Some(Reply::Abort { save: None }),
            };
            if let Some(reply) = reply {
                return reply;
            }
        }
    }

    fn judged(&mut self, judged: &Judged) {
        let width = self.width().saturating_sub(30);
        let statement = words::one_line(&judged.statement, &judged.claims, width);
        let text = format!("{INDENT}{statement}  ({}: {})", judged.answer, words::judge(&judged.by));
        self.say(&self.style.good(&text));
    }

    fn refuse(&mut self, message: &str) {
        self.say(&format!("That cannot be: {message}."));
        self.shown = true;
    }

    fn warn(&mut self, message: &str) {
        eprintln!("warning: {message}");
    }

    fn verdict(&mut self, look: &mut Look<'_>, verdict: &Verdict) -> Reply {
        let (prompt, culprit) = match verdict {
            Verdict::Function(culprit) | Verdict::Rule(culprit) => {
                self.show_culprit(culprit, false, false);
                let prompt = if look.has_inside() { "Look inside? [y n, ? explains] " } else { DONE };
                (prompt, Some(culprit))
            }
            Verdict::Receive(culprit) => {
                self.show_culprit(culprit, false, true);
                ("Look inside? [y n, ? explains] ", Some(culprit))
            }
            Verdict::Expression(culprit) => {
                self.show_culprit(culprit, true, false);
                (DONE, Some(culprit))
            }
            Verdict::Undecided(undecided) => {
                self.say(&format!("\n{}", self.style.bad(&words::undecided(undecided))));
                let width = self.width();
                for suspect in &undecided.suspects {
                    self.say(&format!(
                        "{INDENT}{}",
                        words::one_line(&suspect.statement, &suspect.claims, width)
                    ));
                }
                ("Done? [y; r revises an answer, u takes the last one back] ", None)
            }
        };
        if look.answered().is_empty() && culprit.is_none() {
            return Reply::Done;
        }
        let can_zoom = matches!(verdict, Verdict::Function(_) | Verdict::Receive(_)) && look.has_inside();
        loop {
            let line = match self.input.read(prompt) {
                Got::Line(line) => line,
                Got::Interrupted | Got::End => return Reply::Done,
            };
            let (key, rest) = split(line.trim());
            let reply = match key {
                "y" | "yes" | "z" | "zoom" if can_zoom => Some(Reply::Answer(Answer::Zoom)),
                "n" | "no" | "" if can_zoom => Some(Reply::Done),
                "y" | "yes" | "n" | "no" | "a" | "q" | "" => Some(Reply::Done),
                "p" | "proof" => {
                    if let Some(culprit) = culprit {
                        self.show_proof(culprit, !can_zoom);
                    }
                    None
                }
                _ => {
                    let help = match look.has_inside() {
                        true => words::VERDICT_HELP,
                        false => words::LAZY_VERDICT_HELP,
                    };
                    self.understand_anywhere(look, key, rest, help)
                }
            };
            if let Some(reply) = reply {
                return reply;
            }
        }
    }
}

/// Whether the question is about a step of a process, which has several claims to choose from.
fn is_step(question: &Question) -> bool {
    match question.kind {
        QuestionKind::Receive | QuestionKind::Stuck => true,
        QuestionKind::Call => question.claims.len() > 1,
        QuestionKind::Group | QuestionKind::Expression => false,
    }
}

/// Whether it is about all answers of a call.
fn lists_answers(question: &Question) -> bool {
    question.claims.first().is_some_and(|claim| claim.kind == ClaimKind::Answers)
}

/// Whether the instance of a rule is the rule itself: it has no variables.
fn is_as_written(instance: &str, culprit: &Culprit) -> bool {
    let source = culprit.source.as_deref().unwrap_or_default();
    instance.split_whitespace().eq(source.split_whitespace())
}

fn split(line: &str) -> (&str, &str) {
    let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (key, rest.trim())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("{INDENT}{line}")).collect::<Vec<_>>().join("\n")
}
