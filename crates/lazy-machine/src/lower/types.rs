//! Types in core: which type a name is used at, which instance that means, and what the machine has
//! to know of data types and classes.

use std::collections::HashMap;

use lazy_syntax::ast::{
    self, Entity, ExprId, FunctionBody, KnownType, KnownTypeId, Name, TypeEntity, TypeKind,
};
use lazy_syntax::classes::Class;
use lazy_syntax::source::Span;

use crate::core::{Complaint, ConstructorId, Expr, FunctionId, Local, MethodId, TypeId, TypeUse};
use crate::lower::Lowerer;
use crate::primitive::Primitive;
use crate::types::{ClassTable, Data, DataIndex, InstanceCode, MethodCode, Sort, Type, Types};

/// What the machine knows of data types; the first constructor of each is what `first` says.
pub(super) fn data_types(
    program: &ast::Program,
    constructor_of: &HashMap<ast::ConId, ConstructorId>,
) -> Vec<Data> {
    let known = &program.well_known;
    let sort = |index: usize| match ast::DataId(index as u32) {
        data if data == known.int => Sort::Int,
        data if data == known.integer => Sort::Integer,
        data if data == known.double => Sort::Double,
        data if data == known.float => Sort::Float,
        data if data == known.char => Sort::Char,
        data if data == known.list => Sort::List,
        data if data == known.function || data == known.io => Sort::Opaque,
        _ => Sort::Plain,
    };
    let one = |(index, data): (usize, &ast::DataType)| Data {
        name: program.text(data.name).to_owned(),
        sort: sort(index),
        first: data
            .constructors
            .first()
            .and_then(|first| constructor_of.get(first))
            .copied()
            .unwrap_or(ConstructorId(u32::MAX)),
        siblings: data.constructors.len() as u32,
    };
    program.data.iter().enumerate().map(one).collect()
}

/// Classes, their methods and instances.
pub(super) fn class_table(program: &ast::Program) -> (ClassTable, HashMap<Primitive, MethodId>) {
    let mut table = ClassTable::default();
    let mut primitives = HashMap::new();
    for (number, class) in program.classes.iter().enumerate() {
        let mut methods = Vec::new();
        for (index, method) in class.methods.iter().enumerate() {
            let primitive = match program[method.function].body {
                FunctionBody::Primitive(id) => {
                    if let Ok(primitive) = Primitive::of(id) {
                        let method = MethodId { class: Class(number as u8), index: index as u16 };
                        primitives.insert(primitive, method);
                    }
                    Some(FunctionId(method.function.0))
                }
                _ => None,
            };
            methods.push(MethodCode {
                name: program.text(method.name).to_owned(),
                primitive,
                default: method.default.map(|function| FunctionId(function.0)),
            });
        }
        table.methods.push(methods);
    }
    for instance in &program.class_instances {
        let code = InstanceCode {
            places: instance.places(),
            methods: instance.methods.iter().map(|method| method.map(|id| FunctionId(id.0))).collect(),
            derived: instance.derived,
        };
        table.instances.insert((instance.class, DataIndex(instance.data.0)), code);
    }
    (table, primitives)
}

