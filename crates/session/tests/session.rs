//! The session as a state machine: events and answers, over evidence that is written down.

use std::cell::RefCell;
use std::rc::Rc;

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use inquiry::{Judgement, NodeStatus, Strategy};
use session::answer::ValueStep;
use session::event::{Claim, ClaimKind, QuestionKind, Subject, Verdict, sentence};
use session::evidence::{
    Blamed, BlamedCode, Consequence, Inside, Judges, Layout, Nature, Statement, WrongClaim,
};
use session::{Answer, Entry, Event, Evidence, Knowledge, SearchOptions, Session, TreeBranch, TreeTwig};
use slices::Later;
use slices::finish;

/// A tree by indentation: `m:f(1) = 2` a line.
#[derive(Clone)]
struct Script {
    text: &'static str,
    kind: QuestionKind,
    /// What is inside every node.
    inside: Result<Option<&'static str>, &'static str>,
    /// What an oracle says of statements that begin like this.
    oracle: Option<(&'static str, Judgement)>,
    /// The oracle's name.
    judge: &'static str,
    /// Whether something came into each node.
    input: bool,
    /// All that the oracle was asked.
    heard: Rc<RefCell<Vec<String>>>,
}

fn calls(text: &'static str) -> Script {
    Script {
        text,
        kind: QuestionKind::Call,
        inside: Ok(None),
        oracle: None,
        judge: "oracle",
        input: false,
        heard: Rc::new(RefCell::new(Vec::new())),
    }
}

struct Told {
    script: Script,
    tree: Skeleton,
    statements: Vec<Statement>,
    subjects: Vec<Subject>,
}

impl Told {
    fn new(script: Script) -> Told {
        let (mut builder, mut statements) = (SkeletonBuilder::new(), Vec::new());
        let mut subjects: Vec<Subject> = Vec::new();
        for line in script.text.lines().filter(|line| !line.trim().is_empty()) {
            let depth = (line.len() - line.trim_start().len()) / 2;
            let (text, value) = line.trim().split_once(" = ").expect("a statement");
            let name = text.split('(').next().expect("a name");
            let (module, function) = name.split_once(':').unwrap_or(("m", name));
            let subject = Subject { module: module.into(), function: function.into(), arity: 1 };
            let known = subjects.iter().position(|known| *known == subject);
            let id = known.unwrap_or_else(|| {
                subjects.push(subject.clone());
                subjects.len() - 1
            });
            builder.close_to(depth as u32);
            builder.open(SubjectId(id as u32));
            let mut claims = Vec::new();
            if script.input {
                claims.push(Claim::text(1, ClaimKind::Context, format!("X = {value}")));
            }
            claims.push(Claim::text(claims.len() as u32 + 1, ClaimKind::Value, value.into()));
            let at = (script.kind == QuestionKind::Expression).then(|| format!("m.erl:{}", statements.len()));
            statements.push(Statement {
                kind: script.kind,
                process: "<0.1.0>".into(),
                subject,
                text: text.into(),
                claims,
                at,
                shown: None,
                beyond_judgement: None,
            });
        }
        Told { script, tree: builder.finish(), statements, subjects }
    }
}

impl Evidence for Told {
    fn tree(&self) -> &dyn Tree {
        &self.tree
    }

    fn nature(&self) -> Nature {
        Nature::blaming(NodeId(0))
    }

    fn subjects(&self) -> Vec<(SubjectId, Subject)> {
        match self.script.kind {
            QuestionKind::Call => (0..).map(SubjectId).zip(self.subjects.iter().cloned()).collect(),
            _ => Vec::new(),
        }
    }

    fn prepare<'a>(&'a mut self, _nodes: &'a [NodeId]) -> Later<'a, ()> {
        Box::pin(async {})
    }

    fn statement(&mut self, node: NodeId) -> Statement {
        self.statements[node.0 as usize].clone()
    }

    fn layout(&mut self, node: NodeId, _width: usize, _size: Option<usize>) -> Layout {
        Layout { text: self.statement(node).text, folded: false }
    }

    fn code(&mut self, _node: NodeId) -> BlamedCode {
        let is_expression = self.script.kind == QuestionKind::Expression;
        BlamedCode {
            blamed: if is_expression { Blamed::Expression } else { Blamed::Function },
            ..BlamedCode::default()
        }
    }

