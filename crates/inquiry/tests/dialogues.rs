//! Whole dialogues over small trees, question for question.

mod support;

use inquiry::{GroupJudgement, Inquiry, InquiryVerdict, Judgement, Next, Strategy};
use support::{Story, me};

use computation_tree::NodeId;

/// Plays a dialogue: each line is a question and its answer (`y n t i d`); the last one is the
/// verdict. A group is written with ` & ` between its statements; its answer is `y`, `d`, `n` or
/// the number of the first wrong one, from 1.
fn check(story: &Story, mut inquiry: Inquiry, dialogue: &str) {
    for line in dialogue.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let next = inquiry.next(story);
        if let Some(expected) = line.strip_prefix("=> ") {
            assert_eq!(show(story, &next), expected);
            continue;
        }
        let (expected, answer) = line.rsplit_once(" ? ").unwrap_or_else(|| panic!("no answer in {line}"));
        let Next::Question(question) = &next else { panic!("{line}: {}", show(story, &next)) };
        assert_eq!(show(story, &next), expected);
        if let [node] = *question.nodes {
            let judgement = match answer {
                "y" => Judgement::Right,
                "n" => Judgement::Wrong,
                "t" => Judgement::Trust,
                "i" => Judgement::Inadmissible,
                "d" => Judgement::Unknown,
                _ => panic!("{line}"),
            };
            inquiry.judge(story, node, judgement, me());
        } else {
            let judgement = match answer {
                "y" => GroupJudgement::AllRight,
                "n" => GroupJudgement::SomeWrong,
                "d" => GroupJudgement::Unknown,
                number => GroupJudgement::FirstWrong(number.parse::<usize>().unwrap() - 1),
            };
            inquiry.judge_group(story, &question.nodes, judgement, me());
        }
    }
}

fn show(story: &Story, next: &Next) -> String {
    let names =
        |nodes: &[NodeId]| nodes.iter().map(|&node| story.statement(node)).collect::<Vec<_>>().join(" & ");
    match next {
        Next::Question(question) => format!("{} [{}]", names(&question.nodes), question.reason),
        Next::Verdict(InquiryVerdict::Found { node, proof, .. }) => {
            let proof: Vec<String> = proof
                .iter()
                .map(|innocent| {
                    format!("{} is {} ({})", story.statement(innocent.node), innocent.judgement, innocent.by)
                })
                .collect();
            let because = if proof.is_empty() { "" } else { " because " };
            format!("{}{because}{}", story.statement(*node), proof.join(", "))
        }
        Next::Verdict(InquiryVerdict::Undecided { suspects }) => format!("one of {}", names(suspects)),
        Next::Verdict(InquiryVerdict::Nobody { node, .. }) => {
            format!("nobody below {}", story.statement(*node))
        }
    }
}

/// Paper 1 §6, Figure 4: mergesort([b,a]).
const FIRST: &str = "
mergesort([b,a]) = [b,a]
  take(1, [b,a]) = [b]
  mergesort([b]) = [b]
  last(1, [b,a]) = [a]
    take(1, [a,b]) = [a]
  mergesort([a]) = [a]
  merge([b], [a]) = [b,a]
    comp(b, a) = false
    merge([a], []) = [a]
";

#[test]
fn first_session_of_paper_1() {
    let story = Story::new(FIRST);
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    assert_eq!(inquiry.suspects(&story), 8);
    check(
        &story,
        inquiry,
        "merge([b], [a]) = [b,a] [your answer rules out 3 or 5] ? n
         comp(b, a) = false [your answer rules out 1] ? t
         merge([a], []) = [a] [your answer decides] ? y
         => merge([b], [a]) = [b,a] because comp(b, a) = false is trust (you), merge([a], []) = [a] is right (you)",
    );
}

