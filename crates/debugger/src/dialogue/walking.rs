//! A walk through the run of a dialogue.

use std::rc::Rc;

use computation_tree::NodeId;
use session::{Knowledge, Session, Side};
use slices::{Meter, finish};

use super::desk::Desk;
use super::{Case, Ended, Input, Output, Outside, Slice, Stream, course};
use crate::language::{Problem, ProblemKind, Project};
use crate::walk::{Console, Opened, Scene, Walk, Walkable, Walked};
use crate::words;

/// The next input that is not about a walk.
pub async fn input(desk: &Rc<Desk>) -> Input {
    loop {
        match desk.input().await {
            Input::Walk(line) => command(desk, &line).await,
            Input::Visit { node, side } => visit(desk, node, side).await,
            other => return other,
        }
    }
}

/// Nothing but a walk.
pub async fn of_walk(desk: Rc<Desk>, project: Rc<dyn Project>, expression: String) -> Ended {
    if let Err(problems) = open(&desk, project.walkable(expression)).await {
        let kind = problems.first().map_or(ProblemKind::Source, |problem| problem.kind);
        desk.say(Output::Problems(problems));
        return Ended::Nothing(kind);
    }
    while desk.walk.borrow().is_some() {
        match input(&desk).await {
            Input::Abort | Input::GiveUp => break,
            Input::AskHere { process, known, manner } => match case_here(&desk, process).await {
                Ok(case) => return course::of_case(desk, case, None, known, manner).await,
                Err(problems) => desk.say(Output::Problems(problems)),
            },
            _ => {}
        }
    }
    Ended::Aborted
}

/// The run as far as the walk has come, as something to ask about. The walk stays where it is.
async fn case_here(desk: &Rc<Desk>, process: u32) -> Result<Case, Vec<Problem>> {
    let recording = desk.walk.borrow().as_ref().map(|walk| walk.recorded(process, desk.meter.clone()));
    let recorded = desk.run(recording.ok_or_else(|| Problem::error(words::NO_WALK))?).await?;
    desk.record(Some(recorded.clone()));
    recorded.case(&Outside::new(desk.clone()))
}

/// Numbers of the events that led to an event, and of those that it led to: in the walk that
/// somebody has begun, or else in the whole run.
pub fn past_and_future(desk: &Desk, event: u32) -> Result<(Vec<u32>, Vec<u32>), String> {
    let busy = |_| words::BUSY.to_owned();
    let mut walk = desk.walk.try_borrow_mut().map_err(busy)?;
    if let Some(walk) = walk.as_mut() {
        return walk.view().ok_or(words::BUSY)?.past_and_future(event);
    }
    let mut aside = desk.aside.try_borrow_mut().map_err(busy)?;
    if aside.is_none() {
        let recorded = desk.recorded.borrow().clone().ok_or(words::NO_WALK)?;
        if recorded.outcome().steps > AT_ONCE {
            return Err(words::BEGIN_WALK.into());
        }
        let walkable = recorded.walkable(&Knowledge::default()).ok_or(words::NO_WALK)?;
        let opened = finish(walkable.walk(None, Box::new(Silence), Meter::unlimited()));
        let in_words = |problems: Vec<Problem>| problems.into_iter().map(|problem| problem.text).collect();
        *aside = Some(opened.map_err(|problems| -> String { in_words(problems) })?.walk);
    }
    aside.as_mut().and_then(|walk| walk.view()).ok_or(words::BUSY)?.past_and_future(event)
}

/// Steps of a run that is made again while somebody waits.
const AT_ONCE: u64 = 3_000_000;

/// Text that was printed already is not printed again.
struct Silence;

impl Console for Silence {
    fn print(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn line(&mut self) -> Option<Vec<u8>> {
        None
    }
}

/// Opens the walk anew where a node began or ended, and shows the process that stands there.
async fn visit(desk: &Rc<Desk>, node: Option<u32>, side: Side) {
    let (moment, known) = {
        let mut session = desk.session.borrow_mut();
        let Some(session) = session.as_mut() else { return };
        let moment = match node {
            Some(node) => session.moment_of(NodeId(node), side),
            None => session.moment(1, side),
        };
        (moment, session.knowledge().clone())
    };
    let Some(moment) = moment else {
        return desk.say(Output::Refused(words::NO_MOMENT.into()));
    };
    desk.walk.take();
    let scene = Scene { events: Vec::new(), side, moment: Some(moment) };
    match open_at(desk, walkable(desk, &known), Some(scene)).await {
        Ok(()) => command(desk, &format!("state #{}", moment.process)).await,
        Err(problems) => desk.say(Output::Problems(problems)),
    }
}

/// Does what a line says. The first one opens the walk, at the end of the run.
async fn command(desk: &Rc<Desk>, line: &str) {
    if desk.walk.borrow().is_none() {
        let known = desk.session.borrow().as_ref().map(Session::knowledge).cloned().unwrap_or_default();
        if let Err(problems) = open(desk, walkable(desk, &known)).await {
            return desk.say(Output::Problems(problems));
        }
    }
    let Some(mut walk) = desk.walk.take() else { return };
    let walked = desk.run(perform(desk, &mut *walk, line)).await;
    if !matches!(walked, Walked::Quit(_)) {
        desk.walk.replace(Some(walk));
    }
    desk.say(Output::Walked(Box::new(walked)));
}

fn walkable(desk: &Desk, known: &Knowledge) -> Option<Box<dyn Walkable>> {
    desk.recorded.borrow().as_ref()?.walkable(known)
}

async fn open(desk: &Rc<Desk>, walkable: Option<Box<dyn Walkable>>) -> Result<(), Vec<Problem>> {
    open_at(desk, walkable, None).await
}

async fn open_at(
    desk: &Rc<Desk>,
    walkable: Option<Box<dyn Walkable>>,
    scene: Option<Scene>,
) -> Result<(), Vec<Problem>> {
    let Some(walkable) = walkable else {
        return Err(Problem::error(words::NO_WALK));
    };
    let console = Box::new(DeskConsole(Outside::new(desk.clone())));
    // If it is cancelled, the walk stays where it is.
    let opening = walkable.walk(scene, console, desk.meter.clone());
    let Some(opened) = desk.work(opening).await else {
        return Err(vec![Problem { text: "stepping has not started".into(), kind: ProblemKind::Stopped }]);
    };
    let Opened { walk, warning, .. } = opened?;
    if let Some(warning) = warning {
        desk.say(Output::Warning(warning));
    }
    desk.walk.replace(Some(walk));
    Ok(())
}

/// By slices, until it is done or cancelled.
async fn perform(desk: &Rc<Desk>, walk: &mut dyn Walk, line: &str) -> Walked {
    let outside = Outside::new(desk.clone());
    let mut walked = walk.command(line, Slice(desk.meter.left()));
    let mut made = 0;
    while let Walked::Working { steps } = walked {
        made += steps;
        desk.meter.spend(u64::MAX);
        walked = match outside.pause(made).await {
            true => walk.cancel(Slice(desk.meter.left())),
            false => walk.go_on(Slice(desk.meter.left())),
        };
    }
    walked
}

/// What is printed goes to the interface. There is no input beyond what the run has read.
struct DeskConsole(Outside);

impl Console for DeskConsole {
    fn print(&mut self, stream: Stream, bytes: &[u8]) {
        self.0.print(stream, bytes);
    }

    fn line(&mut self) -> Option<Vec<u8>> {
        None
    }
}
