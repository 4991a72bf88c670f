//! `--oracle CMD`: a program that is asked before the person, in the same JSON lines as `--json`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use session::Event;
use session::event::Question;

use crate::args::Asking;
use crate::children;

/// A line that is longer is not an answer.
const LONGEST_LINE: u64 = 1 << 20;

pub struct OracleProgram {
    command: String,
    child: Child,
    /// What it has started, too.
    group: Option<children::Child>,
    questions: ChildStdin,
    answers: Receiver<Vec<u8>>,
    limit: Duration,
}

impl OracleProgram {
    /// The program of `--oracle`, if there is one.
    pub fn of(asking: &Asking) -> Result<Option<OracleProgram>, String> {
        let limit = Duration::from_secs_f64(asking.oracle_timeout);
        asking.oracle.as_deref().map(|command| OracleProgram::start(command, limit)).transpose()
    }

    pub fn start(command: &str, limit: Duration) -> Result<OracleProgram, String> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", command]).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own: Ctrl-C is for the session, and what the shell starts ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let fail = |error| format!("cannot start the oracle `{command}`: {error}");
        children::prepare();
        let mut child = shell.spawn().map_err(fail)?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to the oracle `{command}`"));
        };
        let group = children::Child::adopt(child.id());
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = std::io::Read::take(&mut output, LONGEST_LINE).read_until(b'\n', &mut line);
                if read.unwrap_or(0) == 0 || sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(OracleProgram {
            command: command.to_owned(),
            child,
            group: Some(group),
            questions,
            answers,
            limit,
        })
    }

    /// What it says to a question, as a line. An error is the last thing that is ever heard of it.
    /// `complaint`: why its last line was not an answer.
    pub fn ask(&mut self, question: &Question, complaint: Option<&str>) -> Result<String, String> {
        if let Some(message) = complaint {
            self.send(&Event::Error { message: message.to_owned() })?;
        }
        self.send(&Event::Question(question.clone()))?;
        match self.answers.recv_timeout(self.limit) {
            Ok(line) => Ok(String::from_utf8_lossy(&line).into_owned()),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.limit.as_secs_f64();
                Err(self.fault(&format!("gave no answer within {seconds} s")))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    fn send(&mut self, event: &Event) -> Result<(), String> {
        let sent = self.questions.write_all((event.to_json() + "\n").as_bytes());
        sent.and_then(|()| self.questions.flush()).map_err(|_| self.end())
    }

    /// Why it does not speak any more.
    fn end(&mut self) -> String {
        // It has closed its end; its status follows at once, if at all.
        let deadline = Instant::now() + Duration::from_millis(200);
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return self.fault(&format!("has ended ({status})"));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.fault("has closed its output")
    }

    fn fault(&self, what: &str) -> String {
        format!("the oracle `{}` {what}; it will not be asked again", self.command)
    }
}

impl Drop for OracleProgram {
    fn drop(&mut self) {
        // Before its process is waited for: until then nobody else has its number.
        self.group.take();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use session::event::QuestionKind;

    use super::*;

    fn check(command: &str, expected: &str) {
        let mut oracle = OracleProgram::start(command, Duration::from_millis(1500)).expect("a shell");
        let question = Question {
            n: 1,
            process: "<0.82.0>".into(),
            kind: QuestionKind::Call,
            subject: None,
            statement: "m:f(1)".into(),
            claims: Vec::new(),
            shown: None,
            suspects: 1,
            unit: session::event::Unit::Call,
            reason: String::new(),
            place: None,
            advice: Vec::new(),
            instead: None,
        };
        let shown = match oracle.ask(&question, None) {
            Ok(line) => line,
            Err(message) => message.replace(&format!("`{command}` "), ""),
        };
        assert!(shown.starts_with(expected), "{command}: {shown}");
    }

    #[test]
    fn answers_and_faults() {
        check(r#"read q; echo '{"answer":"right"}'"#, r#"{"answer":"right"}"#);
        check("while read q; do echo what; done", "what");
        check("read q; exit 3", "the oracle has ended (exit status: 3)");
        check("exec sleep 60", "the oracle gave no answer within 1.5 s");
        check("sleep 60; echo late", "the oracle gave no answer within 1.5 s");
        check("no-such-program-anywhere", "the oracle has ended (exit status: 127)");
        check("head -c 4000000 /dev/zero; sleep 60", "\0\0\0");
    }
}
