//! Expressions.

use std::rc::Rc;

use lazy_syntax::ast::{
    self, Alternative, Entity, ExprId, ExprKind, FieldValue, FunctionBody, KnownTypeId, Qualifier,
    QualifierKind, Statement, StatementKind,
};
use lazy_syntax::source::Span;
use num_bigint::BigInt;

use crate::core::{
    Arm, Complaint, ConstructorId, Expr, Function, FunctionId, Head, Literal, Local, MethodId, Standing,
    Written,
};
use crate::free::free;
use crate::lower::Lowerer;
use crate::lower::matching::Row;
use crate::lower::pattern::Pattern;
use crate::primitive::Primitive;
use crate::types::Sort;

impl<'a> Lowerer<'a> {
    pub(super) fn expr(&mut self, id: ExprId) -> Expr {
        let source = self.source;
        let Some(variables) = source.abstracted.get(&id) else {
            return recursion::deep(|| self.expr_inner(id));
        };
        // A value for any choice of types is a function of those that matter.
        let scope = self.type_scope.len();
        let mut types = Vec::new();
        for variable in variables {
            let local = self.temporary();
            self.type_locals.insert(*variable, local);
            types.push(local);
        }
        self.type_scope.extend(&types);
        let body = recursion::deep(|| self.expr_inner(id));
        self.type_scope.truncate(scope);
        Expr::Lambda(None, types, Box::new(body))
    }

    fn exprs(&mut self, ids: &[ExprId]) -> Vec<Expr> {
        ids.iter().map(|id| self.expr(*id)).collect()
    }

    fn expr_inner(&mut self, id: ExprId) -> Expr {
        let source = self.source;
        let expr = &source[id];
        match &expr.kind {
            ExprKind::Var { .. } | ExprKind::Con(_) => self.applied(id, Vec::new()),
            ExprKind::Literal(literal) => self.literal(id, literal_of(literal)),
            ExprKind::Apply { function, arguments } => {
                let arguments = self.exprs(arguments);
                let value = self.applied(*function, arguments);
                self.at_types(id, value)
            }
            ExprKind::Operator { operator, left, right } => {
                let arguments = self.exprs(&[*left, *right]);
                let value = self.applied(*operator, arguments);
                self.at_types(id, value)
            }
            ExprKind::Negate(inner) => match self.expr(*inner) {
                Expr::Literal(Literal::Integer(value)) => Expr::Literal(Literal::Integer(-value)),
                Expr::Literal(Literal::Float(value)) => Expr::Literal(Literal::Float(-value)),
                inner => self.operation(Primitive::Negate, id, vec![inner]),
            },
            ExprKind::LeftSection { operand, operator } => {
                let operand = self.expr(*operand);
                self.applied(*operator, vec![operand])
            }
            ExprKind::RightSection { operator, operand } => {
                let (left, right) = (self.temporary(), self.temporary());
                let operand = self.expr(*operand);
                let body = self.applied(*operator, vec![Expr::Local(left), Expr::Local(right)]);
                let written = self.written_section(*operator, right);
                let lambda = Expr::Lambda(written, vec![left], Box::new(body));
                Expr::Let(vec![(right, operand)], Box::new(lambda))
            }
            ExprKind::Lambda { patterns, body } => {
                let written = self.written_lambda(expr.span);
                self.lambda(written, patterns, expr.span, &mut |lowerer| lowerer.expr(*body))
            }
            ExprKind::Let { bindings, body } => self.within(bindings, |lowerer| lowerer.expr(*body)),
            ExprKind::If { condition, then, otherwise } => {
                let test = self.expr(*condition);
                let (then, otherwise) = (self.expr(*then), self.expr(*otherwise));
                self.when(test, then, otherwise)
            }
            ExprKind::Case { subject, alternatives } => self.case(*subject, alternatives, expr.span),
            ExprKind::Do(statements) => {
                let monad = self.types_at(id);
                self.statements(statements, &monad, expr.span)
            }
            ExprKind::Tuple(parts) => {
                let constructor = Expr::Constructor(self.tuple(parts.len(), expr.span));
                match parts.is_empty() {
                    true => constructor,
                    false => Expr::Call(Box::new(constructor), self.exprs(parts)),
                }
            }
            ExprKind::List(parts) => {
                let parts = self.exprs(parts);
                let nil = Expr::Constructor(self.known.nil);
                parts.into_iter().rev().fold(nil, |list, part| self.cons(part, list))
            }
            ExprKind::Range { from, then, to } => {
                let primitive = match (then, to) {
                    (None, None) => Primitive::EnumFrom,
                    (None, Some(_)) => Primitive::EnumFromTo,
                    (Some(_), None) => Primitive::EnumFromThen,
                    (Some(_), Some(_)) => Primitive::EnumFromThenTo,
                };
                let ends: Vec<ExprId> = std::iter::once(*from).chain(*then).chain(*to).collect();
                let ends = self.exprs(&ends);
                self.operation(primitive, id, ends)
            }
            ExprKind::Comprehension { body, qualifiers } => {
                let nil = Expr::Constructor(self.known.nil);
                self.comprehension(*body, qualifiers, nil)
            }
            ExprKind::Construct { con, fields } => {
                let types = self.types_at(id);
                self.construct(con, fields, &types, expr.span)
            }
            ExprKind::Update { record, fields } => self.update(*record, fields, expr.span),
            ExprKind::Typed { expr, .. } => self.expr(*expr),
        }
    }

