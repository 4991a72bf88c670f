//! The modules that a program may import: ours, in the language itself. Imports say which of their
//! names are visible.

use crate::ast::{ConId, DataId, FunctionId, Mode, Name, Program, Shown, TypeEntity};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;
use crate::modules;
use crate::parser::{Import, Item, Parts};
use crate::prepare::has_extension;
use crate::primitives::INTERNAL;
use crate::scope::Scope;

pub struct Module {
    pub name: &'static str,
    /// As it appears in messages about its own text.
    pub file: &'static str,
    pub text: &'static str,
    pub reading: Reading,
    /// Some of its constructors are shown to people in another way.
    pub shown: &'static [(&'static str, Shown)],
}

/// Where the names of a module live, and when it is read.
pub enum Reading {
    /// In one scope with the prelude; always.
    Common,
    /// Likewise, in this mode only.
    Only(Mode),
    /// In a scope of its own, with imports of its own; when somebody imports it. Such modules need
    /// not mean the same in mode flp: they are for mode hs.
    Apart,
}

const fn module(name: &'static str, file: &'static str, text: &'static str) -> Module {
    Module { name, file, text, reading: Reading::Common, shown: &[] }
}

const fn apart(
    name: &'static str,
    file: &'static str,
    text: &'static str,
    shown: &'static [(&'static str, Shown)],
) -> Module {
    Module { name, file, text, reading: Reading::Apart, shown }
}

pub const PRELUDE: &str = "Prelude";
const RATIO: &str = "Data.Ratio";
/// What the prelude has for those who read [`RATIO`].
const RATIONAL: [&str; 2] = ["toRational", "fromRational"];
pub const STRING: &str = "Data.String";
/// The extension by which a string literal is any type that strings can stand for.
pub const OVERLOADED: &str = "OverloadedStrings";
const IO_REF: &str = "Data.IORef";

const HOED_NAMES: &str = include_str!("library/hoednames.hs");

const MAP: Shown = Shown::Tree { before: "fromList ", entry: 2 };
const SET: Shown = Shown::Tree { before: "fromList ", entry: 1 };
const ELEMENTS: Shown = Shown::Tree { before: "", entry: 1 };

