//! What nodes read and wrote beside arguments and messages: tables, the process dictionary, names,
//! settings, the clock. Recording a run only notes whether there is anything of the kind; the rest
//! is found by replay when the first statement needs it.

use std::collections::HashMap;
use std::ops::Range;

use computation_tree::NodeId;
use erlang_machine::native::Effect;
use erlang_machine::native::effect::{On, Touch};
use erlang_machine::program::{Mfa, Program};
use erlang_term::{Pid, Term};

use crate::statement;

/// One call of a native function that looked at, or changed, what does not come with its arguments.
pub struct Access {
    pub pid: Pid,
    pub node: NodeId,
    /// How many events the run had before it.
    pub at: u32,
    pub function: Mfa,
    pub arguments: Vec<Term>,
    /// None: it raised an exception.
    value: Option<Term>,
    looks: Vec<Cell>,
    changes: Vec<Cell>,
}

/// What can be looked at or changed by itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Cell {
    place: SharedPlace,
    /// None: all of the place.
    key: Option<Term>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum SharedPlace {
    Dictionary(Pid),
    /// An ETS table, or an array of `atomics` or `counters`.
    Table(Term),
    Names,
    PersistentTerms,
    Settings,
    /// The clock, the operating system, other processes: nobody in the program wrote it.
    Outside,
}

impl Cell {
    fn overlaps(&self, other: &Cell) -> bool {
        let same = self.key.is_none() || other.key.is_none() || self.key == other.key;
        self.place == other.place && same
    }
}

/// What was read, and the access that wrote it, if the program did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    pub access: usize,
    pub writer: Option<usize>,
}

/// Reads and writes of one node, in order, without those that stay inside it.
#[derive(Default)]
pub struct ReadsAndWrites {
    pub reads: Vec<Read>,
    pub writes: Vec<usize>,
}

/// Accesses are kept up to this number; a run with more says that its statements are incomplete.
const MOST: usize = 200_000;

/// Collects accesses while a run is watched.
#[derive(Default)]
pub(crate) struct Collector {
    /// Otherwise only whether there are any.
    collects: bool,
    pub(crate) any: bool,
    /// With the node, or its place, as the observer numbers them.
    found: Vec<(u32, Access)>,
    is_full: bool,
    /// Tables that suspect code created, with the position of their keys.
    own_tables: HashMap<Term, usize>,
}

impl Collector {
    pub(crate) fn collecting() -> Collector {
        Collector { collects: true, ..Collector::default() }
    }

    /// A call by suspect code, or by trusted code on behalf of it. Whether it is of interest: then
    /// [`Collector::add`] wants to know where it happened.
    pub(crate) fn access(
        &mut self,
        pid: Pid,
        is_suspect: bool,
        function: Mfa,
        effect: &Effect,
        arguments: &[Term],
        value: Option<&Term>,
    ) -> Option<Access> {
        if self.any && !self.collects {
            return None;
        }
        if is_suspect && function.module.name() == "ets" && function.function.name() == "new" {
            self.own_tables.extend(value.map(|table| (table.clone(), key_position(&arguments[1]))));
        }
        let (mut looks, mut changes) = (Vec::new(), Vec::new());
        for touch in effect.touches_of(pid, arguments) {
            let cells = self.cells(pid, touch.on(), arguments);
            let finds_nobody =
                value.is_none_or(|value| value.as_atom().is_some_and(|it| it.name() == "undefined"));
            let registers = function.function.name() == "register";
            let is_kept = |cell: &Cell| match cell.place {
                // Who has a name is in the messages that are sent there, unless it is nobody.
                SharedPlace::Names if !is_suspect => finds_nobody || registers,
                _ => is_suspect || self.is_of_program(cell),
            };
            let cells = cells.into_iter().filter(is_kept);
            match touch {
                Touch::Look(_) => looks.extend(cells),
                // To send to a name is to look at who has it.
                Touch::Change(On::Signal(_)) => looks.extend(cells.filter(|_| value.is_none())),
                Touch::Change(_) => changes.extend(cells),
            }
        }
        changes.retain(|cell| cell.place != SharedPlace::Outside);
        if tells_what_was_there(function, value) {
            looks.extend(changes.iter().cloned());
        }
        if looks.is_empty() && changes.is_empty() {
            return None;
        }
        self.any = true;
        if !self.collects {
            return None;
        }
        let (arguments, value) = (arguments.to_vec(), value.cloned());
        Some(Access { pid, node: NodeId(0), at: 0, function, arguments, value, looks, changes })
    }

    /// `at`: how many events came before.
    pub(crate) fn add(&mut self, place: u32, at: usize, access: Access) {
        match self.found.len() < MOST {
            true => self.found.push((place, Access { at: at as u32, ..access })),
            false => self.is_full = true,
        }
    }

