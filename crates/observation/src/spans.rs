//! The exact computation tree from request-response spans, in one pass over the events (paper 5
//! §6.2).
//!
//! A *span* is a request with its response. It is positive if what happens in it is work of the
//! statement that it belongs to, and negative if that statement is suspended while its caller
//! computes an argument. The statement in whose code we are is kept as *current*: it is saved where
//! a span begins and restored where that ends.
//!
//! Two things differ from the thesis, and agree with it wherever its rules for annotations hold:
//!
//! - In a negative span, current is not the parent of the statement but the maker of the
//!   *application* that the argument belongs to. A function that several others share (a partial
//!   application that is a constant) has several callers, and each supplies its own arguments.
//! - Constants are nodes, with an edge from every use (§7.3): so the result is a graph, in which a
//!   cycle is one node.

use std::collections::{BTreeMap, BTreeSet};

use computation_tree::{Graph, Vertex};

use crate::event::{Event, EventId, Port, TextId, ThreadId};
use crate::format::Recorded;
use crate::tree::Topic;

/// What is known of events that can be parents, in 4 bytes: whose they are, what they are, and
/// whether their spans are negative.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Brief(u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SpanKind {
    Root,
    Con,
    Lam,
    MapsTo,
}

impl Brief {
    /// Requests, and responses without parts.
    const LEAF: Brief = Brief(u32::MAX);
    const MOST: usize = (1 << 29) - 1;

    fn new(owner: Owner, kind: SpanKind, is_negative: bool) -> Brief {
        Brief(owner.0 | (kind as u32) << 29 | u32::from(is_negative) << 31)
    }

    fn owner(self) -> Owner {
        Owner(self.0 & Brief::MOST as u32)
    }

    fn kind(self) -> Option<SpanKind> {
        const KINDS: [SpanKind; 4] = [SpanKind::Root, SpanKind::Con, SpanKind::Lam, SpanKind::MapsTo];
        (self != Brief::LEAF).then(|| KINDS[(self.0 >> 29 & 3) as usize])
    }

    fn is_negative(self) -> bool {
        self.0 >> 31 == 1
    }
}

/// Whose an event is: a root, or an application with a positive place. Others are their parent's.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Owner(u32);

struct Owned {
    statement: Vertex,
    /// Who made the application, and so supplied its argument.
    user: Option<Vertex>,
}

/// A root or a statement.
struct Node {
    topic: Topic,
    parent: Option<Vertex>,
    what: Observed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Observed {
    /// An application of this root.
    Application(Vertex),
    /// A root that has no value yet; whether it has worked for it.
    Root {
        has_worked: bool,
        is_constant: bool,
    },
    Constant,
    /// A root with a function: its applications are the statements. If getting at the function was
    /// work, all of them depend on that.
    Function {
        has_worked: bool,
    },
}

/// Builds the graph while events go by: 4 bytes an event, about 40 a statement, and the depth of
/// nested spans.
pub struct Spans {
    briefs: Vec<Brief>,
    owners: Vec<Owned>,
    nodes: Vec<Node>,
    threads: BTreeMap<ThreadId, Thread>,
    /// Parents beside the first.
    more: BTreeSet<(Vertex, Vertex)>,
    uses: BTreeSet<(Vertex, TextId)>,
}

struct Thread {
    current: Vertex,
    open: Vec<(Port, Vertex)>,
}

impl Default for Thread {
    fn default() -> Thread {
        Thread { current: Vertex::ROOT, open: Vec::new() }
    }
}

/// How an event of a vector is marked in the papers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// No request or response.
    None,
    /// Directly under a root.
    Trivial,
    Span {
        is_positive: bool,
        statement: EventId,
    },
}

impl Default for Spans {
    fn default() -> Spans {
        Spans::new()
    }
}

impl Spans {
    pub fn new() -> Spans {
        let topic = Topic { event: EventId(u32::MAX), label: TextId(u32::MAX) };
        let root = Node { topic, parent: None, what: Observed::Constant };
        Spans {
            briefs: Vec::new(),
            owners: Vec::new(),
            nodes: vec![root],
            threads: BTreeMap::new(),
            more: BTreeSet::new(),
            uses: BTreeSet::new(),
        }
    }

