//! Checks that the functions called in the expression of `-e` exist: a misspelt name is reported
//! before anything runs.

use erlang_machine::world::{FoundModule, Loader};
use erlang_syntax::ast::{ExprKind, FormKind, Function, Module};
use erlang_syntax::lint::parse_transforms;
use erlang_syntax::{Diagnostic, closest, literal_term};
use erlang_term::Atom;

use super::project::{Code, Trouble};
use super::tests::quoted;
use crate::language::FunctionSeen;

/// An error for each call `m:f(…)` in the expression whose function does not exist or is not
/// exported.
pub fn unknown_functions(code: &Code) -> Vec<Trouble> {
    let Some(expression) = code.expression() else { return Vec::new() };
    let trouble = |diagnostic| Trouble::InText(diagnostic, expression.sources.clone());
    expression
        .exprs
        .iter()
        .filter_map(|expr| {
            let ExprKind::RemoteCall { module, function, arguments } = &expr.kind else { return None };
            let (ExprKind::Atom(module), ExprKind::Atom(function)) =
                (&expression[*module].kind, &expression[*function].kind)
            else {
                return None;
            };
            let message = problem(code, *module, *function, arguments.len() as u32)?;
            let diagnostic = Diagnostic::error(expr.span, message.0);
            Some(trouble(match message.1 {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }))
        })
        .collect()
}

/// What is wrong with calling a function, and a hint at what may be meant instead.
fn problem(code: &Code, module: Atom, function: Atom, arity: u32) -> Option<(String, Option<String>)> {
    let name = module.name();
    let Some(source) = code.modules().find(|source| source.name == module) else {
        let unknown = erlang_machine::native::MODULES.iter().all(|(native, _)| *native != name)
            && matches!(code.load(module), FoundModule::Nothing);
        return unknown.then(|| (format!("there is no module {name}"), sources_hint(code)));
    };
    let has = |wanted: Atom, arity: u32| source.functions().any(|f| (f.name, f.arity) == (wanted, arity));
    let wanted = format!("{}/{arity}", function.name());
    if !has(function, arity) {
        return match function.name() {
            "module_info" => None,
            _ => Some((format!("{name} has no function {wanted}"), similar(source, function))),
        };
    }
    let exported = exports(source, function, arity);
    (!exported).then(|| {
        (
            format!("{name} does not export {wanted}"),
            Some("add it to -export, or use -compile(export_all)".into()),
        )
    })
}

/// The exported functions of a module, without tests and what the compiler adds.
pub fn callable(module: &Module) -> Vec<FunctionSeen> {
    let is_test = |name: &str| name.ends_with("_test") || name.ends_with("_test_");
    let named = |function: &Function, n: usize| {
        let pattern = function.clauses.first().and_then(|clause| clause.patterns.get(n));
        match pattern.map(|pattern| &module[*pattern].kind) {
            Some(ExprKind::Variable(name)) => name.name().trim_start_matches('_').to_owned(),
            _ => "_".to_owned(),
        }
    };
    let shown = |function: &Function| FunctionSeen {
        name: format!("{}:{}", quoted(module.name), quoted(function.name)),
        arguments: (0..function.arity as usize).map(|n| named(function, n)).collect(),
        file: format!("{}.erl", module.name.name()),
    };
    let functions = module.functions().filter(|function| {
        exports(module, function.name, function.arity)
            && !is_test(function.name.name())
            && !(function.arity == 0 && function.name.name() == "test")
    });
    functions.map(shown).collect()
}

/// Whether the module exports the function, or EUnit does so for it.
pub fn exports(module: &Module, function: Atom, arity: u32) -> bool {
    let name = function.name();
    let is_test = arity == 0 && (name.ends_with("_test") || name.ends_with("_test_"));
    let by_eunit = || parse_transforms(module).iter().any(|(name, _)| name.name() == "eunit_autoexport");
    (is_test && by_eunit())
        || module.forms.iter().any(|form| match &form.kind {
            FormKind::Export(names) => names.iter().any(|name| (name.name, name.arity) == (function, arity)),
            FormKind::Compile(options) => {
                let options = literal_term(module, *options).unwrap_or_default();
                let export_all = Atom::new("export_all");
                options.as_atom() == Some(export_all)
                    || options.list_parts().0.iter().any(|option| option.as_atom() == Some(export_all))
            }
            _ => false,
        })
}

fn similar(module: &Module, function: Atom) -> Option<String> {
    let arities =
        module.functions().filter(|f| f.name == function).map(|f| format!("{}/{}", f.name.name(), f.arity));
    let arities: Vec<String> = arities.collect();
    if !arities.is_empty() {
        return Some(format!("it has {}", arities.join(", ")));
    }
    let names = module.functions().map(|f| f.name.name());
    closest(function.name(), names).map(|near| format!("did you mean {near}?"))
}

fn sources_hint(code: &Code) -> Option<String> {
    let names: Vec<&str> = code.modules().map(|module| module.name.name()).take(10).collect();
    Some(match names.is_empty() {
        true => "name the files or folders of the program before -e".into(),
        false => format!("the sources define {}", names.join(", ")),
    })
}
