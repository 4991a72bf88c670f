//! Another version of the program, beside the one that ran: which of its functions stand for which.
//!
//! Both are in one [`Program`], so that a value means the same in both, and a run can go on in the
//! other version at any call.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use erlang_machine::code::{Function, FunctionId};
use erlang_machine::program::{ModuleCode, Program};
use erlang_syntax::ast::{ExprId, ExprKind, FormKind, Module};
use erlang_syntax::pretty;

pub struct Version {
    /// What runs in place of the functions (and funs) that differ.
    changed: HashMap<FunctionId, FunctionId>,
    /// Functions (and funs) that the version does not have.
    missing: HashSet<FunctionId>,
    /// What a function of the version stands for.
    originals: HashMap<FunctionId, FunctionId>,
}

impl Version {
    /// Adds other versions of some of the user's modules to a program.
    pub fn new(program: &Program, modules: impl IntoIterator<Item = Rc<Module>>) -> Result<Version, String> {
        let mut version =
            Version { changed: HashMap::new(), missing: HashSet::new(), originals: HashMap::new() };
        for module in modules {
            let Some(ours) = program.module(module.name).filter(|ours| !ours.trusted) else { continue };
            version.add(program, &ours, &*program.another(module)?);
        }
        Ok(version)
    }

    /// The same with another version of one module, which is part of the program already.
    pub fn with(mut self, program: &Program, theirs: &ModuleCode) -> Version {
        if let Some(ours) = program.module(theirs.name).filter(|ours| !ours.trusted) {
            self.add(program, &ours, theirs);
        }
        self
    }

    fn add(&mut self, program: &Program, ours: &ModuleCode, theirs: &ModuleCode) {
        let all_differ = definitions(&ours.source) != definitions(&theirs.source);
        for id in functions_of(ours) {
            let function = program.function(id);
            if is_part(function) {
                continue;
            }
            let counterpart = match is_fun(function) {
                true => counterpart_of_fun((program, ours), id, (program, theirs)),
                false => theirs.functions.get(&(function.name, function.arity)).map(|(id, _)| *id),
            };
            let Some(other) =
                counterpart.filter(|other| captures_the_same(function, program.function(*other)))
            else {
                self.missing.insert(id);
                continue;
            };
            self.originals.insert(other, id);
            if all_differ || text_of(function) != text_of(program.function(other)) {
                self.changed.insert(id, other);
            }
        }
        self.add_copies(program, theirs);
    }

    /// Funs that are written once and stand in several functions of the version, because an
    /// expression of one of them is also another function.
    fn add_copies(&mut self, program: &Program, theirs: &ModuleCode) {
        let funs: Vec<FunctionId> = functions_of(theirs).filter(|id| is_fun(program.function(*id))).collect();
        let known =
            funs.iter().filter_map(|id| Some((program.function(*id).origin?, *self.originals.get(id)?)));
        let known: HashMap<ExprId, FunctionId> = known.collect();
        for id in funs {
            let fun = program.function(id);
            if let Some(original) = fun.origin.and_then(|origin| known.get(&origin))
                && captures_the_same(program.function(*original), fun)
            {
                self.originals.entry(id).or_insert(*original);
            }
        }
    }

    /// The function of the program that ran.
    pub fn original(&self, id: FunctionId) -> FunctionId {
        self.originals.get(&id).copied().unwrap_or(id)
    }

    /// What the version has in place of a function of the program that ran, if it differs.
    pub fn replacement(&self, original: FunctionId) -> Option<FunctionId> {
        self.changed.get(&original).copied()
    }

    /// Whether the version has nothing in its place.
    pub fn lacks(&self, original: FunctionId) -> bool {
        self.missing.contains(&original)
    }
}

/// A program, and one version of a module in it.
pub type In<'a> = (&'a Program, &'a ModuleCode);

/// The fun of another version that stands where this one does, or is written as it is.
pub fn counterpart_of_fun(ours: In<'_>, id: FunctionId, theirs: In<'_>) -> Option<FunctionId> {
    let fun = ours.0.function(id);
    let (beside, others) = (funs_beside(ours, fun), funs_beside(theirs, fun));
    let text = text_of(fun);
    let text_of_other = |id: FunctionId| text_of(theirs.0.function(id));
    let same_place = others.iter().copied().find(|id| theirs.0.function(*id).name == fun.name);
    let same_texts: Vec<FunctionId> =
        others.iter().copied().filter(|id| text_of_other(*id) == text).collect();
    // One that was changed has no counterpart by its text; then its place tells, unless another fun
    // of ours has that text.
    let is_ours = |id: FunctionId| {
        let text = text_of_other(id);
        beside.iter().any(|fun| text_of(ours.0.function(*fun)) == text)
    };
    match (same_place, same_texts.as_slice()) {
        (Some(id), _) if text_of_other(id) == text => Some(id),
        (_, [id]) => Some(*id),
        (Some(id), []) if beside.len() == others.len() && !is_ours(id) => Some(id),
        _ => None,
    }
}

pub fn is_fun(function: &Function) -> bool {
    function.origin.is_some_and(|origin| matches!(function.source[origin].kind, ExprKind::Fun { .. }))
}

/// Lifted from a comprehension: only the function that it is written in calls it.
fn is_part(function: &Function) -> bool {
    function.origin.is_some() && !is_fun(function)
}

/// Captured values are passed in the order of the code that made the fun.
fn captures_the_same(ours: &Function, theirs: &Function) -> bool {
    ours.captured == theirs.captured && ours.arity == theirs.arity
}

fn text_of(function: &Function) -> Option<String> {
    let source = &function.source;
    match function.origin {
        Some(origin) => Some(pretty::expr_in_width(source, origin, usize::MAX)),
        None => {
            let mut all = source.functions();
            let found = all.find(|f| (f.name, f.arity) == (function.name, function.arity));
            found.map(|found| pretty::function(source, found))
        }
    }
}

/// What may change the meaning of functions that are written alike.
fn definitions(module: &Module) -> Vec<String> {
    let means = |kind: &FormKind| matches!(kind, FormKind::Record(_) | FormKind::Import { .. });
    module.forms.iter().filter(|form| means(&form.kind)).map(|form| pretty::form(module, form)).collect()
}

/// The funs that stand in the same function as this one does: `-f/1-fun-0-` and so on.
fn funs_beside((program, module): In<'_>, fun: &Function) -> Vec<FunctionId> {
    let around = fun.source.functions().map(|f| format!("-{}/{}-", f.name.name(), f.arity));
    let Some(prefix) = around.filter(|prefix| fun.name.name().starts_with(prefix)).max_by_key(String::len)
    else {
        return Vec::new();
    };
    let is_beside = |id: &FunctionId| {
        let function = program.function(*id);
        is_fun(function) && function.name.name().starts_with(&prefix)
    };
    functions_of(module).filter(is_beside).collect()
}

fn functions_of(module: &ModuleCode) -> impl Iterator<Item = FunctionId> + use<> {
    let count = module.functions.len() as u32;
    (module.first_function..module.first_function + count).map(FunctionId)
}
