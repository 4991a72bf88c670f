//! Syntax tree to core: rules become trees of switches, local functions are lifted, sugar goes.

mod answer;
mod bindings;
mod expression;
mod matching;
mod pattern;
mod rules;
mod types;
mod written;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use lazy_syntax::ast::{self, ConId, Entity, FunctionBody, Mode, Origin, PragmaKind, Query, TypeVar, VarId};
use lazy_syntax::source::Span;

use crate::core::{
    Constructor, ConstructorId, Expr, Field, Function, FunctionId, Known, Local, MethodId, Program,
    RuleNumber, Standing, TypeId, TypeUse,
};
use crate::free::{free, needs};
use crate::primitive::Primitive;
use crate::types::{ClassTable, Data, Type, Types};

pub use answer::Asked;

/// What the machine does not have.
#[derive(Clone, Debug)]
pub struct Unsupported {
    pub span: Span,
    pub what: String,
}

/// How much of a program is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All that the user wrote.
    Everything,
    /// What the queries need.
    Needed,
}

/// A program and what is asked of it, in core.
pub struct Lowered {
    pub program: Program,
    /// The functions without parameters that stand for the queries.
    pub asked: Vec<(FunctionId, Asked)>,
    /// How variables are called.
    pub names: HashMap<Local, String>,
}

/// `program` has been renamed and checked without errors.
pub fn lower(program: &ast::Program, queries: &[Query], extent: Extent) -> Result<Lowered, Vec<Unsupported>> {
    let mut types = Types::default();
    let (constructors, constructor_of) = constructors(program, &mut types);
    let (classes, primitive_methods) = types::class_table(program);
    let data = types::data_types(program, &constructor_of);
    let mut lowerer = Lowerer {
        known: known(program, &constructor_of, &constructors),
        source: program,
        functions: Vec::new(),
        constructors,
        constructor_of,
        source_of: program.data.iter().flat_map(|data| data.constructors.iter().copied()).collect(),
        constructing: HashMap::new(),
        alias: HashMap::new(),
        names: HashMap::new(),
        next_local: program.variables.len() as u32,
        types,
        data,
        classes,
        primitive_methods,
        type_locals: HashMap::new(),
        type_scope: Vec::new(),
        mentions: OnceCell::new(),
        here: FunctionId(0),
        rule: RuleNumber(0),
        unsupported: Vec::new(),
    };
    for function in &program.functions {
        lowerer.functions.push(lowerer.outline(function));
    }
    let asked: Vec<(FunctionId, Asked)> = queries.iter().map(|query| lowerer.query(query)).collect();
    lowerer.all_that_is_needed(asked.iter().map(|(main, _)| *main), extent);
    if !lowerer.unsupported.is_empty() {
        return Err(lowerer.unsupported);
    }
    let names = (0..program.variables.len() as u32)
        .map(|index| (Local(index), program.text(program[VarId(index)].name).to_owned()))
        .chain(lowerer.names)
        .collect();
    let program = Program {
        mode: program.mode,
        functions: lowerer.functions,
        constructors: lowerer.constructors,
        known: lowerer.known,
        next_local: lowerer.next_local,
        types: lowerer.types,
        data: lowerer.data,
        classes: lowerer.classes,
        primitive_methods: lowerer.primitive_methods,
        is_observed: false,
    };
    Ok(Lowered { program, asked, names })
}

struct Lowerer<'a> {
    source: &'a ast::Program,
    functions: Vec<Function>,
    constructors: Vec<Constructor>,
    constructor_of: HashMap<ConId, ConstructorId>,
    /// The other way round.
    source_of: Vec<ConId>,
    /// Functions that evaluate the strict fields of a constructor before they apply it, or get the
    /// types that it carries.
    constructing: HashMap<ConId, FunctionId>,
    known: Known,
    /// A variable of a pattern is what it is matched with.
    alias: HashMap<VarId, Local>,
    names: HashMap<Local, String>,
    next_local: u32,
    types: Types,
    data: Vec<Data>,
    classes: ClassTable,
    primitive_methods: HashMap<Primitive, MethodId>,
    /// Where the type is kept that a type variable stands for.
    type_locals: HashMap<TypeVar, Local>,
    /// The variables for types of the functions around this place.
    type_scope: Vec<Local>,
    /// Where the program mentions something by its name, in the order of places.
    mentions: OnceCell<Vec<ast::ExprId>>,
    /// The function and rule that is being lowered.
    here: FunctionId,
    rule: RuleNumber,
    unsupported: Vec<Unsupported>,
}

