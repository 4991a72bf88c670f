//! The worker: the one thread that holds the dialogue. It works, and serves those who wait.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use debugger::dialogue::Progress;
use debugger::drawable::DiagramChoice;
use debugger::{Dialogue, Input, Output, Walked};
use serde_json::json;
use session::evidence::DiagramWish;
use session::{Answer, Side};
use tokio::sync::{oneshot, watch};

use crate::comparison::Comparison;
use crate::host::{Beginning, Host};
use crate::look::{Look, Seen};
use crate::pace::Pace;
use crate::page;
use crate::say::{Said, Say};
use crate::scene::{Goal, Scene, Wants};
use crate::snapshot::{Snapshot, Walks};
use crate::words;

/// What the handlers send.
pub enum Message {
    Say { said: Said, reply: oneshot::Sender<Result<u64, Stale>> },
    Look { look: Look, reply: oneshot::Sender<Result<Seen, String>> },
}

/// A command was decided on something else than there is now.
#[derive(Debug)]
pub struct Stale {
    pub rev: u64,
}

pub struct Worker {
    host: Box<dyn Host>,
    /// The subject of the page now.
    beginning: Beginning,
    messages: Receiver<Message>,
    publish: watch::Sender<Arc<Snapshot>>,
    /// What was said before the server was ended, and is not said again yet.
    journal: VecDeque<Say>,
    /// `None`: it could not begin, or is over.
    dialogue: Option<Dialogue>,
    scene: Scene,
    pace: Pace,
    rev: u64,
    /// Counts the runs that were begun.
    run: u64,
    /// Another run beside this one, if somebody wants to compare them.
    comparison: Option<Comparison>,
    /// Counts what was compared.
    pictures: u64,
}

impl Worker {
    pub fn new(
        host: Box<dyn Host>,
        messages: Receiver<Message>,
        publish: watch::Sender<Arc<Snapshot>>,
        journal: Vec<Say>,
    ) -> Worker {
        let beginning = host.beginning();
        let scene = Scene::new(&beginning);
        let pace = Pace::start();
        let journal = journal.into();
        let (dialogue, comparison) = (None, None);
        let (rev, run, pictures) = (1, 1, 0);
        Worker {
            host,
            beginning,
            messages,
            publish,
            journal,
            dialogue,
            scene,
            pace,
            rev,
            run,
            comparison,
            pictures,
        }
    }