pub const MODULES: &[Module] = &[
    Module {
        name: PRELUDE,
        file: "prelude.hs",
        text: include_str!("library/prelude.hs"),
        reading: Reading::Common,
        shown: &[(":%", Shown::Called("%")), ("IORef", Shown::Called("IORef"))],
    },
    Module {
        name: PRELUDE,
        file: "choice.flp",
        text: include_str!("library/choice.flp"),
        reading: Reading::Only(Mode::FunctionalLogic),
        shown: &[],
    },
    module("Control.Applicative", "applicative.hs", include_str!("library/applicative.hs")),
    apart("Control.Arrow", "arrow.hs", include_str!("library/arrow.hs"), &[]),
    module("Control.Monad", "monad.hs", include_str!("library/monad.hs")),
    apart("Control.Concurrent.MVar", "mvar.hs", include_str!("library/mvar.hs"), &[]),
    apart("Control.Concurrent.STM", "stm.hs", include_str!("library/stm.hs"), &[]),
    apart("Control.Exception", "exception.hs", include_str!("library/exception.hs"), &[]),
    apart("Control.Exception.Base", "exceptionbase.hs", include_str!("library/exceptionbase.hs"), &[]),
    apart("Control.Monad.Except", "except.hs", include_str!("library/except.hs"), &[]),
    apart("Control.Monad.IO.Class", "monadio.hs", include_str!("library/monadio.hs"), &[]),
    apart("Control.Monad.Identity", "identitynames.hs", include_str!("library/identitynames.hs"), &[]),
    apart("Control.Monad.Reader", "reader.hs", include_str!("library/reader.hs"), &[]),
    apart("Control.Monad.ST", "monadst.hs", include_str!("library/monadst.hs"), &[]),
    apart("Control.Monad.ST.Internal", "st.hs", include_str!("library/st.hs"), &[]),
    apart("Control.Monad.ST.Strict", "strictst.hs", include_str!("library/strictst.hs"), &[]),
    apart("Control.Monad.STM", "stmnames.hs", include_str!("library/stmnames.hs"), &[]),
    apart("Control.Monad.State", "state.hs", include_str!("library/state.hs"), &[]),
    apart("Control.Monad.State.Strict", "strictstate.hs", include_str!("library/strictstate.hs"), &[]),
    apart("Control.Monad.Trans", "trans.hs", include_str!("library/trans.hs"), &[]),
    apart("Control.Monad.Trans.Class", "transclass.hs", include_str!("library/transclass.hs"), &[]),
    apart("Control.Monad.Trans.Except", "transexcept.hs", include_str!("library/transexcept.hs"), &[]),
    apart("Control.Monad.Trans.Internal", "transformers.hs", include_str!("library/transformers.hs"), &[]),
    apart("Control.Monad.Trans.Maybe", "transmaybe.hs", include_str!("library/transmaybe.hs"), &[]),
    apart("Control.Monad.Trans.Reader", "transreader.hs", include_str!("library/transreader.hs"), &[]),
    apart("Control.Monad.Trans.State", "transstate.hs", include_str!("library/transstate.hs"), &[]),
    apart(
        "Control.Monad.Trans.State.Strict",
        "transstrictstate.hs",
        include_str!("library/transstrictstate.hs"),
        &[],
    ),
    apart("Control.Monad.Trans.Writer", "transwriter.hs", include_str!("library/transwriter.hs"), &[]),
    apart("Control.Monad.Writer", "writer.hs", include_str!("library/writer.hs"), &[]),
    Module {
        name: "Control.SetFunctions",
        file: "setfunctions.flp",
        text: include_str!("library/setfunctions.flp"),
        reading: Reading::Only(Mode::FunctionalLogic),
        shown: &[],
    },
    apart(
        "Data.Array",
        "array.hs",
        include_str!("library/array.hs"),
        &[("Array", Shown::Called("listArray")), ("Tip", ELEMENTS), ("Bin", ELEMENTS)],
    ),
    apart("Data.Array.IArray", "iarray.hs", include_str!("library/iarray.hs"), &[]),
    apart("Data.Array.MArray", "marray.hs", include_str!("library/marray.hs"), &[]),
    apart("Data.Array.ST", "starray.hs", include_str!("library/starray.hs"), &[]),
    apart("Data.Array.Unboxed", "unboxed.hs", include_str!("library/unboxed.hs"), &[]),
    apart("Data.Bifunctor", "bifunctor.hs", include_str!("library/bifunctor.hs"), &[]),
    module("Data.Bits", "bits.hs", include_str!("library/bits.hs")),
    apart(
        "Data.ByteString.Char8",
        "bytestring.hs",
        include_str!("library/bytestring.hs"),
        &[("ByteString", Shown::Called("pack"))],
    ),
    module("Data.Char", "char.hs", include_str!("library/char.hs")),
    module("Data.Either", "either.hs", include_str!("library/either.hs")),
    apart("Data.Complex", "complex.hs", include_str!("library/complex.hs"), &[]),
    apart("Data.Foldable", "foldable.hs", include_str!("library/foldable.hs"), &[]),
    module("Data.Function", "function.hs", include_str!("library/function.hs")),
    Module {
        name: "Data.Function",
        file: "pipe.hs",
        text: include_str!("library/pipe.hs"),
        reading: Reading::Only(Mode::Haskell),
        shown: &[],
    },
    apart("Data.Functor", "functor.hs", include_str!("library/functor.hs"), &[]),
    apart("Data.Functor.Const", "const.hs", include_str!("library/const.hs"), &[]),
    apart("Data.Functor.Identity", "identity.hs", include_str!("library/identity.hs"), &[]),
    apart(
        "Data.Int",
        "int.hs",
        include_str!("library/int.hs"),
        &[("MakeInt8", Shown::Bare), ("MakeInt16", Shown::Bare), ("MakeInt32", Shown::Bare)],
    ),
    apart(IO_REF, "ioref.hs", include_str!("library/ioref.hs"), &[]),
    apart("Data.IntMap", "intmap.hs", include_str!("library/intmap.hs"), &[]),
    apart("Data.IntMap.Strict", "strictintmap.hs", include_str!("library/strictintmap.hs"), &[]),
    apart("Data.IntSet", "intset.hs", include_str!("library/intset.hs"), &[]),
    apart("Data.Ix", "ix.hs", include_str!("library/ix.hs"), &[]),
    module("Data.List", "list.hs", include_str!("library/list.hs")),
    apart("Data.Kind", "kind.hs", include_str!("library/kind.hs"), &[]),
    apart("Data.List.NonEmpty", "nonempty.hs", include_str!("library/nonempty.hs"), &[]),
    apart("Data.List.Split", "split.hs", include_str!("library/split.hs"), &[]),
    apart("Data.Map", "map.hs", include_str!("library/map.hs"), &[("Tip", MAP), ("Bin", MAP)]),
    apart("Data.Map.Strict", "strictmap.hs", include_str!("library/strictmap.hs"), &[]),
    module("Data.Maybe", "maybe.hs", include_str!("library/maybe.hs")),
    apart("Data.Monoid", "monoid.hs", include_str!("library/monoid.hs"), &[]),
    apart("Data.Ord", "ord.hs", include_str!("library/ord.hs"), &[]),
    Module {
        name: "Data.Ord",
        file: "comparing.flp",
        text: include_str!("library/comparing.flp"),
        reading: Reading::Only(Mode::FunctionalLogic),
        shown: &[],
    },
    apart(RATIO, "ratio.hs", include_str!("library/ratio.hs"), &[]),
    apart("Data.STRef", "stref.hs", include_str!("library/stref.hs"), &[]),
    apart("Data.Semigroup", "semigroup.hs", include_str!("library/semigroup.hs"), &[]),
    apart("Data.Sequence", "sequence.hs", include_str!("library/sequence.hs"), &[("Tip", SET), ("Bin", SET)]),
    apart("Data.Set", "set.hs", include_str!("library/set.hs"), &[("Tip", SET), ("Bin", SET)]),
    apart(STRING, "string.hs", include_str!("library/string.hs"), &[]),
    apart("Data.Text", "text.hs", include_str!("library/text.hs"), &[("Text", Shown::Called("pack"))]),
    apart("Data.Text.IO", "textio.hs", include_str!("library/textio.hs"), &[]),
    apart("Data.Text.Read", "textread.hs", include_str!("library/textread.hs"), &[]),
    apart("Data.Traversable", "traversable.hs", include_str!("library/traversable.hs"), &[]),
    apart("Data.Tree", "tree.hs", include_str!("library/tree.hs"), &[]),
    apart("Data.Tuple", "tuple.hs", include_str!("library/tuple.hs"), &[]),
    apart(
        "Data.Word",
        "word.hs",
        include_str!("library/word.hs"),
        &[
            ("MakeWord8", Shown::Bare),
            ("MakeWord16", Shown::Bare),
            ("MakeWord32", Shown::Bare),
            ("MakeWord64", Shown::Bare),
            ("MakeWord", Shown::Bare),
        ],
    ),
    apart("Data.Word.Internal", "sized.hs", include_str!("library/sized.hs"), &[]),
    apart("Debug.Hoed", "hoednames.hs", HOED_NAMES, &[]),
    apart("Debug.Hoed.Internal", "hoed.hs", include_str!("library/hoed.hs"), &[]),
    // Its names in older versions of Hoed.
    apart("Debug.Hoed.Pure", "hoednames.hs", HOED_NAMES, &[]),
    apart("Debug.Hoed.Stk", "hoednames.hs", HOED_NAMES, &[]),
    apart("Debug.Trace", "trace.hs", include_str!("library/trace.hs"), &[]),
    apart("GHC.Exts", "exts.hs", include_str!("library/exts.hs"), &[]),
    apart("GHC.Generics", "generics.hs", include_str!("library/generics.hs"), &[]),
    apart("GHC.IO", "failio.hs", include_str!("library/failio.hs"), &[]),
    apart("Numeric", "numeric.hs", include_str!("library/numeric.hs"), &[]),
    apart("Numeric.Internal", "digits.hs", include_str!("library/digits.hs"), &[]),
    apart("Safe", "safe.hs", include_str!("library/safe.hs"), &[]),
    apart("System.Environment", "environment.hs", include_str!("library/environment.hs"), &[]),
    apart("System.Exit", "exit.hs", include_str!("library/exit.hs"), &[]),
    apart("System.IO", "io.hs", include_str!("library/io.hs"), &[]),
    apart("System.IO.Error", "ioerror.hs", include_str!("library/ioerror.hs"), &[]),
    apart("System.Mem", "mem.hs", include_str!("library/mem.hs"), &[]),
    apart("System.Random", "random.hs", include_str!("library/random.hs"), &[]),
    apart("Test.Hspec", "hspecnames.hs", include_str!("library/hspecnames.hs"), &[]),
    apart("Test.Hspec.Internal", "hspec.hs", include_str!("library/hspec.hs"), &[]),
    apart("Test.Hspec.Runner", "hspecrunner.hs", include_str!("library/hspecrunner.hs"), &[]),
    Module {
        name: "Test.Prop",
        file: "prop.flp",
        text: include_str!("library/prop.flp"),
        reading: Reading::Only(Mode::FunctionalLogic),
        shown: &[],
    },
    module("Test.Parallel", "parallel.hs", include_str!("library/parallel.hs")),
    module("Test.Internal", "condition.hs", include_str!("library/condition.hs")),
    apart("Test.QuickCheck", "quickcheck.hs", include_str!("library/quickcheck.hs"), &[]),
    apart(
        "Test.QuickCheck.Arbitrary",
        "quickcheckarbitrary.hs",
        include_str!("library/quickcheckarbitrary.hs"),
        &[],
    ),
    apart(
        "Test.QuickCheck.Function",
        "quickcheckfunction.hs",
        include_str!("library/quickcheckfunction.hs"),
        &[],
    ),
    apart("Test.QuickCheck.Gen", "quickcheckgen.hs", include_str!("library/quickcheckgen.hs"), &[]),
    apart(
        "Test.QuickCheck.Modifiers",
        "quickcheckmodifiers.hs",
        include_str!("library/quickcheckmodifiers.hs"),
        &[],
    ),
    apart(
        "Test.QuickCheck.Property",
        "quickcheckproperty.hs",
        include_str!("library/quickcheckproperty.hs"),
        &[],
    ),
    apart("Test.QuickCheck.Random", "quickcheckrandom.hs", include_str!("library/quickcheckrandom.hs"), &[]),
    apart("Text.Read", "read.hs", include_str!("library/read.hs"), &[]),
    apart("Text.Printf", "printf.hs", include_str!("library/printf.hs"), &[]),
];

