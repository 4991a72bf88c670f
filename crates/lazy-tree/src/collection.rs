//! Answer-collection trees (functional-logic §7.5): a node is a call with the set of all its
//! answers, over all branches of a finite search; below it are the calls that its rules make in any
//! branch. If answers of a node are missing, and none of those below it, its function is
//! incomplete.
//!
//! Each call is searched by itself, with its arguments as values: so what a node says does not
//! depend on where it was called, and a call has one node.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use computation_tree::{Graph, NodeId, SharedTree, Vertex};
use lazy_machine::code::{Code, FunctionCode};
use lazy_machine::core::{FunctionId, RuleNumber};
use lazy_machine::detached::{Detached, DetachedCall, Watch};
use lazy_machine::log::CallId;
use lazy_machine::machine::{ALL_PARTS, Budget, Machine, Stop};
use lazy_machine::print::Style;
use lazy_machine::types::Types;
use lazy_machine::{Asked, Compiled};
use lazy_syntax::ast::Program;

use crate::alternatives::{Alternatives, Enumerator};
use crate::tree::subject;

/// A call may take this many times the steps of the goal, since it is searched for values that
/// nobody may have demanded; and at least this many.
const TIMES: u64 = 4;
const LEAST: u64 = 100_000;
/// Answers of the goal: with more, nobody could tell which is missing.
const MOST_ANSWERS: usize = 2_000;
/// Nodes of a tree.
const MOST_CALLS: usize = 100_000;
/// Parts of a value that are shown; of one that may be infinite.
const SHOWN: usize = 1_000;
const SHOWN_OF_INFINITE: usize = 24;

pub struct Collection {
    program: Rc<Program>,
    code: Rc<Code>,
    /// In words; none for the goal, which the person knows.
    call: Option<String>,
    answers: Vec<String>,
    /// What was asked first, of which nothing else is here.
    calls: Vec<Collected>,
    /// Who calls whom, in order.
    edges: Vec<(u32, u32)>,
    shared: SharedTree,
}

/// A call and all its answers.
pub struct Collected {
    function: FunctionId,
    /// With names for logic variables.
    pub call: String,
    pub answers: Vec<Answered>,
    /// Logic variables that are among the arguments.
    pub variables: Vec<String>,
    /// Whether these are all answers that there are.
    pub is_whole: bool,
    /// Whether there is more to some value than is shown.
    pub is_cut: bool,
    /// The rules that matched.
    pub rules: Vec<RuleNumber>,
    /// Its rules ask for all answers of something: one that is wrong there may be why one is
    /// missing here.
    pub encapsulates: bool,
}

/// `call -> value`: the call with what its variables are in this answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Answered {
    pub call: String,
    pub value: String,
}

/// Why there is no tree.
#[derive(Debug)]
pub enum Refused {
    /// The result of the search for the goal.
    Search {
        end: Stop,
        steps: u64,
    },
    /// An answer depends on conditions that wait.
    Floundered,
    TooMany {
        answers: usize,
    },
    /// The program has no goals, only values.
    OneValue,
}

impl Collection {
    /// Searches for all answers, with the pauses of the budget.
    pub async fn new(
        program: Rc<Program>,
        compiled: Compiled,
        budget: &Budget<'_>,
    ) -> Result<Collection, Refused> {
        let Compiled { code, main, asked } = compiled;
        if !matches!(asked, Asked::Answer { .. }) {
            return Err(Refused::OneValue);
        }
        let mut machine = Machine::new(code.clone(), main, ALL_PARTS, Some(0..0));
        machine.watch(CallId::GOAL);
        let mut answers = Vec::new();
        loop {
            match machine.run_by_slices(budget).await {
                Stop::Done => {
                    let answer = machine.answer(&asked, SHOWN);
                    if answer.floundered > 0 {
                        return Err(Refused::Floundered);
                    }
                    answers.push(answer.text());
                    if answers.len() > MOST_ANSWERS {
                        return Err(Refused::TooMany { answers: answers.len() });
                    }
                    machine.reject();
                }
                Stop::NoMore => break,
                end => return Err(Refused::Search { end, steps: machine.steps() }),
            }
        }
        let steps = machine.steps();
        let found = machine.watched().map_or(Vec::new(), |watch| watch.calls().to_vec());
        let encapsulates = machine.watched().is_some_and(Watch::encapsulates);
        let mut growing = Growing::new(code, machine.into_types(), main, steps, budget);
        growing.calls[0].encapsulates = encapsulates;
        growing.below(0, found).await;
        let mut known = HashSet::new();
        answers.retain(|answer| known.insert(answer.clone()));
        growing.grown(program, None, answers, steps).await
    }

