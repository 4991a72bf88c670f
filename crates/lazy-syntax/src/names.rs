//! Names, interned.

use std::collections::HashMap;

use crate::ast::Name;

/// Among the fields of a record: all that are not named. Nothing can be called so.
pub const REST: &str = "..";

#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<String>,
    by_text: HashMap<String, Name>,
}

impl Names {
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.by_text.get(text) {
            return *name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), name);
        name
    }

    pub fn get(&self, text: &str) -> Option<Name> {
        self.by_text.get(text).copied()
    }

    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }
}