    fn consequence(&mut self, _node: NodeId, wrong: &WrongClaim<'_>) -> Result<Consequence, String> {
        match wrong.item {
            Some(_) => Err("this claim is not a list".into()),
            None => Ok(Consequence::wrong()),
        }
    }

    fn judges(&mut self) -> Option<&mut dyn Judges> {
        Some(self)
    }

    fn inside(&mut self) -> Option<&mut dyn Inside> {
        Some(self)
    }
}

impl Judges for Told {
    fn judge(&mut self, node: NodeId) -> Later<'_, Option<(Judgement, String)>> {
        Box::pin(async move {
            let text = self.statement(node).text;
            self.script.heard.borrow_mut().push(text.clone());
            let (beginning, judgement) = self.script.oracle?;
            text.starts_with(beginning).then(|| (judgement, self.script.judge.into()))
        })
    }

    fn advice(&mut self, _node: NodeId) -> Later<'_, Vec<String>> {
        Box::pin(async { Vec::new() })
    }
}

impl Inside for Told {
    fn producer(&mut self, _node: NodeId, _path: &[ValueStep]) -> Result<NodeId, String> {
        Err("cannot tell where the parts of this value come from".into())
    }

    fn zoom(&mut self, _node: NodeId) -> Later<'_, Result<Option<Box<dyn Evidence>>, String>> {
        Box::pin(async move {
            let inside = self.script.inside?;
            Ok(inside.map(|text| -> Box<dyn Evidence> {
                Box::new(Told::new(Script { kind: QuestionKind::Expression, ..calls(text) }))
            }))
        })
    }
}

fn begin(script: &Script, knowledge: Knowledge, strategy: Strategy, zoom: bool) -> Session {
    Session::new(Box::new(Told::new(script.clone())), knowledge, SearchOptions { strategy, zoom })
}

fn top_down(script: &Script) -> Session {
    begin(script, Knowledge::default(), Strategy::TopDown, false)
}

/// Plays a dialogue: `> ` is an answer, `! ` why the one before is refused, and each other line the
/// next event.
#[track_caller]
fn check(session: &mut Session, dialogue: &str) {
    let mut refused = None;
    for line in dialogue.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(why) = line.strip_prefix("! ") {
            assert_eq!(refused.take().as_deref(), Some(why));
            continue;
        }
        assert_eq!(refused, None, "before {line}");
        match line.strip_prefix("> ") {
            Some(words) => refused = finish(session.answer(answer(words))).err(),
            None => assert_eq!(show(&finish(session.next_event())), line),
        }
    }
    assert_eq!(refused, None);
}

fn answer(words: &str) -> Answer {
    let words: Vec<&str> = words.split(' ').collect();
    let number = |word: &str| word.parse().expect("a number");
    match words[..] {
        ["right"] => Answer::Right,
        ["wrong"] => Answer::Wrong { claim: None, item: None, missing: None, path: Vec::new() },
        ["wrong", claim] => {
            Answer::Wrong { claim: Some(number(claim)), item: None, missing: None, path: Vec::new() }
        }
        ["trust"] => Answer::Trust,
        ["inadmissible"] => Answer::Inadmissible,
        ["unknown"] => Answer::Unknown,
        ["ask", node] => Answer::Ask { node: number(node) },
        ["judge", node, to] => Answer::Judge { node: number(node), to: to.into() },
        ["undo"] => Answer::Undo,
        ["earlier", n, to] => Answer::Earlier { n: number(n), to: to.into() },
        ["revise", n, to] => Answer::Revise { n: number(n), to: to.into() },
        ["strategy", name] => Answer::Strategy { name: name.into() },
        ["zoom"] => Answer::Zoom,
        ["abort"] => Answer::Abort,
        _ => panic!("no such answer: {words:?}"),
    }
}

fn show(event: &Event) -> String {
    match event {
        Event::Question(question) if question.kind == QuestionKind::Group => {
            format!("{}. {}", question.n, question.statement)
        }
        Event::Question(question) => {
            format!("{}. {}", question.n, sentence(&question.statement, &question.claims))
        }
        Event::Judged(judged) => {
            let statement = sentence(&judged.statement, &judged.claims);
            format!("{statement}: {} ({})", judged.answer, judged.by)
        }
        Event::Verdict(verdict) => self::verdict(verdict),
        other => other.to_json(),
    }
}

