//! The code of a run: loaded when first called, then never changed. A run can add other versions
//! of a module; which of them is called is up to its state ([`crate::versions`]).

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use elsa::FrozenVec;
use erlang_syntax::ast::{FormKind, Module, RecordDefinition};
use erlang_term::{Atom, Closure, Fun, Pid, Term};

use crate::code::{Function, FunctionId, ImportId, Ops, Pc};
use crate::compile;
use crate::exception;
use crate::host::Host;
use crate::native::{self, Row};
use crate::system::System;
use crate::versions::Version;
use crate::world::{FoundModule, Loader};

/// With the name of a module, the key of a persistent term: whether its `-on_load` function has
/// run.
pub(crate) const ON_LOAD_KEY: &str = "$on_load";

/// Of the bytes of a version.
pub type Digest = Vec<u8>;

/// All code that the run has touched. Grows while the run goes on (modules are loaded on demand),
/// but what is there stays as it is, so that every state of the machine can share it.
pub struct Program {
    functions: FrozenVec<Rc<Function>>,
    imports: FrozenVec<Box<Import>>,
    tables: RefCell<Tables>,
    /// By number: see [`Version::Loaded`].
    loaded: RefCell<Vec<Rc<ModuleCode>>>,
    loader: Box<dyn Loader>,
    host: Rc<dyn Host>,
    options: compile::Options,
    /// May its calls reach beyond their arguments? See [`Program::pure`].
    pure: bool,
}

#[derive(Default)]
struct Tables {
    modules: HashMap<Atom, Loaded>,
    imports: HashMap<Mfa, ImportId>,
    trace_entries: HashMap<(FunctionId, Pc), Term>,
    /// Instrumented copies, by what they are copies of.
    copies: HashMap<FunctionId, FunctionId>,
    /// Versions of modules that runs have loaded, by the bytes that they loaded.
    versions: HashMap<(Atom, Digest), Result<u32, String>>,
    /// The modules of which there are such versions, or of which a run has deleted the first.
    versioned: HashSet<Atom>,
    /// The records of all user modules; none where modules differ in their fields.
    records: HashMap<(Atom, usize), Option<Record>>,
}

#[derive(Clone)]
enum Loaded {
    Code(Rc<ModuleCode>),
    Missing,
    Broken(String),
}

impl Loaded {
    fn code(&self) -> Option<Rc<ModuleCode>> {
        match self {
            Loaded::Code(code) => Some(code.clone()),
            Loaded::Missing | Loaded::Broken(_) => None,
        }
    }
}

/// A loaded module.
#[derive(Clone)]
pub struct ModuleCode {
    pub name: Atom,
    pub source: Rc<Module>,
    pub trusted: bool,
    pub first_function: u32,
    /// By name and arity: its functions, with whether they are exported.
    pub functions: HashMap<(Atom, u32), (FunctionId, bool)>,
    /// Of the bytes that it was loaded from, if it was loaded during a run.
    pub digest: Option<Digest>,
    /// Its funs, by their number.
    funs: HashMap<u32, FunctionId>,
    /// Its records.
    records: Vec<Record>,
}

/// A record that a module defines.
#[derive(Clone)]
pub struct Record {
    module: Rc<Module>,
    /// Which form of the module it is.
    form: usize,
}

impl Record {
    pub fn module(&self) -> &Module {
        &self.module
    }

    pub fn definition(&self) -> Option<&RecordDefinition> {
        match &self.module.forms.get(self.form)?.kind {
            FormKind::Record(definition) => Some(definition),
            _ => None,
        }
    }

    /// Its name and the number of its fields.
    fn key(&self) -> Option<(Atom, usize)> {
        self.definition().map(|record| (record.name, record.fields.len()))
    }

