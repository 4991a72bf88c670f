//! Where a run is to stop: lines, functions, exceptions.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use erlang_machine::Class;
use erlang_machine::code::{FunctionId, Instr, Pc};
use erlang_machine::machine::Machine;
use erlang_machine::native;
use erlang_machine::process::Process;
use erlang_machine::program::{Mfa, Program};
use erlang_term::{Atom, Pid, Term};

/// A place in the code at which a process can be asked to stand.
pub type Spot = (FunctionId, Pc);

/// Where a breakpoint stops a process.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Spots {
    code: Vec<Spot>,
    /// Before calls of these, which have no code.
    natives: Vec<Mfa>,
}

/// When a process stood somewhere, in its own time: whatever is undone of others, that stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    pub pid: Pid,
    /// Reductions of its life so far.
    pub reductions: u64,
    pub spot: Spot,
}

impl Stand {
    /// Where a process stands now.
    pub fn of(process: &Process) -> Stand {
        let state = &process.state;
        let spot = (state.function, state.pc.saturating_sub(1));
        Stand { pid: state.pid, reductions: time_of(process), spot }
    }

    /// Has it been so, in the run so far?
    fn is_past(&self, machine: &Machine) -> bool {
        machine.system.get(self.pid).is_some_and(|process| self.reductions <= time_of(process))
    }
}

/// What it has used of a share is counted when it comes to stand.
fn time_of(process: &Process) -> u64 {
    process.state.reductions
}

/// What an editor wants of a breakpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    pub at: At,
    pub condition: Option<String>,
    /// As it was written.
    pub hit_condition: Option<String>,
    pub log: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    Line { path: PathBuf, line: u32 },
    Function(String),
}

pub struct Breakpoint {
    pub id: u64,
    pub wish: Wish,
    /// None: it never stops anything, for this reason.
    pub spots: Result<Spots, String>,
    /// The line that it came to lie on.
    pub line: Option<u32>,
    pub hit_condition: Option<HitCondition>,
    /// When it was hit, as far as hits are counted, in that order.
    hits: Vec<Stand>,
    /// What is wrong with its condition, once someone has been told.
    complaint: Option<String>,
}

#[derive(Default)]
pub struct Breakpoints {
    all: Vec<Breakpoint>,
    last_id: u64,
    /// Which of them are at a spot.
    by_spot: HashMap<Spot, Vec<usize>>,
    by_native: HashMap<Mfa, Vec<usize>>,
    pub exceptions: Exceptions,
    /// What processes will die of, and when that was first raised.
    deadly: Vec<(Term, Stand)>,
}

/// Which exceptions stop a run.
#[derive(Clone, Copy, Default, Debug)]
pub struct Exceptions {
    pub error: bool,
    pub exit: bool,
    pub throw: bool,
    /// Those that end a process.
    pub uncaught: bool,
}

impl Exceptions {
    /// The names by which an editor switches them, with what they mean.
    pub const FILTERS: [(&'static str, &'static str, &'static str, bool); 4] = [
        ("uncaught", "Uncaught exceptions", "Exceptions that end a process", true),
        ("error", "All errors", "Every error, also if it is caught", false),
        ("exit", "All exits", "Every exit, also if it is caught", false),
        ("throw", "All throws", "Every throw, also if it is caught", false),
    ];

    pub fn switch_on(&mut self, filter: &str) -> Result<(), String> {
        match filter {
            "uncaught" => self.uncaught = true,
            "error" => self.error = true,
            "exit" => self.exit = true,
            "throw" => self.throw = true,
            other => return Err(format!("there is no exception filter `{other}`")),
        }
        Ok(())
    }

    /// Whether all of this class stop, caught or not.
    pub fn wants_all(&self, class: Class) -> bool {
        match class {
            Class::Error => self.error,
            Class::Exit => self.exit,
            Class::Throw => self.throw,
        }
    }
}

/// What the user's code has to stop at.
pub struct Code<'a> {
    pub program: &'a Program,
    pub modules: &'a [Atom],
}

