//! Modules of the user's own: which file is which module, in which order they are read, what they
//! export and what others see of it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::ast::{FunctionId, Name, Program, TypeEntity};
use crate::diagnostics::Diagnostic;
use crate::library::Exported;
use crate::parser::{Import, Item, ParsedFile, Parts};
use crate::scope::Scope;
use crate::source::FileId;

/// A file without a header is part of it.
pub const MAIN: &str = "Main";

/// Files that are one module.
#[derive(Debug, PartialEq, Eq)]
pub struct Unit {
    pub name: String,
    /// Their places among the files.
    pub files: Vec<usize>,
}

/// The modules of a program, each after those that it imports, and last the one whose names
/// questions use. Files that import nothing of each other are one module, whatever they are called.
/// An error is a circle: the names of modules that import each other.
pub fn units(texts: &[String]) -> Result<Vec<Unit>, Vec<String>> {
    let names: Vec<String> =
        texts.iter().map(|text| module_name(text).unwrap_or_else(|| MAIN.to_owned())).collect();
    let imports: Vec<BTreeSet<String>> = texts.iter().map(|text| imported(text).collect()).collect();
    let is_own = |name: &String| names.contains(name);
    if !imports.iter().flatten().any(is_own) {
        let name = names.into_iter().next().unwrap_or_else(|| MAIN.to_owned());
        return Ok(vec![Unit { name, files: (0..texts.len()).collect() }]);
    }
    let mut needed: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (name, imports) in names.iter().zip(&imports) {
        needed.entry(name).or_default().extend(imports.iter().filter(|import| is_own(import)));
    }
    let main = names.iter().find(|name| *name == MAIN).or(names.first());
    let mut order: Vec<&String> = Vec::new();
    let others = names.iter().filter(|name| Some(*name) != main);
    for name in others.chain(main) {
        visit(name, &needed, &mut Vec::new(), &mut order)?;
    }
    let files = |name: &String| (0..names.len()).filter(|file| names[*file] == *name).collect();
    Ok(order.into_iter().map(|name| Unit { name: name.clone(), files: files(name) }).collect())
}

fn visit<'a>(
    name: &'a String,
    needed: &BTreeMap<&'a String, BTreeSet<&'a String>>,
    path: &mut Vec<&'a String>,
    order: &mut Vec<&'a String>,
) -> Result<(), Vec<String>> {
    if order.contains(&name) {
        return Ok(());
    }
    if let Some(start) = path.iter().position(|outer| *outer == name) {
        return Err(path[start..].iter().map(|name| (*name).clone()).collect());
    }
    path.push(name);
    for other in needed.get(name).into_iter().flatten() {
        recursion::deep(|| visit(other, needed, path, order))?;
    }
    path.pop();
    order.push(name);
    Ok(())
}

/// The name in the header of a file.
pub fn module_name(text: &str) -> Option<String> {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("{-") {
            rest = after_comment(comment);
        } else if rest.starts_with("--") {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else {
            break;
        }
    }
    let rest = rest.strip_prefix("module").filter(|rest| rest.starts_with(char::is_whitespace))?;
    rest.split(|char: char| char.is_whitespace() || char == '(')
        .find(|word| !word.is_empty())
        .map(str::to_owned)
}

/// What follows a comment whose beginning is gone. Comments nest.
fn after_comment(text: &str) -> &str {
    let (mut depth, mut rest) = (1, text);
    while depth > 0 {
        let Some(at) = rest.find(['-', '{']) else { return "" };
        rest = &rest[at..];
        let length = match rest {
            _ if rest.starts_with("-}") => {
                depth -= 1;
                2
            }
            _ if rest.starts_with("{-") => {
                depth += 1;
                2
            }
            _ => 1,
        };
        rest = &rest[length..];
    }
    rest
}

/// The modules that a text seems to import. One too many does no harm.
pub fn imported(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let words = line.trim_start().strip_prefix("import")?;
        let words = words.strip_prefix(|char: char| char.is_whitespace())?;
        let mut words = words.split(|char: char| char.is_whitespace() || char == '(' || char == ';');
        words.find(|word| !["", "qualified", "safe"].contains(word)).map(str::to_owned)
    })
}