/// The same below the expression that was typed in, which cannot be to blame.
#[test]
fn first_session_below_a_dummy() {
    let story = Story::new(&FIRST.replace('\n', "\n  ").replacen("\n  ", "main\n  ", 1));
    check(
        &story,
        Inquiry::new(NodeId(0), false, Strategy::TopDown),
        "mergesort([b,a]) = [b,a] [the last unjudged part of the wrong result] ? n
         merge([b], [a]) = [b,a] [the last unjudged part of the wrong result] ? y
         mergesort([a]) = [a] [the last unjudged part of the wrong result] ? y
         last(1, [b,a]) = [a] [the last unjudged part of the wrong result] ? d
         take(1, [a,b]) = [a] [the last unjudged part of the wrong result] ? y
         mergesort([b]) = [b] [the last unjudged part of the wrong result] ? y
         take(1, [b,a]) = [b] [the last unjudged part of the wrong result] ? y
         => one of mergesort([b,a]) = [b,a] & last(1, [b,a]) = [a]",
    );
    // If the dummy is all that could be wrong but for one, it is that one.
    let story = Story::new("main\n  f(1) = 2\n    h(1) = 1\n  g(1) = 2");
    check(
        &story,
        Inquiry::new(NodeId(0), false, Strategy::TopDown),
        "g(1) = 2 [the last unjudged part of the wrong result] ? y
         f(1) = 2 [the last unjudged part of the wrong result] ? d
         h(1) = 1 [the last unjudged part of the wrong result] ? y
         => f(1) = 2 because h(1) = 1 is right (you)",
    );
    check(
        &story,
        Inquiry::new(NodeId(0), false, Strategy::TopDown),
        "g(1) = 2 [the last unjudged part of the wrong result] ? y
         f(1) = 2 [the last unjudged part of the wrong result] ? y
         => nobody below main",
    );
}

/// Paper 1 §6, second session, as the calls happen in Erlang: the first half raises before `last`
/// is called.
#[test]
fn second_session_of_paper_1() {
    let story = Story::new(
        "mergesort([o,h,i,o]) raises
  take(2, [o,h,i,o]) = [2,h]
    take(1, [h,i,o]) = [h]
  mergesort([2,h]) raises
    take(1, [2,h]) = [2]
    mergesort([2]) = [2]
    last(1, [2,h]) = [h]
      take(1, [h,2]) = [h]
    mergesort([h]) = [h]
    merge([2], [h]) raises
      comp(2, h) raises",
    );
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::TopDown);
    inquiry.trust(&story, story.subject_named("comp"), me());
    check(
        &story,
        inquiry,
        "mergesort([2,h]) raises [the last unjudged part of the wrong result] ? i
         take(2, [o,h,i,o]) = [2,h] [the last unjudged part of the wrong result] ? n
         take(1, [h,i,o]) = [h] [the last unjudged part of the wrong result] ? y
         => take(2, [o,h,i,o]) = [2,h] because take(1, [h,i,o]) = [h] is right (you)",
    );
}

#[test]
fn heaviest_first_and_single_step() {
    let story = Story::new(FIRST);
    check(
        &story,
        Inquiry::new(NodeId(0), true, Strategy::HeaviestFirst),
        "merge([b], [a]) = [b,a] [the largest part of the wrong result: 3 of the 8] ? y
         last(1, [b,a]) = [a] [the largest part of the wrong result: 2 of the 5] ? n
         take(1, [a,b]) = [a] [the largest part of the wrong result: 1 of the 1] ? y
         => last(1, [b,a]) = [a] because take(1, [a,b]) = [a] is right (you)",
    );
    check(
        &story,
        Inquiry::new(NodeId(0), true, Strategy::SingleStep),
        "take(1, [b,a]) = [b] [all its parts are judged] ? y
         mergesort([b]) = [b] [all its parts are judged] ? y
         take(1, [a,b]) = [a] [all its parts are judged] ? y
         last(1, [b,a]) = [a] [all its parts are judged] ? n
         => last(1, [b,a]) = [a] because take(1, [a,b]) = [a] is right (you)",
    );
}

/// What is unknown is not asked, but what is below it is, and in its turn.
#[test]
fn unknown_is_no_obstacle() {
    let story = Story::new("a(0)\n  b(1)\n    c(1)\n      d(1)\n  e(1)");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::SingleStep);
    inquiry.judge(&story, story.node("b(1)"), Judgement::Unknown, me());
    check(
        &story,
        inquiry,
        "d(1) [all its parts are judged] ? y
         c(1) [all its parts are judged] ? y
         e(1) [all its parts are judged] ? d
         => one of a(0) & b(1) & e(1)",
    );
}