/// The type of a field as a template over the parameters of its data type.
pub(super) fn field_type(
    program: &ast::Program,
    types: &mut Types,
    ty: ast::TypeId,
    parameters: &HashMap<Name, TypeId>,
) -> TypeId {
    let known = &program.well_known;
    let data = |types: &mut Types, data: ast::DataId, parts: Vec<TypeId>| {
        types.number(Type::Data(DataIndex(data.0), parts))
    };
    match &program[ty].kind {
        TypeKind::Var(name) => parameters.get(name).copied().unwrap_or(TypeId::UNKNOWN),
        TypeKind::Con { entity, .. } => constructor_type(program, types, *entity, Vec::new()),
        TypeKind::Apply { function, arguments } => {
            let arguments: Vec<TypeId> =
                arguments.iter().map(|argument| field_type(program, types, *argument, parameters)).collect();
            match program[*function].kind {
                TypeKind::Con { entity, .. } => constructor_type(program, types, entity, arguments),
                _ => {
                    let function = field_type(program, types, *function, parameters);
                    arguments
                        .into_iter()
                        .fold(function, |function, argument| types.number(Type::Apply(function, argument)))
                }
            }
        }
        TypeKind::Function { from, to } => {
            let parts = [from, to].map(|part| field_type(program, types, *part, parameters));
            data(types, known.function, parts.to_vec())
        }
        TypeKind::List(element) => {
            let element = field_type(program, types, *element, parameters);
            data(types, known.list, vec![element])
        }
        TypeKind::Tuple(items) => {
            let items: Vec<TypeId> =
                items.iter().map(|item| field_type(program, types, *item, parameters)).collect();
            data(types, known.tuple_types[items.len()], items)
        }
        TypeKind::Forall { .. } => TypeId::UNKNOWN,
    }
}

fn constructor_type(
    program: &ast::Program,
    types: &mut Types,
    entity: TypeEntity,
    mut arguments: Vec<TypeId>,
) -> TypeId {
    match entity {
        TypeEntity::Unresolved => TypeId::UNKNOWN,
        TypeEntity::Data(data) => types.number(Type::Data(DataIndex(data.0), arguments)),
        TypeEntity::Synonym(synonym) => {
            let synonym = &program.synonyms[synonym];
            let more = arguments.split_off(synonym.parameters.len().min(arguments.len()));
            let parameters = synonym.parameters.iter().copied().zip(arguments).collect();
            let whole = field_type(program, types, synonym.ty, &parameters);
            more.into_iter().fold(whole, |function, argument| types.number(Type::Apply(function, argument)))
        }
    }
}