    /// The same of one call of a run, with its arguments as they are there.
    pub async fn of_call(
        program: Rc<Program>,
        machine: &Machine,
        call: &DetachedCall,
        budget: &Budget<'_>,
    ) -> Result<Collection, Refused> {
        let code = machine.code().clone();
        let mut growing = Growing::new(code, machine.types(), call.function, 0, budget);
        growing.search(0, call).await;
        let root = &mut growing.calls[0];
        if !root.is_whole {
            let end = growing.enumerator.end.unwrap_or(Stop::Steps);
            return Err(Refused::Search { end, steps: budget.max_steps });
        }
        let answers = root.answers.iter().map(|one| root.spoken(one)).collect();
        let text = std::mem::take(&mut root.call);
        growing.grown(program, Some(text), answers, 0).await
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The call whose answers these are, unless it is the goal.
    pub fn root(&self) -> Option<&str> {
        self.call.as_deref()
    }

    /// What was found of what was asked.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }

    pub fn shared(&self) -> &SharedTree {
        &self.shared
    }

    /// What the node stands for; nothing if it is ★ or a circle.
    pub fn call(&self, node: NodeId) -> Option<&Collected> {
        let vertex = self.shared.vertex(node).filter(|vertex| *vertex != Vertex::ROOT)?;
        self.calls.get(vertex.0 as usize)
    }

    pub fn function(&self, node: NodeId) -> Option<&FunctionCode> {
        self.call(node).map(|call| &self.code.functions[call.function.0 as usize])
    }

    /// Where the rules of this node ask for all answers of something: an expression of the program
    /// in which all answers are found once more of each call that they make. One of them may be
    /// wrong, which no statement here says. None: they do not, or some call cannot be written.
    pub fn searches(&self, node: NodeId) -> Option<String> {
        let vertex = match node {
            NodeId(0) => Vertex::ROOT,
            _ => self.shared.vertex(node)?,
        };
        let asking = self.calls.get(vertex.0 as usize).filter(|call| call.encapsulates);
        asking?;
        let calls = self.edges.iter().filter(|(from, _)| *from == vertex.0);
        let mut expression = "()".to_owned();
        for (_, to) in calls.rev() {
            let call = &self.calls[*to as usize];
            if !call.is_whole || call.is_cut {
                return None;
            }
            let search = match &call.variables[..] {
                [] => format!("allValues ({})", call.call),
                variables => {
                    let names = variables.join(", ");
                    format!("findall (\\(whodunit, {names}) -> whodunit =:= ({}))", call.call)
                }
            };
            expression = format!("({search}, {expression})");
        }
        Some(expression)
    }

    /// All functions that are called.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> {
        let used: std::collections::BTreeSet<FunctionId> =
            self.calls.iter().skip(1).map(|call| call.function).collect();
        used.into_iter()
    }
}

impl Collected {
    fn goal(main: FunctionId) -> Collected {
        Collected {
            function: main,
            call: String::new(),
            answers: Vec::new(),
            variables: Vec::new(),
            is_whole: true,
            is_cut: false,
            rules: Vec::new(),
            encapsulates: false,
        }
    }

    /// One of its answers: the value, or the call as it is in this answer.
    pub fn spoken(&self, Answered { call, value }: &Answered) -> String {
        match self.variables.is_empty() {
            false => format!("{call} -> {value}"),
            true => value.clone(),
        }
    }
}

struct Growing<'a> {
    enumerator: Enumerator<'a>,
    numbers: HashMap<DetachedCall, u32>,
    calls: Vec<Collected>,
    edges: Vec<(u32, u32)>,
    /// Not yet searched.
    todo: Vec<(u32, DetachedCall)>,
    /// For logic variables.
    names: Vec<String>,
}