/// One of a group is wrong, so that it does not matter whether someone above it came out right.
#[test]
fn a_wrong_group_below_what_is_right() {
    let leaves: Vec<String> = (1..=20).map(|leaf| format!("    f({leaf})")).collect();
    let story = Story::new(&format!("a(0)\n  map(f)\n{}\n  b(1)", leaves.join("\n")));
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    let group = [1, 2, 3].map(|leaf| story.node(&format!("f({leaf})")));
    inquiry.judge_group(&story, &group, GroupJudgement::SomeWrong, me());
    inquiry.judge(&story, story.node("map(f)"), Judgement::Right, me());
    check(
        &story,
        inquiry,
        "f(1) [your answer rules out 1 or 2] ? y
         f(2) [your answer rules out 1] ? n
         => f(2)",
    );
    // But who is trusted after all is not it.
    let story = Story::new("a(0)\n  b(1)\n  c(1)\n    d(1)\n  e(1)\n  d(2)");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    let group = ["b(1)", "c(1)", "e(1)"].map(|statement| story.node(statement));
    inquiry.judge_group(&story, &group, GroupJudgement::SomeWrong, me());
    inquiry.trust(&story, story.subject_named("b"), me());
    inquiry.trust(&story, story.subject_named("c"), me());
    check(
        &story,
        inquiry,
        "d(1) [your answer rules out 1] ? y
         => e(1)",
    );
}

/// What is said of a group counts as of then: later it may turn out that someone above it came out
/// right all the same.
#[test]
fn a_wrong_group_with_a_trusted_one_below_what_is_right() {
    let story = Story::new("a(0)\n  map(1)\n    b(1)\n    c(1)\n    e(1)\n  g(1)");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    let group = ["b(1)", "c(1)", "e(1)"].map(|statement| story.node(statement));
    inquiry.judge_group(&story, &group, GroupJudgement::SomeWrong, me());
    inquiry.trust(&story, story.subject_named("b"), me());
    inquiry.judge(&story, story.node("map(1)"), Judgement::Right, me());
    check(
        &story,
        inquiry,
        "c(1) [your answer rules out 1] ? y
         => e(1)",
    );
    // But if that was known before, one of the group that is gone may be the wrong one, and nothing
    // follows for the others.
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    let group = ["b(1)", "g(1)"].map(|statement| story.node(statement));
    inquiry.judge(&story, story.node("map(1)"), Judgement::Right, me());
    inquiry.judge_group(&story, &group, GroupJudgement::SomeWrong, me());
    check(
        &story,
        inquiry,
        "g(1) [your answer decides] ? y
         => a(0) because map(1) is right (you), g(1) is right (you)",
    );
}

/// A group with a member elsewhere says nothing of those that are here.
#[test]
fn a_wrong_group_that_is_partly_elsewhere() {
    let story = Story::new("a(0)\n  b(1)\n    c(1)\n    d(1)\n  e(1)");
    let mut inquiry = Inquiry::new(story.node("b(1)"), true, Strategy::TopDown);
    let group = ["c(1)", "e(1)"].map(|statement| story.node(statement));
    inquiry.judge_group(&story, &group, GroupJudgement::SomeWrong, me());
    check(
        &story,
        inquiry,
        "d(1) [the last unjudged part of the wrong result] ? y
         c(1) [the last unjudged part of the wrong result] ? y
         => b(1) because c(1) is right (you), d(1) is right (you)",
    );
}

/// With very many children not all of them are looked at, but the heaviest is found wherever it is.
#[test]
fn the_heaviest_of_very_many() {
    for place in (1..600).step_by(7) {
        let leaves: Vec<String> = (1..600)
            .map(|leaf| {
                format!("  f({leaf})") + if leaf == place { "\n    g(1)\n    g(2)\n    g(3)" } else { "" }
            })
            .collect();
        let story = Story::new(&format!("map(f)\n{}", leaves.join("\n")));
        check(
            &story,
            Inquiry::new(NodeId(0), true, Strategy::HeaviestFirst),
            &format!("f({place}) [the largest part of the wrong result: 4 of the 602] ? n"),
        );
    }
}

/// Don't-knows above and beside it do not hide what can be asked.
#[test]
fn below_a_chain_of_unknown() {
    let story = Story::new(
        "a(0)
  b(1)
    c(1)
    d(1)
      e(1)
        f(1)
        g(1)
          h(1)
  i(1)",
    );
    let unknown = |strategy| {
        let mut inquiry = Inquiry::new(NodeId(0), true, strategy);
        for statement in ["b(1)", "d(1)", "e(1)", "g(1)", "i(1)"] {
            inquiry.judge(&story, story.node(statement), Judgement::Unknown, me());
        }
        inquiry
    };
    let last = "the last unjudged part of the wrong result";
    check(
        &story,
        unknown(Strategy::TopDown),
        &format!(
            "h(1) [{last}] ? y
             f(1) [{last}] ? d
             c(1) [{last}] ? n
             => c(1)"
        ),
    );
    check(
        &story,
        unknown(Strategy::DivideQuery),
        "c(1) [your answer rules out 1 or 7] ? y
         f(1) [your answer rules out 1 or 6] ? y
         h(1) [your answer rules out 1 or 5] ? n
         => h(1)",
    );
}