/// The constructors of a type get consecutive numbers.
fn constructors(
    program: &ast::Program,
    types: &mut Types,
) -> (Vec<Constructor>, HashMap<ConId, ConstructorId>) {
    let mut all = Vec::new();
    let mut numbers = HashMap::new();
    for data in &program.data {
        let first = ConstructorId(all.len() as u32);
        let parameters: HashMap<ast::Name, TypeId> = data
            .parameters
            .iter()
            .enumerate()
            .map(|(index, name)| (*name, types.number(Type::Parameter(index as u32))))
            .collect();
        for id in &data.constructors {
            let constructor = &program[*id];
            numbers.insert(*id, ConstructorId(all.len() as u32));
            let mut field = |field: &ast::Field| Field {
                name: field.name.map(|name| program.text(name).to_owned()),
                ty: types::field_type(program, types, field.ty, &parameters),
            };
            all.push(Constructor {
                name: program.spelled(constructor.name).to_owned(),
                arity: constructor.fields.len() + constructor.carried(program).len(),
                carried: constructor.carried(program).len(),
                first,
                siblings: data.constructors.len() as u32,
                fields: constructor.fields.iter().map(&mut field).collect(),
                infix: constructor.infix,
                record: constructor.record,
                newtype: data.newtype,
                shown: constructor.shown,
            });
        }
    }
    (all, numbers)
}

/// The prelude declares all of these; a program without a prelude has none of its functions either,
/// and never needs them.
fn known(
    program: &ast::Program,
    numbers: &HashMap<ConId, ConstructorId>,
    constructors: &[Constructor],
) -> Known {
    let find = |name: &str| {
        let index = constructors.iter().position(|constructor| constructor.name == name).unwrap_or(0);
        ConstructorId(index as u32)
    };
    let number = |id: ConId| numbers.get(&id).copied().unwrap_or(ConstructorId(0));
    Known {
        truth: number(program.well_known.true_),
        falsehood: number(program.well_known.false_),
        nil: find("[]"),
        cons: find(":"),
        unit: find("()"),
        less: find("LT"),
        equal: find("EQ"),
        greater: find("GT"),
    }
}

