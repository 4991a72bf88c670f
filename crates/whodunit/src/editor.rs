//! `whodunit dap`: an editor drives a run, over standard input and output or a local connection.

use std::io::{BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use dap::{Broken, Inbox, Launch, Launched, Launcher};
use debugger::erlang::walk;
use erlang_machine::exception::Exception;
use erlang_rewind::{COMPILED, Session};
use erlang_term::Atom;
use session::Knowledge;

use crate::args::{Access, Common, Dap, Project, ScheduleName, parse_time};
use crate::project::{Code, Trouble};
use crate::report::exception;
use crate::rewind;
use crate::start;
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

/// Only for this computer: whoever connects can have any of its files read and run.
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
    dap::serve(Starter::default(), &mut Channel(receiver), output)
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
#[derive(Default)]
pub struct Starter {
    /// What was launched last.
    code: Option<Rc<Code>>,
}

impl Launcher for Starter {
    fn launch(&mut self, launch: &Launch) -> Result<Launched, String> {
        let common = common(launch)?;
        let code = start::read(&common).map_err(|troubles| {
            troubles.iter().map(|trouble: &Trouble| trouble.render(false)).collect::<Vec<_>>().join("\n\n")
        })?;
        let code = Rc::new(code);
        let program = start::program(&code, COMPILED);
        let modules: Vec<Atom> = code.modules().map(|module| module.name).collect();
        // Breakpoints are set before anything has been called.
        for module in &modules {
            program.module(*module);
            if let Some(trouble) = program.trouble_with(*module) {
                return Err(trouble);
            }
        }
        // Going back by causes needs every delivery to be a choice.
        let setting = setting(&common.project, &code, &common.expression);
        let (setup, budget) = (walk::setup(&setting), walk::budget(&setting.options));
        let machine = start::machine(&program, &*setup.schedules.chosen, &common.project);
        self.code = Some(code.clone());
        let explain = Box::new(move |exception: &Exception| exception::of_run(exception, &program, &code));
        Ok(Launched { session: Session::heard(machine, setup, budget), explain })
    }

    fn save(&mut self, launch: &Launch, session: &Session, file: &str) -> Result<(), String> {
        let Common { expression, project } = common(launch)?;
        let code = self.code.as_ref().ok_or("nothing has been launched")?;
        let folder = launch.cwd.as_deref().unwrap_or(".");
        let file = Path::new(folder).join(file);
        let setting = setting(&project, code, &expression);
        rewind::save(&file, &walk::Saved::of(&setting, session, &Knowledge::default()).text()?)
    }
}

/// What a run is a run of, by the options of the command line.
fn setting(project: &Project, code: &Rc<Code>, expression: &str) -> walk::Setting {
    let options = Rc::new(project.options());
    walk::Setting { code: code.clone(), options, expression: expression.to_owned() }
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