/// Who caused what should not have happened is asked next, through trusted code.
#[test]
fn inadmissible_moves_to_the_caller() {
    let story = Story::new("a(0)\n  b(1)\n    map(1)\n      c(1)\n      c(2)\n  d(1)");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::SingleStep);
    inquiry.trust(&story, story.subject_named("map"), me());
    check(
        &story,
        inquiry,
        "c(1) [all its parts are judged] ? i
         b(1) [it caused what you called invalid] ? n
         c(2) [all its parts are judged] ? y
         => b(1) because map(1) is trust (you), c(1) is inadmissible (you), c(2) is right (you)",
    );
}

fn star(leaves: u32) -> Story {
    let leaves: Vec<String> = (1..=leaves).map(|leaf| format!("  f({leaf})")).collect();
    Story::new(&format!("map(f)\n{}", leaves.join("\n")))
}

#[test]
fn groups_of_siblings() {
    let run =
        |from: u32, to: u32| (from..=to).map(|leaf| format!("f({leaf})")).collect::<Vec<_>>().join(" & ");
    let ask = || Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    let (first, second) = (run(1, 10), run(11, 15));
    check(
        &star(20),
        ask(),
        &format!(
            "{first} [your answer rules out 10] ? y
             {second} [your answer rules out 5] ? 4
             => f(14)"
        ),
    );
    // Someone who knows only that one of them is wrong; the last one left is it, unasked.
    check(
        &star(20),
        ask(),
        &format!(
            "{first} [your answer rules out 10] ? n
             {} [your answer rules out 5] ? y
             f(6) [your answer rules out 1 or 4] ? y
             f(7) [your answer rules out 1 or 3] ? y
             f(8) [your answer rules out 1 or 2] ? y
             f(9) [your answer rules out 1] ? y
             => f(10)",
            run(1, 5)
        ),
    );
    // Too many at once.
    check(
        &star(20),
        ask(),
        &format!(
            "{first} [your answer rules out 10] ? d
             {} [your answer rules out 5 or 15] ? d
             {} [your answer rules out 2 or 18] ? d
             f(1) [your answer rules out 1 or 19] ? n
             => f(1)",
            run(1, 5),
            run(1, 2)
        ),
    );
}

#[test]
fn undo_and_revise() {
    let story = Story::new(FIRST);
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
    assert_eq!(inquiry.undo(), None);
    let first = inquiry.next(&story);
    let merge = story.node("merge([b], [a]) = [b,a]");
    let last = story.node("last(1, [b,a]) = [a]");
    inquiry.judge(&story, merge, Judgement::Wrong, me());
    let second = inquiry.next(&story);
    inquiry.judge(&story, story.node("comp(b, a) = false"), Judgement::Trust, me());
    inquiry.point_at(&story, story.node("merge([a], []) = [a]"), "it made [a]".into(), me());
    assert_eq!(show(&story, &inquiry.next(&story)), "merge([a], []) = [a] [it made [a]]");
    assert!(inquiry.undo().is_some());
    assert_eq!(inquiry.next(&story), second);
    assert!(inquiry.revise(&story, 0, Judgement::Right, me()));
    assert_eq!(show(&story, &inquiry.next(&story)), "last(1, [b,a]) = [a] [your answer rules out 2 or 3]");
    inquiry.judge(&story, last, Judgement::Wrong, me());
    inquiry.judge(&story, last, Judgement::Right, me());
    assert_eq!(inquiry.suspects(&story), 3);
    assert!(!inquiry.revise(&story, 7, Judgement::Right, me()));
    while inquiry.undo().is_some() {}
    assert_eq!(inquiry.next(&story), first);
}

/// Trust in what is known to be wrong: it was given something wrong from below, or something that
/// was said cannot be.
#[test]
fn trust_in_what_is_wrong() {
    let story = Story::new("a(0)\n  b(1)\n    c(1)\n    c(2)\n  b(2)");
    let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::TopDown);
    inquiry.judge(&story, story.node("b(1)"), Judgement::Wrong, me());
    inquiry.trust(&story, story.subject_named("b"), me());
    assert_eq!(inquiry.suspects(&story), 2);
    check(
        &story,
        inquiry,
        "c(2) [the last unjudged part of the wrong result] ? d
         c(1) [the last unjudged part of the wrong result] ? y
         => c(2)",
    );
}

#[test]
fn strategies_have_names() {
    for strategy in Strategy::ALL {
        assert_eq!(strategy.name().parse::<Strategy>(), Ok(strategy));
    }
    assert!("best".parse::<Strategy>().is_err());
}

