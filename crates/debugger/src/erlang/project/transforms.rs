//! Parse transforms: programs that rewrite a module before it is compiled. They run in a machine
//! of their own ([`super::workshop`]).

use erlang_syntax::ast::{ExprId, ExprKind, FormKind, Module};
use erlang_syntax::forms::{self, Unkept};
use erlang_syntax::lint::parse_transforms;
use erlang_syntax::source::{FileId, Pos, Span};
use erlang_syntax::{Diagnostic, literal_term};
use erlang_term::{Atom, Term};

use super::{Code, MissingFile, Trouble};

/// EUnit's transforms only change which functions are exported, and that is known without them.
const HARMLESS: &[&str] = &["eunit_autoexport", "eunit_striptests"];

/// Transforms that change nothing unless the module calls a function, or a module, of this name.
const ONLY_WITH: &[(&str, &str)] = &[("ms_transform", "fun2ms"), ("qlc", "qlc")];

/// The module after all transforms that it, or the options of its project, ask for. The module is
/// as it was if there are none.
pub fn apply(code: &Code, module: Module, options: &[Term]) -> Result<Module, Vec<Trouble>> {
    let asked = |option: &Term| match option.as_tuple()? {
        [Term::Atom(key), Term::Atom(transform)] if key.name() == "parse_transform" => Some(*transform),
        _ => None,
    };
    let by_project = options.iter().filter_map(asked);
    // A transform of the project is not applied to the modules that it is made of.
    let by_project =
        by_project.filter(|name| !code.workshop.being_read.borrow().iter().any(|m| m == name.name()));
    let by_module = parse_transforms(&module);
    let place = |name: Atom| by_module.iter().find(|(other, _)| *other == name).map(|(_, span)| *span);
    let mut wanted: Vec<Atom> = Vec::new();
    for name in by_project.chain(by_module.iter().map(|(name, _)| *name)) {
        if name != module.name && is_needed(&module, name.name()) && !wanted.contains(&name) {
            wanted.push(name);
        }
    }
    if wanted.is_empty() {
        return Ok(module);
    }
    let refuse = |diagnostics: Vec<Diagnostic>| {
        Err(diagnostics
            .into_iter()
            .map(|diagnostic| Trouble::InText(diagnostic, module.sources.clone()))
            .collect())
    };
    let start = module.forms.first().map_or(Span::NONE, |form| form.span);
    for &name in &wanted {
        if !code.has_module(name.name()) {
            return Err(vec![Trouble::Missing(MissingFile {
                dependency: None,
                what: format!("the parse transform {}", name.name()),
                from: module.sources.name(FileId(0)).to_owned(),
            })]);
        }
    }
    let last = wanted.last().copied().and_then(place).unwrap_or(start);
    code.workshop.being_read.borrow_mut().push(module.name.name().to_owned());
    let result = run(code, &module, &wanted, options);
    code.workshop.being_read.borrow_mut().pop();
    match result {
        Err(why) => refuse(vec![Diagnostic::error(last, format!("{}: {why}", names(&wanted)))]),
        Ok(term) => match read(&term, &module) {
            Ok(transformed) => Ok(transformed),
            Err(problems) => refuse(
                problems
                    .into_iter()
                    .map(|(line, message)| {
                        let start = Pos { line, column: 1 };
                        let span = Span { start, end: start, file: FileId(0) };
                        Diagnostic::error(if line == 0 { last } else { span }, message)
                    })
                    .collect(),
            ),
        },
    }
}

fn names(transforms: &[Atom]) -> String {
    let names: Vec<&str> = transforms.iter().map(|name| name.name()).collect();
    match names[..] {
        [name] => format!("the parse transform {name} could not be applied"),
        _ => format!("the parse transforms {} could not be applied", names.join(", ")),
    }
}

/// `{ok, Forms}`, or `{error, Problems}`.
fn run(code: &Code, module: &Module, transforms: &[Atom], options: &[Term]) -> Result<Term, String> {
    let forms = Term::list(forms::encode(module, Unkept::Nearby));
    let is_transform = |option: &Term| match option.as_tuple() {
        Some([key, _]) => key.as_atom().is_some_and(|key| key.name() == "parse_transform"),
        _ => false,
    };
    // As in OTP: the options of the command line, then those of the module.
    let of_module = module.forms.iter().filter_map(|form| match form.kind {
        FormKind::Compile(options) => literal_term(module, options),
        _ => None,
    });
    let of_module = of_module.flat_map(|options| match options.proper_list() {
        Some(options) => options,
        None => vec![options],
    });
    let options = options.iter().cloned().chain(of_module).filter(|option| !is_transform(option));
    let options = Term::list(options.collect::<Vec<_>>());
    let transforms = Term::list(transforms.iter().map(|name| Term::Atom(*name)).collect::<Vec<_>>());
    code.workshop.make(code, ("whodunit_transform", "run"), vec![transforms, forms, options])
}

/// The module, or what is wrong, with line numbers.
fn read(term: &Term, original: &Module) -> Result<Module, Vec<(u32, String)>> {
    match term.as_tuple() {
        Some([Term::Atom(ok), forms]) if ok.name() == "ok" => {
            forms::decode(forms, original).map_err(|why| vec![(0, why)])
        }
        Some([_, problems]) => {
            let problem = |problem: &Term| match problem.as_tuple() {
                Some([_, Term::Int(line), text]) => {
                    (u32::try_from(*line).unwrap_or(0), text.text().unwrap_or_default())
                }
                _ => (0, String::new()),
            };
            Err(problems.proper_list().unwrap_or_default().iter().map(problem).collect())
        }
        _ => Err(vec![(0, "it returned no forms".to_owned())]),
    }
}

fn is_needed(module: &Module, name: &str) -> bool {
    match ONLY_WITH.iter().find(|(transform, _)| *transform == name) {
        Some((_, called)) => calls(module, called),
        None => !HARMLESS.contains(&name),
    }
}

fn calls(module: &Module, name: &str) -> bool {
    let is_name = |id: ExprId| matches!(module[id].kind, ExprKind::Atom(atom) if atom.name() == name);
    module.exprs.iter().any(|expr| match expr.kind {
        ExprKind::RemoteCall { module: of, function, .. } => is_name(of) || is_name(function),
        _ => false,
    })
}