/// What modules in one scope with the prelude export beside what they define.
pub const REEXPORTED: &[(&str, &[&str])] = &[
    ("Control.Applicative", &["pure", "<*>", "liftA2", "*>", "<*", "<$>", "<$", "fmap"]),
    (
        "Control.Monad",
        &[
            "fmap",
            "<$",
            "<$>",
            ">>=",
            ">>",
            "return",
            "fail",
            "=<<",
            "mapM",
            "mapM_",
            "sequence",
            "sequence_",
        ],
    ),
    ("Data.Either", &["either"]),
    ("Data.Function", &["id", "const", ".", "flip", "$"]),
    (
        "Data.List",
        &[
            "++",
            "map",
            "filter",
            "concat",
            "concatMap",
            "head",
            "last",
            "tail",
            "init",
            "null",
            "length",
            "!!",
            "foldl",
            "foldl1",
            "foldr",
            "foldr1",
            "and",
            "or",
            "any",
            "all",
            "sum",
            "product",
            "maximum",
            "minimum",
            "scanl",
            "scanl1",
            "scanr",
            "scanr1",
            "iterate",
            "repeat",
            "replicate",
            "cycle",
            "take",
            "drop",
            "splitAt",
            "takeWhile",
            "dropWhile",
            "span",
            "break",
            "reverse",
            "elem",
            "notElem",
            "lookup",
            "zip",
            "zip3",
            "zipWith",
            "zipWith3",
            "unzip",
            "unzip3",
            "lines",
            "words",
            "unlines",
            "unwords",
        ],
    ),
    ("Data.Maybe", &["maybe"]),
    ("Test.Prop", &["==>"]),
];