/// Two processes below a run: neither it nor they can be to blame.
const RUN: &str = "
run
  process(1)
    f(1) = receive
    a(1) = receive
      b(1) = 1
    c(1) = 2
  process(2)
    g(1) = receive
    p(1) = receive
    q(1) = 2
";

fn run(story: &Story, strategy: Strategy) -> Inquiry {
    let mut inquiry = Inquiry::new(NodeId(0), false, strategy);
    inquiry.trust(story, story.subject_named("process"), inquiry::Judge::new("run"));
    inquiry
}

/// Paper 2 §4.4: the search stays where it was sent until nothing is left to suspect there.
#[test]
fn a_process_is_suspected() {
    let story = Story::new(RUN);
    for strategy in [Strategy::DivideQuery, Strategy::ProcessDirected] {
        let mut inquiry = run(&story, strategy);
        inquiry.redirect(&story, story.node("q(1) = 2"), "you chose this process".into(), me());
        check(
            &story,
            inquiry,
            "q(1) = 2 [you chose this process] ? y
             g(1) = receive [your answer rules out 1] ? y
             p(1) = receive [your answer decides] ? y
             a(1) = receive [your answer rules out 2] ? n
             b(1) = 1 [your answer decides] ? y
             => a(1) = receive because b(1) = 1 is right (you)",
        );
    }
    // One process after the other; with no word about any, from the first.
    check(
        &story,
        run(&story, Strategy::ProcessDirected),
        "a(1) = receive [your answer rules out 2] ? y
         c(1) = 2 [your answer rules out 1] ? y
         f(1) = receive [your answer decides] ? y
         q(1) = 2 [your answer rules out 1 or 2] ? n
         => q(1) = 2",
    );
}

/// What is wrong came from elsewhere: the search goes there, and comes back if nothing is wrong
/// there.
#[test]
fn a_message_points_elsewhere() {
    let story = Story::new(RUN);
    let elsewhere = |inquiry: &mut Inquiry, from: &str, to: &str| {
        inquiry.judge(&story, story.node(from), Judgement::Inadmissible, me());
        inquiry.redirect(&story, story.node(to), "it sent the message".into(), me());
    };
    let mut inquiry = run(&story, Strategy::DivideQuery);
    inquiry.judge(&story, story.node("a(1) = receive"), Judgement::Wrong, me());
    elsewhere(&mut inquiry, "b(1) = 1", "p(1) = receive");
    check(
        &story,
        inquiry,
        "p(1) = receive [it sent the message] ? n
         => p(1) = receive",
    );
    let mut inquiry = run(&story, Strategy::DivideQuery);
    inquiry.judge(&story, story.node("a(1) = receive"), Judgement::Wrong, me());
    elsewhere(&mut inquiry, "b(1) = 1", "p(1) = receive");
    check(
        &story,
        inquiry,
        "p(1) = receive [it sent the message] ? y
         q(1) = 2 [your answer rules out 1] ? y
         g(1) = receive [your answer decides] ? y
         => a(1) = receive because b(1) = 1 is inadmissible (you)",
    );
    // What it goes on with may be wrong already.
    for (answer, verdict) in
        [("n", "f(1) = receive"), ("y", "a(1) = receive because b(1) = 1 is right (you)")]
    {
        let mut inquiry = run(&story, Strategy::DivideQuery);
        inquiry.judge(&story, story.node("a(1) = receive"), Judgement::Wrong, me());
        inquiry.judge(&story, story.node("b(1) = 1"), Judgement::Right, me());
        assert!(inquiry.consult(&story, story.node("f(1) = receive")..story.node("a(1) = receive"), me()));
        check(&story, inquiry, &format!("f(1) = receive [your answer decides] ? {answer}\n => {verdict}"));
    }
    // There and back: what was only inadmissible is asked again, but not forever.
    let mut inquiry = run(&story, Strategy::DivideQuery);
    elsewhere(&mut inquiry, "c(1) = 2", "p(1) = receive");
    elsewhere(&mut inquiry, "p(1) = receive", "c(1) = 2");
    check(&story, inquiry, "c(1) = 2 [it sent the message] ? n\n => c(1) = 2");
    let mut inquiry = run(&story, Strategy::DivideQuery);
    for _ in 0..2 {
        elsewhere(&mut inquiry, "c(1) = 2", "p(1) = receive");
        elsewhere(&mut inquiry, "p(1) = receive", "c(1) = 2");
    }
    check(&story, inquiry, "b(1) = 1 [your answer rules out 1 or 2] ? y");
}
