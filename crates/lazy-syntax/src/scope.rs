//! What the names at the top of a file mean.

use std::collections::BTreeMap;

use crate::ast::{ConId, DataId, FunctionId, Name, TypeEntity};
use crate::classes::Class;

#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub values: BTreeMap<Name, FunctionId>,
    pub constructors: BTreeMap<Name, ConId>,
    pub types: BTreeMap<Name, TypeEntity>,
    pub classes: BTreeMap<Name, Class>,
    /// The type that a field belongs to.
    pub fields: BTreeMap<Name, DataId>,
}