/// The modules with scopes of their own that a text seems to import. One too many does no harm.
pub fn imported_apart(text: &str) -> impl Iterator<Item = &'static Module> {
    let imported = text.lines().filter_map(|line| {
        let words = line.trim_start().strip_prefix("import")?;
        let mut words = words.split(|char: char| char.is_whitespace() || char == '(');
        words.find(|word| !["", "qualified"].contains(word))
    });
    imported.filter_map(apart_named)
}

/// Those that a file of the user's needs: `Rational`, `toRational` and `fromRational` are the
/// prelude's, and what makes numbers of ratios is read when somebody speaks of them.
///
/// Overloaded strings need what makes values of them.
pub fn needed_apart(text: &str) -> impl Iterator<Item = &'static Module> {
    let needed = [(text.contains("Rational"), RATIO), (has_extension(text, OVERLOADED), STRING)];
    let needed = needed.into_iter().filter(|(is_needed, _)| *is_needed);
    imported_apart(text).chain(needed.filter_map(|(_, module)| apart_named(module)))
}

fn apart_named(name: &str) -> Option<&'static Module> {
    MODULES.iter().find(|module| module.name == name && matches!(module.reading, Reading::Apart))
}

/// What the prelude declares for other modules is not the user's, unless these were read.
pub fn hide_internals(program: &mut Program) {
    let (mut values, mut types, constructors) =
        (Vec::new(), Vec::new(), vec![":%", "IORef", "Thrown", "IOError"]);
    if !program.exports.has(RATIO) {
        values.extend(RATIONAL);
        types.extend(["Ratio", "Rational"]);
    }
    if !program.exports.has(IO_REF) {
        types.push("IORef");
    }
    let named =
        |names: Vec<&str>| -> Vec<Name> { names.iter().filter_map(|name| program.names.get(name)).collect() };
    let (values, types, constructors) = (named(values), named(types), named(constructors));
    for name in values {
        program.visible.values.remove(&name);
    }
    for name in types {
        program.visible.types.remove(&name);
    }
    for name in constructors {
        program.visible.constructors.remove(&name);
    }
}