impl Lowerer<'_> {
    /// The types that a name, a literal, … is used at.
    pub(super) fn types_at(&self, place: ExprId) -> Vec<KnownTypeId> {
        self.source.instances.get(&place).cloned().unwrap_or_default()
    }

    pub(super) fn type_use(&mut self, ty: KnownTypeId) -> TypeUse {
        let mut parameters = Vec::new();
        let template = self.template(ty, &mut parameters);
        TypeUse { template, parameters }
    }

    fn template(&mut self, ty: KnownTypeId, parameters: &mut Vec<Local>) -> TypeId {
        let source = self.source;
        let ty = match &source[ty] {
            KnownType::Data(data, parts) => {
                let parts = parts.iter().map(|part| self.template(*part, parameters)).collect();
                Type::Data(DataIndex(data.0), parts)
            }
            KnownType::Apply(function, argument) => {
                let function = self.template(*function, parameters);
                Type::Apply(function, self.template(*argument, parameters))
            }
            KnownType::Variable(variable) => match self.type_locals.get(variable) {
                Some(local) => {
                    let index = parameters.iter().position(|known| known == local).unwrap_or_else(|| {
                        parameters.push(*local);
                        parameters.len() - 1
                    });
                    Type::Parameter(index as u32)
                }
                None => Type::Unknown,
            },
            KnownType::Unknown => Type::Unknown,
        };
        self.types.number(ty)
    }

    pub(super) fn type_exprs(&mut self, types: &[KnownTypeId]) -> Vec<Expr> {
        types.iter().map(|ty| Expr::Type(self.type_use(*ty))).collect()
    }

    /// Variables for the types that a function or value gets.
    pub(super) fn open_types(&mut self, entity: Entity) -> Vec<Local> {
        let source = self.source;
        let variables = source.type_parameters.get(&entity).map_or(&[][..], |variables| &variables[..]);
        let mut locals = Vec::new();
        for variable in variables {
            let local = self.temporary();
            self.type_locals.insert(*variable, local);
            locals.push(local);
        }
        locals
    }

    /// A method of a class with its arguments, at the types that stand there: the class's first,
    /// then the method's own.
    pub(super) fn method(
        &mut self,
        method: MethodId,
        types: &[KnownTypeId],
        arguments: Vec<Expr>,
        place: Span,
    ) -> Expr {
        let source = self.source;
        let Some((ty, own)) = types.split_first() else {
            return Expr::Error(self.no_method(method, place));
        };
        let mut given = Vec::new();
        let data = match &source[*ty] {
            KnownType::Data(data, parts) => Some((*data, parts)),
            _ => None,
        };
        let declared = &source.class(method.class).methods[method.index as usize];
        let default = declared.default;
        let head = match data {
            Some((data, parts)) => match source.instance(method.class, data) {
                Some(instance) if !instance.derived => {
                    let places = instance.places();
                    match instance.methods[method.index as usize] {
                        Some(function) => {
                            let known: Vec<KnownTypeId> =
                                places.iter().filter_map(|place| parts.get(*place).copied()).collect();
                            given = self.type_exprs(&known);
                            given.extend(self.type_exprs(own));
                            Expr::Function(FunctionId(function.0))
                        }
                        None => self.default_method(default, types, &mut given, method, place),
                    }
                }
                None if !self.is_primitive(method) => {
                    self.default_method(default, types, &mut given, method, place)
                }
                _ => self.method_at(method, *ty, own, &mut given),
            },
            None => self.method_at(method, *ty, own, &mut given),
        };
        given.extend(arguments);
        match given.is_empty() {
            true => head,
            false => Expr::Call(Box::new(head), given),
        }
    }

    /// The machine will see what it is. If it may be a primitive, it is told the class's type only.
    fn method_at(
        &mut self,
        method: MethodId,
        ty: KnownTypeId,
        own: &[KnownTypeId],
        given: &mut Vec<Expr>,
    ) -> Expr {
        if !self.is_primitive(method) {
            *given = self.type_exprs(own);
        }
        Expr::Method(method, self.type_use(ty))
    }

    fn is_primitive(&self, method: MethodId) -> bool {
        let function = self.source.class(method.class).methods[method.index as usize].function;
        matches!(self.source[function].body, FunctionBody::Primitive(_))
    }

    fn default_method(
        &mut self,
        default: Option<ast::FunctionId>,
        types: &[KnownTypeId],
        given: &mut Vec<Expr>,
        method: MethodId,
        place: Span,
    ) -> Expr {
        match default {
            Some(function) => {
                *given = self.type_exprs(types);
                Expr::Function(FunctionId(function.0))
            }
            None => Expr::Error(self.no_method(method, place)),
        }
    }

    fn no_method(&self, method: MethodId, place: Span) -> Complaint {
        let declared = &self.source.class(method.class).methods[method.index as usize];
        Complaint::NoMethod { method: self.text(declared.name), place }
    }

    /// The method that a primitive is, if it is called at a type that has an instance of its own,
    /// or may have one.
    pub(super) fn instance_method(&self, primitive: Primitive, types: &[KnownTypeId]) -> Option<MethodId> {
        let method = *self.primitive_methods.get(&primitive)?;
        match &self.source[*types.first()?] {
            KnownType::Data(data, _) => {
                let instance = self.source.instance(method.class, *data)?;
                (!instance.derived).then_some(method)
            }
            // It may turn out to have one, which then decides what is evaluated.
            _ => self.classes.is_overridden(method.class).then_some(method),
        }
    }

    /// The type that a primitive has to be told, if it matters.
    pub(super) fn type_that_matters(
        &mut self,
        primitive: Primitive,
        types: &[KnownTypeId],
    ) -> Option<TypeUse> {
        let class = self.primitive_methods.get(&primitive).map(|method| method.class);
        if class.is_some_and(|class| class <= Class::ORD && !self.classes.is_overridden(class)) {
            return None;
        }
        types.first().map(|ty| self.type_use(*ty))
    }

    pub(super) fn is_number_type(&self, ty: KnownTypeId, wanted: &[Sort]) -> bool {
        match &self.source[ty] {
            KnownType::Data(data, _) => wanted.contains(&self.data[data.0 as usize].sort),
            _ => false,
        }
    }
}