    /// A value for any choice of types, at those that are chosen here.
    fn at_types(&mut self, place: ExprId, value: Expr) -> Expr {
        let types = self.types_at(place);
        match types.is_empty() {
            true => value,
            false => {
                let types = self.type_exprs(&types);
                Expr::Call(Box::new(value), types)
            }
        }
    }

    fn cons(&self, head: Expr, tail: Expr) -> Expr {
        Expr::Call(Box::new(Expr::Constructor(self.known.cons)), vec![head, tail])
    }

    /// An application; names of functions and constructors get what they need.
    fn applied(&mut self, function: ExprId, mut arguments: Vec<Expr>) -> Expr {
        let source = self.source;
        let head = match &source[function].kind {
            ExprKind::Var { entity: Entity::Variable(variable), .. } => {
                let types = self.types_at(function);
                arguments.splice(0..0, self.type_exprs(&types));
                Expr::Local(self.local(*variable))
            }
            ExprKind::Var { entity: Entity::Function(id), .. } => match &source[*id].body {
                FunctionBody::Primitive(primitive) => {
                    let Ok(primitive) = Primitive::of(*primitive) else {
                        return Expr::Function(FunctionId(id.0));
                    };
                    let arity = source[*id].arity as usize;
                    return self.primitive(primitive, function, FunctionId(id.0), arity, arguments);
                }
                FunctionBody::Method(class, index) => {
                    let method = MethodId { class: *class, index: *index as u16 };
                    let types = self.types_at(function);
                    return self.method(method, &types, arguments, source[function].span);
                }
                FunctionBody::Rules(_) => {
                    let types = self.types_at(function);
                    arguments.splice(0..0, self.type_exprs(&types));
                    Expr::Function(FunctionId(id.0))
                }
            },
            ExprKind::Var { name, entity: Entity::Unresolved } => {
                let name = self.text(*name);
                self.refuse(source[function].span, format!("the name {name}"));
                Expr::Fail
            }
            ExprKind::Con(con) => {
                let types = self.types_at(function);
                match self.constructor_function(con, &types) {
                    Expr::Call(head, types) => {
                        arguments.splice(0..0, types);
                        *head
                    }
                    head => head,
                }
            }
            // `(f a) b`
            ExprKind::Apply { function, arguments: earlier } => {
                let mut all = self.exprs(earlier);
                all.append(&mut arguments);
                return self.applied(*function, all);
            }
            _ => self.expr(function),
        };
        match arguments.is_empty() {
            true => head,
            false => Expr::Call(Box::new(head), arguments),
        }
    }

    /// A number as written. Where its type is not one of the usual, it is made of an integer or a
    /// double when it is needed.
    fn literal(&mut self, place: ExprId, literal: Literal) -> Expr {
        let types = self.types_at(place);
        let Some(ty) = types.first().copied() else { return Expr::Literal(literal) };
        match &literal {
            Literal::Integer(_) if self.is_number_type(ty, &[Sort::Int, Sort::Integer]) => {
                Expr::Literal(literal)
            }
            Literal::Float(_) if self.is_number_type(ty, &[Sort::Double]) => Expr::Literal(literal),
            Literal::Integer(_) => {
                self.operation(Primitive::FromInteger, place, vec![Expr::Literal(literal)])
            }
            _ => self.operation(Primitive::FromDouble, place, vec![Expr::Literal(literal)]),
        }
    }

