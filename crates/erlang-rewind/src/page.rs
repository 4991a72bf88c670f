//! What a command shows, as lines for a person.

use erlang_report::visible;

use crate::events::EventLine;
use crate::reply::{Fate, Hit, Letter, Mailbox, Moved, Origin, Possible, Reply, Shown, Stopped, Undone};
use crate::state::{Frame, Standing, State};
use crate::waiting::Waiting;

impl Reply {
    /// For a person, in lines of about this many columns.
    pub fn text(&self, width: usize) -> String {
        let mut page = Page { lines: Vec::new(), width: width.max(40) };
        if let (false, Some(message)) = (self.ok, &self.message) {
            return visible(message).into_owned();
        }
        page.shown(&self.shown);
        page.lines.extend(self.message.clone());
        let text = page.lines.join("\n");
        match self.shown {
            // As the program has printed it.
            Shown::Output { .. } => text,
            _ => visible(&text).into_owned(),
        }
    }
}

/// Events of a long way that are shown: the last ones.
const LAST_EVENTS: usize = 12;

struct Page {
    lines: Vec<String>,
    width: usize,
}

impl Page {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A line that is no longer than the page.
    fn cut(&mut self, line: &str) {
        let line = match line.char_indices().nth(self.width) {
            Some(_) => line.chars().take(self.width - 1).chain(['…']).collect(),
            None => line.to_owned(),
        };
        self.lines.push(line.trim_end().to_owned());
    }

    fn shown(&mut self, shown: &Shown) {
        match shown {
            Shown::Nothing {} => {}
            Shown::Moved(moved) => self.moved(moved),
            Shown::Undone(undone) => self.undone(undone),
            Shown::Processes { processes } => self.processes(processes),
            Shown::State { state, mailbox, history } => {
                self.state(state);
                self.mailbox(mailbox);
                self.ties(state);
                if !history.is_empty() {
                    self.say("History, latest first");
                    self.events(history);
                }
            }
            Shown::Mailbox { mailbox, .. } => self.mailbox(mailbox),
            Shown::History { history, process } => match history.is_empty() {
                true => self.say(format!("{process} has not interacted with other processes yet")),
                false => self.events(history),
            },
            Shown::Trace { trace, left_out } => {
                if *left_out > 0 {
                    self.say(format!(
                        "  … {} before these (`trace all` shows them)",
                        count(*left_out, "event")
                    ));
                }
                match trace.is_empty() {
                    true => self.say("no events to show yet"),
                    false => self.events(trace),
                }
            }
            Shown::Choices { choices } => self.choices(choices),
            Shown::Breakpoints { breakpoints } => match breakpoints.is_empty() {
                true => self.say("no breakpoints (`help break` shows how to set one)"),
                false => breakpoints.iter().for_each(|one| self.say(format!("{:>3}  {}", one.n, one.text))),
            },
            Shown::Why { event, causes, effects } => self.why(event, causes, effects),
            Shown::Waiting { waiting } => self.waiting(waiting),
            Shown::Origin { origin } => self.origin(origin),
            Shown::Output { output } => match output.is_empty() {
                true => self.say("nothing has been printed yet"),
                false => self.say(output.trim_end_matches('\n')),
            },
            Shown::Saved { file } => {
                self.say(format!("saved; continue with `whodunit rewind --load {file}`"))
            }
            // It has spoken for itself.
            Shown::Asked { .. } => {}
            Shown::Help { help } => self.say(help.clone()),
        }
    }

    fn events(&mut self, events: &[EventLine]) {
        let digits = events.iter().map(|line| line.id.to_string().len()).max().unwrap_or(1);
        let who = events.iter().map(|line| line.process.len()).max().unwrap_or(0);
        for line in events {
            self.cut(&format!("  {:>digits$}  {:who$}  {}", line.id, line.process, line.words));
        }
    }

