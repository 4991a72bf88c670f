//! The conversation with a person: questions laid out for the screen, keys for answers.

mod understanding;
mod verdicts;

use std::collections::BTreeSet;
use std::path::PathBuf;

use debugger::dialogue::{Accusation, Look};
use session::Answer;
use session::event::{
    Begin, ClaimKind, Content, Culprit, Instead, Judged, Question, QuestionKind, Start, Verdict,
};
use session::evidence::Layout;

use super::front::{FrontEnd, Reply};
use super::processes;
use crate::input::{Got, Input, Source};
use crate::style::Style;
use crate::words::{self as texts, CulpritKind};
use debugger::words::{self, help};

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
/// Lines for a statement where nobody sits at a terminal: with the reason for the question, what to
/// do about a cut, and the prompt, it fits 24 lines.
const OF_24: usize = 20;
/// Statements of a group that are shown at first where the page has no end.
const MEMBERS: usize = 16;
/// A proof up to this many lines is shown without being asked for.
const SHORT_PROOF: usize = 8;
const INDENT: &str = "  ";
/// From this many `+` on, nothing is left out.
const EVERYTHING: u32 = 8;
/// Lines for each statement of a group, as many as it takes to tell them apart.
const FOR_EACH: [usize; 3] = [1, 2, 4];

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
        // A closed pipe does not stop the session here: without a reader, there will be no answers
        // either.
        println!("{text}");
    }

    fn width(&mut self) -> usize {
        self.input.size().0 - INDENT.len()
    }

    /// The columns of a table. Without a terminal, it is as wide as it needs to be.
    fn columns(&mut self) -> usize {
        if self.input.is_terminal() { self.input.size().0 } else { usize::MAX }
    }

    /// How many lines a statement may take, if there is an end to it.
    fn room(&mut self) -> Option<usize> {
        let rows = self.input.size().1.map_or(OF_24, |rows| rows.saturating_sub(AROUND).max(4));
        (self.unfolded < EVERYTHING).then(|| rows << self.unfolded)
    }

    // ---- questions

    fn show(&mut self, look: &mut Look<'_>, question: &Question) {
        let head = wrapped(&words::question_head(question), self.width());
        self.say(&format!("\n{}", self.style.faint(&head)));
        let (width, room) = (self.width(), self.room());
        if question.kind == QuestionKind::Group {
            return self.show_group(look, question, room);
        }
        let layouts = look.layout(width, room);
        for Layout { text, folded } in layouts {
            self.say(&self.style.strong(&indented(&text)));
            if folded {
                self.say(&self.style.faint(&format!("{INDENT}{}", texts::CUT)));
            }
        }
        for advice in &question.advice {
            self.say(&self.style.faint(&format!("{INDENT}{advice}")));
        }
        if let Some(Instead { expression, by, statements }) = &question.instead {
            let offer = texts::simpler(by, *statements);
            self.say(&self.style.faint(&format!("{INDENT}{offer}\n{INDENT}{INDENT}{expression}")));
        }
    }

    fn show_group(&mut self, look: &mut Look<'_>, question: &Question, room: Option<usize>) {
        let width = self.width().saturating_sub(6);
        // Each on one line if it can be, for the screen is for the group; but where two differ,
        // that has to be seen.
        let sizes = FOR_EACH.into_iter().skip(2 * usize::from(self.unfolded > 0));
        let mut layouts = Vec::new();
        for size in sizes {
            layouts = look.layout(width, Some(size));
            let mut cut = layouts.iter().filter(|layout| layout.folded).map(|layout| &*layout.text);
            let mut texts = BTreeSet::new();
            if cut.all(|text| texts.insert(text)) {
                break;
            }
        }
        let most = room.map_or(usize::MAX, |room| room.max(MEMBERS));
        let count = layouts.len();
        for (layout, claim) in layouts.into_iter().zip(&question.claims).take(most) {
            let text = layout.text.lines().collect::<Vec<_>>().join("\n        ");
            let times = match claim.content {
                Content::Statement { times: times @ 2.., .. } => {
                    self.style.faint(&format!("  {}", texts::times(times)))
                }
                _ => String::new(),
            };
            let text = self.style.strong(&format!("{INDENT}{:>3}  {text}", claim.id));
            self.say(&format!("{text}{times}"));
        }
        if count > most {
            self.say(&self.style.faint(&format!("{INDENT}{}", texts::more_members(count - most))));
        }
    }

    fn prompt(&mut self, question: &Question) -> String {
        let explained = std::mem::replace(&mut self.asked_before, true);
        match is_step(question) {
            true if question.kind == QuestionKind::Inputs => texts::inputs_right(&question.claims),
            true => texts::first_incorrect(&question.claims, explained),
            false => texts::prompt(question.kind, explained).to_owned(),
        }
    }
}

