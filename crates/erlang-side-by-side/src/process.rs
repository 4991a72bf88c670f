//! Runs a command to its end, or to a deadline, and keeps what it printed.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Trouble;

/// What a finished (or stopped) command left behind.
pub struct Finished {
    pub stdout: String,
    pub stderr: String,
    /// In words: `exit status: 1`, `stopped after 60 s`.
    pub ending: String,
}

/// Runs `command` for at most `patience`, then stops it.
pub fn run(mut command: Command, patience: Duration) -> Result<Finished, Trouble> {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| Trouble(format!("cannot start {program}: {error}")))?;
    let stdout = child.stdout.take().map(read_in_background);
    let stderr = child.stderr.take().map(read_in_background);

    let deadline = Instant::now() + patience;
    let waiting = |error| Trouble(format!("cannot wait for {program}: {error}"));
    let ending = loop {
        if let Some(status) = child.try_wait().map_err(waiting)? {
            break status.to_string();
        }
        if Instant::now() >= deadline {
            child.kill().map_err(waiting)?;
            child.wait().map_err(waiting)?;
            break format!("stopped after {} s", patience.as_secs());
        }
        thread::sleep(Duration::from_millis(5));
    };
    Ok(Finished { stdout: text(stdout), stderr: text(stderr), ending })
}

type Reader = thread::JoinHandle<Vec<u8>>;

/// Both pipes are drained while the command runs, so that it never waits for us.
fn read_in_background(mut pipe: impl Read + Send + 'static) -> Reader {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A pipe that breaks has ended: what was read so far is what there is.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn text(reader: Option<Reader>) -> String {
    let bytes = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
