//! `newtype Score = Score Int deriving (Num)` (GHC's GeneralizedNewtypeDeriving): instances that do
//! what those of the content do.

use crate::ast::{DataId, Program, TypeKind};
use crate::diagnostics::Diagnostic;

/// What a class is derived for: the type, or the type without its last parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Type,
    Computation,
}

/// Classes, and their methods: `C` is the constructor. The names are those of the prelude, whatever
/// the program calls by them.
const CLASSES: &[(&str, Of, &[&str])] = &[
    (
        "Num",
        Of::Type,
        &[
            "(C x) + (C y) = C (x Prelude.+ y)",
            "(C x) - (C y) = C (x Prelude.- y)",
            "(C x) * (C y) = C (x Prelude.* y)",
            "negate (C x) = C (Prelude.negate x)",
            "abs (C x) = C (Prelude.abs x)",
            "signum (C x) = C (Prelude.signum x)",
            "fromInteger n = C (Prelude.fromInteger n)",
        ],
    ),
    ("Real", Of::Type, &["toRational (C x) = Prelude.toRational x"]),
    (
        "Integral",
        Of::Type,
        &[
            "quot (C x) (C y) = C (Prelude.quot x y)",
            "rem (C x) (C y) = C (Prelude.rem x y)",
            "div (C x) (C y) = C (Prelude.div x y)",
            "mod (C x) (C y) = C (Prelude.mod x y)",
            "quotRem (C x) (C y) = case Prelude.quotRem x y of { (q, r) -> (C q, C r) }",
            "divMod (C x) (C y) = case Prelude.divMod x y of { (q, r) -> (C q, C r) }",
            "toInteger (C x) = Prelude.toInteger x",
        ],
    ),
    (
        "Fractional",
        Of::Type,
        &[
            "(C x) / (C y) = C (x Prelude./ y)",
            "recip (C x) = C (Prelude.recip x)",
            "fromRational r = C (Prelude.fromRational r)",
        ],
    ),
    (
        "Enum",
        Of::Type,
        &[
            "succ (C x) = C (Prelude.succ x)",
            "pred (C x) = C (Prelude.pred x)",
            "toEnum n = C (Prelude.toEnum n)",
            "fromEnum (C x) = Prelude.fromEnum x",
            "enumFrom (C x) = Prelude.map C (Prelude.enumFrom x)",
            "enumFromThen (C x) (C y) = Prelude.map C (Prelude.enumFromThen x y)",
            "enumFromTo (C x) (C z) = Prelude.map C (Prelude.enumFromTo x z)",
            "enumFromThenTo (C x) (C y) (C z) = Prelude.map C (Prelude.enumFromThenTo x y z)",
        ],
    ),
    ("Semigroup", Of::Type, &["(C x) <> (C y) = C (x Prelude.<> y)"]),
    ("Monoid", Of::Type, &["mempty = C Prelude.mempty"]),
    (
        "Applicative",
        Of::Computation,
        &["pure x = C (Prelude.pure x)", "(C f) <*> (C x) = C (f Prelude.<*> x)"],
    ),
    ("Monad", Of::Computation, &["(C x) >>= f = C (x Prelude.>>= \\y -> case f y of { C z -> z })"]),
];

pub fn is_derived(class: &str) -> bool {
    CLASSES.iter().any(|(name, ..)| *name == class)
}

/// The instances that the newtypes among these types derive, as text.
pub fn text(program: &Program, among: &[DataId], problems: &mut Vec<Diagnostic>) -> String {
    let mut text = String::new();
    for data in among.iter().filter(|data| program[**data].newtype) {
        for (class, span) in &program[*data].deriving {
            let name = program.text(*class);
            let name = name.rsplit_once('.').map_or(name, |(_, bare)| bare);
            let Some((class, of, methods)) = CLASSES.iter().find(|(class, ..)| *class == name) else {
                continue;
            };
            match instance(program, *data, class, *of, methods) {
                Some(instance) => text.push_str(&instance),
                None => {
                    let own = program.text(program[*data].name);
                    let message = format!("not supported: deriving `{name}` for `{own}`");
                    let help = "write the instance, or let its content be of a type without parameters";
                    problems.push(Diagnostic::error(*span, message).help(help));
                }
            }
        }
    }
    text
}

fn instance(program: &Program, data: DataId, class: &str, of: Of, methods: &[&str]) -> Option<String> {
    let declared = &program[data];
    let constructor = &program[*declared.constructors.first()?];
    let content = &program[constructor.fields.first()?.ty].kind;
    let parameters: Vec<&str> = declared.parameters.iter().map(|name| program.text(*name)).collect();
    let (context, shown) = match of {
        // Of a parameter that is all of it the class is asked; others must not depend on any.
        Of::Type => match content {
            TypeKind::Var(name) => (format!("{class} {} => ", program.text(*name)), &parameters[..]),
            _ if parameters.is_empty() => (String::new(), &parameters[..]),
            _ => return None,
        },
        Of::Computation => {
            let (last, others) = declared.parameters.split_last()?;
            let TypeKind::Apply { arguments, .. } = content else { return None };
            let is_last = matches!(program[*arguments.last()?].kind, TypeKind::Var(name) if name == *last);
            if !is_last || !others.is_empty() {
                return None;
            }
            (String::new(), &[][..])
        }
    };
    let (own, name) = (program.text(declared.name), program.text(constructor.name));
    let mut text = format!("instance {context}{class} ({own} {}) where\n", shown.join(" "));
    for method in methods {
        text.push_str("  ");
        text.push_str(&with_constructor(method, name));
        text.push('\n');
    }
    Some(text)
}

/// The word `C` is the constructor.
fn with_constructor(method: &str, name: &str) -> String {
    let words = method.split_inclusive(|char: char| !char.is_alphanumeric());
    words
        .map(|word| match word.strip_prefix('C') {
            Some(after) if !after.starts_with(char::is_alphanumeric) => format!("{name}{after}"),
            _ => word.to_owned(),
        })
        .collect()
}
