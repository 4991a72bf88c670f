//! A session from its first message to its last: listens, answers, and keeps the program going in
//! between.

use std::io::Write;

use crate::adapter::Adapter;
use crate::framing::{self, Broken};
use crate::launch::Launcher;

/// What comes from the editor.
pub trait Inbox {
    /// The next message; waits for it. None: there will be none.
    fn wait(&mut self) -> Option<Result<Vec<u8>, Broken>>;
    /// The next message, if there is one already. `Ok(None)`: not yet.
    fn poll(&mut self) -> Result<Option<Vec<u8>>, Option<Broken>>;
}

/// Serves one editor until it leaves. An error: why the connection could not be kept.
pub fn serve(launcher: impl Launcher, inbox: &mut dyn Inbox, outbox: &mut impl Write) -> Result<(), String> {
    let mut adapter = Adapter::new(launcher);
    while !adapter.is_over() {
        let message = match adapter.is_running() {
            true => match inbox.poll() {
                Ok(message) => message,
                Err(None) => return Ok(()),
                Err(Some(broken)) => return Err(broken.to_string()),
            },
            false => match inbox.wait() {
                Some(Ok(message)) => Some(message),
                Some(Err(broken)) => return Err(broken.to_string()),
                None => return Ok(()),
            },
        };
        match message {
            Some(message) => adapter.handle(&message),
            None => adapter.advance(),
        }
        for message in adapter.take_messages() {
            let sent = framing::write(outbox, message.to_string().as_bytes());
            if !sent.map_err(|error| format!("cannot write to the connection: {error}"))? {
                return Ok(());
            }
        }
    }
    Ok(())
}