impl FrontEnd for Conversation {
    fn begin(&mut self, look: &mut Look<'_>, _begin: &Begin, accusation: &Accusation) {
        let width = self.width();
        let room = self.room();
        let symptom = match &accusation.statement {
            Some(statement) => statement.to_owned(),
            None => look.symptom_layout(width, room).text,
        };
        self.say(&accusation.remark);
        self.say(&self.style.strong(&indented(&symptom)));
    }

    fn doubt(&mut self, _look: &mut Look<'_>, opinion: &Judged) -> Option<Reply> {
        self.say(&texts::doubted(opinion.answer, &words::judge(&opinion.by)));
        self.right_after_all()
    }

    fn start(&mut self, look: &mut Look<'_>, start: &Start) -> Reply {
        let width = self.columns();
        if !std::mem::take(&mut self.shown) {
            self.say(&format!("\n{}", processes::table(&start.processes, false, width)));
        }
        let prompt = texts::where_to_begin(start.processes.len());
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
                "+" | "p" | "processes" => {
                    self.say(&processes::table(&start.processes, true, width));
                    None
                }
                "e" | "event" => match self.line(texts::WHICH_EVENT).map(|id| id.parse()) {
                    Some(Ok(id)) => Some(Reply::Answer(Answer::Event { id })),
                    Some(Err(_)) => {
                        self.say(texts::EVENT_NUMBER);
                        None
                    }
                    None => None,
                },
                "o" | "ok" => self.right_after_all(),
                key if key.starts_with(|c: char| c.is_ascii_digit() || c == '<') => {
                    self.say(&texts::no_process(key));
                    None
                }
                _ => self.understand_anywhere(look, key, rest, help::START),
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
        let statement = words::one_line(judged.sentence(), width);
        let text =
            format!("{INDENT}{statement}  ({}: {})", words::answer(judged.answer), words::judge(&judged.by));
        self.say(&self.style.good(&text));
    }

    fn refuse(&mut self, message: &str) {
        self.say(&format!("{}.", words::capitalized(message)));
        self.shown = true;
    }

    fn warn(&mut self, message: &str) {
        eprintln!("warning: {message}");
    }

    fn verdict(&mut self, look: &mut Look<'_>, verdict: &Verdict) -> Reply {
        let (prompt, culprit) = match verdict {
            Verdict::Function(culprit) | Verdict::Rule(culprit) => {
                self.show_culprit(culprit, CulpritKind::Function);
                let prompt = if look.has_inside() { texts::NARROW_DOWN } else { texts::DONE };
                (prompt, Some(culprit))
            }
            Verdict::Receive(culprit) => {
                self.show_culprit(culprit, CulpritKind::Receive);
                (texts::NARROW_DOWN, Some(culprit))
            }
            Verdict::Expression(culprit) => {
                self.show_culprit(culprit, CulpritKind::Expression);
                (texts::DONE, Some(culprit))
            }
            Verdict::Undecided(undecided) => {
                self.say(&format!("\n{}", self.style.bad(&words::undecided(undecided))));
                let width = self.width();
                for suspect in &undecided.suspects {
                    self.say(&format!("{INDENT}{}", words::one_line(suspect.sentence(), width)));
                }
                (texts::DONE_UNDECIDED, None)
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
                        true => help::VERDICT,
                        false => help::LAST_VERDICT,
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
        QuestionKind::Receive | QuestionKind::Stuck | QuestionKind::Inputs => true,
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

/// The key of a line and the rest of it. `Y` means the same as `y`.
fn split(line: &str) -> (&str, &str) {
    let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let key = match key {
        "Y" => "y",
        "N" => "n",
        "T" => "t",
        "I" => "i",
        "D" => "d",
        "U" => "u",
        "Q" => "q",
        other => other,
    };
    (key, rest.trim())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("{INDENT}{line}")).collect::<Vec<_>>().join("\n")
}

/// A long line broken at spaces; what follows is indented.
fn wrapped(text: &str, width: usize) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, INDENT.to_owned()));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}