/// What one module of the user's exports.
#[derive(Clone, Debug)]
pub struct OwnModule {
    pub name: String,
    pub files: Vec<FileId>,
    exports: Vec<OwnExport>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct OwnExport {
    name: Name,
    /// Constructors, fields and methods come with their type or class.
    of: Option<Name>,
    what: Exported,
}

/// Puts the module's own names into its scope once more, with its name before them.
pub fn qualify(program: &mut Program, module: &str, file: &ParsedFile) {
    let own = own_exports(program, file);
    for export in own {
        let qualified = format!("{module}.{}", program.text(export.name));
        let qualified = program.names.intern(&qualified);
        program.visible.insert(qualified, export.what);
    }
}

/// All that a module declares.
fn own_exports(program: &Program, file: &ParsedFile) -> Vec<OwnExport> {
    let mut all = Vec::new();
    let mut of: BTreeMap<FunctionId, Name> = BTreeMap::new();
    for class in &file.classes {
        let declaration = program.class(class.class);
        of.extend(declaration.methods.iter().map(|method| (method.function, declaration.name)));
        all.push(OwnExport { name: declaration.name, of: None, what: Exported::Class(class.class) });
    }
    let mut fields: BTreeMap<Name, Name> = BTreeMap::new();
    for data in &file.data {
        let name = program[*data].name;
        all.push(OwnExport { name, of: None, what: Exported::Type(TypeEntity::Data(*data)) });
        for con in &program[*data].constructors {
            let of = Some(name);
            all.push(OwnExport { name: program[*con].name, of, what: Exported::Constructor(*con) });
            for field in program[*con].fields.iter().filter_map(|field| field.name) {
                all.push(OwnExport { name: field, of, what: Exported::Field(*data) });
                fields.insert(field, name);
            }
        }
    }
    for synonym in &file.synonyms {
        let what = Exported::Type(TypeEntity::Synonym(*synonym));
        all.push(OwnExport { name: program.synonyms[*synonym].name, of: None, what });
    }
    for function in &file.functions {
        let name = program[*function].name;
        let of = of.get(function).or(fields.get(&name)).copied();
        all.push(OwnExport { name, of, what: Exported::Value(*function) });
    }
    all
}

/// Notes what a module exports; `program.visible` is its scope.
pub fn export(
    program: &mut Program,
    module: &str,
    files: Vec<FileId>,
    file: &ParsedFile,
    problems: &mut Vec<Diagnostic>,
) {
    let own = own_exports(program, file);
    let exports = match &file.exports {
        None => own,
        Some(items) => {
            let mut exports: Vec<OwnExport> = Vec::new();
            for item in items {
                let found = match item.is_module {
                    true if program.text(item.name) == module => own.clone(),
                    true => imported_from(program, item.name),
                    false => meant(program, item),
                };
                if found.is_empty() && !item.is_module {
                    let message = format!("`{}` is exported, but not defined", program.text(item.name));
                    problems.push(Diagnostic::error(item.span, message));
                }
                exports.extend(found);
            }
            exports
        }
    };
    program.modules.push(OwnModule { name: module.to_owned(), files, exports });
}

/// All that is in scope both by itself and with this module's name before it.
fn imported_from(program: &mut Program, module: Name) -> Vec<OwnExport> {
    let prefix = format!("{}.", program.text(module));
    let all = program.visible.everything();
    let plain: Vec<(Name, Exported)> = all
        .into_iter()
        .filter_map(|(name, what)| {
            let bare = program.text(name).strip_prefix(&prefix)?;
            let bare = program.names.get(bare)?;
            program.visible.contains(bare, what).then_some((bare, what))
        })
        .collect();
    plain.into_iter().map(|(name, what)| OwnExport { name, of: owner(program, name, what), what }).collect()
}

/// The type or class that a name belongs to.
fn owner(program: &Program, name: Name, what: Exported) -> Option<Name> {
    match what {
        Exported::Constructor(con) => Some(program[program[con].data].name),
        Exported::Field(data) => Some(program[data].name),
        Exported::Value(function) => match &program[function].body {
            crate::ast::FunctionBody::Method(class, _) => Some(program.class(*class).name),
            _ => program.visible.fields.get(&name).map(|data| program[*data].name),
        },
        Exported::Type(_) | Exported::Class(_) => None,
    }
}

/// What an item of an export list means in the scope of its module.
fn meant(program: &mut Program, item: &Item) -> Vec<OwnExport> {
    // `M.f` is exported as `f`.
    let text = program.text(item.name).to_owned();
    let bare = match text.rsplit_once('.') {
        Some((before, after))
            if !before.is_empty() && !after.is_empty() && text.starts_with(char::is_uppercase) =>
        {
            program.names.intern(after)
        }
        _ => item.name,
    };
    let scope = program.visible.clone();
    let mut found = Vec::new();
    if let Some(function) = scope.values.get(&item.name) {
        let what = Exported::Value(*function);
        found.push(OwnExport { name: bare, of: owner(program, bare, what), what });
        if let Some(data) = scope.fields.get(&item.name) {
            let of = Some(program[*data].name);
            found.push(OwnExport { name: bare, of, what: Exported::Field(*data) });
        }
        return found;
    }
    let is_part = |name: Name| match &item.parts {
        Parts::None => false,
        Parts::All => true,
        Parts::These(names) => names.contains(&name),
    };
    if let Some(entity) = scope.types.get(&item.name) {
        found.push(OwnExport { name: bare, of: None, what: Exported::Type(*entity) });
        if let TypeEntity::Data(data) = entity {
            let of = Some(bare);
            for con in &program[*data].constructors {
                let name = program[*con].name;
                if is_part(name) {
                    found.push(OwnExport { name, of, what: Exported::Constructor(*con) });
                }
                let fields = program[*con].fields.iter().filter_map(|field| field.name);
                for field in fields.filter(|field| is_part(*field)) {
                    found.push(OwnExport { name: field, of, what: Exported::Field(*data) });
                    let selector = scope.values.get(&field).copied();
                    found.extend(selector.map(|it| OwnExport { name: field, of, what: Exported::Value(it) }));
                }
            }
        }
    }
    if let Some(class) = scope.classes.get(&item.name) {
        found.push(OwnExport { name: bare, of: None, what: Exported::Class(*class) });
        for method in program.class(*class).methods.iter().filter(|method| is_part(method.name)) {
            let what = Exported::Value(method.function);
            found.push(OwnExport { name: method.name, of: Some(bare), what });
        }
    }
    found
}

/// Whether a module of the user's is called so.
pub fn is_own(program: &Program, module: &str) -> bool {
    program.modules.iter().any(|own| own.name == module)
}

/// Puts into scope what an import takes from a module of the user's.
pub fn import(program: &mut Program, import: &Import, visible: &mut Scope, problems: &mut Vec<Diagnostic>) {
    let Some(module) = program.modules.iter().find(|own| own.name == import.module) else { return };
    let exports = module.exports.clone();
    let items = import.items.as_deref().unwrap_or_default();
    for item in items {
        let is_known = exports.iter().any(|export| export.name == item.name);
        if !is_known && !import.hiding {
            let message = format!("{} does not export `{}`", import.module, program.text(item.name));
            problems.push(Diagnostic::error(item.span, message));
        }
    }
    let is_listed = |export: &OwnExport| {
        items.iter().any(|item| {
            let is_part = match &item.parts {
                Parts::None => false,
                Parts::All => true,
                Parts::These(names) => names.contains(&export.name),
            };
            let is_named = item.name == export.name;
            let is_constructor = matches!(export.what, Exported::Constructor(_));
            (is_named && (!is_constructor || import.hiding)) || (Some(item.name) == export.of && is_part)
        })
    };
    let prefix = import.alias.as_deref().unwrap_or(&import.module);
    for export in &exports {
        if import.items.is_some() && is_listed(export) == import.hiding {
            continue;
        }
        let qualified = format!("{prefix}.{}", program.text(export.name));
        visible.insert(program.names.intern(&qualified), export.what);
        if !import.qualified {
            visible.insert(export.name, export.what);
        }
    }
}

/// What questions see: the names of the module that was read last, and of the others what it has no
/// names for; all of them with the names of their modules, too.
pub fn open_all(program: &mut Program, units: &[(String, &ParsedFile)]) {
    let mut scope = program.visible.clone();
    let mut taken: HashSet<(u8, Name)> = HashSet::new();
    for (module, file) in units.iter().rev() {
        for export in own_exports(program, file) {
            let qualified = format!("{module}.{}", program.text(export.name));
            scope.insert(program.names.intern(&qualified), export.what);
            if !program.visible.has(export.name, export.what)
                && taken.insert((export.what.kind(), export.name))
            {
                scope.insert(export.name, export.what);
            }
        }
    }
    program.visible = scope;
}

impl Program {
    /// The module of the user's that a file belongs to, if there are several.
    pub fn module_of_file(&self, file: FileId) -> Option<&str> {
        let own = self.modules.iter().find(|own| own.files.contains(&file))?;
        (self.modules.len() > 1).then_some(&own.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        for (text, expected) in [
            ("module A.B where\n", Some("A.B")),
            ("{-# LANGUAGE X #-}\n-- | {- module B\n{- a {- b -} - c -}\nmodule C(f) where", Some("C")),
            ("main = print 1", None),
            ("modules = 1", None),
        ] {
            assert_eq!(module_name(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn order() {
        let order = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            units(&texts).map(|units| units.into_iter().map(|unit| unit.name).collect::<Vec<String>>())
        };
        let main = "import qualified B\nimport C (f)\nmain = f";
        let (b, c) = ("module B where\nimport C", "module C where\n");
        assert_eq!(order(&[main, b, c]), Ok(vec!["C".to_owned(), "B".to_owned(), "Main".to_owned()]));
        // Nobody imports anybody.
        assert_eq!(order(&["f = 1", "module D where\ng = 2"]), Ok(vec!["Main".to_owned()]));
        let circle = order(&["module B where\nimport C", "module C where\nimport B"]);
        assert_eq!(
            circle,
            Err(vec!["B".to_owned(), "C".to_owned()]).map_err(|mut names: Vec<String>| {
                names.reverse();
                names
            })
        );
    }
}
