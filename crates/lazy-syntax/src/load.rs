//! From texts to a program: parse, then resolve names, then check types. Each step needs the one
//! before to be without errors.

use std::sync::OnceLock;

use crate::ast::{
    ConId, DataId, FunctionId, KnownType, Mode, Origin, Pragma, Program, Query, Shown, TypeEntity, TypeId,
};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::library::{self, MODULES, OVERLOADED, Reading};
use crate::modules::{self, Unit};
use crate::parser::{ParsedFile, Parser, RawClass, RawPragma};
use crate::prepare::{has_extension, prepared};
use crate::primitives::PRIMITIVES;
use crate::scope::Scope;
use crate::source::{FileId, Pos, Span};
use crate::{builtin, derive, instances, rename, types};

/// How a program is to be read.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Options {
    pub mode: Mode,
    pub spelling: Spelling,
}

impl Options {
    /// As the name of the file says: `.hs`, `.lhs`, `.flp`, `.curry`, `.toy`.
    pub fn for_file(name: &str) -> Option<Options> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "hs" | "lhs" => Some(Options::default()),
            "flp" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell }),
            "curry" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Curry }),
            "toy" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Toy }),
            _ => None,
        }
    }
}

/// Reads a program from its files, each a name and a text. It is fit to be run if there is no error
/// among the problems.
pub fn load(files: &[(&str, &str)], options: Options) -> (Program, Vec<Diagnostic>) {
    let (mut program, mut problems) = library(options.mode);
    if options.mode == Mode::Haskell {
        for (name, text) in files {
            // What is wrong with a text is said when it is read.
            let text = prepared(name, text, FileId(0), &mut Vec::new());
            for module in library::needed_apart(&text) {
                load_apart(&mut program, module, &mut problems);
            }
        }
    }
    program.spelling = options.spelling;
    program.first_file = program.sources.next();
    let mut texts: Vec<String> = Vec::new();
    for (index, (name, text)) in files.iter().enumerate() {
        let file = FileId(program.first_file.0 + index as u32);
        texts.push(prepared(name, text, file, &mut problems));
    }
    let ids: Vec<FileId> =
        files.iter().zip(&texts).map(|((name, _), text)| program.sources.add(*name, text)).collect();
    match modules::units(&texts) {
        Ok(units) => load_units(&mut program, &units, &ids, &mut problems),
        Err(circle) => {
            let place = Span { file: program.first_file, start: Pos::START, end: Pos::START };
            let message = format!("these modules import each other: {}", circle.join(", "));
            problems.push(Diagnostic::error(place, message));
        }
    }
    (program, problems)
}

/// Reads the modules of the user's files, each after those that it imports.
fn load_units(program: &mut Program, units: &[Unit], ids: &[FileId], problems: &mut Vec<Diagnostic>) {
    let mut read: Vec<(String, ParsedFile, Scope)> = Vec::new();
    for unit in units {
        let mut whole = ParsedFile::default();
        let files: Vec<FileId> = unit.files.iter().map(|file| ids[*file]).collect();
        for file in &files {
            let spelling = program.spelling;
            let overloaded =
                program.mode == Mode::Haskell && has_extension(program.sources.whole(*file), OVERLOADED);
            let parser = Parser::new(program, *file, spelling, problems);
            whole.extend(if overloaded { parser.file_with_overloaded_strings() } else { parser.file() });
        }
        if !has_error(problems) {
            library::import(program, &whole.imports, problems);
            library::hide_internals(program);
            derive_containers(program, &mut whole, problems);
            declare(program, &whole, false, problems);
            modules::qualify(program, &unit.name, &whole);
        }
        if !has_error(problems) {
            let groups = resolve(program, &whole, false, problems);
            if !has_error(problems) {
                check(program, &whole, groups, problems);
            }
        }
        if !has_error(problems) {
            modules::export(program, &unit.name, files, &whole, problems);
        }
        if has_error(problems) {
            return;
        }
        let scope = program.visible.clone();
        read.push((unit.name.clone(), whole, scope));
    }
    // What is derived for a type may depend on instances of modules that are read later.
    if let [_] = read[..] {
        return derive_instances(program, Derived::Needed(None), problems);
    }
    let own = |data: &DataId| read.iter().any(|(_, file, _)| file.data.contains(data));
    let of_library: Vec<DataId> =
        (0..program.data.len() as u32).map(DataId).filter(|data| !own(data)).collect();
    derive_instances(program, Derived::Needed(Some(&of_library)), problems);
    for (_, file, scope) in &read {
        program.visible = scope.clone();
        derive_instances(program, Derived::Needed(Some(&file.data)), problems);
    }
    let units: Vec<(String, &ParsedFile)> = read.iter().map(|(name, file, _)| (name.clone(), file)).collect();
    modules::open_all(program, &units);
}