    /// Until nobody can say anything any more.
    pub fn work(mut self) {
        self.begin();
        loop {
            if let Some(say) = self.recalled() {
                match self.is_wanted(&say) {
                    true => self.perform(say),
                    false => {
                        self.journal.clear();
                        self.scene.warn(words::CHANGED.to_owned());
                        self.change();
                    }
                }
                continue;
            }
            let compares = self.comparison.as_ref().is_some_and(|comparison| !comparison.is_done());
            let message = match self.scene.work.is_some() || compares {
                true => self.messages.try_recv(),
                false => self.messages.recv().map_err(|_| TryRecvError::Disconnected),
            };
            match message {
                Ok(Message::Say { said, reply }) => {
                    let stale = Stale { rev: self.rev };
                    // The browser may have gone; the command counts all the same.
                    let _ = match said.rev == self.rev && self.is_wanted(&said.say) {
                        true => reply.send(Ok(self.hear(said.say))),
                        false => reply.send(Err(stale)),
                    };
                }
                Ok(Message::Look { look, reply }) => drop(reply.send(self.look(look))),
                Err(TryRecvError::Empty) if self.scene.work.is_some() => self.go_on(),
                Err(TryRecvError::Empty) => self.compare_on(),
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    /// What was said at this point before the server was ended.
    fn recalled(&mut self) -> Option<Say> {
        let next = self.journal.front()?;
        let is_due = match (next, &self.scene.work) {
            (Say::Stop { steps }, Some(Progress::Running { steps: made })) => made >= steps,
            (Say::Stop { .. }, Some(Progress::Thinking)) => true,
            (Say::Stop { .. }, None) => true,
            (_, work) => work.is_none(),
        };
        is_due.then(|| self.journal.pop_front()).flatten()
    }

    fn begin(&mut self) {
        let beginning = self.beginning.clone();
        self.scene = Scene::new(&beginning);
        self.scene.is_reading = true;
        self.run += 1;
        self.publish();
        let begun = self.host.begin(&beginning);
        self.scene.is_reading = false;
        match begun {
            Ok(dialogue) => {
                self.dialogue = Some(dialogue);
                self.advance(Input::Continue(self.pace.slice()));
            }
            Err(problems) => {
                self.dialogue = None;
                self.scene.problems(problems);
                self.offer();
                self.change();
            }
        }
    }

    /// What else can be asked about.
    fn offer(&mut self) {
        if self.beginning == Beginning::Test {
            self.scene.functions = self.host.functions();
            self.scene.recent = self.host.recent();
        }
    }

    /// Whether this can be said now.
    fn is_wanted(&self, say: &Say) -> bool {
        match say {
            Say::Restart => true,
            Say::Stop { .. } => self.scene.work.is_some() || self.scene.wants == Wants::Line,
            _ if self.scene.work.is_some() => false,
            Say::Goal { .. } => self.scene.goal.is_some(),
            Say::Begin { .. } | Say::Call { .. } => self.beginning == Beginning::Test,
            Say::Line { .. } | Say::EndOfInput => self.scene.wants == Wants::Line,
            Say::Walk { .. } | Say::Visit { .. } => {
                self.scene.wants != Wants::Line && self.dialogue.is_some()
            }
            Say::Test { .. } => matches!(self.scene.wants, Wants::Test(_)),
            Say::Insist => matches!(self.scene.wants, Wants::Doubt(_)),
            Say::Answer { .. } => {
                matches!(self.scene.wants, Wants::Start(_) | Wants::Question(_) | Wants::Verdict(_))
            }
            Say::Elsewhere { .. } | Say::GiveUp => self.dialogue.is_some(),
        }
    }

    /// Takes a command: it is kept before anything follows from it.
    fn hear(&mut self, say: Say) -> u64 {
        let say = match (say, self.scene.work) {
            (Say::Stop { .. }, Some(Progress::Running { steps })) => Say::Stop { steps },
            (say, _) => say,
        };
        let line = serde_json::to_string(&say).unwrap_or_default();
        let kept = match say {
            Say::Restart => self.host.forget(),
            _ => self.host.keep(&line),
        };
        if let Err(message) = kept {
            self.scene.warn(message);
        }
        self.perform(say);
        self.rev
    }

    fn perform(&mut self, say: Say) {
        self.scene.notice = None;
        self.pace = Pace::start();
        let input = match say {
            Say::Restart => {
                self.journal.clear();
                self.host.choose_answer(1, false);
                self.beginning = self.host.beginning();
                self.change();
                return self.begin();
            }
            Say::Goal { n, missing } => {
                self.host.choose_answer(n.max(1), missing);
                self.change();
                self.begin();
                self.scene.goal = Some(Goal { n: n.max(1), missing });
                return self.publish();
            }
            Say::Begin { expression } => {
                self.beginning = Beginning::Ask(expression);
                self.change();
                return self.begin();
            }
            Say::Call { function, arguments } => {
                self.beginning = Beginning::Ask(format!("{function}({})", arguments.join(", ")));
                self.change();
                return self.begin();
            }
            Say::Answer { answer: Answer::Abort } => Input::GiveUp,
            Say::Answer { answer } => Input::Answer(answer),
            Say::Insist => Input::Insist,
            Say::Elsewhere { expression } => {
                self.run += 1;
                self.scene.elsewhere(&expression);
                Input::Elsewhere(expression)
            }
            Say::Line { text } => {
                self.scene.typed(&text);
                Input::Line(Some((text + "\n").into_bytes()))
            }
            Say::EndOfInput => Input::Line(None),
            Say::Stop { .. } => Input::Cancel,
            Say::Walk { line } => {
                self.scene.walk.begun(&line);
                Input::Walk(line)
            }
            Say::Visit { node, end } => {
                self.scene.walk.begun(&words::visit(end));
                Input::Visit { node, side: if end { Side::Exit } else { Side::Entry } }
            }
            Say::Test { n } => {
                let (manner, known) = self.host.manner();
                Input::AskAbout { test: n, known, manner }
            }
            Say::GiveUp => Input::GiveUp,
        };
        self.rev += 1;
        self.advance(input);
    }

    /// One more slice.
    fn go_on(&mut self) {
        self.advance(Input::Continue(self.pace.slice()));
    }

    /// One more slice of another run.
    fn compare_on(&mut self) {
        let slice = self.pace.slice();
        let Some(comparison) = &mut self.comparison else { return };
        self.pace.time(|| comparison.go_on(slice));
        if comparison.is_done() {
            self.pictures += 1;
            self.publish();
        }
    }

    /// Both pictures, once the other run is over.
    fn compared(&mut self, seed: u64, choice: &DiagramChoice) -> Result<Seen, String> {
        let is_it = |known: &Comparison| (known.seed, known.run) == (seed, self.run);
        if !self.comparison.as_ref().is_some_and(is_it) {
            if matches!(self.beginning, Beginning::Test) {
                return Err(words::CANNOT_COMPARE.into());
            }
            let begun = Comparison::begin(&mut *self.host, &self.scene.title, seed, self.run);
            self.comparison = Some(begun);
        }
        match &self.comparison {
            Some(comparison) if comparison.is_done() => {
                let (one, two) = comparison.pictures(choice)?;
                Ok(Seen::html(page::compared(&one, &two, seed).into_string()))
            }
            _ => Err(words::COMPARING.into()),
        }
    }

    /// Gives an input to the dialogue, and shows what comes of it.
    fn advance(&mut self, input: Input) {
        let was_working = self.scene.work.is_some();
        let mut next = Some(input);
        let mut only_working = was_working;
        while let Some(input) = next.take() {
            let Some(dialogue) = &mut self.dialogue else { break };
            let outputs = self.pace.time(|| dialogue.advance(input));
            self.scene.work = None;
            for output in outputs {
                only_working &= matches!(output, Output::Working(_) | Output::Printed(..));
                if let Some(reply) = self.take(output) {
                    next = Some(reply);
                }
            }
        }
        if self.scene.work.is_none() {
            self.rev += 1;
            let walk = self.dialogue.as_ref().and_then(Dialogue::walk);
            self.scene.walk.is_open = walk.is_some();
            if let Some(mut walk) = walk
                && let Some(view) = walk.view()
            {
                self.scene.stands(view);
            }
        }
        self.scene.seconds = self.pace.seconds();
        match only_working && self.scene.work.is_some() {
            true if !self.pace.is_due() => {}
            true => self.publish_progress(),
            false => self.publish(),
        }
    }

    /// Takes an output, and says what follows from it at once.
    fn take(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::AskOracle { id, question, complaint } => {
                let said = self.host.ask_oracle(&question, complaint.as_deref());
                return Some(Input::Oracle { id, said });
            }
            Output::Save { id, what, text } => {
                let result = self.host.save(what, &text);
                return Some(Input::Saved { id, result });
            }
            Output::Walked(walked) => match *walked {
                // A run that nobody has asked about yet.
                Walked::Ask { process, .. } if matches!(self.beginning, Beginning::Walk(_)) => {
                    self.scene.asks_here(process);
                    let (manner, known) = self.host.manner();
                    return Some(Input::AskHere { process, known, manner });
                }
                walked => self.scene.walked(walked),
            },
            Output::Tested(summary) => {
                self.offer();
                self.scene.wants = Wants::Test(summary);
            }
            Output::Ended(ended) => {
                self.offer();
                self.scene.over(&ended);
                self.dialogue = None;
            }
            output => {
                let Some(dialogue) = &self.dialogue else { return None };
                self.scene.take(dialogue, &*self.host, output);
                self.scene.has_tests = dialogue.has_unit_tests();
            }
        }
        None
    }

    fn look(&mut self, wanted: Look) -> Result<Seen, String> {
        if let Look::Compare { seed, choice } = &wanted {
            return self.compared(*seed, choice);
        }
        let dialogue = self.dialogue.as_ref().ok_or(words::NOT_NOW)?;
        let html = match wanted {
            Look::Stand { process } => page::stand(dialogue, &*self.host, process)?,
            Look::Causes { event } => {
                let (past, future) = dialogue.past_and_future(event)?;
                return Ok(Seen::json(json!({"past": past, "future": future}).to_string()));
            }
            Look::Diagram { choice, is_file } => {
                let svg = picture(dialogue, &choice)?;
                match is_file {
                    true => return Ok(Seen { kind: "image/svg+xml", text: svg }),
                    false => page::picture(&svg),
                }
            }
            Look::Event { event } => page::event(event, &self.scene),
            Look::Saved => {
                let saved = self.scene.saved.as_ref().ok_or(words::NOTHING_SAVED)?;
                return Ok(Seen { kind: "text/plain; charset=utf-8", text: saved.text.clone() });
            }
            Look::Inside { number } => page::inside(dialogue, number)?,
            Look::Markdown => {
                let verdict = match &self.scene.wants {
                    Wants::Verdict(found) => Some(&found.verdict),
                    _ => None,
                };
                let text = dialogue.markdown(verdict).ok_or(words::NOT_NOW)?;
                return Ok(Seen { kind: "text/markdown; charset=utf-8", text });
            }
            Look::Tests => {
                let file = std::path::Path::new(words::TEST_FILE);
                let text = dialogue.unit_tests(file).ok_or(words::NO_TESTS)?;
                return Ok(Seen { kind: "text/plain; charset=utf-8", text });
            }
            _ => {
                let mut look = dialogue.look().ok_or(words::NOT_NOW)?;
                match wanted {
                    Look::Statement => {
                        let statements = self.scene.question_in_full(&mut look);
                        page::statement(&statements, &self.scene.processes)
                    }
                    Look::Tree { root } => page::tree(&look.browse(root)?, root.is_some()),
                    Look::Stack => page::stack(&look.browse(None)?),
                    Look::Below { node } => page::twigs(&look.browse_below(node)?),
                    Look::Siblings { first, end } => page::twigs(&look.browse_siblings(first, end)?),
                    Look::Find { text, from } => page::hits(&look.find_in_tree(&text, from), &text),
                    Look::Maker { path } => page::maker(&look.maker(&path)?),
                    _ => return Err(words::NOT_NOW.into()),
                }
            }
        };
        Ok(Seen::html(html.into_string()))
    }

    // ---- what is published

    /// The page asks for something else now.
    fn change(&mut self) {
        self.rev += 1;
        self.publish();
    }

    fn publish(&mut self) {
        let snapshot = Snapshot {
            rev: self.rev,
            title: self.scene.title.clone(),
            busy: self.scene.work.is_some() || self.scene.is_reading,
            run: self.run,
            pictures: self.pictures,
            walk: match self.scene.walk.is_open {
                true => Walks::Open,
                false if self.scene.can_walk => Walks::Can,
                false => Walks::No,
            },
            has_source: self.scene.source.is_some(),
            has_tree: self.scene.strategy.is_some(),
            has_messages: self.scene.processes.len() > 1,
            panels: page::panels(&self.scene, self.dialogue.is_some()),
        };
        self.publish.send_replace(Arc::new(snapshot));
    }

    /// Only how far the work is, and what was printed.
    fn publish_progress(&mut self) {
        let mut snapshot = Snapshot::clone(&self.publish.borrow());
        snapshot.panels.extend(page::progress(&self.scene));
        self.publish.send_replace(Arc::new(snapshot));
    }
}

/// What the processes have done: in a walk, as far as it has come.
fn picture(dialogue: &Dialogue, choice: &DiagramChoice) -> Result<String, String> {
    if let Some(mut walk) = dialogue.walk()
        && let Some(view) = walk.view()
    {
        return Ok(view.diagrams().sequence(choice)?.svg());
    }
    let mut look = dialogue.look().ok_or(words::NOT_NOW)?;
    let DiagramChoice { processes, message, around, window, all, calls, timers, folded, is_page } = choice;
    let (process, message) = (processes.first().map(String::as_str), message.as_deref());
    let (around, window, all, calls, timers) = (*around, *window, *all, *calls, *timers);
    look.diagram(&DiagramWish {
        around,
        process,
        message,
        window,
        all,
        calls,
        timers,
        folded,
        is_page: *is_page,
        svg: true,
        width: 0,
    })
}