    fn has_same_fields(&self, other: &Record) -> bool {
        let names = |record: &Record| {
            let fields = record.definition().map(|record| record.fields.iter());
            fields.map(|fields| fields.map(|field| field.name).collect::<Vec<_>>())
        };
        names(self) == names(other)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mfa {
    pub module: Atom,
    pub function: Atom,
    pub arity: u32,
}

/// A remote call in the code, resolved when it is first made.
pub struct Import {
    pub mfa: Mfa,
    target: Cell<Target>,
}

#[derive(Clone, Copy)]
pub enum Target {
    Unresolved,
    Code(FunctionId),
    /// The run has loaded code of this module: what the call reaches is up to the state.
    ByVersion,
    Native(&'static Row),
    /// The same in a program whose calls reach nothing beyond their arguments: with some arguments
    /// this one does.
    PureNative(&'static Row),
    /// Calling it is `undef`.
    Undefined,
    /// Calling it ends the run.
    Unsupported,
}

impl Program {
    /// Begins with the code of the loader's base, if it has one.
    pub fn new(loader: Box<dyn Loader>, options: compile::Options) -> Program {
        let base = loader.base();
        let functions = match &base {
            Some(base) => base.functions.clone(),
            None => FrozenVec::from(vec![Rc::new(loaded(Function::outermost(), None))]),
        };
        let (imports, tables, versions) = (FrozenVec::new(), RefCell::default(), RefCell::default());
        let host = loader.host();
        let program =
            Program { functions, imports, tables, loaded: versions, loader, host, options, pure: false };
        if let Some(base) = base {
            program.take_over(&base);
        }
        program
    }

    /// Of functions that are there already, for tests of the interpreter.
    #[cfg(test)]
    pub(crate) fn of_functions(functions: FrozenVec<Rc<Function>>, loader: Box<dyn Loader>) -> Program {
        Program { functions, ..Program::new(loader, compile::Options::default()) }
    }

    /// Trusted code is the same in every program; what its imports reach is not.
    fn take_over(&self, base: &Program) {
        (0..base.imports.len()).for_each(|n| {
            self.import_id(base.imports[n].mfa);
        });
        let mut modules = base.tables.borrow().modules.clone();
        // Each is kept or not by itself, in any order.
        modules.retain(|name, loaded| {
            loaded.code().is_some_and(|code| code.trusted) && !self.loader.is_users(*name)
        });
        self.tables.borrow_mut().modules = modules;
    }

    /// A program whose calls are made by themselves, to be compared with others: what reaches
    /// beyond the arguments of a call (the dictionary, messages, tables, clocks, output) is
    /// refused, and ends the run as what is not supported does.
    pub fn pure(loader: Box<dyn Loader>, options: compile::Options) -> Program {
        Program { pure: true, ..Program::new(loader, options) }
    }

    /// The computer that runs of this program see.
    pub fn host(&self) -> &dyn Host {
        &*self.host
    }

    /// Is it one of the user's own modules?
    pub fn is_users(&self, module: Atom) -> bool {
        self.loader.is_users(module)
    }

    #[inline]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    pub fn import(&self, id: ImportId) -> &Import {
        &self.imports[id.0 as usize]
    }

    /// The import's entry, made if there is none.
    pub fn import_id(&self, mfa: Mfa) -> ImportId {
        let mut tables = self.tables.borrow_mut();
        *tables.imports.entry(mfa).or_insert_with(|| {
            let id = ImportId(self.imports.len() as u32);
            self.imports.push(Box::new(Import { mfa, target: Cell::new(Target::Unresolved) }));
            id
        })
    }

    /// Stands where there is no function yet: the caller of a process's first call.
    pub fn outermost(&self) -> FunctionId {
        FunctionId(0)
    }

    /// `not supported: m:f/a`, or why the module could not be loaded.
    pub fn why_unsupported(&self, mfa: Mfa) -> String {
        let Mfa { module, function, arity } = mfa;
        match self.trouble_with(module) {
            Some(trouble) => trouble,
            None => format!("not supported: {}:{}/{arity}", module.name(), function.name()),
        }
    }

    /// What a call through this import reaches.
    #[inline]
    pub fn target(&self, id: ImportId) -> Target {
        let import = self.import(id);
        match import.target.get() {
            Target::Unresolved => {
                let target = match self.has_versions(import.mfa.module) {
                    true => Target::ByVersion,
                    false => self.resolve(import.mfa),
                };
                import.target.set(target);
                target
            }
            target => target,
        }
    }

    /// What `m:f/a` means: the user's sources first, then native functions, then OTP or the
    /// embedded library (the loader's order).
    pub fn resolve(&self, mfa: Mfa) -> Target {
        // A module is not loaded for the sake of what is native.
        if let Some(native) = self.native(mfa)
            && !self.loader.is_users(mfa.module)
        {
            return if self.pure && !native.2.is_pure() {
                Target::PureNative(native)
            } else {
                Target::Native(native)
            };
        }
        if self.pure && native::find(mfa).is_some() && !self.loader.is_users(mfa.module) {
            return Target::Unsupported;
        }
        self.module(mfa.module);
        match self.tables.borrow().modules.get(&mfa.module) {
            Some(Loaded::Code(code)) => match code.functions.get(&(mfa.function, mfa.arity)) {
                Some(_) if code.trusted && native::needs_the_node(mfa.module) => Target::Unsupported,
                Some((id, true)) => Target::Code(*id),
                _ if code.trusted && native::is_known(mfa) => Target::Unsupported,
                _ => Target::Undefined,
            },
            Some(Loaded::Broken(_)) => Target::Unsupported,
            Some(Loaded::Missing) | None if native::is_known(mfa) => Target::Unsupported,
            Some(Loaded::Missing) | None => Target::Undefined,
        }
    }

    /// The same where the state decides over versions of modules.
    pub fn resolve_in(&self, system: &System, mfa: Mfa) -> Target {
        match self.loaded_in(system, mfa.module) {
            None => self.resolve(mfa),
            Some(code) => match code.functions.get(&(mfa.function, mfa.arity)) {
                Some((id, true)) => Target::Code(*id),
                _ => Target::Undefined,
            },
        }
    }

    /// Has a run loaded or deleted code of this module?
    pub fn has_versions(&self, module: Atom) -> bool {
        self.tables.borrow().versioned.contains(&module)
    }

    /// Has a run loaded or deleted code?
    pub fn has_any_versions(&self) -> bool {
        !self.tables.borrow().versioned.is_empty()
    }

    /// From now on, the state decides what calls of this module reach.
    pub(crate) fn set_versioned(&self, module: Atom) {
        if self.tables.borrow_mut().versioned.insert(module) {
            let imports = (0..self.imports.len()).map(|n| &self.imports[n]);
            let of_module = imports.filter(|import| import.mfa.module == module);
            of_module.for_each(|import| import.target.set(Target::ByVersion));
        }
    }

    /// Adds a version of a module, which the bytes of a `.beam` file hold. Its number, or why it
    /// cannot be used.
    pub(crate) fn add_version(&self, name: Atom, digest: Digest, bytes: &[u8]) -> Result<u32, String> {
        if let Some(known) = self.tables.borrow().versions.get(&(name, digest.clone())) {
            return known.clone();
        }
        let added = self.read_version(digest.clone(), bytes);
        self.tables.borrow_mut().versions.insert((name, digest), added.clone());
        added
    }

    fn read_version(&self, digest: Digest, bytes: &[u8]) -> Result<u32, String> {
        let read = erlang_syntax::beam::read_module(bytes, "it");
        let mut module = read.map_err(|error| error.to_string())?;
        let is_users = self.loader.adopt(&mut module);
        let code = self.add(Rc::new(module), !is_users)?;
        let code = Rc::new(ModuleCode { digest: Some(digest), ..Rc::unwrap_or_clone(code) });
        let number = self.loaded.borrow().len() as u32;
        if is_users {
            self.tables.borrow_mut().add_records(&code);
        }
        self.loaded.borrow_mut().push(code);
        Ok(number)
    }

    fn version(&self, number: u32) -> Option<Rc<ModuleCode>> {
        self.loaded.borrow().get(number as usize).cloned()
    }

    /// The current version of a module, if the run has loaded it.
    pub fn loaded_in(&self, system: &System, module: Atom) -> Option<Rc<ModuleCode>> {
        match system.storage.code.current(module)? {
            Version::First => None,
            Version::Loaded(number) => self.version(number),
        }
    }

    /// The version of a module that calls reach.
    pub fn module_in(&self, system: &System, name: Atom) -> Option<Rc<ModuleCode>> {
        self.loaded_in(system, name).or_else(|| self.module(name))
    }

    /// Whether a function belongs to a version of a module.
    pub(crate) fn is_of_version(&self, function: FunctionId, module: Atom, version: Version) -> bool {
        let code = match version {
            Version::First => self.module(module),
            Version::Loaded(number) => self.version(number),
        };
        let function = self.function(function);
        let first = match function.copy_of {
            Some(original) => self.function(original).first_of_module,
            None => function.first_of_module,
        };
        code.is_some_and(|code| code.first_function == first)
    }

    pub fn native(&self, mfa: Mfa) -> Option<&'static Row> {
        native::find(mfa).filter(|(_, _, effect, _)| !self.pure || effect.may_be_pure())
    }

    /// The module, loaded if it has not been yet.
    pub fn module(&self, name: Atom) -> Option<Rc<ModuleCode>> {
        if !self.tables.borrow().modules.contains_key(&name) {
            let loaded = match self.loader.load(name) {
                FoundModule::Module { module, trusted } => match self.add(module, trusted) {
                    Ok(code) => Loaded::Code(code),
                    Err(message) => Loaded::Broken(message),
                },
                FoundModule::Nothing => Loaded::Missing,
                FoundModule::Broken(message) => Loaded::Broken(message),
            };
            let mut tables = self.tables.borrow_mut();
            if let Loaded::Code(code) = &loaded
                && !code.trusted
            {
                tables.add_records(code);
            }
            tables.modules.insert(name, loaded);
        }
        self.tables.borrow().modules.get(&name).and_then(Loaded::code)
    }

    /// Another version of a module, beside the one that is reached by its name: an observer may put
    /// its functions in the place of others ([`crate::observer::Observer::enter`]).
    pub fn another(&self, source: Rc<Module>) -> Result<Rc<ModuleCode>, String> {
        self.add(source, false)
    }

    /// The record with this name and this number of fields: the one of the module `home`, or else
    /// of all user modules. None if there is no such record, or if modules differ in its fields.
    pub fn record(&self, home: Option<Atom>, name: Atom, fields: usize) -> Option<Record> {
        let tables = self.tables.borrow();
        let at_home = home.and_then(|home| tables.modules.get(&home)?.code());
        let is_it = |record: &&Record| record.key() == Some((name, fields));
        let own = at_home.and_then(|code| code.records.iter().find(is_it).cloned());
        own.or_else(|| tables.records.get(&(name, fields)).cloned().flatten())
    }

    /// Why a module cannot be used, if it cannot.
    pub fn trouble_with(&self, name: Atom) -> Option<String> {
        match self.tables.borrow().modules.get(&name) {
            Some(Loaded::Broken(message)) => Some(message.clone()),
            _ => None,
        }
    }

    fn add(&self, source: Rc<Module>, trusted: bool) -> Result<Rc<ModuleCode>, String> {
        let first = self.functions.len() as u32;
        let compiled = compile::module(self, &source, first, self.options.of_module(trusted))?;
        let functions = compiled
            .functions
            .iter()
            .enumerate()
            .map(|(n, f)| {
                let exported = compiled.exports.contains(&(f.name, f.arity));
                ((f.name, f.arity), (FunctionId(first + n as u32), exported))
            })
            .collect();
        let on_load = compiled.on_load.filter(|_| !trusted);
        for (function, own) in compiled.functions.into_iter().zip(0..) {
            let is_called = compiled.exports.contains(&(function.name, function.arity));
            let on_load = on_load.filter(|n| is_called && *n != own).map(|n| FunctionId(first + n));
            let function = loaded(Function { trusted, on_load, ..function }, Some(own));
            self.functions.push(Rc::new(function));
        }
        // From one table to another, in any order.
        let funs = compiled.funs.into_iter().map(|(n, f)| (n, FunctionId(first + f))).collect();
        let records = records(&source);
        let name = source.name;
        let digest = None;
        Ok(Rc::new(ModuleCode {
            name,
            source,
            trusted,
            first_function: first,
            functions,
            digest,
            funs,
            records,
        }))
    }

    /// A copy of a function (or fun) that reports on its expressions and otherwise does what the
    /// function does, step for step.
    pub fn instrumented(&self, id: FunctionId) -> Result<FunctionId, String> {
        if let Some(copy) = self.tables.borrow().copies.get(&id) {
            return Ok(*copy);
        }
        let function = self.function(id);
        let next = self.functions.len() as u32;
        let first = function.first_of_module;
        let copies = compile::instrumented(self, &function.source, self.options, id, first, next)?;
        let trusted = function.trusted;
        for copy in copies {
            let copy = loaded(Function { trusted, ..copy }, None);
            self.functions.push(Rc::new(copy));
        }
        self.tables.borrow_mut().copies.insert(id, FunctionId(next));
        Ok(FunctionId(next))
    }

    /// Where the ordinary code returns to, for a return address that may be in an instrumented
    /// copy.
    pub fn place_in_original(&self, id: FunctionId, pc: Pc) -> (FunctionId, Pc) {
        let Some(original) = self.function(id).copy_of else { return (id, pc) };
        // Copies make the same calls in the same order.
        let calls = self.function(id).code[..pc as usize].iter().filter(|i| i.is_call()).count();
        let places = self.function(original).code.iter().zip(1..).filter(|(i, _)| i.is_call());
        (original, places.map(|(_, after)| after).nth(calls.saturating_sub(1)).unwrap_or(pc))
    }

    /// Before this function is called from outside its module for the first time: the function that
    /// `-on_load` names, as a fun.
    pub(crate) fn loads_first(&self, id: FunctionId, system: &System, creator: Pid) -> Option<Term> {
        let function = self.function(id);
        let on_load = function.on_load?;
        let key = on_load_key(function.module);
        if system.storage.persistent.get(&key).is_some() {
            return None;
        }
        let fun = Fun::Closure(Closure {
            module: function.module,
            function: self.function(on_load).name,
            arity: 0,
            index: u32::MAX,
            uniq: function.uniq,
            creator,
            code: (on_load.0, 0),
            environment: Vec::new(),
        });
        Some(Term::Fun(Rc::new(fun)))
    }

    /// The code of a fun. One that was decoded from bytes is found by its number, if its module is
    /// still the same.
    pub fn code_of(&self, closure: &Closure) -> Option<FunctionId> {
        if closure.code != Closure::UNRESOLVED {
            return Some(FunctionId(closure.code.0));
        }
        let others = self.loaded.borrow().clone().into_iter();
        let others = others.filter(|code| code.name == closure.module);
        self.module(closure.module).into_iter().chain(others).find_map(|module| {
            let id = *module.funs.get(&closure.index)?;
            (self.function(id).uniq == closure.uniq).then_some(id)
        })
    }

    /// The functions of a module, with those that were lifted out of them.
    pub fn functions_of(&self, module: &ModuleCode) -> impl Iterator<Item = (FunctionId, &Function)> {
        let first = module.first_function;
        let from_there =
            (first..self.functions.len() as u32).map(|n| (FunctionId(n), &self.functions[n as usize]));
        from_there.take_while(move |(_, function)| function.first_of_module == first)
    }

    /// The module that a function belongs to; it is loaded, since its code is there.
    pub fn module_of(&self, function: FunctionId) -> Option<Rc<ModuleCode>> {
        let function = self.function(function);
        let first = function.copy_of.map_or(function.first_of_module, |id| self.function(id).first_of_module);
        let version = self.loaded.borrow().iter().find(|code| code.first_function == first).cloned();
        version.or_else(|| self.module(function.module))
    }

    /// `{M, F, A, [{file, …}, {line, …}]}` for a place in the code.
    pub fn trace_entry(&self, id: FunctionId, pc: Pc) -> Term {
        if let Some(entry) = self.tables.borrow().trace_entries.get(&(id, pc)) {
            return entry.clone();
        }
        let function = self.function(id);
        let arity = Term::Int(i64::from(function.arity));
        let entry = exception::trace_entry(function.module, function.name, arity, self.location(id, pc));
        self.tables.borrow_mut().trace_entries.insert((id, pc), entry.clone());
        entry
    }

    /// `[{file, …}, {line, …}]` for a place in the code; `[]` if it has none.
    pub fn location(&self, id: FunctionId, pc: Pc) -> Term {
        let function = self.function(id);
        let Some(place) = function.place_at(pc) else { return Term::Nil };
        match function.source.sources.files.get(place.file.0 as usize) {
            Some(file) if place.line > 0 => exception::location(&file.name, place.line),
            _ => Term::Nil,
        }
    }
}

pub(crate) fn on_load_key(module: Atom) -> Term {
    Term::tuple([Term::atom(ON_LOAD_KEY), Term::Atom(module)])
}

impl Tables {
    fn add_records(&mut self, code: &ModuleCode) {
        for record in &code.records {
            let Some(key) = record.key() else { continue };
            let known = self.records.entry(key).or_insert_with(|| Some(record.clone()));
            if known.as_ref().is_some_and(|known| !known.has_same_fields(record)) {
                *known = None;
            }
        }
    }
}

fn records(source: &Rc<Module>) -> Vec<Record> {
    let forms = source.forms.iter().enumerate();
    let records = forms.filter(|(_, form)| matches!(form.kind, FormKind::Record(_)));
    records.map(|(form, _)| Record { module: source.clone(), form }).collect()
}

/// A function that can run. `own`: its number in the module, if that is how it is called.
fn loaded(function: Function, own: Option<u32>) -> Function {
    Function { ops: Ops::of(&function, own), ..function }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One module, which is the library's or the user's.
    struct Shelf(Rc<Module>, bool, Option<Rc<Program>>);

    impl Loader for Shelf {
        fn load(&self, name: Atom) -> FoundModule {
            let Shelf(module, trusted, _) = self;
            match module.name == name {
                true => FoundModule::Module { module: module.clone(), trusted: *trusted },
                false => FoundModule::Nothing,
            }
        }

        fn base(&self) -> Option<Rc<Program>> {
            self.2.clone()
        }
    }

    #[test]
    fn trusted_modules_of_the_base_are_taken_over() {
        let text = "-module(m).\n-export([f/0]).\nf() -> erlang:self().\n";
        let module = Rc::new(erlang_syntax::parse_module("m.erl", text.as_bytes(), &Default::default()).0);
        let name = module.name;
        let program = |trusted, base| {
            Rc::new(Program::new(Box::new(Shelf(module.clone(), trusted, base)), Default::default()))
        };
        let base = program(true, None);
        let first = |program: &Program| program.module(name).map(|code| (code.first_function, code.trusted));
        assert_eq!(first(&base), Some((1, true)));
        let imports = base.imports.len();

        let another = program(true, Some(base.clone()));
        assert_eq!(first(&another), Some((1, true)));
        assert_eq!((another.functions.len(), another.imports.len()), (base.functions.len(), imports));

        // What the user has written goes before a module of that name in the base.
        let users = program(false, Some(base.clone()));
        assert_eq!(first(&users), Some((base.functions.len() as u32, false)));
    }
}