fn verdict(verdict: &Verdict) -> String {
    let (what, culprit) = match verdict {
        Verdict::Function(culprit) => ("function", culprit),
        Verdict::Rule(culprit) => ("rule", culprit),
        Verdict::Receive(culprit) => ("receive", culprit),
        Verdict::Expression(culprit) => ("expression", culprit),
        Verdict::Undecided(undecided) => {
            let suspects = undecided.suspects.iter().map(|suspect| suspect.statement.as_str());
            let suspects: Vec<&str> = suspects.collect();
            return format!("=> undecided: {} [{}]", undecided.reason, suspects.join(", "));
        }
    };
    let statement = sentence(&culprit.statement, &culprit.claims);
    format!("=> {what} {statement} ({} asked, {} judged)", culprit.questions, culprit.judged)
}

const CALLS: &str = "
m:a(0) = 9
  m:b(1) = 2
    m:c(1) = 1
  m:b(2) = 5
  m:d(3) = 4
";

const INSIDE: &str = "
m:b(2) = 5
  Y = 2
  Y + 3 = 5
";

#[test]
fn undo_goes_back_through_the_levels() {
    let mut session = top_down(&Script { inside: Ok(Some(INSIDE)), ..calls(CALLS) });
    check(
        &mut session,
        "> undo
         ! there is no answer to undo
         1. m:d(3) = 4
         > zoom
         ! first find the function, then search inside it
         > right
         2. m:b(2) = 5
         2. m:b(2) = 5
         > wrong 7
         ! this question has no claim 7
         > wrong 1
         => function m:b(2) = 5 (2 asked, 0 judged)
         > zoom
         3. Y + 3 = 5
         > zoom
         ! the search is already inside the function
         > trust
         ! an expression cannot be trusted: only a function can
         > right
         4. Y = 2
         > unknown
         => undecided: the answers leave these suspects [m:b(2), Y]
         > undo
         4. Y = 2
         > wrong
         => expression Y = 2 (4 asked, 0 judged)
         > undo
         > undo
         3. Y + 3 = 5",
    );
    assert!(session.has_found());
    check(
        &mut session,
        "> undo
         2. m:b(2) = 5",
    );
    assert!(!session.has_found());
    assert_eq!(session.answered().len(), 1);
    check(
        &mut session,
        "> right
         3. m:b(1) = 2",
    );
}

#[test]
fn a_revised_answer_keeps_the_later_ones() {
    let mut session = top_down(&calls(CALLS));
    check(
        &mut session,
        "1. m:d(3) = 4
         > right
         2. m:b(2) = 5
         > right
         3. m:b(1) = 2
         > wrong
         4. m:c(1) = 1
         > right
         => function m:b(1) = 2 (4 asked, 0 judged)
         > revise 9 right
         ! question 9 has no answer yet
         > revise 1 perhaps
         ! unknown answer: perhaps
         > revise 1 wrong
         => function m:d(3) = 4 (1 asked, 0 judged)
         > revise 1 right
         m:b(2) = 5: right (answers)
         m:b(1) = 2: wrong (answers)
         m:c(1) = 1: right (answers)
         => function m:b(1) = 2 (1 asked, 3 judged)",
    );
}

