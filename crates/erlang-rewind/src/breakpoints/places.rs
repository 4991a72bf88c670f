//! From the names that people give to places in code to the places at which a process can be asked
//! to stand.

use std::path::{Component, Path, PathBuf};

use erlang_machine::code::{Function, FunctionId, Instr, Pc};
use erlang_machine::native;
use erlang_machine::program::{Mfa, Program};
use erlang_term::{Atom, Term};

/// A place in the code at which a process can be asked to stand.
pub type Spot = (FunctionId, Pc);

/// Where a breakpoint stops a process.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Spots {
    pub code: Vec<Spot>,
    /// Before calls of these, which have no code.
    pub natives: Vec<Mfa>,
}

/// What the user's code has to stop at.
#[derive(Clone, Copy)]
pub struct UserCode<'a> {
    pub program: &'a Program,
    /// The user's modules.
    pub modules: &'a [Atom],
}

impl UserCode<'_> {
    /// Every function of the user's, in order.
    fn each_function(&self, mut see: impl FnMut(FunctionId, &Function)) {
        for module in self.modules.iter().filter_map(|name| self.program.module(*name)) {
            for (id, function) in self.program.functions_of(&module) {
                see(id, function);
            }
        }
    }

    /// The places of a file (or of the file of a module), by line.
    fn spots_of_file(&self, wanted: &str) -> Vec<(u32, Spot)> {
        let mut found = Vec::new();
        self.each_function(|id, function| {
            for (pc, _) in stops(function) {
                let Some(place) = function.place_at(pc).filter(|place| place.line > 0) else { continue };
                if is_meant(function.module, function.source.sources.name(place.file), wanted) {
                    found.push((place.line, (id, pc)));
                }
            }
        });
        found.sort_unstable();
        found
    }

    /// The lines of a file, from one to another, at which a run can stop.
    pub fn lines(&self, file: &str, from: u32, to: u32) -> Vec<u32> {
        let mut lines: Vec<u32> = self.spots_of_file(file).into_iter().map(|(line, _)| line).collect();
        lines.retain(|line| (from..=to).contains(line));
        lines.dedup();
        lines
    }

    /// How many lines a file has, if it is one of the user's whose text is known.
    fn length(&self, wanted: &str) -> Option<u32> {
        self.modules.iter().filter_map(|name| self.program.module(*name)).find_map(|module| {
            let files = &module.source.sources.files;
            let file = files.iter().find(|file| is_meant(module.name, &file.name, wanted))?;
            Some(file.text.as_deref()?.lines().count() as u32)
        })
    }

    /// The nearest line with code: this one, or the next, or else the last one before.
    pub fn at_line(&self, file: &str, line: u32) -> Result<(u32, Spots), String> {
        let spots = self.spots_of_file(file);
        if spots.is_empty() {
            return Err(self.no_such_file(file));
        }
        let name = file_name(file);
        if let Some(last) = self.length(file).filter(|last| line > *last) {
            return Err(format!("{name} has no line {line}: its last line is {last}"));
        }
        if line == 0 {
            return Err(format!("{name} has no line 0: its first line is 1"));
        }
        let after = spots.iter().map(|(found, _)| *found).find(|found| *found >= line);
        let nearest = after.or_else(|| spots.last().map(|(found, _)| *found)).unwrap_or(line);
        let there = spots.into_iter().filter(|(line, _)| *line == nearest).map(|(_, spot)| spot);
        Ok((nearest, Spots { code: self.comings(there.collect()), natives: Vec::new() }))
    }

    fn no_such_file(&self, file: &str) -> String {
        if file.contains('/') {
            return "this file is not part of the program, or has no code to stop at".to_owned();
        }
        let module = file.strip_suffix(".erl").unwrap_or(file);
        match self.program.module(Atom::new(module)) {
            Some(code) if code.trusted => format!(
                "{module} belongs to the library: line breakpoints work only in your own code; break on a function instead ({module}:F/A)"
            ),
            Some(_) => format!("{file} has no code to stop at"),
            None if file.contains('.') => format!("{file} is not part of the program"),
            None => format!("there is no module {module}"),
        }
    }

    /// Of the places on one line, those at which a process enters it: where its code begins, in
    /// each clause; not inside funs and comprehensions, unless the whole line is inside one.
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

    /// The beginnings of the clauses of a function, and calls of it, if it is native. Without a
    /// module, of any of the user's; without an arity, of any.
    pub fn at_function(&self, module: Option<&str>, name: &str, arity: Option<u32>) -> Result<Spots, String> {
        let named = module.map(Atom::new);
        let modules = named.as_ref().map_or(self.modules, std::slice::from_ref);
        let mut found = Spots::default();
        let mut known: Vec<(String, u32)> = Vec::new();
        let mut is_meant = |function: &str, its: u32| {
            known.push((function.to_owned(), its));
            function == name && arity.is_none_or(|arity| arity == its)
        };
        for code in modules.iter().filter_map(|name| self.program.module(*name)) {
            for (id, function) in self.program.functions_of(&code) {
                if function.origin.is_none() && is_meant(function.name.name(), function.arity) {
                    let firsts = stops(function).filter(|(_, first)| *first);
                    found.code.extend(firsts.map(|(pc, _)| (id, pc)));
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
        let Some(module) = module else { return Err(format!("there is no function {}", shown(name, arity))) };
        if known.is_empty() {
            return Err(format!("there is no module {module}"));
        }
        let mut arities: Vec<u32> =
            known.iter().filter(|(other, _)| other == name).map(|(_, n)| *n).collect();
        arities.sort_unstable();
        arities.dedup();
        if arities.is_empty() {
            let near = erlang_syntax::closest(name, known.iter().map(|(name, _)| name.as_str()));
            let hint = near.map_or_else(String::new, |near| format!(": did you mean {module}:{near}?"));
            return Err(format!("there is no function {module}:{name}{hint}"));
        }
        let all: Vec<String> = arities.iter().map(|n| format!("{module}:{name}/{n}")).collect();
        Err(format!("there is no {module}:{}; there is {}", shown(name, arity), all.join(", ")))
    }

    /// Behind every place where a variable takes a value.
    pub fn at_binding(&self, variable: &str) -> Result<Spots, String> {
        let (mut found, mut known) = (Spots::default(), false);
        self.each_function(|id, function| {
            let is_it = |number: u32| {
                let named = function.variables.get(number as usize);
                named.is_some_and(|(name, _)| name.name() == variable)
            };
            let mut bound = false;
            for (instr, pc) in function.code.iter().zip(0..) {
                match instr {
                    Instr::Bind { variable, .. } if is_it(*variable) => (bound, known) = (true, true),
                    Instr::Stop { .. } if std::mem::take(&mut bound) => found.code.push((id, pc)),
                    _ => {}
                }
            }
        });
        match (found.code.is_empty(), known) {
            (false, _) => Ok(found),
            (true, true) => {
                Err(format!("no code follows the binding of {variable}, so the run cannot stop there"))
            }
            (true, false) => Err(format!("no function of the program has a variable {variable}")),
        }
    }
}

/// The places at which a process can stand in a function, and which of them begin a clause.
fn stops(function: &Function) -> impl Iterator<Item = (Pc, bool)> {
    function.code.iter().zip(0..).filter_map(|(instr, pc)| match instr {
        Instr::Stop { first } => Some((pc, *first)),
        _ => None,
    })
}

fn shown(name: &str, arity: Option<u32>) -> String {
    arity.map_or_else(|| name.to_owned(), |arity| format!("{name}/{arity}"))
}

/// `m:f/1`, `m:f`, `f/1` or `f`: module, name and arity.
pub fn read_function(text: &str) -> Result<(Option<String>, String, Option<u32>), String> {
    let (module, rest) = match text.split_once(':') {
        Some((module, rest)) => (Some(unquoted(module)), rest),
        None => (None, text),
    };
    let (name, arity) = match rest.rsplit_once('/') {
        Some((name, arity)) => {
            let number = arity.trim().parse().map_err(|_| format!("`{arity}` is not an arity"))?;
            (name, Some(number))
        }
        None => (rest, None),
    };
    Ok((module, unquoted(name), arity))
}

fn unquoted(name: &str) -> String {
    let name = name.trim();
    match erlang_syntax::read_term(name) {
        Ok(Term::Atom(atom)) => atom.name().to_owned(),
        _ => name.to_owned(),
    }
}

/// The name without its folders.
pub fn file_name(name: &str) -> String {
    Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy().into_owned())
}

/// Does someone who says `wanted` mean this file of a module? The module's name, the name of the
/// file, or the end of its path will do.
fn is_meant(module: Atom, file: &str, wanted: &str) -> bool {
    let (file, path) = (plain(Path::new(file)), plain(Path::new(wanted)));
    module.name() == wanted || file == path || path.is_relative() && file.ends_with(&path)
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
    fn files() {
        let check = |file: &str, wanted: &str, meant: bool| {
            assert_eq!(is_meant(Atom::new("b"), file, wanted), meant, "{file} {wanted}");
        };
        check("/a/b.erl", "/a/b.erl", true);
        check("/a/./x/../b.erl", "/a/b.erl", true);
        check("/a/b.erl", "/c/b.erl", false);
        check("b.erl", "/a/b.erl", false);
        check("/a/b.erl", "b.erl", true);
        check("/a/bb.erl", "b.erl", false);
        check("/a/x.hrl", "b", true);
        check("/a/b.erl", "c", false);
    }

    #[test]
    fn functions() {
        let check = |text: &str, expected: (Option<&str>, &str, Option<u32>)| {
            let (module, name, arity) = read_function(text).expect("a function");
            assert_eq!((module.as_deref(), name.as_str(), arity), expected, "{text}");
        };
        check("m:f/2", (Some("m"), "f", Some(2)));
        check("f", (None, "f", None));
        check("'a b':'c/d'/1", (Some("a b"), "c/d", Some(1)));
        assert!(read_function("m:f/x").is_err());
    }
}