    /// A primitive with all its arguments, at the type that stands there: if that has an instance
    /// of its own, its method.
    fn operation(&mut self, primitive: Primitive, place: ExprId, arguments: Vec<Expr>) -> Expr {
        self.operation_at(primitive, &self.types_at(place), arguments, self.source[place].span)
    }

    pub(super) fn operation_at(
        &mut self,
        primitive: Primitive,
        types: &[KnownTypeId],
        arguments: Vec<Expr>,
        place: Span,
    ) -> Expr {
        match self.instance_method(primitive, types) {
            Some(method) => self.method(method, types, arguments, place),
            None => Expr::Primitive(primitive, self.type_that_matters(primitive, types), arguments),
        }
    }

    fn primitive(
        &mut self,
        primitive: Primitive,
        place: ExprId,
        function: FunctionId,
        arity: usize,
        mut arguments: Vec<Expr>,
    ) -> Expr {
        let types = self.types_at(place);
        if let Some(method) = self.instance_method(primitive, &types) {
            return self.method(method, &types, arguments, self.source[place].span);
        }
        if arguments.len() < arity {
            arguments.splice(0..0, self.type_exprs(&types[..types.len().min(1)]));
            return match arguments.is_empty() {
                true => Expr::Function(function),
                false => Expr::Call(Box::new(Expr::Function(function)), arguments),
            };
        }
        let rest = arguments.split_off(arity);
        let call = self.operation(primitive, place, arguments);
        match rest.is_empty() {
            true => call,
            false => Expr::Call(Box::new(call), rest),
        }
    }

    /// A constructor, or the function that evaluates its strict fields first. What it carries comes
    /// before its fields, when it is applied.
    pub(super) fn constructor_function(&mut self, con: &ast::ConRef, types: &[KnownTypeId]) -> Expr {
        let id = self.constructor(con);
        let Some(source) = con.con else { return Expr::Constructor(id) };
        let strict: Vec<bool> = self.source[source].fields.iter().map(|field| field.strict).collect();
        let carried = self.constructors[id.0 as usize].carried;
        if !strict.contains(&true) && carried == 0 {
            return Expr::Constructor(id);
        }
        let function = match self.constructing.get(&source) {
            Some(function) => *function,
            None => {
                let function = self.constructing_function(id, con.span, &strict, carried);
                self.constructing.insert(source, function);
                function
            }
        };
        let head = Expr::Function(function);
        match carried {
            0 => head,
            _ => Expr::Call(Box::new(head), self.type_exprs(types)),
        }
    }

    fn constructing_function(
        &mut self,
        id: ConstructorId,
        place: Span,
        strict: &[bool],
        carried: usize,
    ) -> FunctionId {
        let types: Vec<Local> = (0..carried).map(|_| self.temporary()).collect();
        let parameters: Vec<Local> = strict.iter().map(|_| self.temporary()).collect();
        let fields = parameters.iter().chain(&types).map(|local| Expr::Local(*local)).collect();
        let mut body = Expr::Call(Box::new(Expr::Constructor(id)), fields);
        if parameters.is_empty() && types.is_empty() {
            body = Expr::Constructor(id);
        }
        for (parameter, _) in parameters.iter().zip(strict).rev().filter(|(_, strict)| **strict) {
            let ignored = self.temporary();
            body = Expr::Strict(ignored, Box::new(Expr::Local(*parameter)), Box::new(body));
        }
        let name = self.constructors[id.0 as usize].name.clone();
        let all = types.iter().chain(&parameters).copied().collect();
        let function = self.add_transparent(name, place, Vec::new(), all, body);
        if carried > 0 {
            self.functions[function.0 as usize].types = types;
        }
        function
    }

    fn add_transparent(
        &mut self,
        name: String,
        place: Span,
        captured: Vec<Local>,
        parameters: Vec<Local>,
        body: Expr,
    ) -> FunctionId {
        let function = Function {
            name,
            standing: Standing::Transparent,
            place,
            captured,
            parameters,
            types: self.type_scope.clone(),
            body,
            rules: Vec::new(),
            parent: Some((self.here, self.rule)),
            written: None,
            rigid: false,
        };
        self.functions.push(function);
        FunctionId(self.functions.len() as u32 - 1)
    }