impl<'a> Growing<'a> {
    /// `steps` is what the search took for which the tree is made.
    fn new(
        code: Rc<Code>,
        types: Types,
        root: FunctionId,
        steps: u64,
        budget: &'a Budget<'a>,
    ) -> Growing<'a> {
        let each = steps.saturating_mul(TIMES).max(LEAST);
        let left = budget.max_steps.saturating_sub(steps);
        let names = names(&code);
        Growing {
            enumerator: Enumerator::new(code, types, each, left, budget),
            numbers: HashMap::new(),
            calls: vec![Collected::goal(root)],
            edges: Vec::new(),
            todo: Vec::new(),
            names,
        }
    }

    /// All that is left to search, and the tree of it.
    async fn grown(
        mut self,
        program: Rc<Program>,
        call: Option<String>,
        answers: Vec<String>,
        steps: u64,
    ) -> Result<Collection, Refused> {
        while let Some((index, call)) = self.todo.pop() {
            self.search(index, &call).await;
        }
        if let Some(end) = self.enumerator.end {
            return Err(Refused::Search { end, steps });
        }
        let (code, calls, mut edges) = (self.enumerator.code(), self.calls, self.edges);
        edges.sort();
        let vertices = || edges.iter().map(|(from, to)| (Vertex(*from), Vertex(*to)));
        let (graph, members) = Graph::new(calls.len(), vertices).collapsed();
        let shared = SharedTree::new(&graph, &members, |vertex| subject(calls[vertex.0 as usize].function));
        Ok(Collection { program, code, call, answers, calls, edges, shared })
    }

    /// What these calls are when their arguments are values, and which calls came up while that was
    /// found out.
    async fn below(&mut self, parent: u32, found: Vec<DetachedCall>) {
        let mut known: HashSet<DetachedCall> = found.iter().cloned().collect();
        let mut queue = std::collections::VecDeque::from(found);
        let mut new = Vec::new();
        while let Some(call) = queue.pop_front() {
            let Alternatives { values, calls, is_whole, encapsulates, .. } =
                self.enumerator.arguments(&call.arguments).await;
            self.calls[parent as usize].encapsulates |= encapsulates;
            queue.extend(calls.into_iter().filter(|call| known.insert(call.clone())));
            if !is_whole {
                self.calls[parent as usize].is_whole = false;
            }
            for arguments in values {
                let call = DetachedCall { function: call.function, arguments };
                let next = self.calls.len() as u32;
                let number = match self.numbers.get(&call) {
                    Some(number) => *number,
                    None if self.calls.len() >= MOST_CALLS => {
                        self.calls[parent as usize].is_whole = false;
                        continue;
                    }
                    None => {
                        self.numbers.insert(call.clone(), next);
                        self.calls.push(Collected { is_whole: false, ..Collected::goal(call.function) });
                        new.push((next, call));
                        next
                    }
                };
                if !self.edges.contains(&(parent, number)) {
                    self.edges.push((parent, number));
                }
            }
        }
        self.todo.extend(new.into_iter().rev());
    }

    async fn search(&mut self, index: u32, call: &DetachedCall) {
        let Alternatives { values, calls, rules, is_whole, encapsulates } = self.enumerator.call(call).await;
        let (types, code) = (self.enumerator.types(), self.enumerator.code());
        let shown = Machine::holding(code.clone(), types.clone(), &call.arguments, 1);
        let is_cut = call.arguments.is_cut() || values.iter().any(Detached::is_cut);
        let parts = if is_cut { SHOWN_OF_INFINITE } else { SHOWN };
        let (words, mut style) = (shown.held(), Style::new(parts));
        shown.name_variables(&self.names, &mut style);
        let mut collected = Collected {
            call: shown.application_text(call.function, &words, &[], &[], &mut style),
            variables: self.names.iter().take(call.arguments.variables()).cloned().collect(),
            is_whole,
            is_cut,
            rules,
            encapsulates,
            ..Collected::goal(call.function)
        };
        let others = &self.names[call.arguments.variables().min(self.names.len())..];
        for value in &values {
            let machine = Machine::holding(code.clone(), types.clone(), value, 1);
            let (held, mut style) = (machine.held(), Style::new(parts));
            let Some((first, arguments)) = held.split_first() else { continue };
            machine.name_alike(arguments, &shown, &words, &self.names, &mut style);
            machine.name_variables(others, &mut style);
            let answered = Answered {
                call: machine.application_text(call.function, arguments, &[], &[], &mut style),
                value: machine.value_text(*first, 0, &mut style),
            };
            collected.is_cut |= style.is_cut();
            if !collected.answers.contains(&answered) {
                collected.answers.push(answered);
            }
        }
        self.calls[index as usize] = collected;
        self.below(index, calls).await;
    }
}

/// Names that no function has.
pub fn names(code: &Code) -> Vec<String> {
    let functions: HashSet<&str> = code.functions.iter().map(|function| function.name.as_str()).collect();
    let letters = ["x", "y", "z", "u", "v", "w"];
    let rounds = (0..).flat_map(|round| {
        letters.iter().map(move |letter| match round {
            0 => (*letter).to_owned(),
            _ => format!("{letter}{round}"),
        })
    });
    rounds.filter(|name| !functions.contains(name.as_str())).take(200).collect()
}

#[cfg(test)]
mod tests {
    use computation_tree::Tree;
    use lazy_machine::compile;
    use lazy_syntax::{Diagnostic, Options, load};
    use slices::finish;

    use super::*;

