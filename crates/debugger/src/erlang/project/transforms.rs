//! Parse transforms: programs that rewrite a module before it is compiled. They are not run here,
//! so a module that needs one is refused: without it, the module would be a different program.

use erlang_syntax::Diagnostic;
use erlang_syntax::ast::{ExprId, ExprKind, Module};
use erlang_syntax::lint::parse_transforms;

/// EUnit's transforms only change which functions are exported, and that is known without them.
const HARMLESS: &[&str] = &["eunit_autoexport", "eunit_striptests"];

/// Transforms that change nothing unless the module calls a function, or a module, of this name.
const ONLY_WITH: &[(&str, &str)] = &[("ms_transform", "fun2ms"), ("qlc", "qlc")];

/// An error for each transform that the module needs.
pub fn missing(module: &Module) -> Vec<Diagnostic> {
    let is_needed = |name: &str| match ONLY_WITH.iter().find(|(transform, _)| *transform == name) {
        Some((_, called)) => calls(module, called),
        None => !HARMLESS.contains(&name),
    };
    let needed = parse_transforms(module).into_iter().filter(|(transform, _)| is_needed(transform.name()));
    needed
        .map(|(transform, span)| {
            let message = format!("not supported: the parse transform {}", transform.name());
            let help =
                "compile the module with debug_info and pass the .beam file, where it is already applied";
            Diagnostic::error(span, message).help(help)
        })
        .collect()
}

fn calls(module: &Module, name: &str) -> bool {
    let is_name = |id: ExprId| matches!(module[id].kind, ExprKind::Atom(atom) if atom.name() == name);
    module.exprs.iter().any(|expr| match expr.kind {
        ExprKind::RemoteCall { module: of, function, .. } => is_name(of) || is_name(function),
        _ => false,
    })
}