    /// What trusted code looks at by itself is its own affair, unless suspect code put it there.
    fn is_of_program(&self, cell: &Cell) -> bool {
        match (&cell.place, &cell.key) {
            (SharedPlace::Dictionary(_), Some(Term::Atom(key))) => !key.name().starts_with('$'),
            (SharedPlace::Dictionary(_), key) => key.is_some(),
            (SharedPlace::Table(table), _) => self.own_tables.contains_key(table),
            (
                SharedPlace::Names
                | SharedPlace::PersistentTerms
                | SharedPlace::Settings
                | SharedPlace::Outside,
                _,
            ) => false,
        }
    }

    fn cells(&self, me: Pid, on: On, arguments: &[Term]) -> Vec<Cell> {
        let one = |place, key: Option<&Term>| vec![Cell { place, key: key.cloned() }];
        let table = |arg: usize| SharedPlace::Table(arguments[arg].clone());
        let outside = || vec![Cell { place: SharedPlace::Outside, key: None }];
        match on {
            On::Dictionary => one(SharedPlace::Dictionary(me), None),
            On::DictionaryKey(key) => one(SharedPlace::Dictionary(me), Some(&arguments[key])),
            On::Key { table: of, key } => one(table(of), Some(&arguments[key])),
            On::Objects { table: of, objects } => {
                let position = self.own_tables.get(&arguments[of]).copied().unwrap_or(1);
                let objects = &arguments[objects];
                let objects = objects.proper_list().unwrap_or_else(|| vec![objects.clone()]);
                let key = |object: &Term| object.as_tuple()?.get(position.checked_sub(1)?).cloned();
                let cell = |object: &Term| Cell { place: table(of), key: key(object) };
                objects.iter().map(cell).collect()
            }
            On::Table(of) | On::Contents(of) => one(table(of), None),
            On::Continued(of) => match arguments[of].as_tuple() {
                Some([table, ..]) => one(SharedPlace::Table(table.clone()), None),
                _ => Vec::new(),
            },
            On::Element { array, index } => one(table(array), Some(&arguments[index])),
            On::Persistent(key) => one(SharedPlace::PersistentTerms, Some(&arguments[key])),
            On::Persistents => one(SharedPlace::PersistentTerms, None),
            On::Setting { application, key } => {
                let key = Term::tuple(vec![arguments[application].clone(), arguments[key].clone()]);
                one(SharedPlace::Settings, Some(&key))
            }
            On::Settings => one(SharedPlace::Settings, None),
            On::Name(name) => one(SharedPlace::Names, Some(&arguments[name])),
            On::Names => one(SharedPlace::Names, None),
            On::Signal(to) if matches!(arguments[to], Term::Atom(_)) => {
                one(SharedPlace::Names, Some(&arguments[to]))
            }
            On::Life(_) | On::Steps(_) | On::Processes | On::Clock | On::Input | On::Variable(_) => outside(),
            On::Statistics(_) | On::SystemFlag(_) | On::Host | On::Ordered | On::Code(_) => outside(),
            _ => Vec::new(),
        }
    }

    /// Everything, once it is known which nodes the places are. `None`: the place is not a node.
    pub(crate) fn finish(self, node: impl Fn(Pid, u32) -> Option<NodeId>) -> Shared {
        let with_node =
            |(place, access): (u32, Access)| Some(Access { node: node(access.pid, place)?, ..access });
        let accesses: Vec<Access> = self.found.into_iter().filter_map(with_node).collect();
        let mut by_node: Vec<usize> = (0..accesses.len()).collect();
        by_node.sort_by_key(|access| accesses[*access].node);
        // Terms cache views of themselves; they hash and compare by their values alone.
        #[allow(clippy::mutable_key_type)]
        let mut changes: HashMap<SharedPlace, Vec<usize>> = HashMap::new();
        for (index, access) in accesses.iter().enumerate() {
            for cell in &access.changes {
                let known = changes.entry(cell.place.clone()).or_default();
                if known.last() != Some(&index) {
                    known.push(index);
                }
            }
        }
        Shared { accesses, by_node, changes, is_full: self.is_full }
    }
}

/// Whether the value of a call that changes something depends on what was there before.
fn tells_what_was_there(function: Mfa, value: Option<&Term>) -> bool {
    match (function.module.name(), function.function.name()) {
        ("erlang", "put" | "erase") => {
            value.is_some_and(|old| old.as_atom().is_none_or(|old| old.name() != "undefined"))
        }
        ("ets", name) => matches!(name, "update_counter" | "update_element" | "insert_new" | "take"),
        ("atomics", name) => name.ends_with("_get") || name.ends_with("exchange"),
        ("persistent_term", "erase") => true,
        _ => false,
    }
}

