//! Where a walk comes from: a program that has not run, a recorded run, or a file.

use std::rc::Rc;

use erlang_history::timeline::{FairByChoice, Loaded, NotReadable, RunRecipe, Timeline};
use erlang_history::{EventId, Position};
use erlang_machine::machine::Machine;
use erlang_machine::program::Program;
use erlang_machine::schedule::{Random, Schedule};
use erlang_machine::system::Delivery;
use erlang_machine::world::{self, World};
use erlang_rewind::{COMPILED, Rewinder, Schedules, Setup};
use erlang_term::Atom;
use session::{Knowledge, MomentKind, Side};
use slices::Meter;

use super::{ErlangWalk, SavedWalk, Setting, budget};
use crate::dialogue::Stream;
use crate::erlang::evidence::moments;
use crate::erlang::project::{EXPRESSION, loader};
use crate::erlang::run::{ErlangProject, OVERTIME};
use crate::erlang::tests;
use crate::language::{Awaited, Problem, ScheduleName};
use crate::walk::{Console, Opened, Scene, Walkable};

/// The run to walk through.
pub enum Opening {
    /// The evaluation of an expression, which has not begun.
    Fresh { project: Rc<ErlangProject>, expression: String },
    /// A run that was recorded.
    Made { setting: Setting, recorded: RunRecipe, known: Knowledge },
    /// A run that was saved.
    Saved {
        project: Rc<ErlangProject>,
        saved: Box<SavedWalk>,
        /// Load it although the code has changed, as far as the run is the same.
        force: bool,
    },
}

impl Walkable for Opening {
    fn walk(
        self: Box<Self>,
        scene: Option<Scene>,
        console: Box<dyn Console>,
        meter: Meter,
    ) -> Awaited<Opened> {
        Box::pin(async move {
            match *self {
                Opening::Fresh { project, expression } => {
                    let setting = project.setting(expression)?;
                    let (machine, world) = (machine(&setting), world(&setting, console));
                    let mut timeline = Timeline::new(machine, world, budget(&setting.options));
                    timeline.follow(meter);
                    let session = Rewinder::new(timeline, setup(&setting));
                    Ok(ErlangWalk::opened(session, setting, Knowledge::default(), (None, None)))
                }
                Opening::Made { setting, recorded, known } => {
                    let (machine, world) = (machine(&setting), world(&setting, console));
                    let budget = budget(&setting.options);
                    let timeline = recorded.timeline_by_slices(machine, world, budget, meter).await;
                    let mut session = Rewinder::new(timeline, setup(&setting));
                    let at = match scene {
                        Some(scene) => go_to(&mut session, &scene).await,
                        None => None,
                    };
                    Ok(ErlangWalk::opened(session, setting, known, (at, None)))
                }
                Opening::Saved { project, saved, force } => {
                    let setting = project.setting(saved.expression.clone())?;
                    load(setting, *saved, force, console, meter).await.map_err(Problem::error)
                }
            }
        })
    }
}

/// Back to the last event that a scene mentions, or else to its call. Where of it; `None`: it
/// cannot be gone to.
async fn go_to(session: &mut Rewinder, scene: &Scene) -> Option<MomentKind> {
    let timeline = session.timeline();
    let positions = scene.events.iter().filter_map(|id| timeline.position_of(EventId(*id)));
    match (positions.max(), scene.moment) {
        (Some(before), _) => {
            let (position, kind) = match scene.side {
                Side::Entry => (before, MomentKind::Call),
                Side::Exit => (Position(before.0 + 1), MomentKind::Return),
            };
            session.seek(position).await.then_some(kind)
        }
        (None, Some(moment)) => {
            let by_pid = moments::in_machine(timeline.machine(), moment)?;
            session.go_to(&by_pid).await.then_some(moment.kind)
        }
        (None, None) => None,
    }
}

/// Makes a saved run again. An error says why that cannot be done.
async fn load(
    setting: Setting,
    saved: SavedWalk,
    force: bool,
    console: Box<dyn Console>,
    meter: Meter,
) -> Result<Opened, String> {
    let changes = saved.changes(&setting.code);
    if !changes.of_code.is_empty() && !force {
        let changes = changes.of_code.join("\n  ");
        return Err(format!(
            "the code has changed since the session was saved:\n  {changes}\n--force loads the session up to where the run differs"
        ));
    }
    let (machine, world) = (machine(&setting), world(&setting, console));
    let budget = budget(&setting.options);
    let loaded = Timeline::load_by_slices(&saved.run(), machine, world, budget, meter).await;
    let Loaded { timeline, differs, interrupted } =
        loaded.map_err(|NotReadable { line }| format!("line {line} of the saved run cannot be read"))?;
    let mut notes = changes.of_code;
    notes.extend(changes.of_text);
    match differs {
        Some(at) if notes.is_empty() => {
            return Err(format!("the saved run cannot be replayed: it differs from position {} on", at.0));
        }
        Some(at) => {
            notes.push(format!("the run differs from position {} on, and is loaded up to there", at.0));
        }
        None => {}
    }
    if let Some(at) = interrupted {
        notes.push(format!("interrupted: the saved run is loaded only up to position {}", at.0));
    }
    let mut session = Rewinder::new(timeline, setup(&setting));
    session.restore_schedules(&saved.schedules)?;
    session.set_again(&saved.breakpoints)?;
    let warning = (!notes.is_empty()).then(|| notes.join("\n"));
    Ok(ErlangWalk::opened(session, setting, saved.answers(), (None, warning)))
}

/// A machine that is about to begin. Going back by causes needs every delivery to be a choice.
fn machine(setting: &Setting) -> Machine {
    let program = Rc::new(Program::new(loader(&setting.code), COMPILED));
    let mut machine = Machine::new(program, Delivery::Chosen);
    match setting.is_test {
        true => tests::adapt(&mut machine, &setting.options),
        false => machine.overtime = Some(setting.options.overtime.unwrap_or(OVERTIME)),
    }
    machine.start(Atom::new(EXPRESSION), Atom::new("main"));
    machine
}

fn world(setting: &Setting, console: Box<dyn Console>) -> Box<dyn World> {
    Box::new(ConsoleWorld { console, seed: setting.options.seed })
}

/// What a session is about, beside the run.
fn setup(setting: &Setting) -> Setup {
    let Setting { code, options, expression, .. } = setting;
    let fair = || Box::new(FairByChoice::default()) as Box<dyn Schedule>;
    let random = || Box::new(Random::new(options.seed)) as Box<dyn Schedule>;
    let chosen = match options.schedule {
        ScheduleName::Fair => fair(),
        ScheduleName::Random => random(),
    };
    Setup {
        expression: expression.clone(),
        modules: code.modules().map(|module| module.name).collect(),
        schedules: Schedules { chosen, fair: fair(), random: random() },
        seed: options.seed,
        max_steps: options.max_steps,
    }
}

/// A closed world with a console. Time and chance are the machine's own.
struct ConsoleWorld {
    console: Box<dyn Console>,
    seed: u64,
}

impl World for ConsoleWorld {
    fn output(&mut self, stream: world::Stream, bytes: &[u8]) {
        let stream = match stream {
            world::Stream::Out => Stream::Out,
            world::Stream::Error => Stream::Error,
        };
        self.console.print(stream, bytes);
    }

    fn input_line(&mut self) -> Option<Vec<u8>> {
        self.console.line()
    }

    fn seed(&self) -> u64 {
        self.seed
    }
}