/// What each module defines, in the order of their texts.
#[derive(Clone, Debug, Default)]
pub struct Exports {
    all: Vec<Export>,
}

#[derive(Clone, Copy, Debug)]
struct Export {
    module: &'static str,
    name: Name,
    /// Constructors and fields come with their type.
    of_type: Option<Name>,
    what: Exported,
}

/// What a name that a module exports means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exported {
    Value(FunctionId),
    Type(TypeEntity),
    Constructor(ConId),
    Field(DataId),
    Class(Class),
}

impl Exported {
    /// Names of different kinds do not hide each other.
    pub fn kind(self) -> u8 {
        match self {
            Exported::Value(_) => 0,
            Exported::Type(_) => 1,
            Exported::Constructor(_) => 2,
            Exported::Field(_) => 3,
            Exported::Class(_) => 4,
        }
    }
}

impl Exports {
    pub fn add(&mut self, module: &'static str, name: Name, function: FunctionId) {
        self.all.push(Export { module, name, of_type: None, what: Exported::Value(function) });
    }

    pub fn has(&self, module: &str) -> bool {
        self.of(module).next().is_some()
    }

    fn of(&self, module: &str) -> impl Iterator<Item = Export> {
        self.all.iter().filter(move |export| export.module == module).copied()
    }

    fn values(&self, module: &str) -> impl Iterator<Item = (Name, FunctionId)> {
        self.of(module).filter_map(|export| match export.what {
            Exported::Value(function) => Some((export.name, function)),
            _ => None,
        })
    }
}

/// Notes what a module exports: what the names in its header mean in its scope, which is the
/// visible one. The name of a module stands for all that that one exports.
pub fn export(program: &mut Program, module: &'static str, header: &[Name]) {
    let scope = &program.visible;
    let mut names: Vec<Name> = Vec::new();
    for name in header {
        let reexported = program.exports.of(program.text(*name)).filter(|export| export.of_type.is_none());
        names.push(*name);
        names.extend(reexported.map(|export| export.name));
    }
    names.sort_unstable();
    names.dedup();
    let mut all = Vec::new();
    for name in &names {
        let mut add = |name: Name, of_type: Option<Name>, what: Exported| {
            all.push(Export { module, name, of_type, what });
        };
        if let Some(function) = scope.values.get(name) {
            add(*name, None, Exported::Value(*function));
        }
        if let Some(class) = scope.classes.get(name) {
            add(*name, None, Exported::Class(*class));
        }
        let Some(entity) = scope.types.get(name) else { continue };
        add(*name, None, Exported::Type(*entity));
        let TypeEntity::Data(data) = entity else { continue };
        for con in &program.data[data.0 as usize].constructors {
            let constructor = &program.constructors[con.0 as usize];
            // Types whose constructors nobody may know are exported without.
            if constructor.shown == Shown::AsWritten {
                add(constructor.name, Some(*name), Exported::Constructor(*con));
            }
            for field in constructor.fields.iter().filter_map(|field| field.name) {
                add(field, Some(*name), Exported::Field(*data));
            }
        }
    }
    program.exports.all.extend(all);
}

