//! Walks through runs, by slices: in a dialogue, and by themselves.

use std::path::PathBuf;
use std::rc::Rc;

use debugger::dialogue::{Manner, Slice, Stream};
use debugger::drawable::DiagramChoice;
use debugger::files::Texts;
use debugger::language::Options;
use debugger::walk::travel::{StopOwner, StopPlace, StopReason, StopWish};
use debugger::walk::view::{Page, PartsWanted, PidNumber, ScopeKind};
use debugger::walk::{Arrival, Console, Journey};
use debugger::{Dialogue, Input, Output, Project, Walk, Walked, language_of};
use session::Knowledge;
use slices::Meter;

const PING: &str = "-module(ping).\n-export([main/1, forever/1]).\n\
main(N) -> S = self(), P = spawn(fun() -> echo(S) end), count(P, N, 0).\n\
count(_, 0, Sum) -> Sum;\n\
count(P, N, Sum) -> P ! N, receive X -> io:format(\"~p~n\", [X]), count(P, N - 1, Sum + X) end.\n\
echo(S) -> receive X -> S ! X, echo(S) end.\n\
forever(N) -> forever(N + 1).\n";

fn project(name: &str, text: &str) -> Rc<dyn Project> {
    let path = PathBuf::from(name);
    let mut files = Texts::default();
    files.add(name, text);
    let options = Options { no_otp: true, ..Options::default() };
    let language = language_of(std::slice::from_ref(&path), &files);
    language.read(&[path], Rc::new(options), Rc::new(files)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Someone who drives a dialogue with small slices.
struct Walker {
    dialogue: Dialogue,
    printed: String,
    problems: Vec<String>,
}

impl Walker {
    fn new(dialogue: Dialogue) -> Walker {
        Walker { dialogue, printed: String::new(), problems: Vec::new() }
    }

    /// Sends an input and runs until nothing is left to do; cancels after `patience` slices.
    /// Returns the result of the command, and how many slices it took.
    fn say(&mut self, input: Input, patience: u32) -> (Option<Walked>, u32) {
        let (mut input, mut slices) = (Some(input), 0);
        let mut walked = None;
        while let Some(next) = input.take() {
            for output in self.dialogue.advance(next) {
                match output {
                    Output::Working(_) => {
                        slices += 1;
                        let slice = Input::Continue(Slice(20_000));
                        input = Some(if slices == patience { Input::Cancel } else { slice });
                    }
                    Output::Printed(_, bytes) => self.printed.push_str(&String::from_utf8_lossy(&bytes)),
                    Output::Problems(problems) => {
                        self.problems.extend(problems.into_iter().map(|one| one.text));
                    }
                    Output::Walked(one) => walked = Some(*one),
                    _ => {}
                }
            }
        }
        (walked, slices)
    }

    /// The reply to a command as text.
    fn walk(&mut self, line: &str) -> String {
        match self.say(Input::Walk(line.into()), u32::MAX).0 {
            Some(Walked::Reply(reply)) => reply.text(100),
            other => panic!("{line}: {other:?}"),
        }
    }
}

#[test]
fn a_dialogue_can_be_walked_in() {
    let manner = Manner::default();
    let dialogue = Dialogue::about_expression(
        project("ping.erl", PING),
        "ping:main(3)".into(),
        Knowledge::default(),
        manner,
    );
    let mut walker = Walker::new(dialogue);
    walker.say(Input::Continue(Slice(20_000)), u32::MAX);
    assert_eq!(walker.printed, "3\n2\n1\n");
    // It stands at its end; nothing is printed a second time.
    let shown = walker.walk("processes");
    assert!(shown.contains("ping:main"), "{shown}");
    let undone = walker.walk("undo spawn #2");
    assert!(undone.contains("spawn"), "{undone}");
    let output = walker.walk("output");
    assert!(!output.contains("3"), "{output}");
    walker.walk("replay");
    assert_eq!(walker.printed, "3\n2\n1\n");
    assert!(walker.walk("nonsense").contains("nonsense"));
    // The question is still there.
    assert!(walker.dialogue.look().is_some());
}

#[test]
fn long_commands_go_by_slices_and_can_be_cancelled() {
    let mut walker = Walker::new(Dialogue::of_walk(project("ping.erl", PING), "ping:forever(0)".into()));
    walker.say(Input::Continue(Slice(20_000)), u32::MAX);
    let (walked, slices) = walker.say(Input::Walk("run 5000000".into()), u32::MAX);
    assert!(matches!(walked, Some(Walked::Reply(ref reply)) if reply.steps == 5_000_000), "{walked:?}");
    assert!(slices > 100, "{slices}");
    // What has been run so far is kept.
    let (walked, slices) = walker.say(Input::Walk("run 1000000000".into()), 10);
    let Some(Walked::Reply(reply)) = walked else { panic!("{walked:?}") };
    assert_eq!(slices, 10);
    assert!(reply.steps > 5_000_000 && reply.steps < 7_000_000, "{}", reply.steps);
    // To look for a binding is to make the whole run again; given up, nothing is undone.
    let steps = reply.steps;
    let (walked, slices) = walker.say(Input::Walk("undo bind #1 N".into()), 3);
    let Some(Walked::Reply(reply)) = walked else { panic!("{walked:?}") };
    assert_eq!((slices, reply.ok, reply.steps), (3, false, steps), "{reply:?}");
    let (walked, slices) = walker.say(Input::Walk("watch #1 N".into()), u32::MAX);
    assert!(matches!(walked, Some(Walked::Reply(ref reply)) if reply.ok), "{walked:?}");
    assert!(slices > 10, "{slices}");
    let (walked, slices) = walker.say(Input::Walk("undo start".into()), u32::MAX);
    assert!(matches!(walked, Some(Walked::Reply(ref reply)) if reply.ok && reply.steps == 0), "{walked:?}");
    assert!(slices > 10, "{slices}");
    let (walked, slices) = walker.say(Input::Walk("replay".into()), u32::MAX);
    assert!(matches!(walked, Some(Walked::Reply(ref reply)) if reply.steps == steps), "{walked:?}");
    assert!(slices > 10, "{slices}");
    let (walked, _) = walker.say(Input::Walk("quit".into()), u32::MAX);
    assert!(matches!(walked, Some(Walked::Quit(_))), "{walked:?}");
}

#[test]
fn a_language_that_cannot_says_so() {
    let lazy = project("a.hs", "f x = x\n");
    assert!(lazy.clone().walkable("f 1".into()).is_none());
    let language = language_of(&[PathBuf::from("a.hs")], &Texts::default());
    assert!(!language.can().walk);
    let mut walker = Walker::new(Dialogue::of_walk(lazy, "f 1".into()));
    walker.say(Input::Continue(Slice(20_000)), u32::MAX);
    assert_eq!(walker.problems, ["error: there is no run to step through here"]);
}

/// Nobody reads what is printed.
struct Nobody;

impl Console for Nobody {
    fn print(&mut self, _stream: Stream, _bytes: &[u8]) {}

    fn line(&mut self) -> Option<Vec<u8>> {
        None
    }
}

fn walk(expression: &str) -> Box<dyn Walk> {
    let walkable = project("ping.erl", PING).walkable(expression.into()).expect("a walk");
    let opened = slices::finish(walkable.walk(None, Box::new(Nobody), Meter::unlimited()));
    opened.unwrap_or_else(|problems| panic!("{problems:?}")).walk
}

/// Goes on by small slices until it arrives; how many slices that took.
fn travel(walk: &mut dyn Walk, journey: Journey) -> (Arrival, u32) {
    walk.set_out(journey).expect("a way");
    for slices in 1.. {
        match walk.go_on(Slice(1_000)) {
            Walked::Working { .. } => {}
            Walked::Arrived(arrival) => return (*arrival, slices),
            other => panic!("{journey:?}: {other:?}"),
        }
    }
    unreachable!()
}

#[test]
fn what_there_is_to_see_is_data() {
    let mut walk = walk("ping:main(2)");
    let at = StopPlace::Line { file: "ping.erl".into(), line: 5 };
    let wish = StopWish { at, condition: Some("N =:= 1".into()), hits: None, log: None };
    let stops = walk.stops().expect("it stands");
    let set = stops.replace(&StopOwner::File("ping.erl".into()), vec![wish]);
    assert!(set[0].is_set, "{set:?}");
    let (arrival, _) = travel(&mut *walk, Journey::On);
    let Arrival::Stopped(at) = arrival else { panic!("{arrival:?}") };
    assert_eq!((at.reason, &at.hit[..]), (StopReason::Line, &[1][..]));
    let view = walk.view().expect("it stands");
    assert_eq!(view.processes().len(), 2);
    assert_eq!(view.main(), Some(at.who));
    let frames = view.frames(at.who, 0, 10).expect("frames");
    let frame = &frames.frames[0];
    assert_eq!((frame.name.as_str(), frame.is_own), ("ping:count/3", true), "{frames:?}");
    assert_eq!(frame.place.as_ref().map(|place| place.line), Some(5));
    let scopes = view.scopes(frame.id).expect("scopes");
    assert_eq!(scopes[0].kind, ScopeKind::Variables);
    let values = view.open(scopes[0].number, PartsWanted::All, Page::default()).expect("values");
    let values: Vec<(&str, &str)> = values.iter().map(|one| (&*one.name, &*one.text)).collect();
    assert!(values.contains(&("N", "1")) && values.contains(&("Sum", "2")), "{values:?}");
    assert_eq!(view.evaluate(frame.id, "N + Sum").expect("a value").value.text, "3");
    assert!(view.evaluate(frame.id, "N +").is_err());
    let echo = view.processes()[1].id;
    assert!(view.mailbox(echo).expect("a mailbox").delivered.is_empty());
    let rows = |walk: &mut dyn Walk| {
        let view = walk.view().expect("it stands");
        let diagrams = view.diagrams();
        (diagrams.events(), diagrams.sequence(&DiagramChoice::default()).expect("a diagram").rows.len())
    };
    let (events, drawn) = rows(&mut *walk);
    assert!(events > 4 && drawn > 2, "{events} {drawn}");
    // What is shown can be opened until the run moves.
    let (arrival, _) = travel(&mut *walk, Journey::StepBack { who: at.who, by_line: true });
    assert!(matches!(arrival, Arrival::Back { by_causes: true, .. }), "{arrival:?}");
    let view = walk.view().expect("it stands");
    assert!(view.open(scopes[0].number, PartsWanted::All, Page::default()).is_err());
    assert!(view.frames(PidNumber(7), 0, 1).is_err());
    // What is undone is in no diagram.
    assert!(matches!(walk.command("undo start", Slice(1_000_000)), Walked::Reply(reply) if reply.ok));
    assert_eq!(rows(&mut *walk), (0, 0));
}

#[test]
fn a_journey_can_be_watched_and_stopped() {
    let mut walk = walk("ping:forever(0)");
    walk.set_out(Journey::On).expect("a way");
    assert!(matches!(walk.go_on(Slice(1_000)), Walked::Working { .. }));
    let steps = |walk: &mut dyn Walk| walk.view().expect("it can be watched").position().steps;
    let before = steps(&mut *walk);
    assert!(matches!(walk.go_on(Slice(1_000)), Walked::Working { .. }));
    let after = steps(&mut *walk);
    assert!(before < after && after < 10_000, "{before} {after}");
    let Walked::Arrived(arrival) = walk.cancel(Slice(1_000)) else { panic!("it goes on") };
    assert!(matches!(*arrival, Arrival::Paused { who: Some(_) }), "{arrival:?}");
    assert_eq!(steps(&mut *walk), after);
    // Back along the run to the beginning of a call, by slices.
    let who = walk.view().and_then(|view| view.main()).expect("a process");
    let (arrival, _) = travel(&mut *walk, Journey::BackToStop { who });
    assert!(matches!(arrival, Arrival::Beginning), "{arrival:?}");
    let (arrival, _) = travel(&mut *walk, Journey::Entry);
    assert!(matches!(arrival, Arrival::Stopped(ref at) if at.reason == StopReason::Entry), "{arrival:?}");
}