    fn lambda(
        &mut self,
        written: Option<Rc<Written>>,
        patterns: &[ast::PatId],
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        let patterns: Vec<Pattern> = patterns.iter().map(|pattern| self.pattern(*pattern)).collect();
        let parameters: Vec<Local> = patterns
            .iter()
            .map(|pattern| match pattern {
                Pattern::Variable(variable) => Local(variable.0),
                _ => self.temporary(),
            })
            .collect();
        let refutable = patterns.iter().any(|pattern| !pattern.is_irrefutable());
        let matched = self.match_all(&parameters, &patterns, body);
        let body = match refutable {
            true => self.or_complain(matched, "lambda", span),
            false => matched,
        };
        Expr::Lambda(written, parameters, Box::new(body))
    }

    /// Several patterns from the left.
    fn match_all(
        &mut self,
        subjects: &[Local],
        patterns: &[Pattern],
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        let [subject, subjects @ ..] = subjects else { return body(self) };
        let [pattern, patterns @ ..] = patterns else { return body(self) };
        self.matched(Expr::Local(*subject), pattern.clone(), &mut |lowerer| {
            recursion::deep(|| lowerer.match_all(subjects, patterns, body))
        })
    }

    fn case(&mut self, subject: ExprId, alternatives: &'a [Alternative], span: Span) -> Expr {
        let value = self.expr(subject);
        let patterns: Vec<Pattern> = alternatives.iter().map(|one| self.pattern(one.pattern)).collect();
        let demanded = patterns.first().is_some_and(|pattern| !pattern.is_irrefutable());
        let local = match &value {
            Expr::Local(local) => *local,
            _ => self.temporary(),
        };
        let mut rows = Vec::new();
        let mut complete = false;
        for (alternative, pattern) in alternatives.iter().zip(patterns) {
            let may_fall = self.may_fall(&alternative.rhs);
            complete |= pattern.is_irrefutable() && !may_fall;
            let body = move |lowerer: &mut Lowerer<'_>| lowerer.case_rhs(&alternative.rhs);
            rows.push(Row::new(vec![(local, pattern)], may_fall, Box::new(body)));
        }
        let matched = self.first_match(rows);
        let matched = match complete {
            true => matched,
            false => self.or_complain(matched, "case", span),
        };
        match value {
            Expr::Local(_) => matched,
            value if demanded => Expr::Strict(local, Box::new(value), Box::new(matched)),
            value => Expr::Let(vec![(local, value)], Box::new(matched)),
        }
    }

    /// `do`, of the monad whose type constructor is given.
    fn statements(&mut self, statements: &[Statement], monad: &[KnownTypeId], span: Span) -> Expr {
        recursion::deep(|| self.statements_inner(statements, monad, span))
    }

    fn statements_inner(&mut self, statements: &[Statement], monad: &[KnownTypeId], span: Span) -> Expr {
        let Some((first, rest)) = statements.split_first() else {
            self.refuse(span, "a `do` without statements".to_owned());
            return Expr::Fail;
        };
        match &first.kind {
            StatementKind::Action(action) if rest.is_empty() => self.expr(*action),
            StatementKind::Action(action) => {
                let action = self.expr(*action);
                let then = self.statements(rest, monad, span);
                self.monadic(">>", monad, vec![action, then], first.span)
            }
            StatementKind::Bind { pattern, action } => {
                let action = self.expr(*action);
                let then = self
                    .bound(*pattern, monad, first.span, &mut |lowerer| lowerer.statements(rest, monad, span));
                self.monadic(">>=", monad, vec![action, then], first.span)
            }
            StatementKind::Let(bindings) => {
                self.within(bindings, |lowerer| lowerer.statements(rest, monad, span))
            }
        }
    }

    /// What follows a statement that binds; a pattern that does not match is the monad's failure,
    /// where it has one.
    fn bound(
        &mut self,
        pattern: ast::PatId,
        monad: &[KnownTypeId],
        span: Span,
        body: &mut dyn FnMut(&mut Self) -> Expr,
    ) -> Expr {
        let lowered = self.pattern(pattern);
        if self.cannot_fail(&lowered) || !self.has_failure(monad) {
            return self.lambda(None, &[pattern], span, body);
        }
        let parameter = self.temporary();
        let matched = self.matched(Expr::Local(parameter), lowered, body);
        let text = "Pattern match failure in do expression".to_owned();
        let message = vec![Expr::Literal(Literal::Text(text))];
        let failure = self.monadic("fail", monad, message, span);
        Expr::Lambda(None, vec![parameter], Box::new(Expr::Otherwise(Box::new(matched), Box::new(failure))))
    }