    fn moved(&mut self, moved: &Moved) {
        let most = moved.events.len().saturating_sub(LAST_EVENTS);
        if most > 0 {
            self.say(format!("  … {} before these", count(most + moved.left_out, "event")));
        }
        self.events(&moved.events[most..]);
        moved.logged.iter().for_each(|line| self.say(format!("log: {line}")));
        let went = match (&moved.moved[..], moved.steps) {
            _ if moved.walked => String::new(),
            (_, 0) => "nothing happened".to_owned(),
            ([], _) => String::new(),
            ([one], steps) if one.steps == steps => {
                format!("{} of {}", count(one.steps as usize, "step"), one.process)
            }
            (all, steps) => {
                format!("{} of {}", count(steps as usize, "step"), processes(all.len()))
            }
        };
        let why = match moved.stopped {
            Stopped::Done => "",
            Stopped::Quiet if moved.walked => "it cannot continue",
            // The message says why.
            Stopped::Quiet if moved.stopped_after_ms.is_some() => "",
            Stopped::Quiet => "every process has exited or is waiting",
            Stopped::Breakpoint => "",
            Stopped::Halted => "the program halted",
            Stopped::Unsupported => "the run ends here",
            Stopped::Budget => "stopped by a limit of the session",
            Stopped::Interrupted => "interrupted; the run so far is kept",
        };
        let parts: Vec<&str> = [went.as_str(), why].into_iter().filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() {
            self.say(parts.join("; "));
        }
        self.hit(moved.hit.as_ref());
    }

    fn hit(&mut self, hit: Option<&Hit>) {
        if let Some(hit) = hit {
            let number = hit.breakpoint.map_or_else(String::new, |n| format!(" {n}"));
            let name = if hit.breakpoint.is_some() { "breakpoint" } else { "stopped" };
            self.cut(&format!("{name}{number}: {} {}", hit.process, hit.text));
        }
    }

    fn undone(&mut self, undone: &Undone) {
        if undone.undone.is_empty() && undone.rolled.is_empty() && !undone.moved {
            self.say("nothing was undone");
        }
        if !undone.undone.is_empty() {
            self.say("undone, latest first:");
            let all = &undone.undone;
            match all.len() > 2 * LAST_EVENTS + 1 {
                // What happened last, and what was asked for: that is at the end.
                true => {
                    let (latest, rest) = all.split_at(LAST_EVENTS);
                    let (middle, earliest) = rest.split_at(rest.len() - LAST_EVENTS);
                    self.events(latest);
                    let between = middle.len() + undone.left_out;
                    self.say(format!("  … {} between these", count(between, "event")));
                    self.events(earliest);
                }
                false => self.events(all),
            }
        }
        if !undone.rolled.is_empty() {
            let parts: Vec<String> = undone
                .rolled
                .iter()
                .map(|one| format!("{} of {}", count(one.steps as usize, "step"), one.process))
                .collect();
            self.wrapped("steps undone: ", &parts);
        }
        self.hit(undone.hit.as_ref());
    }

    /// Parts with commas between them, on as many lines as it takes.
    fn wrapped(&mut self, title: &str, parts: &[String]) {
        let mut line = title.to_owned();
        for (n, part) in parts.iter().enumerate() {
            let comma = if n + 1 < parts.len() { ", " } else { "" };
            if line.chars().count() + part.chars().count() > self.width && n > 0 {
                self.say(line.trim_end().to_owned());
                line = " ".repeat(title.chars().count().min(8));
            }
            line.push_str(part);
            line.push_str(comma);
        }
        self.say(line);
    }

