//! How many questions are asked, and how long it takes to choose one. `cargo bench --package
//! inquiry`
#![allow(clippy::disallowed_types, clippy::disallowed_macros)]

#[path = "../tests/support/shapes.rs"]
mod shapes;

use std::hint::black_box;
use std::time::{Duration, Instant};

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use inquiry::{GroupJudgement, Inquiry, Judge, Judgement, Next, Strategy};

fn main() {
    println!("{:<34} {:>10} {:>10} {:>10}", "questions, on average", "nodes", "asked", "aim");
    questions("fib(20)", shapes::fib(20), 97);
    questions("naive reverse of 200", shapes::naive_reverse(200), 89);
    questions("mergesort of 1,000", shapes::mergesort(1_000), 97);
    questions("chain of 1,000", shapes::chain(1_000), 1);
    questions("star of 200", shapes::star(200), 1);
    questions("map over 1,000 items", shapes::star(1_000), 1);
    questions("own map over 1,000 items", shapes::own_map(1_000), 1);
    questions("three children each, 11 deep", shapes::regular(3, 11), 997);

    println!(
        "\n{:<34} {:>10} {:>10} {:>10} {:>10}",
        "time to choose a question", "nodes", "first", "slowest", "aim"
    );
    for (size, fib, aim) in [(30_000, 21, 1), (10_000_000, 33, 10)] {
        for strategy in
            [Strategy::DivideQuery, Strategy::TopDown, Strategy::HeaviestFirst, Strategy::SingleStep]
        {
            let aim = Duration::from_millis(aim);
            time("chain", strategy, &shapes::chain(size), aim);
            time("star", strategy, &shapes::star(size), aim);
            time("balanced", strategy, &shapes::balanced(size), aim);
            time("own map", strategy, &shapes::own_map(size / 2), aim);
            time("fib", strategy, &shapes::fib(fib), aim);
        }
    }

    println!(
        "\n{:<34} {:>10} {:>10} {:>10} {:>10}",
        "after 10,000 don't-knows", "nodes", "first", "slowest", "aim"
    );
    for strategy in [Strategy::DivideQuery, Strategy::TopDown, Strategy::HeaviestFirst] {
        doubts("star", strategy, &shapes::star(30_000));
        doubts("chain", strategy, &shapes::chain(30_000));
        doubts("own map", strategy, &shapes::own_map(15_000));
        doubts("fib", strategy, &shapes::fib(21));
    }

    println!();
    building();
    trusting();
}

fn questions(name: &str, tree: Skeleton, step: usize) {
    let (average, aim) = shapes::average_questions(&tree, step);
    println!("{name:<34} {:>10} {average:>10.2} {aim:>10.2} {}", tree.len(), mark(average <= aim));
}

/// The same dialogue several times, to see each question once without the rest of the machine in
/// the way.
const ROUNDS: u32 = 7;

/// Up to thirty questions for each of a few bugs: the first, and the slowest of all.
fn time(name: &str, strategy: Strategy, tree: &Skeleton, aim: Duration) {
    let (mut first, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for bug in [1, 2, 3, 5].map(|part| NodeId(tree.len() / 7 * part)) {
        let rounds: Vec<Vec<Duration>> = (0..ROUNDS).map(|_| dialogue(strategy, tree, bug)).collect();
        let best = |turn: usize| rounds.iter().map(|round| round[turn]).min().unwrap_or_default();
        first = first.max(best(0));
        slowest = (0..rounds[0].len()).map(best).fold(slowest, Duration::max);
    }
    say(name, strategy, tree, [first, slowest, aim]);
}

fn say(name: &str, strategy: Strategy, tree: &Skeleton, times: [Duration; 3]) {
    let [first, slowest, aim] = times.map(|time| time.as_secs_f64() * 1e3);
    println!(
        "{:<34} {:>10} {first:>7.3} ms {slowest:>7.3} ms {aim:>7} ms {}",
        format!("{name}, {}", strategy.name()),
        tree.len(),
        mark(slowest <= aim)
    );
}

/// How long each question takes to choose.
fn dialogue(strategy: Strategy, tree: &Skeleton, bug: NodeId) -> Vec<Duration> {
    let mut inquiry = Inquiry::new(NodeId(0), true, strategy);
    let mut times = Vec::new();
    loop {
        let start = Instant::now();
        let next = black_box(inquiry.next(tree));
        times.push(start.elapsed());
        match next {
            Next::Question(question) if times.len() < 30 => {
                shapes::answer(tree, &mut inquiry, &question, bug)
            }
            _ => return times,
        }
    }
}

/// Someone who does not know many times in a row: the first question after that, and the slowest of
/// the next few.
fn doubts(name: &str, strategy: Strategy, tree: &Skeleton) {
    let mut inquiry = Inquiry::new(NodeId(0), true, strategy);
    // Groups are not for those who know nothing.
    while let Next::Question(question) = inquiry.next(tree)
        && inquiry.acts().len() < 10_000
    {
        match *question.nodes {
            [node] => inquiry.judge(tree, node, Judgement::Unknown, Judge::new("bench")),
            _ => inquiry.judge_group(tree, &question.nodes, GroupJudgement::Unknown, Judge::new("bench")),
        }
    }
    let times: Vec<Duration> = (0..30)
        .map(|_| {
            let start = Instant::now();
            let next = black_box(inquiry.next(tree));
            let time = start.elapsed();
            if let Next::Question(question) = next {
                inquiry.judge(tree, question.nodes[0], Judgement::Unknown, Judge::new("bench"));
            }
            time
        })
        .collect();
    let slowest = times.iter().copied().max().unwrap_or_default();
    say(name, strategy, tree, [times[0], slowest, Duration::from_millis(1)]);
}

fn building() {
    // So few at a time that some are built without the rest of the machine in the way.
    const FEW: u32 = 20_000;
    let mut builder = SkeletonBuilder::new();
    let mut best = Duration::MAX;
    for _ in 0..5_000 {
        let start = Instant::now();
        for node in 0..FEW {
            builder.open(SubjectId(node & 0xff));
            if node % 3 != 0 {
                builder.close();
            }
        }
        best = best.min(start.elapsed());
    }
    let start = Instant::now();
    let tree = builder.finish();
    println!(
        "a tree of {} nodes: {:.1} ns a node to build, {} ms to finish, {} MB",
        tree.len(),
        best.as_secs_f64() * 1e9 / f64::from(FEW),
        start.elapsed().as_millis(),
        tree.bytes() / 1_000_000
    );
}

fn trusting() {
    let tree = shapes::own_map(5_000_000);
    let best = (0..ROUNDS).map(|_| {
        let mut inquiry = Inquiry::new(NodeId(0), true, Strategy::DivideQuery);
        inquiry.trust(&tree, tree.subject(NodeId(0)), Judge::new("trust list"));
        let start = Instant::now();
        black_box(inquiry.next(&tree));
        start.elapsed()
    });
    let best = best.min().unwrap_or_default();
    println!("trust in half of {} nodes: {} ms until the next question", tree.len(), best.as_millis());
}

fn mark(good: bool) -> &'static str {
    if good { "" } else { "MISSED" }
}