impl Code<'_> {
    /// The places of a file, by line.
    fn spots_of_file(&self, path: &Path) -> Vec<(u32, Spot)> {
        let mut found = Vec::new();
        for module in self.modules.iter().filter_map(|name| self.program.module(*name)) {
            for (id, function) in self.program.functions_of(&module) {
                let stops =
                    function.code.iter().zip(0..).filter(|(instr, _)| matches!(instr, Instr::Stop { .. }));
                for (_, pc) in stops {
                    let place = function.place_at(pc).filter(|place| place.line > 0);
                    let Some(place) = place else { continue };
                    if is_same_file(function.source.sources.name(place.file), path) {
                        found.push((place.line, (id, pc)));
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The lines of a file, from one to another, at which a run can stop.
    pub fn lines(&self, path: &Path, from: u32, to: u32) -> Vec<u32> {
        let mut lines: Vec<u32> = self.spots_of_file(path).into_iter().map(|(line, _)| line).collect();
        lines.retain(|line| (from..=to).contains(line));
        lines.dedup();
        lines
    }

    /// The nearest line with code: this one, or the next, or else the last one before.
    fn at_line(&self, path: &Path, line: u32) -> Result<(u32, Vec<Spot>), String> {
        let spots = self.spots_of_file(path);
        let after = spots.iter().map(|(found, _)| *found).find(|found| *found >= line);
        let nearest = after.or_else(|| spots.last().map(|(found, _)| *found));
        let nearest = nearest.ok_or("this file is none of the program's, or has no code to stop at")?;
        let there = spots.into_iter().filter(|(line, _)| *line == nearest).map(|(_, spot)| spot);
        Ok((nearest, self.comings(there.collect())))
    }

    /// Of the places on one line, those at which a process comes to it: where its code begins there, in each clause; not inside funs and comprehensions, unless
    /// the line is all inside.
    fn comings(&self, mut spots: Vec<Spot>) -> Vec<Spot> {
        let is_inside = |(id, _): &Spot| self.program.function(*id).origin.is_some();
        if !spots.iter().all(is_inside) {
            spots.retain(|spot| !is_inside(spot));
        }
        let mut before = None;
        spots.retain(|(id, pc)| {
            let first = matches!(self.program.function(*id).code[*pc as usize], Instr::Stop { first: true });
            before.replace(*id) != Some(*id) || first
        });
        spots
    }

    /// The beginnings of the clauses of a function: `m:f/1`, `m:f` or `f`, of any arity or in any module of the user's; and calls of it, if it is native.
    fn at_function(&self, wanted: &str) -> Result<Spots, String> {
        let (module, rest) = match wanted.split_once(':') {
            Some((module, rest)) => (Some(unquoted(module)), rest),
            None => (None, wanted),
        };
        let (name, arity) = match rest.rsplit_once('/') {
            Some((name, arity)) => {
                let arity: u32 = arity.trim().parse().map_err(|_| format!("`{arity}` is no arity"))?;
                (unquoted(name), Some(arity))
            }
            None => (unquoted(rest), None),
        };
        let modules = match &module {
            Some(module) => &[Atom::new(module)],
            None => self.modules,
        };
        let mut found = Spots::default();
        let is_meant = |function: &str, its: u32| function == name && arity.is_none_or(|arity| arity == its);
        for code in modules.iter().filter_map(|name| self.program.module(*name)) {
            for (id, function) in self.program.functions_of(&code) {
                if is_meant(function.name.name(), function.arity) {
                    let first = |(instr, _): &(&Instr, Pc)| matches!(instr, Instr::Stop { first: true });
                    found.code.extend(function.code.iter().zip(0..).filter(first).map(|(_, pc)| (id, pc)));
                }
            }
        }
        // The user's own module of that name goes before what is native.
        for module in modules.iter().filter(|module| !self.modules.contains(module)) {
            let natives = native::of_module(module.name()).filter(|(name, arity)| is_meant(name, *arity));
            let named = |(name, arity)| Mfa { module: *module, function: Atom::new(name), arity };
            found.natives.extend(natives.map(named));
        }
        if found != Spots::default() {
            return Ok(found);
        }
        let missing = module.as_deref().filter(|module| !self.is_module(module));
        Err(match missing {
            Some(module) => format!("there is no module {module}"),
            None => format!("there is no function {wanted}"),
        })
    }

    fn is_module(&self, name: &str) -> bool {
        self.program.module(Atom::new(name)).is_some() || native::of_module(name).next().is_some()
    }
}

impl Breakpoints {
    /// Puts these in the place of those of a file, or of those at functions. Where nothing has changed, its number and its hits stay. The new ones, in order.
    pub fn replace(&mut self, of: Option<&Path>, wishes: Vec<Wish>, code: &Code<'_>) -> Vec<&Breakpoint> {
        let is_meant = |breakpoint: &Breakpoint| match (&breakpoint.wish.at, of) {
            (At::Line { path, .. }, Some(meant)) => path == meant,
            (At::Function(_), None) => true,
            _ => false,
        };
        let (mut old, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.all).into_iter().partition(is_meant);
        self.all = kept;
        let first = self.all.len();
        for wish in wishes {
            let known = old.iter().position(|breakpoint| breakpoint.wish == wish);
            let breakpoint = match known {
                Some(n) => old.remove(n),
                None => {
                    self.last_id += 1;
                    Breakpoint::new(self.last_id, wish, code)
                }
            };
            self.all.push(breakpoint);
        }
        self.by_spot.clear();
        self.by_native.clear();
        for (n, breakpoint) in self.all.iter().enumerate() {
            let Ok(spots) = &breakpoint.spots else { continue };
            spots.code.iter().for_each(|spot| self.by_spot.entry(*spot).or_default().push(n));
            spots.natives.iter().for_each(|mfa| self.by_native.entry(*mfa).or_default().push(n));
        }
        self.all[first..].iter().collect()
    }

    pub fn has(&self, spot: Spot) -> bool {
        !self.by_spot.is_empty() && self.by_spot.contains_key(&spot)
    }

    pub fn has_native(&self, mfa: Mfa) -> bool {
        !self.by_native.is_empty() && self.by_native.contains_key(&mfa)
    }

    /// A process will die for this reason. Who catches an exception and raises it again has nothing new to say.
    pub fn is_news(&mut self, stand: Stand, reason: Term) -> bool {
        let known = self.deadly.iter_mut().find(|(why, first)| first.pid == stand.pid && *why == reason);
        match known {
            Some((_, first)) => {
                if stand.reductions < first.reductions {
                    *first = stand;
                }
                *first == stand
            }
            None => {
                self.deadly.push((reason, stand));
                true
            }
        }
    }

    /// What is undone has not happened.
    pub fn forget_undone(&mut self, machine: &Machine) {
        self.deadly.retain(|(_, first)| first.is_past(machine));
        for breakpoint in &mut self.all {
            breakpoint.hits.retain(|hit| hit.is_past(machine));
        }
    }

    /// Those at a spot, or before a call of what is native, by their place among all.
    pub fn at(&self, spot: Spot, native: Option<Mfa>) -> Vec<usize> {
        let found = native.map_or_else(|| self.by_spot.get(&spot), |mfa| self.by_native.get(&mfa));
        found.cloned().unwrap_or_default()
    }

    pub fn get(&mut self, n: usize) -> &mut Breakpoint {
        &mut self.all[n]
    }
}

impl Breakpoint {
    fn new(id: u64, wish: Wish, code: &Code<'_>) -> Breakpoint {
        let (spots, line) = match &wish.at {
            At::Line { path, line } => match code.at_line(path, *line) {
                Ok((line, code)) => (Ok(Spots { code, ..Spots::default() }), Some(line)),
                Err(why) => (Err(why), Some(*line)),
            },
            At::Function(name) => (code.at_function(name), None),
        };
        let (hit_condition, spots) = match wish.hit_condition.as_deref().map(HitCondition::parse).transpose()
        {
            Ok(condition) => (condition, spots),
            Err(why) => (None, Err(why)),
        };
        Breakpoint { id, wish, spots, line, hit_condition, hits: Vec::new(), complaint: None }
    }

    /// Its condition cannot be tried. What to say, if that has not been said yet.
    pub fn complain(&mut self, why: String) -> Option<String> {
        let news = self.complaint.as_ref() != Some(&why);
        let where_to = match (&self.wish.at, self.line) {
            (At::Line { .. }, Some(line)) => format!("at line {line}"),
            (At::Line { line, .. }, None) => format!("at line {line}"),
            (At::Function(name), _) => format!("at {name}"),
        };
        self.complaint = Some(why.clone());
        news.then(|| format!("the condition of the breakpoint {where_to}: {why}"))
    }

    /// A process comes by. Is this the time that was wanted?
    pub fn is_due(&mut self, stand: Stand, counts: bool) -> bool {
        let Some(condition) = self.hit_condition else { return true };
        // Mostly it is the latest.
        let times = match self.hits.iter().rposition(|hit| *hit == stand).filter(|_| !counts) {
            Some(n) => n + 1,
            None if !counts => return false,
            None => {
                self.hits.push(stand);
                self.hits.len()
            }
        };
        condition.holds(times as u64)
    }
}

/// `5`, `>= 5`, `% 5`: how often a breakpoint must have been hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HitCondition {
    operator: Operator,
    number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Less,
    AtMost,
    More,
    AtLeast,
    Every,
}

impl HitCondition {
    pub fn parse(text: &str) -> Result<HitCondition, String> {
        const OPERATORS: [(&str, Operator); 7] = [
            (">=", Operator::AtLeast),
            ("<=", Operator::AtMost),
            ("==", Operator::Equal),
            (">", Operator::More),
            ("<", Operator::Less),
            ("=", Operator::Equal),
            ("%", Operator::Every),
        ];
        let text = text.trim();
        let found = OPERATORS.iter().find_map(|(sign, operator)| Some((text.strip_prefix(sign)?, *operator)));
        let (number, operator) = found.unwrap_or((text, Operator::Equal));
        match number.trim().parse() {
            Ok(number) if number > 0 || operator != Operator::Every => Ok(HitCondition { operator, number }),
            _ => Err(format!("`{text}` is no hit condition: write a number, or >= 5, or % 5")),
        }
    }

    fn holds(self, times: u64) -> bool {
        match self.operator {
            Operator::Equal => times == self.number,
            Operator::Less => times < self.number,
            Operator::AtMost => times <= self.number,
            Operator::More => times > self.number,
            Operator::AtLeast => times >= self.number,
            Operator::Every => times.is_multiple_of(self.number),
        }
    }
}

/// A part of a log message: text, or an expression in braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece<'a> {
    Text(&'a str),
    Expression(&'a str),
}

/// `x is {X}`, with braces inside an expression in pairs.
pub fn pieces(message: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = message;
    while let Some(open) = rest.find('{') {
        let mut depth = 0;
        let close = rest[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        let Some((length, _)) = close else { break };
        pieces.push(Piece::Text(&rest[..open]));
        pieces.push(Piece::Expression(&rest[open + 1..open + length]));
        rest = &rest[open + length + 1..];
    }
    pieces.push(Piece::Text(rest));
    pieces.retain(|piece| *piece != Piece::Text(""));
    pieces
}

fn unquoted(name: &str) -> String {
    let name = name.trim();
    match erlang_syntax::read_term(name) {
        Ok(Term::Atom(atom)) => atom.name().to_owned(),
        _ => name.to_owned(),
    }
}

/// Whether an editor means this file of a module.
pub fn is_same_file(name: &str, path: &Path) -> bool {
    plain(Path::new(name)) == plain(path)
}

/// Without `.` and `..`, as far as that can be told from the path alone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions() {
        let check = |text: &str, expected: &str| {
            let found = match HitCondition::parse(text) {
                Ok(condition) => (1..=6).filter(|n| condition.holds(*n)).map(|n| n.to_string()).collect(),
                Err(why) => why,
            };
            assert_eq!(found, expected, "{text}");
        };
        check("3", "3");
        check(" == 3 ", "3");
        check("=3", "3");
        check(">3", "456");
        check(">= 3", "3456");
        check("<3", "12");
        check("<=3", "123");
        check("% 2", "246");
        check("%0", "`%0` is no hit condition: write a number, or >= 5, or % 5");
        check("often", "`often` is no hit condition: write a number, or >= 5, or % 5");
        check("-1", "`-1` is no hit condition: write a number, or >= 5, or % 5");
    }

    #[test]
    fn log_messages() {
        let check =
            |message: &str, expected: &[Piece<'_>]| assert_eq!(pieces(message), expected, "{message}");
        check("plain", &[Piece::Text("plain")]);
        check("X is {X}.", &[Piece::Text("X is "), Piece::Expression("X"), Piece::Text(".")]);
        check("{{a, X}}", &[Piece::Expression("{a, X}")]);
        check("{X}{Y}", &[Piece::Expression("X"), Piece::Expression("Y")]);
        check("open { brace", &[Piece::Text("open { brace")]);
        check("ü{é}", &[Piece::Text("ü"), Piece::Expression("é")]);
    }

    #[test]
    fn paths() {
        let check = |a: &str, b: &str, same: bool| assert_eq!(is_same_file(a, Path::new(b)), same, "{a} {b}");
        check("/a/b.erl", "/a/b.erl", true);
        check("/a/./x/../b.erl", "/a/b.erl", true);
        check("/a/b.erl", "/c/b.erl", false);
        check("b.erl", "/a/b.erl", false);
    }
}