    fn processes(&mut self, processes: &[Fate]) {
        let digits = processes.len().to_string().len();
        let cells: Vec<[String; 4]> = processes
            .iter()
            .map(|fate| {
                let name = fate.row.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
                let mail = match (fate.delivered, fate.in_flight) {
                    (0, 0) => String::new(),
                    (held, 0) => held.to_string(),
                    (held, way) => format!("{held} + {way} in transit"),
                };
                let state = match fate.status {
                    Standing::Runnable => format!("can run, {}", fate.row.text),
                    Standing::Suspended => format!("suspended, {}", fate.row.text),
                    Standing::Exiting => {
                        format!("about to exit: {}", fate.outcome.as_deref().unwrap_or_default())
                    }
                    _ => fate.row.outcome_text(),
                };
                let number = format!("#{}", fate.row.n);
                let process = format!("{number:>width$}  {}{name}", fate.row.pid, width = digits + 1);
                [process, fate.row.first_call.clone(), mail, state]
            })
            .collect();
        let head = format!("{:width$}  process", "", width = digits + 1);
        let mut rows = vec![[head.as_str(), "first call", "mailbox", "state"].map(str::to_owned)];
        rows.extend(cells);
        let wide = |column: usize| {
            let widest = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
            if column == 1 { widest.min(self.width / 3) } else { widest }
        };
        let (first, second, third) = (wide(0), wide(1), wide(2));
        let cut = |text: &str| match text.char_indices().nth(second) {
            Some(_) => text.chars().take(second.saturating_sub(1)).chain(['…']).collect(),
            None => text.to_owned(),
        };
        for [pid, call, mail, state] in &rows {
            let call = cut(call);
            self.cut(&format!("{pid:first$}  {call:second$}  {mail:third$}  {state}"));
        }
    }

    fn state(&mut self, state: &State) {
        let name = state.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
        let outcome = state.outcome.as_deref().unwrap_or_default();
        let what = match state.status {
            Standing::Runnable => "can run".to_owned(),
            Standing::Exiting => format!("is about to exit: {outcome}"),
            Standing::Waiting => "is waiting in a receive".to_owned(),
            Standing::Suspended => "is suspended".to_owned(),
            Standing::Value => format!("has exited with value {outcome}"),
            Standing::Exception => format!("has exited with exception {outcome}"),
            Standing::Killed => format!("was killed: {outcome}"),
        };
        self.cut(&format!(
            "{}{name}  {}  {what}, after {}",
            state.process,
            state.first_call,
            count(state.steps as usize, "step")
        ));
        for (n, frame) in state.stack.iter().enumerate() {
            self.frame(frame, n == 0);
        }
        if state.deeper > 0 {
            self.say(format!("  … and {} more callers", state.deeper));
        }
    }

    fn frame(&mut self, frame: &Frame, innermost: bool) {
        let at = frame.place.as_ref().map_or_else(String::new, |place| format!(" at {}", place.short()));
        let by = if innermost { "in" } else { "called by" };
        self.say(format!("{by} {}{at}", frame.function));
        if innermost && let Some(place) = frame.place.as_ref().filter(|place| !place.lines.is_empty()) {
            self.say(place.marked());
        }
        if frame.trusted && !innermost {
            return;
        }
        let wide = frame.bindings.iter().map(|binding| binding.name.chars().count()).max().unwrap_or(0);
        for binding in &frame.bindings {
            let room = self.width.saturating_sub(wide + 7).max(20);
            let value = erlang_report::text::brief(&binding.term, room);
            self.say(format!("    {:wide$} = {value}", binding.name));
        }
        if frame.irrelevant > 0 && innermost {
            self.say(format!(
                "    … and {} no longer in use (`state P all` shows them)",
                count(frame.irrelevant, "variable")
            ));
        }
    }

    fn mailbox(&mut self, mailbox: &Mailbox) {
        for (title, empty, letters) in [
            ("Mailbox, oldest first", "Mailbox: empty", &mailbox.delivered),
            ("In transit to it", "", &mailbox.in_flight),
        ] {
            match letters.is_empty() {
                true if empty.is_empty() => {}
                true => self.say(empty),
                false => {
                    self.say(title);
                    letters.iter().for_each(|letter| self.letter(letter));
                }
            }
        }
    }

    fn letter(&mut self, letter: &Letter) {
        let id = letter.id.map_or_else(String::new, |id| id.to_string());
        let from = letter.from.as_ref().map_or_else(String::new, |from| format!("  from {from}"));
        self.cut(&format!("  {id:>4}  {}{from}", letter.text));
    }