/// Every answer is news for the answers file, and so is what takes it back; another session begins
/// with all of it.
#[test]
fn what_is_known_is_not_asked() {
    let mut session = top_down(&calls(CALLS));
    check(
        &mut session,
        "1. m:d(3) = 4
         > right
         2. m:b(2) = 5
         > trust
         3. m:c(1) = 1
         > unknown
         > undo
         3. m:c(1) = 1
         > abort
         ! only the interface can end the session",
    );
    let lines: Vec<String> = session.take_news().iter().map(session::Entry::to_json).collect();
    let expected = [
        r#"{"v":1,"statement":"m:d(3)","claims":["4"],"answer":"right","by":"you"}"#,
        r#"{"v":1,"subject":{"module":"m","function":"b","arity":1},"answer":"trust","by":"you"}"#,
        r#"{"v":1,"statement":"m:c(1)","claims":["1"],"answer":"unknown","by":"you"}"#,
        r#"{"v":1,"statement":"m:c(1)","claims":["1"],"answer":"undo","by":"you"}"#,
    ];
    assert_eq!(lines, expected);
    assert!(session.take_news().is_empty());
    assert_eq!(verdict(&session.give_up("nobody is left".into())), "=> undecided: nobody is left []");

    let mut knowledge = Knowledge::default();
    lines.iter().for_each(|line| knowledge.learn(&session::Entry::from_json(line).expect("a line")));
    let mut again = begin(&calls(CALLS), knowledge, Strategy::TopDown, false);
    check(
        &mut again,
        "m:d(3) = 4: right (answers)
         1. m:c(1) = 1
         > right
         => function m:a(0) = 9 (1 asked, 1 judged)",
    );
    assert_eq!(verdict(&again.give_up("enough".into())), "=> function m:a(0) = 9 (1 asked, 1 judged)");
    check(
        &mut again,
        "=> function m:a(0) = 9 (1 asked, 1 judged)
         > earlier 2 wrong
         ! there is no earlier answer 2
         > earlier 1 wrong
         m:d(3) = 4: wrong (you)
         => function m:d(3) = 4 (1 asked, 1 judged)
         > earlier 1 right
         m:d(3) = 4: right (you)
         => function m:a(0) = 9 (1 asked, 1 judged)
         > judge 4 wrong
         m:d(3) = 4: wrong (you)
         => function m:d(3) = 4 (1 asked, 1 judged)
         > judge 4 right
         m:d(3) = 4: right (you)
         => function m:a(0) = 9 (1 asked, 1 judged)",
    );
    let lines: Vec<String> = again.take_news().iter().skip(1).take(2).map(session::Entry::to_json).collect();
    let expected = [
        r#"{"v":1,"statement":"m:d(3)","claims":["4"],"answer":"wrong","by":"you"}"#,
        r#"{"v":1,"statement":"m:d(3)","claims":["4"],"answer":"right","by":"you"}"#,
    ];
    assert_eq!(lines, expected);
}

const STAR: &str = "
m:map(0) = 9
  m:f(1) = 1
  m:f(2) = 2
  m:f(3) = 3
  m:f(4) = 4
  m:f(5) = 5
  m:f(6) = 6
  m:f(7) = 7
  m:f(8) = 8
  m:f(9) = 9
  m:f(10) = 10
  m:f(11) = 11
  m:f(12) = 12
";

#[test]
fn groups() {
    let star = calls(STAR);
    let mut session = begin(&star, Knowledge::default(), Strategy::DivideQuery, false);
    check(
        &mut session,
        "1. 6 calls of m:f/1
         > wrong 4
         => function m:f(4) = 4 (1 asked, 0 judged)
         > undo
         1. 6 calls of m:f/1
         > wrong 9
         ! this question has no claim 9
         > wrong
         2. m:f(1) = 1
         > right
         3. m:f(2) = 2
         > undo
         2. m:f(1) = 1",
    );
    // That one of them is wrong is remembered as it was said: of the group.
    let mut again = begin(&star, session.into_knowledge(), Strategy::DivideQuery, false);
    check(
        &mut again,
        "1. m:f(1) = 1
         > strategy top-down
         1. m:f(6) = 6
         > strategy bottom-up
         ! there is no strategy `bottom-up`; choose one of divide-query, top-down, heaviest-first, single-step, subterm, process-directed, all-children, brute-force
         > wrong
         => function m:f(6) = 6 (1 asked, 1 judged)",
    );
}

/// A member of a group that something came into may be wrong because of that: it is asked about
/// next, also in a session that goes on after this one was killed.
#[test]
fn what_was_pointed_at_in_a_group_is_asked_next() {
    let steps = Script { kind: QuestionKind::Receive, input: true, ..calls(STAR) };
    let mut session = begin(&steps, Knowledge::default(), Strategy::DivideQuery, false);
    check(&mut session, "1. 6 steps of m:f/1\n> wrong 4\n2. m:f(4) = 4");
    let mut knowledge = Knowledge::default();
    for entry in session.take_news() {
        knowledge.learn(&Entry::from_json(&entry.to_json()).expect("an entry"));
    }
    let mut again = begin(&steps, knowledge, Strategy::DivideQuery, false);
    let next = loop {
        match finish(again.next_event()) {
            Event::Judged(_) => {}
            event => break show(&event),
        }
    };
    assert_eq!(next, "1. m:f(4) = 4");
}