impl Program {
    /// The function that makes values of a type of the library from lists, by a name that is always
    /// in scope, and how many parts an element has.
    pub fn maker(&self, data: DataId) -> Option<(String, usize)> {
        let first = self[data].constructors.first()?;
        let Shown::Tree { before, entry } = self[*first].shown else { return None };
        let is_it =
            |export: &&Export| matches!(export.what, Exported::Type(TypeEntity::Data(of)) if of == data);
        let module = self.exports.all.iter().find(is_it)?.module;
        (!before.is_empty()).then(|| (format!("{module}.{}", before.trim_end()), entry))
    }
}

/// The module that would have to be imported for a name.
pub fn module_of(program: &Program, name: Name) -> Option<&'static str> {
    if RATIONAL.contains(&program.text(name)) {
        return Some(RATIO);
    }
    let found = program.exports.all.iter().find(|export| export.name == name);
    found.map(|export| export.module).filter(|module| !module.is_empty())
}

/// The module that is called like a type: `Map` is in `Data.Map`.
pub fn module_of_type(name: &str) -> Option<&'static str> {
    let mut apart = MODULES.iter().filter(|module| matches!(module.reading, Reading::Apart));
    apart.find(|module| module.name.rsplit('.').next() == Some(name)).map(|module| module.name)
}

/// What files with these imports see of the library.
pub fn import(program: &mut Program, imports: &[Import], problems: &mut Vec<Diagnostic>) {
    let exports = program.exports.clone();
    let mut visible = Scope { values: Default::default(), ..program.library.clone() };
    let prelude_named = imports.iter().any(|import| import.module == PRELUDE && !import.qualified);
    if !prelude_named {
        visible.values.extend(exports.values(PRELUDE));
    }
    for (name, function) in exports.values(PRELUDE) {
        let qualified = format!("{PRELUDE}.{}", program.text(name));
        visible.values.insert(program.names.intern(&qualified), function);
    }
    // So that values can be written whatever a program calls the module.
    for export in exports.all.iter().filter(|export| apart_named(export.module).is_some()) {
        let qualified = format!("{}.{}", export.module, program.text(export.name));
        visible.insert(program.names.intern(&qualified), export.what);
    }
    for import in imports {
        if modules::is_own(program, &import.module) {
            modules::import(program, import, &mut visible, problems);
            continue;
        }
        if let Err(problem) = known(program, import) {
            problems.push(problem);
            continue;
        }
        for Item { name: item, span, .. } in import.items.iter().flatten() {
            let exported = exports.of(&import.module).any(|export| export.name == *item);
            let is_type = program.library.types.contains_key(item);
            let is_class = program.library.classes.contains_key(item);
            if !exported && !is_type && !is_class && !import.hiding {
                let message = format!("not supported: `{}` of {}", program.text(*item), import.module);
                problems.push(Diagnostic::error(*span, message));
            }
        }
        let methods = methods_listed(program, &exports, import);
        let listed = |name: &Name| {
            import.items.iter().flatten().any(|item| item.name == *name) || methods.contains(name)
        };
        let prefix = import.alias.as_deref().unwrap_or(&import.module);
        for export in exports.of(&import.module) {
            let is_listed = match (export.what, export.of_type) {
                (Exported::Constructor(_), Some(of_type)) => listed(&of_type),
                (_, of_type) => listed(&export.name) || of_type.as_ref().is_some_and(listed),
            };
            if import.items.is_some() && is_listed == import.hiding {
                continue;
            }
            let qualified = format!("{prefix}.{}", program.text(export.name));
            visible.insert(program.names.intern(&qualified), export.what);
            if !import.qualified {
                visible.insert(export.name, export.what);
            }
        }
    }
    program.visible = visible;
}