    /// Takes in the next event. An error says what is wrong with it.
    pub fn add(&mut self, Recorded { id, event, thread }: Recorded) -> Result<Mark, String> {
        if id.0 as usize != self.briefs.len() {
            return Err(format!("expected event {}, found event {id}", self.briefs.len()));
        }
        if self.owners.len() >= Brief::MOST {
            return Err("more than 500 million applications".into());
        }
        let mut mark = Mark::None;
        let brief = match event {
            Event::Root { label, is_constant, .. } => {
                let what = Observed::Root { has_worked: false, is_constant };
                let statement = self.node(Topic { event: id, label }, what);
                Brief::new(self.owner(statement), SpanKind::Root, false)
            }
            Event::Use { label, .. } => {
                let user = self.threads.entry(thread).or_default().current;
                self.work(user);
                self.uses.insert((user, label));
                Brief::LEAF
            }
            Event::MapsTo { of, .. } => self.application(id, of)?,
            Event::Enter(at) => {
                let of = self.parent(id, at)?;
                mark = self.begin(thread, at, of);
                Brief::LEAF
            }
            Event::Lam(at) | Event::Con { at, .. } | Event::Raise { at, .. } => {
                let of = self.parent(id, at)?;
                let is_function = matches!(event, Event::Lam(_));
                mark = self.end(id, thread, at, of, is_function)?;
                let is_negative = of.is_negative() ^ matches!(at, Port::Argument(_));
                match event {
                    Event::Lam(_) => Brief::new(of.owner(), SpanKind::Lam, is_negative),
                    Event::Con { arity: 1.., .. } => Brief::new(of.owner(), SpanKind::Con, is_negative),
                    _ => Brief::LEAF,
                }
            }
        };
        self.briefs.push(brief);
        Ok(mark)
    }

