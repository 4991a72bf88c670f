//! A walk through the run of a dialogue.

use std::rc::Rc;

use computation_tree::NodeId;
use session::{Knowledge, Session, Side};

use super::desk::Desk;
use super::{Ended, Input, Output, Outside, Slice, Stream};
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
            _ => {}
        }
    }
    Ended::Aborted
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
        return Err(Problem::error("there is no run to step through here"));
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
