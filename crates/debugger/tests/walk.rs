//! Walks through runs, by slices: in a dialogue, and by themselves.

use std::path::PathBuf;
use std::rc::Rc;

use debugger::dialogue::{Manner, Slice};
use debugger::files::Texts;
use debugger::language::Options;
use debugger::{Dialogue, Input, Output, Project, Walked, language_of};
use session::Knowledge;

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

    /// Says something, and goes on until nothing is being done; cancels after so many slices. What
    /// came of a command, and how many slices that took.
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
    assert_eq!(walker.problems, ["error: there is no run here that can be walked through"]);
}
