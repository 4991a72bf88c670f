//! From the syntax tree to abstract forms.

use erlang_term::{Atom, Term};
use num_bigint::BigInt;

use crate::ast::*;
use crate::lint::is_built_in_type;
use crate::literal_term;
use crate::source::{FileId, Pos};

macro_rules! tuple {
    ($($part:expr),* $(,)?) => { Term::tuple([$(Term::from(Part::from($part))),*]) };
}

/// Positions that the syntax tree does not keep: those of colons, arrows, closing brackets and
/// field names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unkept {
    /// They are 0.
    Zero,
    /// They are the position of what they belong to.
    Nearby,
}

/// The abstract forms of a module, as `epp:parse_file/2` returns them.
pub fn encode(module: &Module, unkept: Unkept) -> Vec<Term> {
    let writer = Writer { module, unkept };
    let mut forms = Vec::with_capacity(module.forms.len() + 2);
    let mut file = None;
    let mut last = Pos { line: 1, column: 1 };
    for form in &module.forms {
        let written = writer.form(form);
        if file != Some(form.span.file) {
            file = Some(form.span.file);
            forms.push(writer.file(form));
        }
        if form.span.file == FileId(0) {
            last = form.span.end;
        }
        forms.extend(written);
    }
    if file != Some(FileId(0)) {
        last = Pos { line: 1, column: 1 };
    }
    forms.push(tuple!["eof", last]);
    forms
}

/// So that tuples can be written with names and places as they are.
enum Part {
    Term(Term),
    Name(&'static str),
    Atom(Atom),
    Pos(Pos),
}

impl From<Term> for Part {
    fn from(term: Term) -> Part {
        Part::Term(term)
    }
}
impl From<&'static str> for Part {
    fn from(name: &'static str) -> Part {
        Part::Name(name)
    }
}
impl From<Atom> for Part {
    fn from(name: Atom) -> Part {
        Part::Atom(name)
    }
}
impl From<Pos> for Part {
    fn from(pos: Pos) -> Part {
        Part::Pos(pos)
    }
}
impl From<i32> for Part {
    fn from(n: i32) -> Part {
        Part::Term(Term::Int(n.into()))
    }
}
impl From<Vec<Term>> for Part {
    fn from(terms: Vec<Term>) -> Part {
        Part::Term(Term::list(terms))
    }
}
impl From<Part> for Term {
    fn from(part: Part) -> Term {
        match part {
            Part::Term(term) => term,
            Part::Name(name) => Term::atom(name),
            Part::Atom(name) => Term::Atom(name),
            Part::Pos(pos) => Term::tuple([Term::Int(pos.line.into()), Term::Int(pos.column.into())]),
        }
    }
}

struct Writer<'m> {
    module: &'m Module,
    unkept: Unkept,
}