    /// The statements, and which depends on which. What was not over when the trace ended is as far
    /// as it came.
    pub fn finish(mut self) -> Dependencies {
        for (_, thread) in std::mem::take(&mut self.threads) {
            for (port, current) in thread.open {
                if let Port::Whole(root) = port {
                    let constant = self.owned(self.briefs[root.0 as usize]).statement;
                    self.nodes[constant.0 as usize].what = Observed::Constant;
                    self.depend(current, constant);
                }
            }
        }
        let mut constants: BTreeMap<TextId, Vec<Vertex>> = BTreeMap::new();
        for (node, vertex) in self.nodes.iter().zip(0..).skip(1) {
            if node.what == Observed::Constant {
                constants.entry(node.topic.label).or_default().push(Vertex(vertex));
            }
        }
        let constants_of = |label| constants.get(label).into_iter().flatten().copied();
        let used =
            self.uses.iter().flat_map(|(user, label)| constants_of(label).map(|constant| (*user, constant)));
        let mut more = std::mem::take(&mut self.more);
        more.extend(used.filter(|(user, constant)| {
            user != constant && self.nodes[constant.0 as usize].parent != Some(*user)
        }));
        for (node, vertex) in self.nodes.iter().zip(0..) {
            if let Observed::Application(root) = node.what
                && self.nodes[root.0 as usize].what == (Observed::Function { has_worked: true })
            {
                more.insert((Vertex(vertex), root));
            }
        }
        drop((std::mem::take(&mut self.briefs), std::mem::take(&mut self.owners)));
        let nodes = std::mem::take(&mut self.nodes);
        let first_edges = || {
            nodes.iter().zip(0..).skip(1).filter_map(|(node, vertex)| {
                // An application of which nothing more is known belongs to nobody.
                let parent = match node.what {
                    Observed::Application(_) => node.parent.unwrap_or(Vertex::ROOT),
                    _ => node.parent?,
                };
                Some((parent, Vertex(vertex)))
            })
        };
        let graph = Graph::new(nodes.len(), || first_edges().chain(more.iter().copied()));
        let is_tree = more.is_empty();
        Dependencies { graph, topics: nodes.into_iter().map(|node| node.topic).collect(), is_tree }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> usize {
        self.briefs.capacity() * size_of::<Brief>()
            + self.owners.capacity() * size_of::<Owned>()
            + self.nodes.capacity() * size_of::<Node>()
    }

    // ---- spans

    fn begin(&mut self, thread: ThreadId, at: Port, of: Brief) -> Mark {
        let is_positive = !(of.is_negative() ^ matches!(at, Port::Argument(_)));
        let Owned { statement, user } = *self.owned(of);
        let state = self.threads.entry(thread).or_default();
        let current = state.current;
        state.open.push((at, current));
        state.current = if is_positive { statement } else { user.unwrap_or(Vertex::ROOT) };
        if let Port::Whole(_) = at {
            // Whether there is a node for it is known when it is over.
            return Mark::Trivial;
        }
        if is_positive {
            if let Port::Result(_) = at {
                self.owners[of.owner().0 as usize].user.get_or_insert(current);
            }
            self.depend(current, statement);
        }
        Mark::Span { is_positive, statement: self.event(statement) }
    }

    fn end(
        &mut self,
        id: EventId,
        thread: ThreadId,
        at: Port,
        of: Brief,
        is_function: bool,
    ) -> Result<Mark, String> {
        let state = self.threads.entry(thread).or_default();
        let (request, current) =
            state.open.pop().ok_or_else(|| format!("event {id} answers {at}, but nothing was asked"))?;
        if request != at {
            return Err(format!("event {id} answers {at}, but {request} was asked"));
        }
        state.current = current;
        let statement = self.owned(of).statement;
        if let Port::Whole(_) = at {
            let Observed::Root { has_worked, is_constant } = self.nodes[statement.0 as usize].what else {
                return Err(format!("event {id} answers {at} for the second time"));
            };
            let is_constant = is_constant || !is_function;
            self.nodes[statement.0 as usize].what =
                if is_constant { Observed::Constant } else { Observed::Function { has_worked } };
            if is_constant || has_worked {
                self.depend(current, statement);
            }
            return Ok(Mark::Trivial);
        }
        let is_positive = !(of.is_negative() ^ matches!(at, Port::Argument(_)));
        Ok(Mark::Span { is_positive, statement: self.event(statement) })
    }

    fn application(&mut self, id: EventId, of: EventId) -> Result<Brief, String> {
        let function = self.briefs.get(of.0 as usize).copied().unwrap_or(Brief::LEAF);
        if function.kind() != Some(SpanKind::Lam) {
            return Err(format!("event {id} applies event {of}, which is not a function"));
        }
        let is_negative = function.is_negative();
        let statement = self.owned(function).statement;
        let node = &self.nodes[statement.0 as usize];
        let owner = match node.what {
            // Only the function that a root has for its value is owned by it.
            Observed::Function { .. } => {
                let topic = Topic { event: id, label: node.topic.label };
                let application = self.node(topic, Observed::Application(statement));
                self.owner(application)
            }
            _ if is_negative => function.owner(),
            _ => self.owner(statement),
        };
        Ok(Brief::new(owner, SpanKind::MapsTo, is_negative))
    }

    /// `to` contributes to `from`.
    fn depend(&mut self, from: Vertex, to: Vertex) {
        if from == to {
            return;
        }
        self.work(from);
        let node = &mut self.nodes[to.0 as usize];
        match node.parent {
            None => node.parent = Some(from),
            Some(parent) if parent == from => {}
            Some(_) => {
                self.more.insert((from, to));
            }
        }
    }

    fn work(&mut self, by: Vertex) {
        if let Observed::Root { has_worked, .. } = &mut self.nodes[by.0 as usize].what {
            *has_worked = true;
        }
    }

    // ---- tables

    fn node(&mut self, topic: Topic, what: Observed) -> Vertex {
        self.nodes.push(Node { topic, parent: None, what });
        Vertex(self.nodes.len() as u32 - 1)
    }

    fn owner(&mut self, statement: Vertex) -> Owner {
        self.owners.push(Owned { statement, user: None });
        Owner(self.owners.len() as u32 - 1)
    }

    fn owned(&self, brief: Brief) -> &Owned {
        &self.owners[brief.owner().0 as usize]
    }

    fn event(&self, statement: Vertex) -> EventId {
        self.nodes[statement.0 as usize].topic.event
    }

    /// The event that a request or a response is about, which must have such a part.
    fn parent(&self, id: EventId, at: Port) -> Result<Brief, String> {
        let of = self.briefs.get(at.event().0 as usize).copied().unwrap_or(Brief::LEAF);
        let fits = match at {
            Port::Whole(_) => of.kind() == Some(SpanKind::Root),
            Port::Field(..) => of.kind() == Some(SpanKind::Con),
            Port::Argument(_) | Port::Result(_) => of.kind() == Some(SpanKind::MapsTo),
        };
        if fits { Ok(of) } else { Err(format!("event {id} is about {at}, which does not exist")) }
    }
}

/// Statements, and on which others each depends. Vertex 0 is ★.
#[derive(Clone, Debug)]
pub struct Dependencies {
    pub graph: Graph,
    /// By vertex; that of ★, and those of roots that are not statements, are of no use.
    pub topics: Vec<Topic>,
    /// Whether every statement has one parent at most.
    pub is_tree: bool,
}
