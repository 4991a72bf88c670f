//! What is asked: an expression, or a goal with its variables.

use lazy_syntax::ast::{Query, QueryKind, Shown, VarId};

use crate::core::{
    Constructor, ConstructorId, Expr, Function, FunctionId, Local, RuleNumber, Standing, TypeId,
};
use crate::lower::Lowerer;

/// What the value of the query's function is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The value of an expression of this type.
    Value { ty: TypeId },
    /// An answer: the value, if an expression was asked, then what these variables are.
    Answer { value: Option<TypeId>, variables: Vec<String> },
}

impl Lowerer<'_> {
    pub(super) fn query(&mut self, query: &Query) -> (FunctionId, Asked) {
        let main = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: "the goal".to_owned(),
            standing: Standing::Transparent,
            written: None,
            place: query.span,
            captured: Vec::new(),
            parameters: Vec::new(),
            types: Vec::new(),
            body: Expr::Fail,
            rules: Vec::new(),
            parent: None,
            rigid: false,
        });
        (self.here, self.rule) = (main, RuleNumber(0));
        let wants_answers = self.is_logic() && !query.is_performed;
        let (body, asked) = match (&query.kind, wants_answers) {
            (QueryKind::Expression(expr), false) => {
                let ty = self.query_type(query);
                (self.expr(*expr), Asked::Value { ty })
            }
            (QueryKind::Expression(expr), true) => {
                let value = self.expr(*expr);
                self.answer(query, Some(value))
            }
            (QueryKind::Goal(_), _) => self.answer(query, None),
        };
        self.functions[main.0 as usize].body = body;
        (main, asked)
    }

    fn query_type(&mut self, query: &Query) -> TypeId {
        query.ty.map_or(TypeId::UNKNOWN, |ty| self.type_use(ty).template)
    }

    /// A condition is solved; then its variables are the answer.
    fn answer(&mut self, query: &Query, value: Option<Expr>) -> (Expr, Asked) {
        let mut variables: Vec<VarId> = query.free.clone();
        let mut produced = Vec::new();
        let qualifiers = match &query.kind {
            QueryKind::Goal(qualifiers) => &qualifiers[..],
            QueryKind::Expression(_) => &[],
        };
        for qualifier in qualifiers {
            if let lazy_syntax::ast::QualifierKind::Approximates { pattern, .. } = &qualifier.kind {
                self.pattern(*pattern).variables(&mut produced);
            }
        }
        variables.extend(produced.iter().filter(|variable| !query.free.contains(variable)));
        variables.sort_by_key(|variable| self.source[*variable].span.start);
        let fresh: Vec<Local> = variables
            .iter()
            .filter(|variable| !produced.contains(variable))
            .map(|variable| Local(variable.0))
            .collect();
        let asked = Asked::Answer {
            value: value.is_some().then(|| self.query_type(query)),
            variables: variables.iter().map(|variable| self.text(self.source[*variable].name)).collect(),
        };
        let arity = variables.len() + usize::from(value.is_some());
        let answer = self.answer_constructor(arity);
        let body = self.qualified(qualifiers, true, &mut |lowerer| {
            let values = variables.iter().map(|variable| Expr::Local(lowerer.local(*variable)));
            let parts: Vec<Expr> = value.clone().into_iter().chain(values).collect();
            match parts.is_empty() {
                true => Expr::Constructor(answer),
                false => Expr::Call(Box::new(Expr::Constructor(answer)), parts),
            }
        });
        let body = match fresh.is_empty() {
            true => body,
            false => Expr::Fresh(fresh, Box::new(body)),
        };
        (body, asked)
    }

    fn answer_constructor(&mut self, arity: usize) -> ConstructorId {
        let id = ConstructorId(self.constructors.len() as u32);
        self.constructors.push(Constructor {
            name: "answer".to_owned(),
            carried: 0,
            arity,
            first: id,
            siblings: 1,
            fields: Vec::new(),
            infix: None,
            record: false,
            newtype: false,
            shown: Shown::AsWritten,
        });
        id
    }
}
