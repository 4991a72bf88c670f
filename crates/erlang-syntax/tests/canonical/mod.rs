//! A module as text without positions, and the same for two trees that mean the same although the
//! source of one, or the compiler that wrote the other down, spelt something out: what trees are
//! compared by.

use std::fmt::Write as _;

use erlang_syntax::ast::*;

/// One text a form.
pub fn forms(module: &Module) -> Vec<String> {
    let dump = Dump { module };
    module.forms.iter().filter_map(|form| dump.form(form)).collect()
}

struct Dump<'m> {
    module: &'m Module,
}

impl Dump<'_> {
    fn form(&self, form: &Form) -> Option<String> {
        let names = |functions: &[FunctionName]| {
            let names: Vec<_> = functions.iter().map(|f| format!("{:?}/{}", f.name, f.arity)).collect();
            names.join(" ")
        };
        Some(match &form.kind {
            // A .beam names every file, a source only if it pleases.
            FormKind::File { .. } => return None,
            FormKind::Module(name) => format!("module {name:?}"),
            FormKind::Export(functions) => format!("export {}", names(functions)),
            FormKind::ExportType(functions) => format!("export_type {}", names(functions)),
            FormKind::OptionalCallbacks(functions) => format!("optional_callbacks {}", names(functions)),
            FormKind::Import { module, functions } => format!("import {module:?} {}", names(functions)),
            FormKind::Compile(value) => format!("compile {}", self.literal(*value)),
            FormKind::Attribute { name, value } => format!("attribute {name:?} {}", self.literal(*value)),
            FormKind::Record(record) => {
                let fields = record.fields.iter().map(|field| {
                    let default = field
                        .default
                        .map_or_else(String::new, |default| format!(" = {}", self.expr(default)));
                    let ty = field.ty.map_or_else(String::new, |ty| format!(" :: {}", self.ty(ty)));
                    format!("{:?}{default}{ty}", field.name)
                });
                format!("record {:?} {{{}}}", record.name, fields.collect::<Vec<_>>().join(", "))
            }
            FormKind::Spec(spec) => self.spec("spec", spec),
            FormKind::Callback(spec) => self.spec("callback", spec),
            FormKind::TypeDefinition { keyword, name, parameters, body } => {
                format!("{keyword:?} {name:?} {parameters:?} {}", self.ty(*body))
            }
            FormKind::Function(function) => {
                format!("function {:?}/{} {}", function.name, function.arity, self.clauses(&function.clauses))
            }
        })
    }

    fn spec(&self, keyword: &str, spec: &Spec) -> String {
        let module = spec.module.unwrap_or(self.module.name);
        let clauses: Vec<_> = spec
            .clauses
            .iter()
            .map(|clause| {
                let constraints: Vec<_> = clause
                    .constraints
                    .iter()
                    .map(|(name, ty)| format!("{name:?} :: {}", self.ty(*ty)))
                    .collect();
                format!(
                    "({}) -> {} when {}",
                    self.types(&clause.arguments),
                    self.ty(clause.result),
                    constraints.join(", ")
                )
            })
            .collect();
        format!("{keyword} {module:?}:{:?}/{} {}", spec.name, spec.arity, clauses.join("; "))
    }

    fn exprs(&self, ids: &[ExprId]) -> String {
        ids.iter().map(|&id| self.expr(id)).collect::<Vec<_>>().join(", ")
    }

    fn literals(&self, ids: &[ExprId]) -> String {
        ids.iter().map(|&id| self.literal(id)).collect::<Vec<_>>().join(", ")
    }

    /// A value of an attribute: a .beam has the term, and cannot know how it was written.
    fn literal(&self, id: ExprId) -> String {
        match &self.module[id].kind {
            ExprKind::String(text) => {
                format!("[{}]", text.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(", "))
            }
            ExprKind::Char(c) => c.to_string(),
            ExprKind::Tuple(elements) => format!("{{{}}}", self.literals(elements)),
            ExprKind::List { elements, tail } => self.list(elements, *tail, Self::literal),
            ExprKind::Binary { op: BinaryOp::Divide, left, right } => {
                format!("{{{}, {}}}", self.literal(*left), self.literal(*right))
            }
            ExprKind::Map(fields) => {
                let mut fields: Vec<_> = fields
                    .iter()
                    .map(|field| format!("{} => {}", self.literal(field.key), self.literal(field.value)))
                    .collect();
                fields.sort();
                format!("#{{{}}}", fields.join(", "))
            }
            _ => self.expr(id),
        }
    }

    /// `[a | [b]]` is `[a, b]`.
    fn list(&self, elements: &[ExprId], tail: Option<ExprId>, dump: fn(&Self, ExprId) -> String) -> String {
        let mut parts: Vec<_> = elements.iter().map(|&id| dump(self, id)).collect();
        let mut end = tail;
        while let Some(id) = end
            && let ExprKind::List { elements, tail } = &self.module[id].kind
        {
            parts.extend(elements.iter().map(|&id| dump(self, id)));
            end = *tail;
        }
        let end = end.map_or_else(String::new, |id| format!(" | {}", dump(self, id)));
        format!("[{}{end}]", parts.join(", "))
    }

    fn clauses(&self, clauses: &[Clause]) -> String {
        let clauses: Vec<_> = clauses
            .iter()
            .map(|clause| {
                format!(
                    "({}){} -> {}",
                    self.exprs(&clause.patterns),
                    self.guard(&clause.guard),
                    self.exprs(&clause.body)
                )
            })
            .collect();
        clauses.join("; ")
    }

    fn guard(&self, guard: &Guard) -> String {
        let guard: Vec<_> = guard.iter().map(|tests| self.exprs(tests)).collect();
        if guard.is_empty() { String::new() } else { format!(" when {}", guard.join("; ")) }
    }

    fn map_fields(&self, fields: &[MapField]) -> String {
        let fields = fields.iter().map(|field| {
            format!(
                "{} {} {}",
                self.expr(field.key),
                if field.exact { ":=" } else { "=>" },
                self.expr(field.value)
            )
        });
        fields.collect::<Vec<_>>().join(", ")
    }

    fn record_fields(&self, fields: &[RecordField]) -> String {
        let fields = fields.iter().map(|field| format!("{:?} = {}", field.name, self.expr(field.value)));
        fields.collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, id: ExprId) -> String {
        recursion::deep(|| self.expr_here(id))
    }

    fn expr_here(&self, id: ExprId) -> String {
        match &self.module[id].kind {
            ExprKind::Integer(n) => n.to_string(),
            ExprKind::Char(c) => format!("${c}"),
            ExprKind::Float(x) => format!("{x:?}"),
            ExprKind::Atom(atom) => format!("{atom:?}"),
            ExprKind::String(text) => format!("{text:?}"),
            ExprKind::Variable(name) => format!("var {name:?}"),
            ExprKind::Wildcard => "_".to_string(),
            ExprKind::Tuple(elements) => format!("{{{}}}", self.exprs(elements)),
            ExprKind::List { elements, tail } => self.list(elements, *tail, Self::expr),
            ExprKind::Map(fields) => format!("#{{{}}}", self.map_fields(fields)),
            ExprKind::MapUpdate { map, fields } => {
                format!("({})#{{{}}}", self.expr(*map), self.map_fields(fields))
            }
            ExprKind::Record { name, fields } => format!("#{name:?}{{{}}}", self.record_fields(fields)),
            ExprKind::RecordUpdate { record, name, fields } => {
                format!("({})#{name:?}{{{}}}", self.expr(*record), self.record_fields(fields))
            }
            ExprKind::RecordAccess { record, name, field } => {
                format!("({})#{name:?}.{field:?}", self.expr(*record))
            }
            ExprKind::RecordIndex { name, field } => format!("#{name:?}.{field:?}"),
            ExprKind::Bitstring(segments) => {
                let segments = segments.iter().map(|segment| {
                    let size = segment.size.map(|size| self.expr(size));
                    let Segment { ty, signed, endian, unit, .. } = segment;
                    format!("{}:{size:?}/{ty:?}-{signed:?}-{endian:?}-{unit:?}", self.expr(segment.value))
                });
                format!("<<{}>>", segments.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Match { pattern, value } => {
                format!("({} = {})", self.expr(*pattern), self.expr(*value))
            }
            ExprKind::MaybeMatch { pattern, value } => {
                format!("({} ?= {})", self.expr(*pattern), self.expr(*value))
            }
            ExprKind::Unary { op, operand } => format!("({} {})", op.name(), self.expr(*operand)),
            ExprKind::Binary { op, left, right } => {
                format!("({} {} {})", self.expr(*left), op.name(), self.expr(*right))
            }
            ExprKind::Call { callee, arguments } => {
                format!("call {}({})", self.expr(*callee), self.exprs(arguments))
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                format!("call {}:{}({})", self.expr(*module), self.expr(*function), self.exprs(arguments))
            }
            ExprKind::FunLocal { name, arity } => format!("fun {name:?}/{arity}"),
            ExprKind::FunRemote { module, function, arity } => {
                format!("fun {}:{}/{}", self.expr(*module), self.expr(*function), self.expr(*arity))
            }
            ExprKind::Fun { name, clauses } => format!("fun {name:?} {} end", self.clauses(clauses)),
            ExprKind::Case { argument, clauses } => {
                format!("case {} of {} end", self.expr(*argument), self.clauses(clauses))
            }
            ExprKind::If { clauses } => format!("if {} end", self.clauses(clauses)),
            ExprKind::Receive { clauses, after } => {
                let after = after
                    .as_ref()
                    .map(|after| format!("{} -> {}", self.expr(after.timeout), self.exprs(&after.body)));
                format!("receive {} after {after:?} end", self.clauses(clauses))
            }
            ExprKind::Try { body, of, catch, after } => {
                let mut text = format!("try {} of {} catch ", self.exprs(body), self.clauses(of));
                for clause in catch {
                    self.catch_clause(&mut text, clause);
                }
                format!("{text} after {} end", self.exprs(after))
            }
            ExprKind::Catch(body) => format!("(catch {})", self.expr(*body)),
            ExprKind::Begin(body) => format!("begin {} end", self.exprs(body)),
            ExprKind::Maybe { body, else_clauses } => {
                format!("maybe {} else {} end", self.exprs(body), self.clauses(else_clauses))
            }
            ExprKind::ListComprehension { template, qualifiers } => {
                format!("[{} || {}]", self.expr(*template), self.qualifiers(qualifiers))
            }
            ExprKind::BinaryComprehension { template, qualifiers } => {
                format!("<<{} || {}>>", self.expr(*template), self.qualifiers(qualifiers))
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                format!(
                    "#{{{} => {} || {}}}",
                    self.expr(*key),
                    self.expr(*value),
                    self.qualifiers(qualifiers)
                )
            }
            ExprKind::Error => "error".to_string(),
        }
    }

    /// `throw:` and `:_` may be left out.
    fn catch_clause(&self, text: &mut String, clause: &CatchClause) {
        let class = clause.class.map_or_else(|| "'throw'".to_string(), |class| self.expr(class));
        let stacktrace =
            clause.stacktrace.map_or_else(|| "_".to_string(), |stacktrace| self.expr(stacktrace));
        let reason = self.expr(clause.reason);
        let (guard, body) = (self.guard(&clause.guard), self.exprs(&clause.body));
        write!(text, "{class}:{reason}:{stacktrace}{guard} -> {body}; ").expect("text");
    }

    fn qualifiers(&self, qualifiers: &[Qualifier]) -> String {
        let qualifiers = qualifiers.iter().map(|qualifier| match qualifier {
            Qualifier::ListGenerator { pattern, source, strict, .. } => {
                format!("{} <- {strict} {}", self.expr(*pattern), self.expr(*source))
            }
            Qualifier::BinaryGenerator { pattern, source, strict, .. } => {
                format!("{} <= {strict} {}", self.expr(*pattern), self.expr(*source))
            }
            Qualifier::MapGenerator { key, value, source, strict, .. } => {
                format!("{} := {} <- {strict} {}", self.expr(*key), self.expr(*value), self.expr(*source))
            }
            Qualifier::Zip { generators, .. } => format!("zip({})", self.qualifiers(generators)),
            Qualifier::Filter(id) => self.expr(*id),
        });
        qualifiers.collect::<Vec<_>>().join(", ")
    }

    fn types(&self, ids: &[TypeId]) -> String {
        ids.iter().map(|&id| self.ty(id)).collect::<Vec<_>>().join(", ")
    }

    fn ty(&self, id: TypeId) -> String {
        match &self.module[id].kind {
            TypeKind::Annotated { name, ty } => format!("({name:?} :: {})", self.ty(*ty)),
            TypeKind::Variable(name) => format!("var {name:?}"),
            TypeKind::Wildcard => "_".to_string(),
            TypeKind::Atom(atom) => format!("{atom:?}"),
            TypeKind::Integer(n) => n.to_string(),
            TypeKind::Char(c) => format!("${c}"),
            TypeKind::Range { low, high } => format!("({}..{})", self.ty(*low), self.ty(*high)),
            TypeKind::Unary { op, operand } => format!("({} {})", op.name(), self.ty(*operand)),
            TypeKind::Binary { op, left, right } => {
                format!("({} {} {})", self.ty(*left), op.name(), self.ty(*right))
            }
            TypeKind::Nil => "nil()".to_string(),
            TypeKind::List(element) => format!("list({})", self.ty(*element)),
            TypeKind::NonemptyList(element) => format!("nonempty_list({})", self.ty(*element)),
            TypeKind::Tuple(elements) => format!("{{{}}}", self.types(elements)),
            TypeKind::Map(fields) => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(key, value, exact)| format!("{} {exact} {}", self.ty(*key), self.ty(*value)))
                    .collect();
                format!("#{{{}}}", fields.join(", "))
            }
            TypeKind::Record { name, fields } => {
                let fields: Vec<_> =
                    fields.iter().map(|(name, ty)| format!("{name:?} :: {}", self.ty(*ty))).collect();
                format!("#{name:?}{{{}}}", fields.join(", "))
            }
            TypeKind::Bitstring { base, unit } => {
                let size = |size: &Option<TypeId>| size.map_or_else(|| "0".to_string(), |size| self.ty(size));
                format!("<<_:{}, _:_*{}>>", size(base), size(unit))
            }
            TypeKind::AnyFun => "fun()".to_string(),
            TypeKind::Fun { arguments, result } => {
                let arguments =
                    arguments.as_ref().map_or_else(|| "...".to_string(), |types| self.types(types));
                format!("fun(({arguments}) -> {})", self.ty(*result))
            }
            TypeKind::Union(types) => {
                format!("({})", types.iter().map(|&ty| self.ty(ty)).collect::<Vec<_>>().join(" | "))
            }
            TypeKind::Call { module, name, arguments } => {
                let module = module.map_or_else(String::new, |module| format!("{module:?}:"));
                format!("{module}{}({})", name.name(), self.types(arguments))
            }
            TypeKind::Error => "error".to_string(),
        }
    }
}