/// What processes did is told in order, also what is said again: no more of it than fits.
#[test]
fn groups_fit_on_a_screen() {
    let check = |kind: QuestionKind, most: usize| {
        let text = format!("m:map(0) = 9\n{}", "  m:f(1) = 1\n".repeat(94));
        let script = Script { kind, ..calls(Box::leak(text.into_boxed_str())) };
        let mut session = begin(&script, Knowledge::default(), Strategy::DivideQuery, false);
        let Event::Question(question) = finish(session.next_event()) else { panic!("no question") };
        assert_eq!(question.claims.len(), most, "{}", question.statement);
    };
    check(QuestionKind::Receive, 20);
    // The same call again is not shown again.
    check(QuestionKind::Call, 1);
}

/// With `--zoom` the verdict is on the function if nothing definite is found inside.
#[test]
fn zoom_falls_back() {
    let zoomed =
        |inside| begin(&Script { inside, ..calls(CALLS) }, Knowledge::default(), Strategy::TopDown, true);
    check(
        &mut zoomed(Ok(Some(INSIDE))),
        "1. m:d(3) = 4
         > right
         2. m:b(2) = 5
         > wrong
         3. Y + 3 = 5
         > unknown
         4. Y = 2
         > right
         => function m:b(2) = 5 (4 asked, 0 judged)",
    );
    check(
        &mut zoomed(Err("it cannot be run again")),
        "1. m:d(3) = 4
         > wrong
         => function m:d(3) = 4 (1 asked, 0 judged)
         {\"v\":1,\"event\":\"error\",\"message\":\"it cannot be run again\"}
         => function m:d(3) = 4 (1 asked, 0 judged)",
    );
    check(
        &mut zoomed(Ok(None)),
        "1. m:d(3) = 4
         > wrong
         => function m:d(3) = 4 (1 asked, 0 judged)
         {\"v\":1,\"event\":\"error\",\"message\":\"there is nothing to search inside it\"}",
    );
}

/// Oracles are asked before the person, and once.
#[test]
fn oracles_come_first() {
    let script = Script { oracle: Some(("m:b", Judgement::Right)), ..calls(CALLS) };
    let mut session = top_down(&script);
    check(
        &mut session,
        "1. m:d(3) = 4
         > unknown
         m:b(2) = 5: right (oracle)
         m:b(1) = 2: right (oracle)
         => undecided: the answers leave these suspects [m:a(0), m:d(3)]
         > revise 1 wrong
         => function m:d(3) = 4 (1 asked, 0 judged)",
    );
    assert_eq!(*script.heard.borrow(), ["m:d(3)", "m:b(2)", "m:b(1)"]);
}

/// A verdict that rests on a `-spec` alone is asked about first.
#[test]
fn specs_are_doubted() {
    let script = Script { oracle: Some(("m:b(2)", Judgement::Wrong)), judge: "spec", ..calls(CALLS) };
    let mut session = top_down(&script);
    check(
        &mut session,
        "1. m:d(3) = 4
         > right
         m:b(2) = 5: wrong (spec)
         2. m:b(2) = 5
         > wrong
         => function m:b(2) = 5 (2 asked, 1 judged)
         > undo
         2. m:b(2) = 5
         > right
         3. m:b(1) = 2
         > right
         => function m:a(0) = 9 (3 asked, 1 judged)",
    );
    let mut session = top_down(&script);
    check(
        &mut session,
        "1. m:d(3) = 4
         > right
         m:b(2) = 5: wrong (spec)
         2. m:b(2) = 5
         > unknown
         => function m:b(2) = 5 (1 asked, 1 judged)",
    );
    let Event::Verdict(Verdict::Function(culprit)) = finish(session.next_event()) else {
        panic!("no verdict")
    };
    let rests_on: Vec<&str> = culprit.assumes.iter().map(|assumed| assumed.text.as_str()).collect();
    assert_eq!(rests_on, ["-spec of m:b/1"]);
}

/// The tree as people see it: a sign, the text, and how many are below; gaps as dots.
fn browsed(twigs: &[TreeTwig], depth: usize) -> String {
    let line = |twig: &TreeTwig| match twig {
        TreeTwig::Branch(TreeBranch { row, below }) => {
            let sign = match &row.status {
                NodeStatus::Symptom => "symptom",
                NodeStatus::Judged(judgement, _) => judgement.name(),
                NodeStatus::Suspect { .. } => "suspect",
                NodeStatus::Cleared => "cleared",
            };
            let mark = if row.is_current { " <" } else { "" };
            let (indent, rest) = (" ".repeat(depth), browsed(below, depth + 1));
            format!("{indent}{sign} {} [{}]{mark}\n{rest}", row.text, row.below)
        }
        TreeTwig::Siblings { first, end } => format!("{}... {}-{}\n", " ".repeat(depth), first.0, end.0),
        TreeTwig::Ancestors { top, count } => format!("{}::: {} {count}\n", " ".repeat(depth), top.0),
    };
    twigs.iter().map(line).collect()
}

#[test]
fn any_node_can_be_asked_next() {
    let mut session = top_down(&calls(CALLS));
    check(&mut session, "1. m:d(3) = 4");
    let whole = |session: &mut Session| {
        let branch = session.browse(None).expect("the tree");
        browsed(&[TreeTwig::Branch(branch)], 0)
    };
    assert_eq!(
        whole(&mut session),
        "symptom m:a(0) = 9 [4]\n suspect m:b(1) = 2 [1]\n suspect m:b(2) = 5 [0]\n suspect m:d(3) = 4 [0] <\n"
    );
    check(
        &mut session,
        "> ask 2
        1. m:c(1) = 1
        > right
        2. m:d(3) = 4
        > ask 2
        ! it has been judged: change that answer instead
        > ask 0
        ! the search began with it, because it is wrong
        > ask 77
        ! there is no node 77 in the tree
        > ask 1
        2. m:b(1) = 2
        > wrong
        => function m:b(1) = 2 (2 asked, 0 judged)
        > ask 4
        ! it cannot be to blame, by your other answers
        > undo
        2. m:b(1) = 2",
    );
    let below = session.browse_below(NodeId(1)).expect("the children");
    assert_eq!(browsed(&below, 0), "right m:c(1) = 1 [0]\n");
}

#[test]
fn any_node_can_be_judged() {
    let mut session = top_down(&calls(CALLS));
    check(
        &mut session,
        "1. m:d(3) = 4
        > judge 2 right
        2. m:d(3) = 4
        > judge 2 maybe
        ! unknown answer: maybe
        > judge 77 right
        ! there is no node 77 in the tree
        > judge 1 wrong
        => function m:b(1) = 2 (2 asked, 0 judged)
        > judge 2 wrong
        => function m:c(1) = 1 (1 asked, 0 judged)
        > undo
        1. m:d(3) = 4",
    );
}

#[test]
fn large_trees_are_browsed_in_pieces() {
    let wide: String = (0..200).map(|n| format!("  m:f({n}) = {n}\n")).collect();
    let deep: String = (1..=100).map(|n| format!("{}m:g({n}) = {n}\n", "  ".repeat(n))).collect();
    let text: &'static str = format!("m:a(0) = 9\n{wide}{deep}").leak();
    let mut session = top_down(&calls(text));
    // The deepest node: the root, the last ancestors, and a gap between them.
    finish(session.next_event());
    finish(session.answer(Answer::Ask { node: 300 })).expect("the deepest node");
    finish(session.next_event());
    let shown = browsed(&[TreeTwig::Branch(session.browse(None).expect("the tree"))], 0);
    assert!(shown.starts_with("symptom m:a(0) = 9 [300]\n ::: 201 69\n suspect m:g(70)"), "{shown}");
    assert!(shown.ends_with("suspect m:g(100) = 100 [0] <\n"), "{shown}");
    // Many siblings come in pages.
    let first = session.browse_below(NodeId(0)).expect("the children");
    assert_eq!(first.len(), 51);
    let Some(TreeTwig::Siblings { first, end }) = first.last() else { panic!("a gap") };
    assert_eq!((first.0, end.0), (51, 301));
    let next = session.browse_siblings(*first, *end).expect("more of them");
    assert!(browsed(&next, 0).starts_with("suspect m:f(50) = 50 [0]\n"));
    // By function, or else by what is said.
    let hits = session.find_in_tree("M:G/", None);
    assert_eq!((hits.rows.len(), hits.by_name, hits.next), (50, true, Some(NodeId(251))));
    let hits = session.find_in_tree("(77) =", None);
    assert_eq!((hits.rows.len(), hits.by_name, hits.next), (2, false, None));
}