fn key_position(options: &Term) -> usize {
    let options = options.proper_list().unwrap_or_default();
    let position = options.iter().find_map(|option| match option.as_tuple()? {
        [Term::Atom(name), position] if name.name() == "keypos" => position.as_int(),
        _ => None,
    });
    position.and_then(|position| usize::try_from(position).ok()).unwrap_or(1)
}

/// All accesses of a run, in order.
#[derive(Default)]
pub struct Shared {
    accesses: Vec<Access>,
    /// In the order of their nodes, and of time in each.
    by_node: Vec<usize>,
    /// Accesses that change something in a place, in order.
    changes: HashMap<SharedPlace, Vec<usize>>,
    is_full: bool,
}

impl Shared {
    /// Whether there were more accesses than are kept.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    pub fn get(&self, access: usize) -> Option<&Access> {
        self.accesses.get(access)
    }

    /// What the nodes of a subtree read that was not written there, and what they wrote.
    pub fn of(&self, nodes: Range<NodeId>) -> ReadsAndWrites {
        let at = |node: NodeId| self.by_node.partition_point(|access| self.accesses[*access].node < node);
        let mut inside: Vec<usize> = self.by_node[at(nodes.start)..at(nodes.end)].to_vec();
        inside.sort_unstable();
        let is_inside = |access: &usize| nodes.contains(&self.accesses[*access].node);
        let mut found = ReadsAndWrites::default();
        for index in inside {
            let access = &self.accesses[index];
            let comes_in = access.looks.iter().find_map(|cell| {
                let mut writers = self.writers_before(index, cell);
                match cell.key {
                    // The last writer of a key decides.
                    Some(_) => match writers.next() {
                        Some(writer) if is_inside(&writer) => None,
                        writer => Some(writer),
                    },
                    None => Some(writers.find(|writer| !is_inside(writer))),
                }
            });
            if let Some(writer) = comes_in {
                found.reads.push(Read { access: index, writer });
            }
            if !access.changes.is_empty() {
                found.writes.push(index);
            }
        }
        // Registering a name first checks whether it is free.
        let is_named_here = |read: &Read| {
            let looks = &self.accesses[read.access].looks;
            let mut cells = looks.iter().filter(|cell| cell.place == SharedPlace::Names);
            cells.any(|cell| {
                let mut writes = found.writes.iter().filter(|write| **write > read.access);
                writes.any(|write| self.accesses[*write].changes.iter().any(|other| other.overlaps(cell)))
            })
        };
        let reads = found.reads.iter().copied().filter(|read| !is_named_here(read)).collect();
        ReadsAndWrites { reads, ..found }
    }

    /// The nodes that wrote what an access read, in order.
    pub fn writers(&self, access: usize) -> Vec<NodeId> {
        let Some(cell) = self.accesses.get(access).and_then(|access| access.looks.first()) else {
            return Vec::new();
        };
        let mut writers: Vec<NodeId> =
            self.writers_before(access, cell).map(|writer| self.accesses[writer].node).collect();
        writers.dedup();
        writers.reverse();
        writers
    }

    /// Accesses before this one that changed the cell, the latest first.
    fn writers_before<'a>(&'a self, access: usize, cell: &'a Cell) -> impl Iterator<Item = usize> + 'a {
        let changes = self.changes.get(&cell.place).map_or(&[][..], |changes| &changes[..]);
        let before = changes.partition_point(|change| *change < access);
        let overlaps = |change: &usize| self.accesses[*change].changes.iter().any(|it| it.overlaps(cell));
        changes[..before].iter().rev().copied().filter(move |change| overlaps(change))
    }
}

impl Access {
    /// `ets:lookup(t, c) = [{c, 9}]`
    pub fn question_and_answer(&self, program: &Program) -> String {
        let answer = match &self.value {
            _ if self.finds_nobody().is_some() => "undefined".to_owned(),
            Some(value) => statement::value(program, value),
            None => "** exception".to_owned(),
        };
        format!("{} = {answer}", self.question(program))
    }

    /// `ets:lookup(t, c)`
    pub fn question(&self, program: &Program) -> String {
        match self.finds_nobody() {
            Some(name) => format!("whereis({})", statement::value(program, name)),
            None => self.call(program),
        }
    }

    /// The name that a message was sent to, if nobody has it.
    fn finds_nobody(&self) -> Option<&Term> {
        match (&self.looks[..], &self.value) {
            ([Cell { place: SharedPlace::Names, key: Some(name) }], None) => Some(name),
            _ => None,
        }
    }

    /// `ets:insert(t, {c, 9})`
    pub fn call(&self, program: &Program) -> String {
        let Mfa { module, function, .. } = self.function;
        let call = statement::application(program, module, function, &self.arguments);
        call.strip_prefix("erlang:").map(str::to_owned).unwrap_or(call)
    }
}
