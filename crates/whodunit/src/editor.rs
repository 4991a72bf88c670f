//! `whodunit dap`: an editor drives a run, over standard input and output or a local connection.

use std::io::{BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use dap::{Broken, Inbox, Launch, Launcher};
use debugger::language::Options;
use debugger::walk::Console;
use debugger::{Problem, Walk, language_of};
use slices::Meter;

use crate::args::{Access, Common, Dap, Project, ScheduleName, parse_time};
use crate::disk::Disk;
use crate::rewind;
use crate::status::{ABORTED, BAD_SOURCE};

/// Messages that may wait while one is being answered.
const WAITING: usize = 64;

pub fn dap(args: &Dap) -> ExitCode {
    match &args.listen {
        None => match serve(std::io::stdin(), &mut std::io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("error: {why}");
                ExitCode::from(ABORTED)
            }
        },
        Some(address) => match listener(address) {
            Ok(listener) => listen(&listener),
            Err(why) => {
                eprintln!("error: {why}");
                ExitCode::from(BAD_SOURCE)
            }
        },
    }
}

/// Only for this computer: a client that connects can have any file read and run.
fn listener(address: &str) -> Result<TcpListener, String> {
    let parsed: SocketAddr =
        address.parse().map_err(|_| format!("`{address}` is not an address: use --listen 127.0.0.1:PORT"))?;
    if !parsed.ip().is_loopback() {
        return Err(format!(
            "{} is reachable from other computers: use --listen 127.0.0.1:{}",
            parsed.ip(),
            parsed.port()
        ));
    }
    TcpListener::bind(parsed).map_err(|error| format!("cannot listen on {address}: {error}"))
}

/// One editor after another.
fn listen(listener: &TcpListener) -> ExitCode {
    if let Ok(address) = listener.local_addr() {
        eprintln!("listening on {address}");
    }
    for connection in listener.incoming() {
        let both = connection.and_then(|connection| Ok((connection.try_clone()?, connection)));
        let served = match both {
            Ok((input, mut output)) => serve(input, &mut output),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = served {
            eprintln!("error: {why}");
        }
    }
    ExitCode::SUCCESS
}

/// Messages are read beside the run, so that it can be paused.
fn serve(input: impl Read + Send + 'static, output: &mut impl Write) -> Result<(), String> {
    let (sender, receiver) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let mut stream = BufReader::new(input);
        loop {
            let (message, is_last) = match dap::read(&mut stream) {
                Ok(Some(message)) => (Ok(message), false),
                Ok(None) => return,
                Err(broken) => (Err(broken), true),
            };
            if sender.send(message).is_err() || is_last {
                return;
            }
        }
    });
    dap::serve(Starter, &mut Channel(receiver), output)
}

struct Channel(Receiver<Result<Vec<u8>, Broken>>);

impl Inbox for Channel {
    fn wait(&mut self) -> Option<Result<Vec<u8>, Broken>> {
        self.0.recv().ok()
    }

    fn poll(&mut self) -> Result<Option<Vec<u8>>, Option<Broken>> {
        match self.0.try_recv() {
            Ok(message) => message.map(Some).map_err(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(None),
        }
    }
}

/// Finds the program as the command line does.
pub struct Starter;

impl Launcher for Starter {
    fn launch(&mut self, launch: &Launch, console: Box<dyn Console>) -> Result<Box<dyn Walk>, String> {
        let in_words = |problems: Vec<Problem>| {
            problems.into_iter().map(|problem| problem.text).collect::<Vec<_>>().join("\n\n")
        };
        let Common { expression, project } = common(launch)?;
        let language = language_of(&project.sources, &Disk);
        if let Some(message) = language.refuses("dap") {
            return Err(message);
        }
        let options = Options { colour: false, ..project.options() };
        let read = language.read(&project.sources, Rc::new(options), Rc::new(Disk)).map_err(in_words)?;
        let walkable = read.walkable(expression).ok_or("this program cannot be stepped through")?;
        // A run that has not begun is opened at once.
        let opened = slices::finish(walkable.walk(None, console, Meter::unlimited())).map_err(in_words)?;
        Ok(opened.walk)
    }

    fn save(&mut self, launch: &Launch, file: &str, text: &str) -> Result<(), String> {
        let folder = launch.cwd.as_deref().unwrap_or(".");
        rewind::save(&Path::new(folder).join(file), text)
    }
}

/// The arguments that the command line would have had.
fn common(launch: &Launch) -> Result<Common, String> {
    let folder = PathBuf::from(launch.cwd.as_deref().unwrap_or("."));
    // Editors know files by their absolute names.
    let absolute = |path: &str| {
        let joined = folder.join(path);
        std::path::absolute(&joined).map_err(|error| format!("{}: {error}", joined.display()))
    };
    let all = |paths: &[String]| paths.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>();
    let schedule = match launch.schedule.as_deref() {
        None | Some("fair") => ScheduleName::Fair,
        Some("random") => ScheduleName::Random,
        Some(other) => return Err(format!("unknown schedule `{other}`: use fair or random")),
    };
    let overtime = launch.overtime.as_deref().map(parse_time).transpose();
    let project = Project {
        sources: all(&launch.sources)?,
        include: all(&launch.include)?,
        define: launch.define.clone(),
        otp: launch.otp.as_deref().map(|path| Path::new(path).to_path_buf()),
        no_otp: launch.no_otp,
        max_steps: launch.max_steps,
        max_memory: None,
        access: Access::default(),
        schedule,
        seed: launch.seed,
        overtime: overtime.map_err(|problem| format!("`for`: {problem}"))?,
    };
    Ok(Common { expression: launch.expression.clone(), project })
}