    fn collect(source: &str, goal: &str) -> Result<Collection, Refused> {
        let (mut program, problems) =
            load(&[("m.flp", source)], Options::for_file("m.flp").expect("a lazy file"));
        assert!(!problems.iter().any(Diagnostic::is_error), "{problems:?}");
        let query = program.query(goal).0.expect("a goal");
        let Ok(compiled) = compile(&program, &query) else { panic!("{goal} is refused") };
        let budget = Budget { max_steps: 200_000, ..Budget::UNLIMITED };
        finish(Collection::new(Rc::new(program), compiled, &budget))
    }

    /// A line a call, in the order of the tree.
    fn check(source: &str, goal: &str, expected: &[&str]) {
        let collection = collect(source, goal).expect("a finite search");
        let tree = collection.shared().tree();
        let mut lines = Vec::new();
        for node in (1..tree.len()).map(NodeId) {
            let mut depth = 0;
            let mut above = tree.parent(node);
            while let Some(next) = above.filter(|above| *above != NodeId(0)) {
                (depth, above) = (depth + 1, tree.parent(next));
            }
            let Some(call) = collection.call(node) else { continue };
            let answers: Vec<String> =
                call.answers.iter().map(|one| format!("{} -> {}", one.call, one.value)).collect();
            let end = if call.is_whole { "" } else { " .." };
            lines.push(format!("{}{}: {}{end}", "  ".repeat(depth), call.call, answers.join(", ")));
        }
        assert_eq!(lines, expected, "{source}{goal}");
    }

    #[test]
    fn all_answers_of_all_calls() {
        // The specification's test 12.
        check(
            "f = 1\nf = 3\ng x = x + 1\nh = r <== f == x, g x == r\n",
            "h -> r",
            &["h: h -> 2, h -> 4", "  f: f -> 1, f -> 3", "  g 1: g 1 -> 2", "  g 3: g 3 -> 4"],
        );
        // Arguments are values, each by itself (call-time choice); calls that fail are nodes as
        // well.
        check(
            "data N = Z | S N\ncoin = Z\ncoin = S Z\nkeep (S n) = n\nmain = keep coin\n",
            "main -> r",
            &[
                "main: main -> Z",
                "  keep Z: ",
                "  keep (S Z): keep (S Z) -> Z",
                "  coin: coin -> Z, coin -> S Z",
            ],
        );
        // What a call binds is part of its answers; what was bound before is part of the call.
        check(
            "data C = R | G | B\nlike R = True\nlike G = True\nwarm R = True\nboth x = True <== like x, warm x\n",
            "both x -> True",
            &[
                "both x: both R -> True",
                "  like x: like R -> True, like G -> True",
                "  warm R: warm R -> True",
                "  warm G: ",
            ],
        );
        // A part without a value does not make the whole value unavailable.
        check(
            "data C = R | G\nnone R = R\npair = (R, none G)\nmain = fst pair\n",
            "main -> r",
            &["main: main -> R", "  pair: pair -> (R,_)", "    none G: "],
        );
        // An argument that is never demanded is a value all the same: the rule that is missing may
        // want it.
        check(
            "data C = R | G\npick R x = x\nother = R\nmain = pick G other\n",
            "main -> r",
            &["main: ", "  pick G R: ", "  other: other -> R"],
        );
    }

    #[test]
    fn what_is_not_finite() {
        let natural = "data N = Z | S N\nadd Z y = y\nadd (S x) y = S (add x y)\n";
        assert!(matches!(collect(natural, "add x y -> r"), Err(Refused::TooMany { .. })));
        let loops = "data N = Z | S N\nloop x = loop (S x)\n";
        assert!(matches!(collect(loops, "loop Z -> r"), Err(Refused::Search { end: Stop::Steps, .. })));
        // The goal needs only a part of it; by itself it has no end.
        let endless =
            "data N = Z | S N\nsmall Z = True\nmain = True <== from -> (x:_), small x\nfrom = Z : from\n";
        let collection = collect(endless, "main -> r").expect("a finite search");
        let from = collection.calls.iter().find(|call| call.call == "from").expect("a call of from");
        assert!(from.is_whole && from.is_cut && from.answers.len() == 1);
        // There is always one more answer, whether or not it is a variable that leads to it.
        for (endless, goal, call) in [
            (
                "app [] ys = ys\napp (x:xs) ys = x : app xs ys\nlst xs = y <== app ys [y] == xs\n",
                "lst [1] -> r",
                "app x [y]",
            ),
            ("more = []\nmore = 1 : more\nfew [] = True\nmain = few more\n", "main -> r", "more"),
        ] {
            let collection = collect(endless, goal).expect("a finite search");
            let call = collection.calls.iter().find(|one| one.call == call).expect("the call");
            assert!(!call.is_whole && call.answers.len() > 10, "{goal}: {:?}", call.answers);
        }
    }
}
