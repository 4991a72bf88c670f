//! Types of values that can be generated.

use std::collections::HashMap;

use lazy_syntax::ast::{
    ConId, DataId, KnownType, KnownTypeId, Name, Program, Shown, TypeEntity, TypeId, TypeKind,
};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Integer,
    Double,
    Char,
    /// With its arguments.
    Data(DataId, Vec<Type>),
    Function(Box<Type>, Box<Type>),
    /// A map or a set of the library, which is made from lists of this type.
    FromList(DataId, Box<Type>),
    /// Actions, and what is not known: there are no values to generate.
    Other(String),
}

pub struct Types<'p> {
    pub program: &'p Program,
    /// How deep the smallest value of a type is at least; types without a finite value are not in
    /// it.
    heights: HashMap<DataId, usize>,
}

/// Type variables stand for any type: numbers show most.
const ANY: Type = Type::Integer;

impl<'p> Types<'p> {
    pub fn new(program: &'p Program) -> Types<'p> {
        let mut types = Types { program, heights: HashMap::new() };
        types.measure();
        types
    }

    /// Until nothing changes: a constructor is one deeper than its deepest field.
    fn measure(&mut self) {
        loop {
            let mut changed = false;
            for index in 0..self.program.data.len() as u32 {
                let data = DataId(index);
                let constructors = &self.program[data].constructors;
                let least = constructors.iter().filter_map(|con| self.constructor_height(*con)).min();
                if let Some(least) = least
                    && self.heights.get(&data).is_none_or(|known| *known > least)
                {
                    self.heights.insert(data, least);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// None: it has no finite value.
    pub fn constructor_height(&self, con: ConId) -> Option<usize> {
        let data = &self.program[self.program[con].data];
        let parameters = data.parameters.iter().map(|name| (*name, ANY)).collect();
        let fields = self.program[con].fields.iter();
        let heights: Option<Vec<usize>> =
            fields.map(|field| self.height(&self.written(field.ty, &parameters))).collect();
        Some(heights?.into_iter().max().unwrap_or(0) + 1)
    }

    fn height(&self, ty: &Type) -> Option<usize> {
        match ty {
            Type::Data(data, _) => self.heights.get(data).copied(),
            Type::FromList(..) => Some(1),
            Type::Other(_) => None,
            Type::Integer | Type::Double | Type::Char | Type::Function(..) => Some(1),
        }
    }

    /// The types of a constructor's fields, in a value of a type with these arguments.
    pub fn fields(&self, con: ConId, arguments: &[Type]) -> Vec<Type> {
        let data = &self.program[self.program[con].data];
        let parameters = data.parameters.iter().copied().zip(arguments.iter().cloned()).collect();
        self.program[con].fields.iter().map(|field| self.written(field.ty, &parameters)).collect()
    }

    /// As the type checker found it.
    pub fn known(&self, id: KnownTypeId) -> Type {
        recursion::deep(|| match &self.program[id] {
            KnownType::Data(data, arguments) => {
                self.data(*data, arguments.iter().map(|argument| self.known(*argument)).collect())
            }
            KnownType::Variable(_) => ANY,
            KnownType::Apply(..) => Type::Other("a type constructor that is a variable".to_owned()),
            KnownType::Unknown => Type::Other("a type that is not known".to_owned()),
        })
    }

    fn data(&self, data: DataId, mut arguments: Vec<Type>) -> Type {
        let known = &self.program.well_known;
        if [known.int, known.integer].contains(&data) {
            return Type::Integer;
        }
        if data == known.double || data == known.float {
            return Type::Double;
        }
        if data == known.char {
            return Type::Char;
        }
        if data == known.function && arguments.len() == 2 {
            let result = Box::new(arguments.remove(1));
            return Type::Function(Box::new(arguments.remove(0)), result);
        }
        if let Some((_, parts)) = self.program.maker(data) {
            arguments.truncate(parts);
            let element = match arguments.pop() {
                Some(only) if arguments.is_empty() => only,
                last => Type::Data(known.tuple_types[parts], arguments.into_iter().chain(last).collect()),
            };
            return Type::FromList(data, Box::new(Type::Data(known.list, vec![element])));
        }
        let mut constructors = self.program[data].constructors.iter();
        let is_known = constructors.all(|con| self.program[*con].shown == Shown::AsWritten);
        match self.program[data].constructors.is_empty() || !is_known {
            true => Type::Other(self.program.text(self.program[data].name).to_owned()),
            false => Type::Data(data, arguments),
        }
    }

    /// As the program says it, for these parameters.
    fn written(&self, id: TypeId, parameters: &HashMap<Name, Type>) -> Type {
        recursion::deep(|| match &self.program[id].kind {
            TypeKind::Var(name) => parameters.get(name).cloned().unwrap_or(ANY),
            TypeKind::Con { entity, .. } => self.named(*entity, Vec::new()),
            TypeKind::Apply { function, arguments } => {
                let arguments =
                    arguments.iter().map(|argument| self.written(*argument, parameters)).collect();
                match &self.program[*function].kind {
                    TypeKind::Con { entity, .. } => self.named(*entity, arguments),
                    _ => Type::Other("a type constructor that is a variable".to_owned()),
                }
            }
            TypeKind::Function { from, to } => {
                let (from, to) = (self.written(*from, parameters), self.written(*to, parameters));
                Type::Function(Box::new(from), Box::new(to))
            }
            TypeKind::List(element) => {
                Type::Data(self.program.well_known.list, vec![self.written(*element, parameters)])
            }
            TypeKind::Forall { .. } => Type::Other("a type with `forall`".to_owned()),
            TypeKind::Tuple(parts) => {
                let parts: Vec<Type> = parts.iter().map(|part| self.written(*part, parameters)).collect();
                match self.program.well_known.tuple_types.get(parts.len()) {
                    Some(data) => Type::Data(*data, parts),
                    None => Type::Other("a tuple of this size".to_owned()),
                }
            }
        })
    }

    fn named(&self, entity: TypeEntity, arguments: Vec<Type>) -> Type {
        match entity {
            TypeEntity::Data(data) => self.data(data, arguments),
            TypeEntity::Synonym(index) => {
                let synonym = &self.program.synonyms[index];
                let parameters = synonym.parameters.iter().copied().zip(arguments).collect();
                self.written(synonym.ty, &parameters)
            }
            TypeEntity::Unresolved => Type::Other("a type that is not known".to_owned()),
        }
    }

    /// The first part of a type that has no values to generate.
    pub fn unfit(&self, ty: &Type) -> Option<String> {
        let mut seen: Vec<Type> = Vec::new();
        let mut left = vec![ty.clone()];
        while let Some(ty) = left.pop() {
            if seen.contains(&ty) {
                continue;
            }
            // A type that grows with each turn (nested data types) is tried as far as values of it
            // are generated.
            if seen.len() > 200 {
                return None;
            }
            match &ty {
                Type::Other(what) => return Some(what.clone()),
                Type::Function(from, to) => left.extend([(**from).clone(), (**to).clone()]),
                Type::FromList(_, list) => left.push((**list).clone()),
                Type::Data(data, arguments) => {
                    if !self.heights.contains_key(data) {
                        return Some(self.program.text(self.program[*data].name).to_owned());
                    }
                    for con in &self.program[*data].constructors {
                        left.extend(self.fields(*con, arguments));
                    }
                }
                Type::Integer | Type::Double | Type::Char => {}
            }
            seen.push(ty);
        }
        None
    }
}
