//! What the language has before any text is read: numbers, characters, lists, tuples, functions,
//! actions, and the primitives.

use crate::ast::{
    Associativity, ConId, Constructor, DataId, DataType, Field, Fixity, Function, FunctionBody, FunctionId,
    Name, Origin, PrimitiveId, Program, Shown, Type, TypeEntity, TypeId, TypeKind,
};
use crate::primitives::PRIMITIVES;
use crate::source::Span;

/// The largest tuple.
pub const MAX_TUPLE: usize = 15;

/// Types and constructors that the syntax, the type checker and the primitives speak of.
#[derive(Clone, Debug)]
pub struct WellKnown {
    pub function: DataId,
    pub int: DataId,
    pub integer: DataId,
    pub double: DataId,
    pub float: DataId,
    pub char: DataId,
    pub io: DataId,
    pub list: DataId,
    pub nil: ConId,
    pub cons: ConId,
    /// By the number of components: 0 is `()`, 1 is not used and is `()`, too.
    pub tuple_types: Vec<DataId>,
    pub tuples: Vec<ConId>,
    pub bool: DataId,
    pub false_: ConId,
    pub true_: ConId,
    pub ordering: DataId,
    pub less: ConId,
    pub equal: ConId,
    pub greater: ConId,
    pub nothing: ConId,
    pub just: ConId,
}

impl Default for WellKnown {
    fn default() -> WellKnown {
        let (data, con) = (DataId(0), ConId(0));
        WellKnown {
            function: data,
            int: data,
            integer: data,
            double: data,
            float: data,
            char: data,
            io: data,
            list: data,
            nil: con,
            cons: con,
            tuple_types: Vec::new(),
            tuples: Vec::new(),
            bool: data,
            false_: con,
            true_: con,
            ordering: data,
            less: con,
            equal: con,
            greater: con,
            nothing: con,
            just: con,
        }
    }
}

/// Puts built-in types and primitives into the library's scope. Returns the primitives; their types
/// are read later.
pub fn install(program: &mut Program) -> Vec<FunctionId> {
    let known = WellKnown {
        function: data(program, "->", &["a", "b"]),
        int: data(program, "Int", &[]),
        integer: data(program, "Integer", &[]),
        double: data(program, "Double", &[]),
        float: data(program, "Float", &[]),
        char: data(program, "Char", &[]),
        io: data(program, "IO", &["a"]),
        ..WellKnown::default()
    };
    program.well_known = known;
    let a = variable(program, "a");
    let list = data(program, "[]", &["a"]);
    let list_of_a = program.add(Type { span: Span::NONE, kind: TypeKind::List(a) });
    let nil = constructor(program, list, "[]", vec![], None);
    let infix = Fixity { associativity: Associativity::Right, precedence: 5 };
    let cons = constructor(program, list, ":", vec![a, list_of_a], Some(infix));
    let mut tuple_types = Vec::new();
    let mut tuples = Vec::new();
    for size in 0..=MAX_TUPLE {
        if size == 1 {
            tuple_types.push(tuple_types[0]);
            tuples.push(tuples[0]);
            continue;
        }
        let name = format!("({})", ",".repeat(size.saturating_sub(1)));
        let parameters: Vec<String> = (0..size).map(|at| format!("t{at}")).collect();
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let tuple = data(program, &name, &parameters);
        let fields = parameters.iter().map(|parameter| variable(program, parameter)).collect();
        tuples.push(constructor(program, tuple, &name, fields, None));
        tuple_types.push(tuple);
    }
    program.well_known = WellKnown { list, nil, cons, tuple_types, tuples, ..program.well_known.clone() };
    PRIMITIVES.iter().enumerate().map(|(at, _)| primitive(program, PrimitiveId(at as u32))).collect()
}

/// Finds the types of the prelude that the machine must know.
pub fn find_in_prelude(program: &mut Program) {
    let con = |text: &str| {
        let name = program.names.get(text)?;
        program.library.constructors.get(&name).copied()
    };
    let (Some(false_), Some(true_), Some(less), Some(equal), Some(greater), Some(nothing), Some(just)) =
        (con("False"), con("True"), con("LT"), con("EQ"), con("GT"), con("Nothing"), con("Just"))
    else {
        return;
    };
    let (bool, ordering) = (program[true_].data, program[less].data);
    program.well_known = WellKnown {
        bool,
        false_,
        true_,
        ordering,
        less,
        equal,
        greater,
        nothing,
        just,
        ..program.well_known.clone()
    };
}

fn data(program: &mut Program, name: &str, parameters: &[&str]) -> DataId {
    let name = program.names.intern(name);
    let parameters: Vec<Name> = parameters.iter().map(|parameter| program.names.intern(parameter)).collect();
    let data = program.add(DataType {
        name,
        span: Span::NONE,
        parameters,
        constructors: Vec::new(),
        deriving: Vec::new(),
        newtype: false,
    });
    program.library.types.insert(name, TypeEntity::Data(data));
    data
}

fn variable(program: &mut Program, name: &str) -> TypeId {
    let name = program.names.intern(name);
    program.add(Type { span: Span::NONE, kind: TypeKind::Var(name) })
}

fn constructor(
    program: &mut Program,
    data: DataId,
    name: &str,
    fields: Vec<TypeId>,
    infix: Option<Fixity>,
) -> ConId {
    let name = program.names.intern(name);
    let index = program[data].constructors.len() as u32;
    let fields = fields.into_iter().map(|ty| Field { name: None, strict: false, ty }).collect();
    let span = Span::NONE;
    let shown = Shown::AsWritten;
    let con = program.add(Constructor {
        name,
        span,
        data,
        index,
        fields,
        record: false,
        infix,
        shown,
        own: Vec::new(),
        context: Vec::new(),
        decides: Vec::new(),
    });
    program[data].constructors.push(con);
    program.library.constructors.insert(name, con);
    con
}

fn primitive(program: &mut Program, id: PrimitiveId) -> FunctionId {
    let primitive = &PRIMITIVES[id.0 as usize];
    let name = program.names.intern(primitive.name);
    let function = program.add(Function {
        name,
        span: Span::NONE,
        arity: primitive.arity,
        body: FunctionBody::Primitive(id),
        origin: Origin::Prelude,
        signature: None,
        parent: None,
        free: Vec::new(),
        ty: None,
    });
    program.library.values.insert(name, function);
    program.exports.add(primitive.module, name, function);
    function
}
