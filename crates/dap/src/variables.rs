//! Values as an editor is shown them: one line each, and a number if it can be opened.

use dapts::{Variable, VariablesArgumentsFilter};
use erlang_rewind::values::{Value, Wanted};
use erlang_term::{Pid, Term};

/// Something that can be opened. Only as long as the run stands still.
#[derive(Clone)]
pub enum Opened {
    /// The variables of a frame.
    Bindings(u64),
    Mailbox(Pid),
    Process(Pid),
    Term(Term),
    /// Some of the parts of a term: from which on, and how many.
    Parts(Term, (usize, usize)),
}

/// What has been shown and can be opened, by number from 1.
#[derive(Default)]
pub struct Shelf {
    things: Vec<Opened>,
}

impl Shelf {
    pub fn clear(&mut self) {
        self.things.clear();
    }

    pub fn put(&mut self, thing: Opened) -> u32 {
        self.things.push(thing);
        self.things.len() as u32
    }

    pub fn get(&self, number: u32) -> Option<&Opened> {
        self.things.get((number as usize).checked_sub(1)?)
    }

    pub fn show(&mut self, value: Value) -> Variable {
        let (named, indexed, has_parts) = (value.named, value.indexed, value.has_parts());
        let thing = match value.group {
            Some(group) => Opened::Parts(value.term, group),
            None => Opened::Term(value.term),
        };
        Variable {
            name: value.name,
            value: value.text,
            ty: value.kind,
            variables_reference: if has_parts { self.put(thing) } else { 0 },
            named_variables: (named > 0).then_some(named as u32),
            indexed_variables: (indexed > 0).then_some(indexed as u32),
            declaration_location_reference: None,
            evaluate_name: None,
            memory_reference: None,
            presentation_hint: None,
            value_location_reference: None,
        }
    }
}

/// Which parts an editor asks for.
pub fn wanted(filter: Option<VariablesArgumentsFilter>) -> Wanted {
    match filter {
        Some(VariablesArgumentsFilter::Indexed) => Wanted::Indexed,
        Some(VariablesArgumentsFilter::Named) => Wanted::Named,
        _ => Wanted::All,
    }
}