    fn ties(&mut self, state: &State) {
        for (title, pids) in [
            ("Linked to", &state.links),
            ("Monitors", &state.monitors),
            ("Monitored by", &state.monitored_by),
        ] {
            if !pids.is_empty() {
                self.wrapped(&format!("{title} "), pids);
            }
        }
        if state.traps_exits {
            self.say("Exit signals arrive as messages (trap_exit)");
        }
        if !state.dictionary.is_empty() {
            self.say("Process dictionary");
            for entry in &state.dictionary {
                self.cut(&format!("    {} = {}", entry.name, entry.value));
            }
        }
    }

    fn choices(&mut self, choices: &[Possible]) {
        if choices.is_empty() {
            self.say("nothing more can happen");
        }
        for choice in choices {
            self.cut(&format!("{:>3}  {}", choice.n, choice.text));
        }
    }

    fn why(&mut self, event: &EventLine, causes: &[EventLine], effects: &[EventLine]) {
        self.events(std::slice::from_ref(event));
        match causes.is_empty() {
            true => self.say("it has no recorded causes"),
            false => {
                self.say("caused by");
                self.events(causes);
            }
        }
        match effects.is_empty() {
            true => self.say("it has had no effects yet"),
            false => {
                self.say("led to");
                self.events(effects);
            }
        }
    }

    fn waiting(&mut self, waiting: &Waiting) {
        let at = waiting.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
        let by = waiting.by.as_ref().map_or_else(String::new, |by| format!(", called from {by}"));
        self.say(format!("{} is waiting in the receive{at}{by} for", waiting.process));
        waiting.patterns.iter().for_each(|pattern| self.cut(&format!("    {pattern}")));
        if waiting.patterns.is_empty() {
            self.say("    a message");
        }
        match waiting.unmatched {
            0 => {}
            1 => self.say("its mailbox has 1 message that matches no pattern"),
            n => self.say(format!("its mailbox has {n} messages that match no pattern")),
        }
        if waiting.on_the_way > 0 {
            let many = count(waiting.on_the_way, "message");
            self.say(format!("in transit to it: {many} (`choices` lists what can be delivered)"));
        }
        if waiting.has_timeout {
            self.say("a timer will wake it");
        }
        match waiting.from.is_empty() {
            true => self.say("no running process knows its pid"),
            false => self.say("possible senders"),
        }
        let most = waiting.from.len().saturating_sub(LAST_EVENTS);
        for sender in waiting.from.iter().take(LAST_EVENTS) {
            self.cut(&format!("    {}, which {} ({})", sender.process, sender.does, sender.because));
        }
        if most > 0 {
            self.say(format!("    … and {most} more"));
        }
        match (&waiting.cycle[..], waiting.stuck) {
            ([first, rest @ ..], _) => {
                let others: Vec<String> = rest.iter().map(|next| format!("waits for {next}")).collect();
                self.wrapped("circular wait: ", &[format!("{first} {}", others.join(", which "))]);
            }
            ([], true) => self.say("it can never continue: every possible sender is waiting or has exited"),
            ([], false) => {}
        }
    }

    fn origin(&mut self, way: &[Origin]) {
        let widest = |text: fn(&Origin) -> usize| way.iter().map(text).max().unwrap_or(0);
        let who = widest(|step| step.process.len());
        let at = widest(|step| step.place.as_ref().map_or(0, |place| place.chars().count()));
        for step in way {
            let place = step.place.as_deref().unwrap_or_default();
            let event = step.event.map_or_else(String::new, |event| format!("  (event {event})"));
            self.cut(&format!("  {:who$}  {place:at$}  {}{event}", step.process, step.text));
        }
    }
}

fn processes(n: usize) -> String {
    if n == 1 { "1 process".to_owned() } else { format!("{n} processes") }
}

/// `1 step`, `3 steps`
pub fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