    /// Whether the monad is known, and knows failure.
    fn has_failure(&self, monad: &[KnownTypeId]) -> bool {
        let class = self.library_method("fail").map(|method| method.class);
        let data = match monad.first().map(|ty| &self.source[*ty]) {
            Some(ast::KnownType::Data(data, _)) => *data,
            _ => return false,
        };
        class.is_some_and(|class| self.source.instance(class, data).is_some())
    }

    /// A constructor that is the only one of its type matches whatever is there.
    fn cannot_fail(&self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Constructor(id, parts) => {
                self.constructors[id.0 as usize].siblings == 1
                    && parts.iter().all(|part| self.cannot_fail(part))
            }
            Pattern::Bang(inner) | Pattern::As(_, inner) => self.cannot_fail(inner),
            other => other.is_irrefutable(),
        }
    }

    fn library_method(&self, name: &str) -> Option<MethodId> {
        match self.source[self.source.library_function(name)?].body {
            FunctionBody::Method(class, index) => Some(MethodId { class, index: index as u16 }),
            _ => None,
        }
    }

    fn monadic(&mut self, name: &str, monad: &[KnownTypeId], arguments: Vec<Expr>, span: Span) -> Expr {
        match self.library_method(name) {
            Some(method) => self.method(method, monad, arguments, span),
            None => {
                self.refuse(span, format!("the method {name}"));
                Expr::Fail
            }
        }
    }

    /// Wadler's optimal translation: the elements, then `rest`, without an intermediate list.
    fn comprehension(&mut self, body: ExprId, qualifiers: &[Qualifier], rest: Expr) -> Expr {
        recursion::deep(|| self.comprehension_inner(body, qualifiers, rest))
    }

    fn comprehension_inner(&mut self, body: ExprId, qualifiers: &[Qualifier], rest: Expr) -> Expr {
        let Some((first, others)) = qualifiers.split_first() else {
            let element = self.expr(body);
            return self.cons(element, rest);
        };
        match &first.kind {
            QualifierKind::Holds(test) => {
                let test = self.expr(*test);
                let then = self.comprehension(body, others, rest.clone());
                self.when(test, then, rest)
            }
            QualifierKind::Let(bindings) => {
                self.within(bindings, |lowerer| lowerer.comprehension(body, others, rest))
            }
            QualifierKind::Equal { left, right } => {
                let both = self.exprs(&[*left, *right]);
                let then = self.comprehension(body, others, rest.clone());
                self.when(Expr::Primitive(Primitive::Equal, None, both), then, rest)
            }
            QualifierKind::Approximates { expr, pattern } => {
                let value = self.expr(*expr);
                let pattern = self.pattern(*pattern);
                let matched = self.matched(value, pattern, &mut |lowerer| {
                    lowerer.comprehension(body, others, rest.clone())
                });
                Expr::Otherwise(Box::new(matched), Box::new(rest))
            }
            QualifierKind::Generator { pattern, list } => {
                let list = self.expr(*list);
                let pattern = self.pattern(*pattern);
                let (parameter, element, more) = (self.temporary(), self.temporary(), self.temporary());
                let name = self.here_name();
                let walk = self.add_transparent(name, first.span, Vec::new(), vec![parameter], Expr::Fail);
                let next = Expr::Call(Box::new(Expr::Function(walk)), vec![Expr::Local(more)]);
                let refutable = !pattern.is_irrefutable();
                let matched = self.matched(Expr::Local(element), pattern, &mut |lowerer| {
                    lowerer.comprehension(body, others, next.clone())
                });
                let matched = match refutable {
                    true => Expr::Otherwise(Box::new(matched), Box::new(next.clone())),
                    false => matched,
                };
                let arms = vec![
                    Arm { head: Head::Constructor(self.known.nil), fields: Vec::new(), body: rest },
                    Arm {
                        head: Head::Constructor(self.known.cons),
                        fields: vec![Some(element), Some(more)],
                        body: matched,
                    },
                ];
                let switch = Expr::Switch(parameter, arms, None);
                self.functions[walk.0 as usize].body = switch;
                self.capture(walk);
                Expr::Call(Box::new(Expr::Function(walk)), vec![list])
            }
        }
    }

    /// What the walks of a comprehension capture, from its outermost on: the inner ones call the
    /// outer ones, and so need what those need.
    fn capture(&mut self, outermost: FunctionId) {
        loop {
            let mut changed = false;
            for index in outermost.0 as usize..self.functions.len() {
                let function = &self.functions[index];
                if function.standing != Standing::Transparent || function.parameters.len() != 1 {
                    continue;
                }
                let mut captured = free(&function.body, &self.functions);
                captured.remove(&function.parameters[0]);
                let captured: Vec<Local> = captured.into_iter().collect();
                if captured != function.captured {
                    self.functions[index].captured = captured;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn construct(
        &mut self,
        con: &ast::ConRef,
        fields: &[FieldValue],
        types: &[KnownTypeId],
        span: Span,
    ) -> Expr {
        let function = self.constructor_function(con, types);
        let id = self.constructor(con);
        let names = self.field_names(id);
        if names.is_empty() {
            return function;
        }
        let mut arguments = Vec::new();
        for name in names {
            let given = fields.iter().find(|field| self.text(field.field) == name);
            arguments.push(match given {
                Some(field) => self.expr(field.value),
                None => Expr::Error(Complaint::MissingField { field: name, place: span }),
            });
        }
        Expr::Call(Box::new(function), arguments)
    }

    fn field_names(&self, id: ConstructorId) -> Vec<String> {
        let fields = &self.constructors[id.0 as usize].fields;
        fields.iter().map(|field| field.name.clone().unwrap_or_default()).collect()
    }

    fn update(&mut self, record: ExprId, fields: &[FieldValue], span: Span) -> Expr {
        let subject = self.temporary();
        let record = self.expr(record);
        let mut given: Vec<(String, Local)> = Vec::new();
        let mut bindings = Vec::new();
        for field in fields {
            let local = self.temporary();
            bindings.push((local, self.expr(field.value)));
            given.push((self.text(field.field), local));
        }
        let mut arms = Vec::new();
        for index in 0..self.constructors.len() as u32 {
            let id = ConstructorId(index);
            let names = self.field_names(id);
            if given.is_empty() || !given.iter().all(|(name, _)| names.contains(name)) {
                continue;
            }
            let carried = self.constructors[id.0 as usize].carried;
            let locals: Vec<Local> = (0..names.len() + carried).map(|_| self.temporary()).collect();
            let parts = names.iter().zip(&locals).map(|(name, old)| {
                let new = given.iter().find(|(field, _)| field == name).map(|(_, local)| *local);
                Expr::Local(new.unwrap_or(*old))
            });
            let mut parts: Vec<Expr> = parts.collect();
            let function = match self.source_of.get(id.0 as usize).copied() {
                Some(con) => match self.constructor_function(&con_ref(self.source, con, span), &[]) {
                    Expr::Call(head, _) => {
                        let types = locals[names.len()..].iter().map(|local| Expr::Local(*local));
                        parts.splice(0..0, types);
                        *head
                    }
                    head => head,
                },
                None => Expr::Constructor(id),
            };
            let body = Expr::Call(Box::new(function), parts);
            arms.push(Arm {
                head: Head::Constructor(id),
                fields: locals.into_iter().map(Some).collect(),
                body,
            });
        }
        let field = given.first().map_or_else(String::new, |(name, _)| name.clone());
        let complaint = Expr::Error(Complaint::NoField { field, place: span });
        let switch = Expr::Switch(subject, arms, Some(Box::new(complaint)));
        Expr::Let(bindings, Box::new(Expr::Strict(subject, Box::new(record), Box::new(switch))))
    }
}

fn con_ref(program: &ast::Program, con: ast::ConId, span: Span) -> ast::ConRef {
    ast::ConRef { name: program[con].name, span, con: Some(con) }
}

fn literal_of(literal: &ast::Literal) -> Literal {
    match literal {
        ast::Literal::Integer(value) => Literal::Integer(BigInt::clone(value)),
        ast::Literal::Float(value) => Literal::Float(*value),
        ast::Literal::Char(char) => Literal::Char(*char),
        ast::Literal::String(text) => Literal::Text(text.clone()),
    }
}
