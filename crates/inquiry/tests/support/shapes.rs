//! The shapes of computations, and someone who knows where the bug is.
#![allow(dead_code)]

use computation_tree::{NodeId, Skeleton, SkeletonBuilder, SubjectId, Tree};
use inquiry::{GroupJudgement, Inquiry, InquiryVerdict, Judge, Judgement, Next, NextQuestion};

/// What is still to be computed.
#[derive(Clone, Copy)]
enum Work {
    Fib(u32),
    Reverse(u32),
    Append(u32),
    Sort(u32),
    Take(u32),
    Last(u32),
    Merge(u32),
    Compare,
    Map(u32),
    Item(u32),
    Chain(u32),
    Star(u32),
    Balanced(u32),
    Leave,
}

impl Work {
    fn subject(self) -> SubjectId {
        SubjectId(match self {
            Work::Fib(_) => 0,
            Work::Reverse(_) => 1,
            Work::Append(_) => 2,
            Work::Sort(_) => 3,
            Work::Take(_) => 4,
            Work::Last(_) => 5,
            Work::Merge(_) => 6,
            Work::Compare => 7,
            Work::Map(_) => 8,
            Work::Item(_) => 9,
            Work::Chain(_) => 10,
            Work::Star(_) => 11,
            Work::Balanced(_) => 12,
            Work::Leave => 13,
        })
    }

    /// What it calls, in order.
    fn calls(self, call: &mut dyn FnMut(Work)) {
        match self {
            Work::Fib(n @ 2..) => [Work::Fib(n - 1), Work::Fib(n - 2)].into_iter().for_each(call),
            Work::Reverse(n @ 1..) => [Work::Reverse(n - 1), Work::Append(n - 1)].into_iter().for_each(call),
            Work::Append(n @ 1..) => call(Work::Append(n - 1)),
            Work::Sort(n @ 2..) => {
                let (first, second) = (n / 2, n - n / 2);
                [
                    Work::Take(first),
                    Work::Sort(first),
                    Work::Last(second),
                    Work::Sort(second),
                    Work::Merge(n),
                ]
                .into_iter()
                .for_each(call);
            }
            Work::Take(n @ 2..) => call(Work::Take(n - 1)),
            Work::Last(n) => call(Work::Take(n)),
            Work::Merge(n @ 2..) => [Work::Compare, Work::Merge(n - 1)].into_iter().for_each(call),
            Work::Map(n @ 1..) => [Work::Item(0), Work::Map(n - 1)].into_iter().for_each(call),
            Work::Item(n) => (0..n).for_each(|_| call(Work::Item(0))),
            Work::Chain(n @ 2..) => call(Work::Chain(n - 1)),
            Work::Star(n) => (0..n).for_each(|_| call(Work::Item(0))),
            Work::Balanced(n @ 2..) => {
                let below = n - 1;
                call(Work::Balanced(below - below / 2));
                if below / 2 > 0 {
                    call(Work::Balanced(below / 2));
                }
            }
            _ => {}
        }
    }

    fn tree(self) -> Skeleton {
        let mut builder = SkeletonBuilder::new();
        let mut todo = vec![self];
        while let Some(work) = todo.pop() {
            if let Work::Leave = work {
                builder.close();
                continue;
            }
            builder.open(work.subject());
            todo.push(Work::Leave);
            let first = todo.len();
            work.calls(&mut |call| todo.push(call));
            todo[first..].reverse();
        }
        builder.finish()
    }
}

pub fn fib(n: u32) -> Skeleton {
    Work::Fib(n).tree()
}

pub fn naive_reverse(n: u32) -> Skeleton {
    Work::Reverse(n).tree()
}

pub fn mergesort(n: u32) -> Skeleton {
    Work::Sort(n).tree()
}

/// A map that is written as a recursive function: a chain with an item at each link.
pub fn own_map(n: u32) -> Skeleton {
    Work::Map(n).tree()
}

/// A call of `lists:map`: the calls for all items are below the caller.
pub fn star(n: u32) -> Skeleton {
    Work::Star(n).tree()
}

pub fn chain(n: u32) -> Skeleton {
    Work::Chain(n).tree()
}

pub fn balanced(n: u32) -> Skeleton {
    Work::Balanced(n).tree()
}

/// Every node has this many children, down to some depth.
pub fn regular(children: u32, depth: u32) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    let mut todo = vec![Some(depth)];
    while let Some(level) = todo.pop() {
        let Some(level) = level else {
            builder.close();
            continue;
        };
        builder.open(SubjectId(0));
        todo.push(None);
        if level > 0 {
            todo.extend((0..children).map(|_| Some(level - 1)));
        }
    }
    builder.finish()
}

pub const ORACLE: &str = "oracle";

/// Answers as one who knows that this node alone is buggy.
pub fn answer(tree: &dyn Tree, inquiry: &mut Inquiry, question: &NextQuestion, bug: NodeId) {
    let by = Judge::new(ORACLE);
    let is_wrong = |node: NodeId| node <= bug && bug < tree.end(node);
    if let [node] = *question.nodes {
        let judgement = if is_wrong(node) { Judgement::Wrong } else { Judgement::Right };
        inquiry.judge(tree, node, judgement, by);
    } else {
        let judgement = match question.nodes.iter().position(|&node| is_wrong(node)) {
            Some(index) => GroupJudgement::FirstWrong(index),
            None => GroupJudgement::AllRight,
        };
        inquiry.judge_group(tree, &question.nodes, judgement, by);
    }
}

/// How many questions it takes to find the bug.
pub fn questions(tree: &dyn Tree, mut inquiry: Inquiry, bug: NodeId) -> u32 {
    let mut asked = 0;
    loop {
        match inquiry.next(tree) {
            Next::Question(question) => answer(tree, &mut inquiry, &question, bug),
            Next::Verdict(InquiryVerdict::Found { node, .. }) if node == bug => return asked,
            Next::Verdict(verdict) => panic!("the bug is {bug:?}, but {verdict:?}"),
        }
        asked += 1;
    }
}

/// The average over bugs in every `step`-th node, and what it may be.
pub fn average_questions(tree: &dyn Tree, step: usize) -> (f64, f64) {
    let bugs = (0..tree.len()).step_by(step).map(NodeId);
    let count = bugs.len() as f64;
    let total: u64 = bugs
        .map(|bug| u64::from(questions(tree, Inquiry::new(NodeId(0), true, Default::default()), bug)))
        .sum();
    (total as f64 / count, f64::from(tree.len()).log2() + 2.0)
}
