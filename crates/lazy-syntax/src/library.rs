//! The modules that a program may import: ours, in the language itself. All are loaded; imports say which of their names are visible.

use crate::ast::{FunctionId, Mode, Name, Program};
use crate::diagnostics::Diagnostic;
use crate::parser::Import;
use crate::scope::Scope;

pub struct Module {
    pub name: &'static str,
    /// As it appears in messages about its own text.
    pub file: &'static str,
    pub text: &'static str,
    /// Visible only in this mode.
    pub mode: Option<Mode>,
}

const fn module(name: &'static str, file: &'static str, text: &'static str) -> Module {
    Module { name, file, text, mode: None }
}

pub const PRELUDE: &str = "Prelude";

pub const MODULES: &[Module] = &[
    module(PRELUDE, "prelude.hs", include_str!("library/prelude.hs")),
    Module {
        name: PRELUDE,
        file: "choice.flp",
        text: include_str!("library/choice.flp"),
        mode: Some(Mode::FunctionalLogic),
    },
    module("Control.Applicative", "applicative.hs", include_str!("library/applicative.hs")),
    module("Control.Monad", "monad.hs", include_str!("library/monad.hs")),
    module("Data.Bits", "bits.hs", include_str!("library/bits.hs")),
    module("Data.Char", "char.hs", include_str!("library/char.hs")),
    module("Data.Either", "either.hs", include_str!("library/either.hs")),
    module("Data.Function", "function.hs", include_str!("library/function.hs")),
    module("Data.List", "list.hs", include_str!("library/list.hs")),
    module("Data.Maybe", "maybe.hs", include_str!("library/maybe.hs")),
    module("Data.Ord", "ord.hs", include_str!("library/ord.hs")),
    module("Debug.Hoed", "hoed.hs", include_str!("library/hoed.hs")),
    module("Test.Parallel", "parallel.hs", include_str!("library/parallel.hs")),
    module("Test.QuickCheck", "quickcheck.hs", include_str!("library/quickcheck.hs")),
];

/// What each module defines, in the order of their texts.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    all: Vec<(&'static str, Name, FunctionId)>,
}

impl Exports {
    pub fn add(&mut self, module: &'static str, name: Name, function: FunctionId) {
        self.all.push((module, name, function));
    }

    fn of(&self, module: &str) -> impl Iterator<Item = (Name, FunctionId)> {
        self.all
            .iter()
            .filter(move |(from, ..)| *from == module)
            .map(|(_, name, function)| (*name, *function))
    }
}

/// The module that would have to be imported for a name.
pub fn module_of(program: &Program, name: Name) -> Option<&'static str> {
    let found = program.exports.all.iter().find(|(_, known, _)| *known == name);
    found.map(|(module, ..)| *module).filter(|module| !module.is_empty())
}

/// What files with these imports see of the library.
pub fn import(program: &mut Program, imports: &[Import], problems: &mut Vec<Diagnostic>) {
    let exports = program.exports.clone();
    let mut visible = Scope { values: Default::default(), ..program.library.clone() };
    let prelude_named = imports.iter().any(|import| import.module == PRELUDE && !import.qualified);
    if !prelude_named {
        visible.values.extend(exports.of(PRELUDE));
    }
    for (name, function) in exports.of(PRELUDE) {
        let qualified = format!("{PRELUDE}.{}", program.text(name));
        visible.values.insert(program.names.intern(&qualified), function);
    }
    for import in imports {
        if !MODULES.iter().any(|module| module.name == import.module) {
            let known: Vec<&str> = MODULES.iter().map(|module| module.name).collect();
            let mut known: Vec<&str> = known.into_iter().filter(|name| *name != PRELUDE).collect();
            known.dedup();
            let message = format!("not supported: the module {}", import.module);
            let help = format!("there are {}", known.join(", "));
            problems.push(Diagnostic::error(import.span, message).help(help));
            continue;
        }
        for (item, span) in import.items.iter().flatten() {
            let exported = exports.of(&import.module).any(|(name, _)| name == *item);
            let is_type = program.library.types.contains_key(item);
            let is_class = program.library.classes.contains_key(item);
            if !exported && !is_type && !is_class && !import.hiding {
                let message = format!("not supported: `{}` of {}", program.text(*item), import.module);
                problems.push(Diagnostic::error(*span, message));
            }
        }
        let listed = |name: &Name| import.items.iter().flatten().any(|(item, _)| item == name);
        let prefix = import.alias.as_deref().unwrap_or(&import.module);
        for (name, function) in exports.of(&import.module) {
            let chosen = import.items.is_none() || listed(&name) != import.hiding;
            if !chosen {
                continue;
            }
            let qualified = format!("{prefix}.{}", program.text(name));
            visible.values.insert(program.names.intern(&qualified), function);
            if !import.qualified {
                visible.values.insert(name, function);
            }
        }
    }
    program.visible = visible;
}