/// The methods that come with the classes that are listed: `C (..)`, `C (f, g)`; and the fields
/// that come with types that are in one scope with the prelude.
fn methods_listed(program: &Program, exports: &Exports, import: &Import) -> Vec<Name> {
    let mut names = Vec::new();
    for item in import.items.iter().flatten() {
        if let Some(TypeEntity::Data(data)) = program.library.types.get(&item.name) {
            let fields = program[*data].constructors.iter().flat_map(|con| &program[*con].fields);
            let fields = fields.filter_map(|field| field.name);
            match &item.parts {
                Parts::None => {}
                Parts::All => names.extend(fields),
                Parts::These(listed) => names.extend(fields.filter(|name| listed.contains(name))),
            }
        }
        let class = exports.of(&import.module).find_map(|export| match export.what {
            Exported::Class(class) if export.name == item.name => Some(class),
            _ => None,
        });
        let Some(class) = class else { continue };
        let methods = program.class(class).methods.iter().map(|method| method.name);
        match &item.parts {
            Parts::None => {}
            Parts::All => names.extend(methods),
            Parts::These(listed) => names.extend(methods.filter(|name| listed.contains(name))),
        }
    }
    names
}

/// What only modules of the library see.
pub fn import_internals(program: &mut Program) {
    let internals: Vec<(Name, FunctionId)> = program.exports.values(INTERNAL).collect();
    program.visible.values.extend(internals);
}

fn known(program: &Program, import: &Import) -> Result<(), Diagnostic> {
    let is_for_mode = |module: &&Module| match module.reading {
        Reading::Apart => program.mode == Mode::Haskell,
        Reading::Only(mode) => program.mode == mode,
        Reading::Common => true,
    };
    if MODULES.iter().filter(is_for_mode).any(|module| module.name == import.module) {
        return Ok(());
    }
    let mut known: Vec<&str> = MODULES.iter().filter(is_for_mode).map(|module| module.name).collect();
    known.retain(|name| *name != PRELUDE && !name.ends_with(".Internal"));
    known.sort_unstable();
    known.dedup();
    let message = format!("not supported: the module {}", import.module);
    Err(Diagnostic::error(import.span, message).help(format!("there are {}", known.join(", "))))
}

impl Scope {
    /// All names and what they mean.
    pub fn everything(&self) -> Vec<(Name, Exported)> {
        let values = self.values.iter().map(|(name, it)| (*name, Exported::Value(*it)));
        let types = self.types.iter().map(|(name, it)| (*name, Exported::Type(*it)));
        let constructors = self.constructors.iter().map(|(name, it)| (*name, Exported::Constructor(*it)));
        let fields = self.fields.iter().map(|(name, it)| (*name, Exported::Field(*it)));
        let classes = self.classes.iter().map(|(name, it)| (*name, Exported::Class(*it)));
        values.chain(types).chain(constructors).chain(fields).chain(classes).collect()
    }

    fn get(&self, name: Name, like: Exported) -> Option<Exported> {
        match like {
            Exported::Value(_) => self.values.get(&name).copied().map(Exported::Value),
            Exported::Type(_) => self.types.get(&name).copied().map(Exported::Type),
            Exported::Constructor(_) => self.constructors.get(&name).copied().map(Exported::Constructor),
            Exported::Field(_) => self.fields.get(&name).copied().map(Exported::Field),
            Exported::Class(_) => self.classes.get(&name).copied().map(Exported::Class),
        }
    }

    /// Whether the name means something of this kind.
    pub fn has(&self, name: Name, like: Exported) -> bool {
        self.get(name, like).is_some()
    }

    /// Whether the name means this.
    pub fn contains(&self, name: Name, what: Exported) -> bool {
        self.get(name, what) == Some(what)
    }

    pub fn insert(&mut self, name: Name, what: Exported) {
        match what {
            Exported::Value(function) => {
                self.values.insert(name, function);
            }
            Exported::Type(entity) => {
                self.types.insert(name, entity);
            }
            Exported::Constructor(con) => {
                self.constructors.insert(name, con);
            }
            Exported::Field(data) => {
                self.fields.insert(name, data);
            }
            Exported::Class(class) => {
                self.classes.insert(name, class);
            }
        }
    }
}
