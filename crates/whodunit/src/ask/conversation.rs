//! The conversation with a person: questions laid out for the screen, keys for answers.

use std::io::Write;
use std::path::PathBuf;

use inquiry::{Judgement, Strategy};
use session::event::{ClaimKind, Culprit, Instead, Judged, Question, QuestionKind, Start, Verdict};
use session::evidence::{Layout, Wish};
use session::{Answer, Session};

use super::front::{Accusation, FrontEnd, Reply};
use super::processes::{self, Details};
use super::words;
use crate::input::{Got, Input, Source};
use crate::style::Style;

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

    fn show(&mut self, session: &mut Session, question: &Question) {
        let left = words::count(question.suspects, "suspect");
        let head = format!("Question {} · {left} left · {}", question.n, question.reason);
        self.say(&format!("\n{}", self.style.faint(&head)));
        let (width, room) = (self.width(), self.room());
        if question.kind == QuestionKind::Group {
            return self.show_group(session, room);
        }
        let layouts = session.layout(width, room);
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

    fn show_group(&mut self, session: &mut Session, room: Option<usize>) {
        let width = self.width().saturating_sub(6);
        // Each on one line if it can be; the screen is for the group.
        let layouts = session.layout(width, Some(if self.unfolded == 0 { 1 } else { 4 }));
        let most = room.map_or(usize::MAX, |room| room.max(MEMBERS));
        let count = layouts.len();
        for (layout, n) in layouts.into_iter().zip(1..).take(most) {
            let text = layout.text.lines().collect::<Vec<_>>().join("\n        ");
            self.say(&self.style.strong(&format!("{INDENT}{n:>3}  {text}")));
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

    /// What a line means. None: it was about what is shown, and the question is still open.
    fn understand(&mut self, session: &mut Session, question: &Question, line: &str) -> Option<Reply> {
        let (key, rest) = split(line);
        let wrong =
            |claim, path| Some(Reply::Answer(Answer::Wrong { claim, item: None, missing: None, path }));
        if let Some(text) = line.strip_prefix('/') {
            self.find(session, text.trim());
            return None;
        }
        if key.starts_with('.') {
            return self.part(line).and_then(|path| wrong(None, path));
        }
        if let Ok(n) = key.parse() {
            return self.wrong_claim(session, question, n);
        }
        match key {
            "y" | "yes" | "right" => Some(Reply::Answer(Answer::Right)),
            "n" | "no" | "wrong" if rest.starts_with('.') => {
                self.part(rest).and_then(|path| wrong(None, path))
            }
            "n" | "no" | "wrong"
                if session.strategy() == Strategy::Subterm && question.kind == QuestionKind::Call =>
            {
                let path = self.which_part()?;
                wrong(None, path)
            }
            // The answer that is missing, in words.
            "n" | "no" | "wrong" if lists_answers(question) && !rest.is_empty() => {
                let (claim, item, missing) = (Some(1), None, Some(rest.to_owned()));
                Some(Reply::Answer(Answer::Wrong { claim, item, missing, path: Vec::new() }))
            }
            "n" | "no" | "wrong" => match rest.parse() {
                Ok(n) => self.wrong_claim(session, question, n),
                Err(_) if is_step(question) => self.first_wrong_claim(session, question),
                Err(_) if question.kind == QuestionKind::Group && rest.is_empty() => self.first_wrong(),
                Err(_) => wrong(None, Vec::new()),
            },
            "t" | "trust" => Some(Reply::Answer(Answer::Trust)),
            "i" | "inadmissible" => Some(Reply::Answer(Answer::Inadmissible)),
            "d" | "unknown" => Some(Reply::Answer(Answer::Unknown)),
            "v" | "view" => {
                self.show_code(session);
                None
            }
            "+" => {
                self.unfolded += 1;
                self.show(session, question);
                None
            }
            "o" | "ok" => self.right_after_all(),
            "x" | "instead" => match &question.instead {
                Some(instead) => Some(Reply::Elsewhere(instead.expression.clone())),
                None => {
                    self.say("There is nothing simpler to ask about.");
                    None
                }
            },
            "z" | "zoom" => {
                self.say("First the function: then you can look inside.");
                None
            }
            "p" | "processes" if !session.processes().is_empty() => {
                self.say(&processes::table(session.processes(), true));
                None
            }
            _ => {
                let help = if is_step(question) { words::STEP_HELP } else { words::HELP };
                // `r 2 y` revises; alone it leads to the run, and back.
                let names_an_answer = rest.starts_with(|first: char| first.is_ascii_digit());
                let key = if key == "r" && !names_an_answer { "rewind" } else { key };
                self.understand_anywhere(session, key, rest, help)
            }
        }
    }

    /// The claim with this number is wrong. Of a list: which of its items?
    fn wrong_claim(&mut self, session: &mut Session, question: &Question, n: u32) -> Option<Reply> {
        let (claim, path) = (Some(n), Vec::new());
        let chosen = question.claims.iter().find(|claim| claim.id == n).filter(|_| is_step(question));
        let (item, missing) = match chosen.map(|claim| (processes::details(claim), claim)) {
            Some((Details::Which { list, prompt }, claim)) => {
                self.say(&list);
                match self.line(&prompt).as_deref() {
                    Some("m") => (None, self.who(session)),
                    Some(text) => {
                        let index = text.parse().ok().and_then(|n: usize| n.checked_sub(1));
                        let Some(item) = index.and_then(|index| claim.items().get(index)) else {
                            self.say("That is not one of them.");
                            return None;
                        };
                        (Some(item.id), None)
                    }
                    None => (None, None),
                }
            }
            Some((Details::Absent, _)) => (None, self.who(session)),
            Some((Details::None { item }, _)) => (item, None),
            None => (None, None),
        };
        Some(Reply::Answer(Answer::Wrong { claim, item, missing, path }))
    }

    /// Who should have sent what is not there.
    fn who(&mut self, session: &mut Session) -> Option<String> {
        loop {
            let line = self.line(processes::WHO)?;
            match processes::find(&line, session.processes()) {
                Some(process) => return Some(process.pid.clone()),
                None if line == "p" => self.say(&processes::table(session.processes(), true)),
                None => self.say(&format!("There is no process {line}.")),
            }
        }
    }

    fn first_wrong_claim(&mut self, session: &mut Session, question: &Question) -> Option<Reply> {
        let range = processes::range(question.claims.len());
        match self.line(&format!("Which is the first wrong one? [{range}; nothing: I cannot say] ")) {
            Some(line) => match line.parse() {
                Ok(n) => self.wrong_claim(session, question, n),
                Err(_) => {
                    self.say("A claim is named by its number.");
                    None
                }
            },
            None => {
                let (claim, item, missing, path) = (None, None, None, Vec::new());
                Some(Reply::Answer(Answer::Wrong { claim, item, missing, path }))
            }
        }
    }

    /// What can be said at any time.
    fn understand_anywhere(
        &mut self,
        session: &mut Session,
        key: &str,
        rest: &str,
        help: &str,
    ) -> Option<Reply> {
        match key {
            "u" | "undo" => Some(Reply::Answer(Answer::Undo)),
            "s" | "strategy" => self.strategy(session, rest),
            "r" | "revise" => self.revise(session, rest),
            "rewind" => match words::where_to(rest) {
                Ok((n, side)) => {
                    self.shown = false;
                    Some(Reply::Rewind { n, side })
                }
                Err(message) => {
                    self.say(&message);
                    None
                }
            },
            "h" | "history" => {
                self.history(session);
                None
            }
            "m" | "diagram" => {
                self.show_diagram(session, rest);
                None
            }
            "a" | "abort" | "q" | "quit" => self.abort(session),
            "?" | "help" => {
                self.say(help);
                None
            }
            "" => None,
            other => {
                self.say(&format!("`{other}`? Type ? to see what can be answered."));
                None
            }
        }
    }

    /// `m`, `m 21`, `m <0.83.0>`, `m picture.svg`
    fn show_diagram(&mut self, session: &mut Session, rest: &str) {
        let (around, svg) = (rest.parse().ok(), rest.ends_with(".svg"));
        let process = Some(rest).filter(|name| !svg && around.is_none() && !name.is_empty());
        let width = self.input.size().0;
        match session.diagram(&Wish { around, process, svg, width }) {
            Err(message) => self.say(&format!("{}.", words::capitalized(&message))),
            Ok(picture) if svg => match std::fs::write(rest, picture) {
                Ok(()) => self.say(&format!("The diagram is in {rest}.")),
                Err(error) => self.say(&format!("Cannot write {rest}: {error}.")),
            },
            Ok(text) => self.say(text.trim_end()),
        }
    }

    fn part(&mut self, text: &str) -> Option<Vec<session::answer::Step>> {
        words::path(text).map_err(|message| self.say(&message)).ok()
    }

    fn which_part(&mut self) -> Option<Vec<session::answer::Step>> {
        match self.input.read("Which part is wrong? [like .2.1; nothing: the whole] ") {
            Got::Line(line) if line.trim().is_empty() => Some(Vec::new()),
            Got::Line(line) => self.part(line.trim()),
            Got::Interrupted | Got::End => Some(Vec::new()),
        }
    }

    fn first_wrong(&mut self) -> Option<Reply> {
        let claim =
            match self.input.read("Which is the first wrong one? [its number; nothing: I cannot say] ") {
                Got::Line(line) => line.trim().parse().ok(),
                Got::Interrupted | Got::End => None,
            };
        Some(Reply::Answer(Answer::Wrong { claim, item: None, missing: None, path: Vec::new() }))
    }

    fn show_code(&mut self, session: &mut Session) {
        match session.code() {
            Some((place, source)) => {
                let title = words::place(&place).unwrap_or_default();
                self.say(&self.style.faint(&title));
                self.say(&words::numbered(&place, &source));
            }
            None => self.say("There is no source to show."),
        }
    }

    fn find(&mut self, session: &mut Session, text: &str) {
        let width = self.width();
        let mut found = 0;
        for layout in session.layout(width, None) {
            for (line, n) in
                layout.text.lines().zip(1..).filter(|(line, _)| !text.is_empty() && line.contains(text))
            {
                let shown = line.replace(text, &self.style.bad(text));
                self.say(&format!("{:>6}  {shown}", format!("{n}:")));
                found += 1;
            }
        }
        if found == 0 {
            self.say(&format!("`{text}` does not occur in it."));
        }
    }

    fn right_after_all(&mut self) -> Option<Reply> {
        self.say("Then nothing is to blame for it.");
        match self.input.read("Another expression with a wrong value [nothing: stop; c: go on here] ") {
            Got::Line(line) => match line.trim() {
                "c" => None,
                "" => Some(Reply::Abort { save: None }),
                expression => Some(Reply::Elsewhere(expression.to_owned())),
            },
            Got::Interrupted | Got::End => Some(Reply::Abort { save: None }),
        }
    }

    fn strategy(&mut self, session: &mut Session, name: &str) -> Option<Reply> {
        let mut name = name.to_owned();
        if name.is_empty() {
            for strategy in Strategy::ALL {
                let mark = if strategy == session.strategy() { "*" } else { " " };
                self.say(&format!("{mark} {}", strategy.name()));
            }
            match self.input.read("Strategy? ") {
                Got::Line(line) if !line.trim().is_empty() => line.trim().clone_into(&mut name),
                _ => return None,
            }
        }
        let mut matching = Strategy::ALL.into_iter().filter(|strategy| strategy.name().starts_with(&name));
        if let (Some(strategy), None) = (matching.next(), matching.next()) {
            strategy.name().clone_into(&mut name);
        }
        Some(Reply::Answer(Answer::Strategy { name }))
    }

    fn history(&mut self, session: &mut Session) {
        let width = self.width().saturating_sub(20);
        if session.answered().is_empty() {
            self.say("Nothing has been answered yet.");
        }
        for answered in session.answered() {
            let question = &answered.question;
            let statement = words::one_line(&question.statement, &question.claims, width);
            self.say(&format!("{:>4}  {:<12}  {statement}", question.n, answered.judgement.name()));
        }
    }

    /// `r`, `r 2`, `r 2 y`
    fn revise(&mut self, session: &mut Session, rest: &str) -> Option<Reply> {
        if session.answered().is_empty() {
            self.say("Nothing has been answered yet.");
            return None;
        }
        let (mut n, mut to) = {
            let (n, to) = split(rest);
            (n.to_owned(), to.to_owned())
        };
        if n.is_empty() {
            self.history(session);
            n = self.line("Which answer? [its number] ")?;
        }
        let Ok(n) = n.parse() else {
            self.say("An answer is named by the number of its question.");
            return None;
        };
        if to.is_empty() {
            to = self.line("Right? [y n t i d] ")?;
        }
        let judgement = match &to[..] {
            "y" | "yes" => Judgement::Right.name(),
            "n" | "no" => Judgement::Wrong.name(),
            "t" => Judgement::Trust.name(),
            "i" => Judgement::Inadmissible.name(),
            "d" => Judgement::Unknown.name(),
            other => other,
        };
        Some(Reply::Answer(Answer::Revise { n, to: judgement.to_owned() }))
    }

    /// A line that says something.
    fn line(&mut self, prompt: &str) -> Option<String> {
        match self.input.read(prompt) {
            Got::Line(line) if !line.trim().is_empty() => Some(line.trim().to_owned()),
            _ => None,
        }
    }

    fn abort(&mut self, session: &mut Session) -> Option<Reply> {
        let count = session.answered().len() as u64;
        let nothing = Some(Reply::Abort { save: None });
        if let Some(file) = &self.saved_in {
            self.say(&format!("The answers are in {}: the same command goes on from here.", file.display()));
            return nothing;
        }
        if count == 0 || !self.input.is_terminal() {
            return nothing;
        }
        let prompt =
            format!("Save the {}? [a file name; nothing: no; c: go on] ", words::count(count, "answer"));
        match self.input.read(&prompt) {
            Got::Line(line) => match line.trim() {
                "" => nothing,
                "c" => None,
                name => Some(Reply::Abort { save: Some(PathBuf::from(name)) }),
            },
            Got::Interrupted | Got::End => nothing,
        }
    }

    // ---- verdicts

    fn show_culprit(&mut self, culprit: &Culprit, is_expression: bool, is_receive: bool) {
        let width = self.width();
        let who = match is_expression {
            true => format!("This expression in {} is to blame", words::culprit(culprit)),
            false if is_receive => format!("To blame: {}", words::guilty_receive(culprit)),
            false => format!("To blame: {}", words::culprit(culprit)),
        };
        let place = words::place(&culprit.place).map(|place| format!("  ({place})")).unwrap_or_default();
        self.say(&format!("\n{}{}", self.style.bad(&who), self.style.faint(&place)));
        if let Some(source) = &culprit.source {
            self.say(&indented(&words::numbered(&culprit.place, source)));
        }
        if let Some(instance) = culprit.instance.as_ref().filter(|instance| !is_as_written(instance, culprit))
        {
            self.say("With what its variables were:");
            self.say(&format!("{INDENT}{instance}"));
        }
        if let Some(remark) = &culprit.remark {
            self.say(remark);
        }
        if let Some(error) = culprit.error {
            self.say(&processes::explained(error));
        }
        self.say(match (is_expression, is_receive) {
            (true, _) => "Here it came to:",
            (false, true) => "What shows it:",
            (false, false) => "The call that shows it:",
        });
        self.say(
            &self.style.strong(&format!(
                "{INDENT}{}",
                words::one_line(&culprit.statement, &culprit.claims, 4 * width)
            )),
        );
        if culprit.proof.len() <= SHORT_PROOF {
            self.show_proof(culprit, is_expression);
        }
        let judged = match culprit.judged {
            0 => String::new(),
            n => format!(", {n} judged by others"),
        };
        let questions = words::count(culprit.questions.into(), "question");
        self.say(&self.style.faint(&format!("({questions}{judged})")));
    }

    fn show_proof(&mut self, culprit: &Culprit, is_expression: bool) {
        self.say(match (culprit.proof.is_empty(), is_expression) {
            (true, true) => "Nothing inside it could be to blame.",
            (true, false) => "It called nothing else that could be to blame.",
            (false, true) => "What is inside it is not to blame:",
            (false, false) => "What it called is not to blame:",
        });
        let width = self.width();
        for proof in &culprit.proof {
            let statement = words::one_line(&proof.statement, &proof.claims, width);
            let why = self.style.faint(&format!("({})", words::innocence(proof)));
            self.say(&format!("{INDENT}{statement}  {why}"));
        }
    }
}

impl FrontEnd for Conversation {
    fn begin(&mut self, session: &mut Session, accusation: &Accusation<'_>) {
        let width = self.width();
        let room = self.room();
        let symptom = match accusation.statement {
            Some(statement) => statement.to_owned(),
            None => session.symptom_layout(width, room).text,
        };
        let remark = accusation.remark;
        match symptom.lines().count() {
            1 if symptom.chars().count() + remark.chars().count() + 2 <= width + INDENT.len() => {
                self.say(&format!("{}  {remark}", self.style.strong(&symptom)));
            }
            _ => self.say(&format!("{}\n{remark}", self.style.strong(&symptom))),
        }
    }

    fn doubt(&mut self, _session: &mut Session, opinion: &Judged) -> Option<Reply> {
        let what = match opinion.answer {
            "inadmissible" => "should never have been asked for",
            _ => "is right",
        };
        self.say(&format!("It {what}: {}.", words::judge(&opinion.by)));
        self.right_after_all()
    }

    fn start(&mut self, session: &mut Session, start: &Start) -> Reply {
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
                _ => self.understand_anywhere(session, key, rest, words::START_HELP),
            };
            if let Some(reply) = reply {
                return reply;
            }
        }
    }

    fn start_anywhere(&mut self, _start: &Start) {}

    fn ask(&mut self, session: &mut Session, question: &Question) -> Reply {
        if !std::mem::take(&mut self.shown) {
            self.unfolded = 0;
            self.show(session, question);
        }
        loop {
            let prompt = self.prompt(question);
            let reply = match self.input.read(&prompt) {
                Got::Line(line) => self.understand(session, question, line.trim()),
                Got::Interrupted => self.abort(session),
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

    fn verdict(&mut self, session: &mut Session, verdict: &Verdict) -> Reply {
        let (prompt, culprit) = match verdict {
            Verdict::Function(culprit) | Verdict::Rule(culprit) => {
                self.show_culprit(culprit, false, false);
                let prompt = if session.has_inside() { "Look inside? [y n, ? explains] " } else { DONE };
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
        if session.answered().is_empty() && culprit.is_none() {
            return Reply::Done;
        }
        let can_zoom = matches!(verdict, Verdict::Function(_) | Verdict::Receive(_)) && session.has_inside();
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
                _ => self.understand_anywhere(session, key, rest, words::VERDICT_HELP),
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