impl Lowerer<'_> {
    /// Lowers what the user wrote, what that needs, and so on; and the primitives, which the
    /// machine itself calls.
    fn all_that_is_needed(&mut self, mains: impl Iterator<Item = FunctionId>, extent: Extent) {
        let written = self.source.functions.len();
        let wanted = |index: &usize| {
            let function = &self.source.functions[*index];
            let primitive = matches!(function.body, FunctionBody::Primitive(_));
            let is_written = function.parent.is_none() && function.origin != Origin::Prelude;
            primitive || is_written && extent == Extent::Everything
        };
        let mut open: Vec<FunctionId> =
            (0..written).filter(wanted).map(|index| FunctionId(index as u32)).collect();
        open.extend(mains);
        let mut seen: HashSet<FunctionId> = open.iter().copied().collect();
        let mut methods = HashSet::new();
        while let Some(id) = open.pop() {
            // Local functions are lowered where they are written: there it is known what their
            // variables are.
            if (id.0 as usize) < written && self.source.functions[id.0 as usize].parent.is_none() {
                self.function(ast::FunctionId(id.0));
            }
            let mut needed = needs(&self.functions[id.0 as usize].body, &self.primitive_methods);
            for method in needed.methods {
                if methods.insert(method) {
                    needed.functions.extend(self.classes.implementations(method));
                }
            }
            open.extend(needed.functions.into_iter().filter(|function| seen.insert(*function)));
        }
    }

    /// A function before its body is known.
    fn outline(&self, function: &ast::Function) -> Function {
        Function {
            name: self.source.full_name(function),
            standing: self.standing(function),
            place: function.span,
            captured: Vec::new(),
            parameters: Vec::new(),
            types: Vec::new(),
            body: Expr::Fail,
            rules: Vec::new(),
            parent: None,
            written: None,
            rigid: self.has_pragma(function, PragmaKind::Rigid),
        }
    }

    fn standing(&self, function: &ast::Function) -> Standing {
        let mut outermost = function;
        while let Some(parent) = outermost.parent {
            outermost = &self.source[parent];
        }
        match outermost.origin {
            Origin::Prelude | Origin::Selector => return Standing::Trusted,
            Origin::User | Origin::PatternBinding => {}
        }
        match function.body {
            FunctionBody::Primitive(_) | FunctionBody::Method(..) => Standing::Trusted,
            FunctionBody::Rules(_) => {
                let mut standing = Standing::Suspect;
                for pragma in &self.source.pragmas {
                    if self.concerns(pragma, function) || self.concerns(pragma, outermost) {
                        match pragma.kind {
                            PragmaKind::Trust => standing = Standing::Trusted,
                            PragmaKind::Suspect => standing = Standing::Suspect,
                            PragmaKind::Rigid | PragmaKind::Spec => {}
                        }
                    }
                }
                standing
            }
        }
    }

    fn has_pragma(&self, function: &ast::Function, kind: PragmaKind) -> bool {
        self.source.pragmas.iter().any(|pragma| pragma.kind == kind && self.concerns(pragma, function))
    }

    fn concerns(&self, pragma: &ast::Pragma, function: &ast::Function) -> bool {
        match pragma.functions.is_empty() {
            true => pragma.span.file == function.span.file,
            false => pragma.functions.iter().any(|id| std::ptr::eq(&self.source[*id], function)),
        }
    }

    /// Fills in the body of a function.
    fn function(&mut self, id: ast::FunctionId) {
        let source = self.source;
        let function = &source[id];
        let target = FunctionId(id.0);
        let (here, rule) = (self.here, self.rule);
        let parent = function.parent.map(|_| (here, rule));
        self.here = target;
        let scope = self.type_scope.len();
        let captured = self.captured(function);
        let own = self.open_types(Entity::Function(id));
        self.type_scope.extend(&own);
        let offset = captured.len() + own.len();
        let place = &mut self.functions[target.0 as usize];
        (place.captured, place.parent) = (captured, parent);
        place.types = self.type_scope.clone();
        match &function.body {
            FunctionBody::Primitive(primitive) => match Primitive::of(*primitive) {
                Ok(primitive) => {
                    let values: Vec<Local> = (0..function.arity).map(|_| self.temporary()).collect();
                    let arguments = values.iter().map(|local| Expr::Local(*local)).collect();
                    let template = self.types.number(Type::Parameter(0));
                    let ty = own.first().map(|ty| TypeUse { template, parameters: vec![*ty] });
                    let place = &mut self.functions[target.0 as usize];
                    place.parameters = own.iter().chain(&values).copied().collect();
                    place.body = Expr::Primitive(primitive, ty, arguments);
                }
                Err(name) => self.refuse(function.span, format!("the primitive {name}")),
            },
            FunctionBody::Method(class, index) => {
                let method = MethodId { class: *class, index: *index as u16 };
                let template = self.types.number(Type::Parameter(0));
                let parameters = own.iter().take(1).copied().collect();
                let rest = own.iter().skip(1).map(|local| Expr::Local(*local)).collect();
                let ty = TypeUse { template, parameters };
                let place = &mut self.functions[target.0 as usize];
                place.parameters = own.clone();
                place.body = Expr::Call(Box::new(Expr::Method(method, ty)), rest);
            }
            FunctionBody::Rules(rules) => {
                let (parameters, body, rules) = self.rules(function, rules, offset);
                let parameters: Vec<Local> = own.iter().copied().chain(parameters).collect();
                let used = free(&body, &self.functions);
                let place = &mut self.functions[target.0 as usize];
                // What an expression that is asked binds around its own local functions belongs to
                // no rule.
                let known: Vec<Local> = place.all_parameters().chain(parameters.iter().copied()).collect();
                place.captured.extend(used.into_iter().filter(|local| !known.contains(local)));
                (place.parameters, place.body, place.rules) = (parameters, body, rules);
            }
        }
        self.type_scope.truncate(scope);
        (self.here, self.rule) = (here, rule);
    }

    /// What a local function needs of those around it: the types that they got, and its free
    /// variables.
    fn captured(&self, function: &ast::Function) -> Vec<Local> {
        let mut captured = if function.parent.is_some() { self.type_scope.clone() } else { Vec::new() };
        for variable in &function.free {
            let local = self.local(*variable);
            if !captured.contains(&local) {
                captured.push(local);
            }
        }
        captured
    }

    fn local(&self, variable: VarId) -> Local {
        self.alias.get(&variable).copied().unwrap_or(Local(variable.0))
    }

    fn temporary(&mut self) -> Local {
        self.next_local += 1;
        Local(self.next_local - 1)
    }

    fn is_logic(&self) -> bool {
        self.source.mode == Mode::FunctionalLogic
    }

    fn refuse(&mut self, span: Span, what: String) {
        self.unsupported.push(Unsupported { span, what });
    }

    fn text(&self, name: ast::Name) -> String {
        self.source.text(name).to_owned()
    }

    /// The name of the function that is being lowered.
    fn here_name(&self) -> String {
        self.functions.get(self.here.0 as usize).map_or_else(String::new, |function| function.name.clone())
    }

    fn tuple(&mut self, size: usize, span: Span) -> ConstructorId {
        let name = match size {
            0 => "()".to_owned(),
            _ => format!("({})", ",".repeat(size - 1)),
        };
        match self.constructors.iter().position(|constructor| constructor.name == name) {
            Some(index) => ConstructorId(index as u32),
            None => {
                self.refuse(span, format!("tuples of {size}"));
                self.known.unit
            }
        }
    }
}