/// What is derived of the classes of containers, and for newtypes of those of their content,
/// belongs to the files: their own rules may need it.
fn derive_containers(program: &mut Program, whole: &mut ParsedFile, problems: &mut Vec<Diagnostic>) {
    let mut text = derive::containers::text(program, &whole.data, problems);
    text.push_str(&derive::newtypes::text(program, &whole.data, problems));
    text.push_str(&derive::others::text(program, &whole.data));
    if text.is_empty() {
        return;
    }
    let file = program.sources.add("derived instances", text);
    let parsed = Parser::new(program, file, Spelling::Haskell, problems).file();
    for function in &parsed.hidden {
        program[*function].origin = Origin::Prelude;
    }
    whole.extend(parsed);
}

/// Which types get instances that follow from their structure.
#[derive(Clone, Copy)]
enum Derived<'a> {
    Always(&'a [DataId]),
    /// If some type has an instance that does not; of these types, or of all.
    Needed(Option<&'a [DataId]>),
}

/// Where there are instances of `Eq`, `Ord` or `Show` that are not what the structure of a type
/// says, types that may contain such parts get theirs, too. Those of a module of the library have
/// them in any case, as soon as it is read: others may not see them.
fn derive_instances(program: &mut Program, wanted: Derived<'_>, problems: &mut Vec<Diagnostic>) {
    let mut text = String::new();
    for class in [Class::EQ, Class::ORD, Class::SHOW] {
        let is_needed = || program.class_instances.iter().any(|instance| instance.class == class);
        match wanted {
            Derived::Always(own) => text.push_str(&derive::text(program, class, own.iter().copied())),
            Derived::Needed(Some(own)) if is_needed() => {
                text.push_str(&derive::text(program, class, own.iter().copied()));
            }
            Derived::Needed(None) if is_needed() => {
                let all = (0..program.data.len() as u32).map(DataId);
                text.push_str(&derive::text(program, class, all));
            }
            Derived::Needed(_) => {}
        }
    }
    if text.is_empty() {
        return;
    }
    let file = program.sources.add("derived instances", text);
    let mut parsed = Parser::new(program, file, Spelling::Haskell, problems).file();
    for function in &parsed.hidden {
        program[*function].origin = Origin::Prelude;
    }
    for raw in &mut parsed.instances {
        raw.derived = true;
    }
    // What the text speaks of is the library's, whatever the user's files call by those names, and
    // the user's types.
    let library = program.library.clone();
    let (types, constructors) = (program.visible.types.clone(), program.visible.constructors.clone());
    program.library.types.extend(types);
    program.library.constructors.extend(constructors);
    let groups = resolve(program, &parsed, true, problems);
    program.library = library;
    types::check(program, &groups, problems);
    program.groups.extend(groups);
}

impl Program {
    /// Whether it is a single action that is asked about.
    pub fn is_action(&self, query: &Query) -> bool {
        let ty = query.ty.map(|ty| &self[ty]);
        query.free.is_empty() && matches!(ty, Some(KnownType::Data(data, _)) if *data == self.well_known.io)
    }

    /// Reads what is asked of the program. Only for programs without errors.
    pub fn query(&mut self, text: &str) -> (Option<Query>, Vec<Diagnostic>) {
        let mut problems = Vec::new();
        let file = self.sources.add("expression", text);
        let spelling = self.spelling;
        let query = Parser::new(self, file, spelling, &mut problems).query();
        let Some(mut query) = query else { return (None, problems) };
        if !has_error(&problems) {
            rename::query(self, &mut query, &mut problems);
        }
        if !has_error(&problems) {
            types::check_query(self, &mut query, &mut problems);
        }
        (Some(query).filter(|_| !has_error(&problems)), problems)
    }
}

fn has_error(problems: &[Diagnostic]) -> bool {
    problems.iter().any(Diagnostic::is_error)
}

/// The library, which is the same for all programs of a mode, and is read once.
fn library(mode: Mode) -> (Program, Vec<Diagnostic>) {
    static LIBRARIES: [OnceLock<(Program, Vec<Diagnostic>)>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = match mode {
        Mode::Haskell => &LIBRARIES[0],
        Mode::FunctionalLogic => &LIBRARIES[1],
    };
    place
        .get_or_init(|| {
            let (mut program, mut problems) = (Program::default(), Vec::new());
            load_library(&mut program, mode, &mut problems);
            program.mode = mode;
            (program, problems)
        })
        .clone()
}

/// The library is read in mode hs, but for what only mode flp has.
fn load_library(program: &mut Program, mode: Mode, problems: &mut Vec<Diagnostic>) {
    let primitives = builtin::install(program);
    let mut whole = ParsedFile { functions: primitives, ..ParsedFile::default() };
    let is_common = |module: &&library::Module| match module.reading {
        Reading::Common => true,
        Reading::Only(only) => only == mode,
        Reading::Apart => false,
    };
    for module in MODULES.iter().filter(is_common) {
        let file = program.sources.add(module.file, module.text);
        program.mode = match module.reading {
            Reading::Only(only) => only,
            _ => Mode::Haskell,
        };
        let parsed = Parser::new(program, file, Spelling::Haskell, problems).file();
        program.mode = Mode::Haskell;
        note_shown(program, &parsed, module);
        for function in &parsed.functions {
            program[*function].origin = Origin::Prelude;
            let name = program[*function].name;
            program.exports.add(module.name, name, *function);
        }
        for function in &parsed.hidden {
            program[*function].origin = Origin::Prelude;
        }
        whole.extend(parsed);
    }
    for function in &whole.functions {
        if let crate::ast::FunctionBody::Primitive(id) = program[*function].body {
            let file = program.sources.add("primitives", PRIMITIVES[id.0 as usize].ty);
            program[*function].signature =
                Parser::new(program, file, Spelling::Haskell, problems).lone_signature();
        }
    }
    declare(program, &whole, true, problems);
    builtin::find_in_prelude(program);
    for (module, names) in library::REEXPORTED {
        for name in *names {
            let name = program.names.intern(name);
            if let Some(function) = program.library.values.get(&name) {
                program.exports.add(module, name, *function);
            }
        }
    }
    let groups = resolve(program, &whole, true, problems);
    check(program, &whole, groups, problems);
}

/// A module with a scope of its own is read like a file of the user's, after those that it imports.
fn load_apart(program: &mut Program, module: &'static library::Module, problems: &mut Vec<Diagnostic>) {
    if program.exports.has(module.name) {
        return;
    }
    for needed in library::imported_apart(module.text) {
        load_apart(program, needed, problems);
    }
    let file = program.sources.add(module.file, module.text);
    let (exports, parsed) = Parser::new(program, file, Spelling::Haskell, problems).module();
    for function in parsed.functions.iter().chain(&parsed.hidden) {
        program[*function].origin = Origin::Prelude;
    }
    note_shown(program, &parsed, module);
    library::import(program, &parsed.imports, problems);
    library::import_internals(program);
    declare(program, &parsed, false, problems);
    let groups = resolve(program, &parsed, false, problems);
    check(program, &parsed, groups, problems);
    derive_instances(program, Derived::Always(&parsed.data), problems);
    library::export(program, module.name, &exports);
}

fn note_shown(program: &mut Program, parsed: &ParsedFile, module: &library::Module) {
    let constructors: Vec<ConId> =
        parsed.data.iter().flat_map(|data| program[*data].constructors.clone()).collect();
    for con in constructors {
        let name = program.text(program[con].name);
        let known = module.shown.iter().find(|(constructor, _)| *constructor == name);
        program[con].shown = known.map_or(Shown::AsWritten, |(_, shown)| *shown);
    }
}

fn check(
    program: &mut Program,
    file: &ParsedFile,
    groups: Vec<Vec<FunctionId>>,
    problems: &mut Vec<Diagnostic>,
) {
    types::check_declarations(program, &file.data, &file.synonyms, problems);
    types::check_instances(program, &file.instances, problems);
    types::check(program, &groups, problems);
    program.groups.extend(groups);
}

impl ParsedFile {
    fn extend(&mut self, more: ParsedFile) {
        self.imports.extend(more.imports);
        self.exports = more.exports.or(self.exports.take());
        self.data.extend(more.data);
        self.synonyms.extend(more.synonyms);
        self.classes.extend(more.classes);
        self.instances.extend(more.instances);
        self.functions.extend(more.functions);
        self.hidden.extend(more.hidden);
        self.pragmas.extend(more.pragmas);
        self.defaults = more.defaults.or(self.defaults.take());
    }
}

/// Puts the top-level names of the files into scope.
fn declare(program: &mut Program, file: &ParsedFile, library: bool, problems: &mut Vec<Diagnostic>) {
    let mut scope = std::mem::take(if library { &mut program.library } else { &mut program.visible });
    let mut own = Declared::default();
    for data in &file.data {
        let (name, span) = (program[*data].name, program[*data].span);
        own.types.add(program, name, span, problems);
        scope.types.insert(name, TypeEntity::Data(*data));
        for con in program[*data].constructors.clone() {
            let (name, span) = (program[con].name, program[con].span);
            own.constructors.add(program, name, span, problems);
            scope.constructors.insert(name, con);
            for field in &program[con].fields {
                scope.fields.extend(field.name.map(|name| (name, *data)));
            }
        }
    }
    for synonym in &file.synonyms {
        let (name, span) = (program.synonyms[*synonym].name, program.synonyms[*synonym].span);
        own.types.add(program, name, span, problems);
        scope.types.insert(name, TypeEntity::Synonym(*synonym));
    }
    for RawClass { class, .. } in &file.classes {
        let (name, span) = (program.class(*class).name, program.class(*class).span);
        own.classes.add(program, name, span, problems);
        scope.classes.insert(name, *class);
    }
    for function in &file.functions {
        let (name, span) = (program[*function].name, program[*function].span);
        own.values.add(program, name, span, problems);
        scope.values.insert(name, *function);
    }
    *(if library { &mut program.library } else { &mut program.visible }) = scope;
    instances::superclasses(program, &file.classes, library, problems);
}

#[derive(Default)]
struct Declared {
    types: Once,
    classes: Once,
    constructors: Once,
    values: Once,
}

/// Names that must be declared only once.
#[derive(Default)]
struct Once(std::collections::HashMap<crate::ast::Name, Span>);

impl Once {
    fn add(&mut self, program: &Program, name: crate::ast::Name, span: Span, problems: &mut Vec<Diagnostic>) {
        if let Some(first) = self.0.insert(name, span) {
            let problem = Diagnostic::error(span, format!("`{}` is defined twice", program.text(name)));
            problems.push(problem.label(first, "first here"));
        }
    }
}

/// Gives all names their meaning, and puts functions into an order in which each comes after what
/// it needs.
fn resolve(
    program: &mut Program,
    file: &ParsedFile,
    library: bool,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Vec<FunctionId>> {
    let mut written: Vec<TypeId> = Vec::new();
    for data in &file.data {
        for con in &program[*data].constructors {
            let con = &program[*con];
            written.extend(con.fields.iter().map(|field| field.ty));
            written.extend(con.decides.iter().map(|(_, ty)| *ty));
            written.extend(con.context.iter().map(|constraint| constraint.ty));
        }
    }
    written.extend(file.synonyms.iter().map(|synonym| program.synonyms[*synonym].ty));
    let primitives = file.functions.iter().filter(|function| program[**function].rules().is_empty());
    written.extend(primitives.filter_map(|function| Some(program[*function].signature.as_ref()?.ty)));
    for instance in &file.instances {
        written.push(instance.ty);
        written.extend(instance.others.iter().chain(instance.context.iter().flat_map(|one| &one.others)));
    }
    written.extend(file.defaults.iter().flatten());
    rename::types(program, &written, library, problems);
    program.defaults = file.defaults.clone();
    instances::declare(program, &file.instances, library, problems);
    let functions: Vec<FunctionId> = file.functions.iter().chain(&file.hidden).copied().collect();
    let uses = rename::functions(program, &functions, library, problems);
    let place: std::collections::HashMap<FunctionId, usize> =
        functions.iter().enumerate().map(|(at, function)| (*function, at)).collect();
    let needs: Vec<Vec<usize>> =
        uses.iter().map(|uses| uses.iter().filter_map(|used| place.get(used).copied()).collect()).collect();
    let groups = rename::dependency_groups(&needs);
    for RawPragma { span, kind, names } in &file.pragmas {
        let mut functions = Vec::new();
        for (name, at) in names {
            match file.functions.iter().find(|function| program[**function].name == *name) {
                Some(function) => functions.push(*function),
                None => {
                    let message = format!("`{}` is not defined here", program.text(*name));
                    problems.push(Diagnostic::error(*at, message));
                }
            }
        }
        program.pragmas.push(Pragma { span: *span, kind: *kind, functions });
    }
    groups.into_iter().map(|group| group.into_iter().map(|at| functions[at]).collect()).collect()
}
