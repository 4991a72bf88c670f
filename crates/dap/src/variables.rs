//! Values as the protocol has them: one line each, and a number if they can be opened.

use dapts::{Variable, VariablesArgumentsFilter};
use debugger::walk::view::{PartsWanted, ValueSeen};

pub fn variable(value: ValueSeen) -> Variable {
    let ValueSeen { name, text, kind, named, indexed, number } = value;
    Variable {
        name,
        value: text,
        ty: kind,
        variables_reference: number.unwrap_or(0),
        named_variables: (named > 0).then_some(named as u32),
        indexed_variables: (indexed > 0).then_some(indexed as u32),
        declaration_location_reference: None,
        evaluate_name: None,
        memory_reference: None,
        presentation_hint: None,
        value_location_reference: None,
    }
}

/// Which parts an editor asks for.
pub fn wanted(filter: Option<VariablesArgumentsFilter>) -> PartsWanted {
    match filter {
        Some(VariablesArgumentsFilter::Indexed) => PartsWanted::Indexed,
        Some(VariablesArgumentsFilter::Named) => PartsWanted::Named,
        _ => PartsWanted::All,
    }
}
