//! Types at run time: what methods and typed primitives are chosen by. Each type has one number, so
//! that equal types are equal words.

use std::collections::{BTreeMap, HashMap};

use lazy_syntax::classes::Class;

use crate::core::{ConstructorId, FunctionId, MethodId, TypeId};

/// A data type by its number in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DataIndex(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Nothing depends on it.
    Unknown,
    /// Perhaps with fewer arguments than it takes.
    Data(DataIndex, Vec<TypeId>),
    /// In a template: to be filled in.
    Parameter(u32),
    /// In a template: a parameter that is a type constructor, applied.
    Apply(TypeId, TypeId),
}

/// What the machine knows of a data type.
#[derive(Clone, Debug)]
pub struct Data {
    pub name: String,
    pub sort: Sort,
    pub first: ConstructorId,
    pub siblings: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    Int,
    Integer,
    Double,
    Float,
    Char,
    List,
    /// Functions and actions.
    Opaque,
    /// By constructors.
    Plain,
}

impl Sort {
    pub fn is_number(self) -> bool {
        matches!(self, Sort::Int | Sort::Integer | Sort::Double | Sort::Float)
    }
}

/// An instance of a class for a data type.
#[derive(Clone, Debug)]
pub struct InstanceCode {
    /// Which arguments of the type its methods get, before all else.
    pub places: Vec<usize>,
    pub methods: Vec<Option<FunctionId>>,
    /// Does what the structure of the type says, but for parts that have instances of their own.
    pub derived: bool,
}

#[derive(Clone, Debug)]
pub struct MethodCode {
    pub name: String,
    /// The primitive that does what the structure of a type says.
    pub primitive: Option<FunctionId>,
    /// Gets the type before all else.
    pub default: Option<FunctionId>,
}

/// Classes and their instances.
#[derive(Clone, Debug, Default)]
pub struct ClassTable {
    pub methods: Vec<Vec<MethodCode>>,
    pub instances: BTreeMap<(Class, DataIndex), InstanceCode>,
}

impl ClassTable {
    /// All functions that a method may turn out to be.
    pub fn implementations(&self, method: MethodId) -> Vec<FunctionId> {
        let index = method.index as usize;
        let declared = &self.methods[method.class.0 as usize][index];
        let mut found: Vec<FunctionId> = declared.primitive.into_iter().chain(declared.default).collect();
        for ((class, _), instance) in &self.instances {
            if *class == method.class {
                found.extend(instance.methods[index]);
            }
        }
        found.sort();
        found
    }

    /// Whether some type has an instance that does something else than its structure says.
    pub fn is_overridden(&self, class: Class) -> bool {
        self.instances.iter().any(|((of, _), instance)| *of == class && !instance.derived)
    }
}

#[derive(Clone, Debug)]
pub struct Types {
    all: Vec<Type>,
    numbers: HashMap<Type, TypeId>,
}

impl Default for Types {
    fn default() -> Types {
        let mut types = Types { all: Vec::new(), numbers: HashMap::new() };
        types.number(Type::Unknown);
        types
    }
}

impl Types {
    pub fn number(&mut self, ty: Type) -> TypeId {
        if let Some(known) = self.numbers.get(&ty) {
            return *known;
        }
        let number = TypeId(self.all.len() as u32);
        self.all.push(ty.clone());
        self.numbers.insert(ty, number);
        number
    }

    pub fn get(&self, ty: TypeId) -> &Type {
        self.all.get(ty.0 as usize).unwrap_or(&Type::Unknown)
    }

    /// The template with these in place of its parameters.
    pub fn fill(&mut self, template: TypeId, arguments: &[TypeId]) -> TypeId {
        match self.get(template).clone() {
            Type::Unknown => template,
            Type::Parameter(index) => arguments.get(index as usize).copied().unwrap_or(TypeId::UNKNOWN),
            Type::Data(data, parts) => {
                let filled: Vec<TypeId> = parts.iter().map(|part| self.fill(*part, arguments)).collect();
                if filled == parts { template } else { self.number(Type::Data(data, filled)) }
            }
            Type::Apply(function, argument) => {
                let (function, argument) = (self.fill(function, arguments), self.fill(argument, arguments));
                match self.get(function).clone() {
                    Type::Data(data, mut parts) => {
                        parts.push(argument);
                        self.number(Type::Data(data, parts))
                    }
                    _ => TypeId::UNKNOWN,
                }
            }
        }
    }
}
