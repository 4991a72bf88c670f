//! `deriving (Ix)`, and classes whose methods all have defaults (GHC's DeriveAnyClass).

use std::fmt::Write;

use super::pattern;
use crate::ast::{DataId, Program};

/// A class of the library without which nothing can be thrown; its methods have defaults.
const EXCEPTION: &str = "Exception";
const IX: &str = "Ix";

/// Whether a type can derive the class; `own` are the classes of the program.
pub fn is_derived(program: &Program, data: DataId, class: &str) -> bool {
    match class {
        IX => index(program, data).is_some(),
        EXCEPTION => true,
        _ => program
            .classes
            .iter()
            .any(|known| known.span.file >= program.first_file && program.text(known.name) == class),
    }
}

/// The instances that these types derive, as text.
pub fn text(program: &Program, among: &[DataId]) -> String {
    let mut text = String::new();
    for data in among {
        let declared = &program[*data];
        for (class, _) in &declared.deriving {
            let name = program.text(*class);
            let bare = name.rsplit_once('.').map_or(name, |(_, bare)| bare);
            if bare == IX {
                text.push_str(&index(program, *data).unwrap_or_default());
            } else if super::is_any_class(bare) && is_derived(program, *data, bare) {
                let parameters: Vec<&str> =
                    declared.parameters.iter().map(|name| program.text(*name)).collect();
                let own = program.text(declared.name);
                let _ = writeln!(text, "instance {name} ({own} {})", parameters.join(" "));
            }
        }
    }
    text
}

/// Of constructors without fields, by their order; of a single constructor, as of the tuple of its
/// fields.
fn index(program: &Program, data: DataId) -> Option<String> {
    let declared = &program[data];
    let own = program.text(declared.name);
    let is_plain = |con: &crate::ast::ConId| program[*con].fields.is_empty();
    if declared.parameters.is_empty() && declared.constructors.iter().all(is_plain) {
        return Some(format!(
            "instance Ix {own} where\n  range (x, y) = Prelude.map Prelude.toEnum (Prelude.enumFromTo \
             (Prelude.fromEnum x) (Prelude.fromEnum y))\n  index (x, y) z = if Prelude.fromEnum x \
             Prelude.<= Prelude.fromEnum z Prelude.&& Prelude.fromEnum z Prelude.<= Prelude.fromEnum y then \
             Prelude.fromEnum z Prelude.- Prelude.fromEnum x else Prelude.error \"Ix.index: Index out of \
             range.\"\n  inRange (x, y) z = Prelude.fromEnum x Prelude.<= Prelude.fromEnum z Prelude.&& \
             Prelude.fromEnum z Prelude.<= Prelude.fromEnum y\n"
        ));
    }
    let [con] = declared.constructors[..] else { return None };
    let constructor = &program[con];
    if !declared.parameters.is_empty() || !(2..=3).contains(&constructor.fields.len()) {
        return None;
    }
    let side = |letter: char| pattern(program, constructor, |at| format!("{letter}{at}"));
    let tuple = |letter: char| {
        let parts: Vec<String> = (0..constructor.fields.len()).map(|at| format!("{letter}{at}")).collect();
        format!("({})", parts.join(", "))
    };
    let (x, y, z) = (side('x'), side('y'), side('z'));
    let (tx, ty, tz) = (tuple('x'), tuple('y'), tuple('z'));
    Some(format!(
        "instance Ix {own} where\n  range ({x}, {y}) = Prelude.map (\\{tz} -> {z}) (range ({tx}, {ty}))\n  \
         index ({x}, {y}) {z} = index ({tx}, {ty}) {tz}\n  inRange ({x}, {y}) {z} = inRange ({tx}, {ty}) {tz}\n"
    ))
}
