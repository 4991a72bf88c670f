//! From texts to a program: parse, then resolve names, then check types. Each step needs the one before to be without errors.

use std::sync::OnceLock;

use crate::ast::{
    ConId, DataId, FunctionId, KnownType, Mode, Origin, Pragma, Program, Query, Shown, TypeEntity, TypeId,
};
use crate::classes::Class;
use crate::diagnostics::Diagnostic;
use crate::lexer::Spelling;
use crate::library::{self, MODULES, Reading};
use crate::parser::{ParsedFile, Parser, RawClass, RawPragma};
use crate::primitives::PRIMITIVES;
use crate::source::Span;
use crate::{builtin, derive, instances, rename, types};

/// How a program is to be read.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Options {
    pub mode: Mode,
    pub spelling: Spelling,
}

impl Options {
    /// As the name of the file says: `.hs`, `.flp`, `.curry`, `.toy`.
    pub fn for_file(name: &str) -> Option<Options> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "hs" => Some(Options::default()),
            "flp" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Haskell }),
            "curry" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Curry }),
            "toy" => Some(Options { mode: Mode::FunctionalLogic, spelling: Spelling::Toy }),
            _ => None,
        }
    }
}

/// Reads a program from its files, each a name and a text. It is fit to be run if there is no error among the problems.
pub fn load(files: &[(&str, &str)], options: Options) -> (Program, Vec<Diagnostic>) {
    let (mut program, mut problems) = library(options.mode);
    if options.mode == Mode::Haskell {
        for module in files.iter().flat_map(|(_, text)| library::needed_apart(text)) {
            load_apart(&mut program, module, &mut problems);
        }
    }
    program.spelling = options.spelling;
    program.first_file = program.sources.next();
    let mut whole = ParsedFile::default();
    for (name, text) in files {
        let file = program.sources.add(*name, *text);
        let parsed = Parser::new(&mut program, file, options.spelling, &mut problems).file();
        whole.extend(parsed);
    }
    if !has_error(&problems) {
        library::import(&mut program, &whole.imports, &mut problems);
        library::hide_internals(&mut program);
        derive_containers(&mut program, &mut whole, &mut problems);
        declare(&mut program, &whole, false, &mut problems);
    }
    if !has_error(&problems) {
        let groups = resolve(&mut program, &whole, false, &mut problems);
        if !has_error(&problems) {
            check(&mut program, &whole, groups, &mut problems);
            derive_instances(&mut program, None, &mut problems);
        }
    }
    (program, problems)
}

/// What is derived of the classes of containers, and for newtypes of those of their content, belongs to the files: their own rules may need it.
fn derive_containers(program: &mut Program, whole: &mut ParsedFile, problems: &mut Vec<Diagnostic>) {
    let mut text = derive::containers::text(program, &whole.data, problems);
    text.push_str(&derive::newtypes::text(program, &whole.data, problems));
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

/// Where there are instances of `Eq`, `Ord` or `Show` that are not what the structure of a type says, types that may contain such parts get theirs, too. Those of a
/// module of the library have them in any case, as soon as it is read: others may not see them.
fn derive_instances(program: &mut Program, of_module: Option<&[DataId]>, problems: &mut Vec<Diagnostic>) {
    let mut text = String::new();
    for class in [Class::EQ, Class::ORD, Class::SHOW] {
        match of_module {
            Some(own) => text.push_str(&derive::text(program, class, own.iter().copied())),
            None if program.class_instances.iter().any(|instance| instance.class == class) => {
                let all = (0..program.data.len() as u32).map(DataId);
                text.push_str(&derive::text(program, class, all));
            }
            None => {}
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
    // What the text speaks of is the library's, whatever the user's files call by those names, and the user's types.
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
    derive_instances(program, Some(&parsed.data), problems);
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
        self.data.extend(more.data);
        self.synonyms.extend(more.synonyms);
        self.classes.extend(more.classes);
        self.instances.extend(more.instances);
        self.functions.extend(more.functions);
        self.hidden.extend(more.hidden);
        self.pragmas.extend(more.pragmas);
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

/// Gives all names their meaning, and puts functions into an order in which each comes after what it needs.
fn resolve(
    program: &mut Program,
    file: &ParsedFile,
    library: bool,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Vec<FunctionId>> {
    let mut written: Vec<TypeId> = Vec::new();
    for data in &file.data {
        for con in &program[*data].constructors {
            written.extend(program[*con].fields.iter().map(|field| field.ty));
        }
    }
    written.extend(file.synonyms.iter().map(|synonym| program.synonyms[*synonym].ty));
    let primitives = file.functions.iter().filter(|function| program[**function].rules().is_empty());
    written.extend(primitives.filter_map(|function| Some(program[*function].signature.as_ref()?.ty)));
    for instance in &file.instances {
        written.push(instance.ty);
        written.extend(instance.others.iter().chain(instance.context.iter().flat_map(|one| &one.others)));
    }
    rename::types(program, &written, library, problems);
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