impl Writer<'_> {
    /// Says which file the next forms are from.
    fn file(&self, form: &Form) -> Term {
        let name = Term::string(self.module.sources.name(form.span.file));
        let line = if form.span.file == FileId(0) { form.span.start.line } else { 1 };
        tuple!["attribute", Pos { line: 1, column: 1 }, "file", tuple![name, Term::Int(line.into())]]
    }

    /// The position of something that the syntax tree does not keep, beside or around `pos`.
    fn near(&self, pos: Pos) -> Part {
        match self.unkept {
            Unkept::Zero => Part::from(0),
            Unkept::Nearby => Part::Pos(pos),
        }
    }

    fn form(&self, form: &Form) -> Option<Term> {
        let at = form.span.start;
        let attribute =
            |name: &'static str, value: Term| Some(tuple!["attribute", self.near(at), name, value]);
        match &form.kind {
            FormKind::File { .. } => None,
            FormKind::Module(name) => attribute("module", Term::Atom(*name)),
            FormKind::Export(names) => attribute("export", function_names(names)),
            FormKind::ExportType(names) => attribute("export_type", function_names(names)),
            FormKind::OptionalCallbacks(names) => attribute("optional_callbacks", function_names(names)),
            FormKind::Import { module, functions } => {
                attribute("import", tuple![*module, function_names(functions)])
            }
            FormKind::Compile(value) => attribute("compile", literal_term(self.module, *value)?),
            FormKind::Attribute { name, value } => {
                Some(tuple!["attribute", self.near(at), *name, literal_term(self.module, *value)?])
            }
            FormKind::Record(record) => {
                let fields =
                    record.fields.iter().map(|field| self.record_field_definition(field)).collect::<Vec<_>>();
                attribute("record", tuple![record.name, fields])
            }
            FormKind::Spec(spec) => attribute("spec", self.spec(spec)),
            FormKind::Callback(spec) => attribute("callback", self.spec(spec)),
            FormKind::TypeDefinition { keyword, name, parameters, body } => {
                let parameters =
                    parameters.iter().map(|name| tuple!["var", self.near(at), *name]).collect::<Vec<_>>();
                Some(tuple!["attribute", self.near(at), *keyword, tuple![*name, self.ty(*body), parameters]])
            }
            FormKind::Function(function) => Some(tuple![
                "function",
                function.name_span.start,
                function.name,
                Term::Int(function.arity.into()),
                self.clauses(&function.clauses),
            ]),
        }
    }

    fn record_field_definition(&self, field: &RecordFieldDefinition) -> Term {
        let at = field.span.start;
        let name = tuple!["atom", at, field.name];
        let plain = match field.default {
            Some(default) => tuple!["record_field", at, name, self.expr(default)],
            None => tuple!["record_field", at, name],
        };
        match field.ty {
            Some(ty) => tuple!["typed_record_field", plain, self.ty(ty)],
            None => plain,
        }
    }

    fn spec(&self, spec: &Spec) -> Term {
        let arity = Term::Int(spec.arity.into());
        let name = match spec.module {
            Some(module) => tuple![module, spec.name, arity],
            None => tuple![spec.name, arity],
        };
        let clauses = spec.clauses.iter().map(|clause| {
            let at = clause.span.start;
            let product = tuple!["type", self.near(at), "product", self.types(&clause.arguments)];
            let fun = tuple!["type", self.near(at), "fun", vec![product, self.ty(clause.result)]];
            if clause.constraints.is_empty() {
                return fun;
            }
            let constraints = clause.constraints.iter().map(|(name, ty)| {
                let pair = vec![tuple!["var", self.near(at), *name], self.ty(*ty)];
                tuple![
                    "type",
                    self.near(at),
                    "constraint",
                    vec![tuple!["atom", self.near(at), "is_subtype"], Term::list(pair)]
                ]
            });
            tuple![
                "type",
                self.near(at),
                "bounded_fun",
                vec![fun, Term::list(constraints.collect::<Vec<_>>())]
            ]
        });
        tuple![name, clauses.collect::<Vec<_>>()]
    }

    fn types(&self, ids: &[TypeId]) -> Vec<Term> {
        ids.iter().map(|id| self.ty(*id)).collect()
    }

    fn ty(&self, id: TypeId) -> Term {
        let at = self.module[id].span.start;
        let zero = || tuple!["integer", self.near(at), 0];
        match &self.module[id].kind {
            TypeKind::Annotated { name, ty } => {
                tuple!["ann_type", at, vec![tuple!["var", at, *name], self.ty(*ty)]]
            }
            TypeKind::Variable(name) => tuple!["var", at, *name],
            TypeKind::Wildcard => tuple!["var", at, "_"],
            TypeKind::Atom(name) => tuple!["atom", at, *name],
            TypeKind::Integer(n) => tuple!["integer", at, integer(n)],
            TypeKind::Char(c) => tuple!["char", at, Term::Int((*c).into())],
            TypeKind::Range { low, high } => {
                tuple!["type", self.near(at), "range", vec![self.ty(*low), self.ty(*high)]]
            }
            TypeKind::Unary { op, operand } => tuple!["op", at, op.name(), self.ty(*operand)],
            TypeKind::Binary { op, left, right } => {
                tuple!["op", self.near(at), op.name(), self.ty(*left), self.ty(*right)]
            }
            TypeKind::Nil => tuple!["type", at, "nil", vec![]],
            TypeKind::List(ty) => tuple!["type", at, "list", vec![self.ty(*ty)]],
            TypeKind::NonemptyList(ty) => tuple!["type", at, "nonempty_list", vec![self.ty(*ty)]],
            TypeKind::Tuple(types) => tuple!["type", at, "tuple", self.types(types)],
            TypeKind::Map(pairs) => {
                let pairs = pairs.iter().map(|(key, value, mandatory)| {
                    let name = if *mandatory { "map_field_exact" } else { "map_field_assoc" };
                    tuple!["type", self.near(at), name, vec![self.ty(*key), self.ty(*value)]]
                });
                tuple!["type", at, "map", pairs.collect::<Vec<_>>()]
            }
            TypeKind::Record { name, fields } => {
                let mut parts = vec![tuple!["atom", self.near(at), *name]];
                parts.extend(fields.iter().map(|(name, ty)| {
                    tuple![
                        "type",
                        self.near(at),
                        "field_type",
                        vec![tuple!["atom", self.near(at), *name], self.ty(*ty)]
                    ]
                }));
                tuple!["type", at, "record", parts]
            }
            TypeKind::Bitstring { base, unit } => {
                let part = |ty: &Option<TypeId>| ty.map_or_else(zero, |ty| self.ty(ty));
                tuple!["type", at, "binary", vec![part(base), part(unit)]]
            }
            TypeKind::AnyFun => tuple!["type", at, "fun", vec![]],
            TypeKind::Fun { arguments, result } => {
                let arguments = match arguments {
                    Some(arguments) => tuple!["type", self.near(at), "product", self.types(arguments)],
                    None => tuple!["type", self.near(at), "any"],
                };
                tuple!["type", self.near(at), "fun", vec![arguments, self.ty(*result)]]
            }
            TypeKind::Union(types) => tuple!["type", self.near(at), "union", self.types(types)],
            TypeKind::Call { module: Some(module), name, arguments } => {
                let names = [tuple!["atom", at, *module], tuple!["atom", self.near(at), *name]];
                let [module, name] = names;
                tuple!["remote_type", at, vec![module, name, Term::list(self.types(arguments))]]
            }
            TypeKind::Call { module: None, name, arguments } => {
                if arguments.is_empty() && matches!(name.name(), "tuple" | "map") {
                    return tuple!["type", at, *name, "any"];
                }
                let built_in = is_built_in_type(*name, arguments.len() as u32);
                tuple![if built_in { "type" } else { "user_type" }, at, *name, self.types(arguments)]
            }
            TypeKind::Error => tuple!["error", at],
        }
    }

    fn exprs(&self, ids: &[ExprId]) -> Vec<Term> {
        ids.iter().map(|id| self.expr(*id)).collect()
    }

    fn expr(&self, id: ExprId) -> Term {
        recursion::deep(|| self.expr_here(id))
    }

    fn is_nil(&self, id: ExprId) -> bool {
        matches!(&self.module[id].kind, ExprKind::List { elements, .. } if elements.is_empty())
    }

    fn start(&self, id: ExprId) -> Pos {
        self.module[id].span.start
    }

    fn expr_here(&self, id: ExprId) -> Term {
        let at = self.module[id].anchor;
        match &self.module[id].kind {
            ExprKind::Integer(n) => tuple!["integer", at, integer(n)],
            ExprKind::Char(c) => tuple!["char", at, Term::Int((*c).into())],
            ExprKind::Float(n) => tuple!["float", at, Term::float(*n)],
            ExprKind::Atom(name) => tuple!["atom", at, *name],
            ExprKind::String(text) => {
                let text: Vec<Term> = text.iter().map(|c| Term::Int((*c).into())).collect();
                tuple!["string", at, text]
            }
            ExprKind::Variable(name) => tuple!["var", at, *name],
            ExprKind::Wildcard => tuple!["var", at, "_"],
            ExprKind::Tuple(elements) => tuple!["tuple", at, self.exprs(elements)],
            ExprKind::List { elements, .. } if elements.is_empty() => tuple!["nil", at],
            ExprKind::List { elements, tail } => {
                let tail = match tail {
                    Some(tail) if !self.is_nil(*tail) => self.expr(*tail),
                    // Written or not.
                    _ => tuple!["nil", self.near(at)],
                };
                elements.iter().enumerate().rev().fold(tail, |tail, (n, element)| {
                    let at = if n == 0 { at } else { self.start(*element) };
                    tuple!["cons", at, self.expr(*element), tail]
                })
            }
            ExprKind::Map(fields) => tuple!["map", at, self.map_fields(fields)],
            ExprKind::MapUpdate { map, fields } => {
                tuple!["map", at, self.expr(*map), self.map_fields(fields)]
            }
            ExprKind::Record { name, fields } => tuple!["record", at, *name, self.record_fields(fields)],
            ExprKind::RecordUpdate { record, name, fields } => {
                tuple!["record", at, self.expr(*record), *name, self.record_fields(fields)]
            }
            ExprKind::RecordAccess { record, name, field } => {
                tuple!["record_field", at, self.expr(*record), *name, tuple!["atom", self.near(at), *field]]
            }
            ExprKind::RecordIndex { name, field } => {
                tuple!["record_index", at, *name, tuple!["atom", self.near(at), *field]]
            }
            ExprKind::Bitstring(segments) => {
                let segments = segments.iter().map(|segment| self.segment(segment));
                tuple!["bin", at, segments.collect::<Vec<_>>()]
            }
            ExprKind::Match { pattern, value } => tuple!["match", at, self.expr(*pattern), self.expr(*value)],
            ExprKind::MaybeMatch { pattern, value } => {
                tuple!["maybe_match", at, self.expr(*pattern), self.expr(*value)]
            }
            ExprKind::Unary { op, operand } => tuple!["op", at, op.name(), self.expr(*operand)],
            ExprKind::Binary { op, left, right } => {
                tuple!["op", at, op.name(), self.expr(*left), self.expr(*right)]
            }
            ExprKind::Call { callee, arguments } => {
                tuple!["call", at, self.expr(*callee), self.exprs(arguments)]
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                let remote = tuple!["remote", self.near(at), self.expr(*module), self.expr(*function)];
                tuple!["call", at, remote, self.exprs(arguments)]
            }
            ExprKind::FunLocal { name, arity } => {
                tuple!["fun", at, tuple!["function", *name, Term::Int((*arity).into())]]
            }
            ExprKind::FunRemote { module, function, arity } => {
                let function =
                    tuple!["function", self.expr(*module), self.expr(*function), self.expr(*arity)];
                tuple!["fun", at, function]
            }
            ExprKind::Fun { name: None, clauses } => {
                tuple!["fun", at, tuple!["clauses", self.clauses(clauses)]]
            }
            ExprKind::Fun { name: Some(name), clauses } => {
                tuple!["named_fun", at, *name, self.clauses(clauses)]
            }
            ExprKind::Case { argument, clauses } => {
                tuple!["case", at, self.expr(*argument), self.clauses(clauses)]
            }
            ExprKind::If { clauses } => tuple!["if", at, self.clauses(clauses)],
            ExprKind::Receive { clauses, after: None } => tuple!["receive", at, self.clauses(clauses)],
            ExprKind::Receive { clauses, after: Some(after) } => {
                let (timeout, body) = (self.expr(after.timeout), self.exprs(&after.body));
                tuple!["receive", at, self.clauses(clauses), timeout, body]
            }
            ExprKind::Try { body, of, catch, after } => {
                let catch: Vec<Term> = catch.iter().map(|clause| self.catch_clause(clause)).collect();
                tuple!["try", at, self.exprs(body), self.clauses(of), catch, self.exprs(after)]
            }
            ExprKind::Catch(operand) => tuple!["catch", at, self.expr(*operand)],
            ExprKind::Begin(body) => tuple!["block", at, self.exprs(body)],
            ExprKind::Maybe { body, else_clauses } if else_clauses.is_empty() => {
                tuple!["maybe", at, self.exprs(body)]
            }
            ExprKind::Maybe { body, else_clauses } => {
                tuple![
                    "maybe",
                    at,
                    self.exprs(body),
                    tuple!["else", self.near(at), self.clauses(else_clauses)]
                ]
            }
            ExprKind::ListComprehension { template, qualifiers } => {
                tuple!["lc", at, self.expr(*template), self.qualifiers(qualifiers)]
            }
            ExprKind::BinaryComprehension { template, qualifiers } => {
                tuple!["bc", at, self.expr(*template), self.qualifiers(qualifiers)]
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                let field = tuple!["map_field_assoc", self.near(at), self.expr(*key), self.expr(*value)];
                tuple!["mc", at, field, self.qualifiers(qualifiers)]
            }
            ExprKind::Error => tuple!["error", at],
        }
    }

    fn map_fields(&self, fields: &[MapField]) -> Vec<Term> {
        let field = |field: &MapField| {
            let at = field.span.start;
            let name = if field.exact { "map_field_exact" } else { "map_field_assoc" };
            tuple![name, self.near(at), self.expr(field.key), self.expr(field.value)]
        };
        fields.iter().map(field).collect()
    }

    fn record_fields(&self, fields: &[RecordField]) -> Vec<Term> {
        let field = |field: &RecordField| {
            let at = field.span.start;
            let name = match field.name {
                Some(name) => tuple!["atom", at, name],
                None => tuple!["var", at, "_"],
            };
            tuple!["record_field", at, name, self.expr(field.value)]
        };
        fields.iter().map(field).collect()
    }

    fn segment(&self, segment: &Segment) -> Term {
        let at = segment.span.start;
        let size = segment.size.map_or_else(|| Term::atom("default"), |size| self.expr(size));
        let mut types = Vec::new();
        types.extend(segment.ty.map(|ty| match ty {
            SegmentType::Integer => "integer",
            SegmentType::Float => "float",
            SegmentType::Binary => "binary",
            SegmentType::Bitstring => "bitstring",
            SegmentType::Utf8 => "utf8",
            SegmentType::Utf16 => "utf16",
            SegmentType::Utf32 => "utf32",
            SegmentType::Unknown(name) => name.name(),
        }));
        types.extend(segment.signed.map(|signed| if signed { "signed" } else { "unsigned" }));
        types.extend(segment.endian.map(|endian| match endian {
            Endian::Big => "big",
            Endian::Little => "little",
            Endian::Native => "native",
        }));
        types.sort_unstable();
        let mut types: Vec<Term> = types.into_iter().map(Term::atom).collect();
        types.extend(segment.unit.map(|unit| tuple!["unit", Term::Int(unit.into())]));
        let types = if types.is_empty() { Term::atom("default") } else { Term::list(types) };
        tuple!["bin_element", self.near(at), self.expr(segment.value), size, types]
    }

    fn clauses(&self, clauses: &[Clause]) -> Vec<Term> {
        let clause = |clause: &Clause| {
            let guard = self.guard(&clause.guard);
            tuple!["clause", clause.span.start, self.exprs(&clause.patterns), guard, self.exprs(&clause.body)]
        };
        clauses.iter().map(clause).collect()
    }

    fn catch_clause(&self, clause: &CatchClause) -> Term {
        let at = clause.span.start;
        let class =
            clause.class.map_or_else(|| tuple!["atom", self.near(at), "throw"], |class| self.expr(class));
        let stacktrace = match clause.stacktrace {
            Some(stacktrace) if !matches!(self.module[stacktrace].kind, ExprKind::Wildcard) => {
                self.expr(stacktrace)
            }
            // Written or not.
            _ => tuple!["var", self.near(at), "_"],
        };
        let pattern = tuple!["tuple", self.near(at), vec![class, self.expr(clause.reason), stacktrace]];
        let guard = self.guard(&clause.guard);
        tuple!["clause", clause.span.start, vec![pattern], guard, self.exprs(&clause.body)]
    }

    fn guard(&self, guard: &Guard) -> Vec<Term> {
        guard.iter().map(|tests| Term::list(self.exprs(tests))).collect()
    }

    fn qualifiers(&self, qualifiers: &[Qualifier]) -> Vec<Term> {
        qualifiers.iter().map(|qualifier| self.qualifier(qualifier)).collect()
    }

    fn qualifier(&self, qualifier: &Qualifier) -> Term {
        match qualifier {
            Qualifier::ListGenerator { pattern, source, strict, span } => {
                let at = span.start;
                let name = if *strict { "generate_strict" } else { "generate" };
                tuple![name, self.near(at), self.expr(*pattern), self.expr(*source)]
            }
            Qualifier::BinaryGenerator { pattern, source, strict, span } => {
                let at = span.start;
                let name = if *strict { "b_generate_strict" } else { "b_generate" };
                tuple![name, self.near(at), self.expr(*pattern), self.expr(*source)]
            }
            Qualifier::MapGenerator { key, value, source, strict, span } => {
                let at = span.start;
                let name = if *strict { "m_generate_strict" } else { "m_generate" };
                let field = tuple!["map_field_exact", self.near(at), self.expr(*key), self.expr(*value)];
                tuple![name, self.near(at), field, self.expr(*source)]
            }
            Qualifier::Zip { generators, span } => {
                tuple!["zip", self.near(span.start), self.qualifiers(generators)]
            }
            Qualifier::Filter(filter) => self.expr(*filter),
        }
    }
}

fn function_names(names: &[FunctionName]) -> Term {
    Term::list(names.iter().map(|name| tuple![name.name, Term::Int(name.arity.into())]).collect::<Vec<_>>())
}

fn integer(n: &BigInt) -> Term {
    Term::from_bigint(n.clone())
}
