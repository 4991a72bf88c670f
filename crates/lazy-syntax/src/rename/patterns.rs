//! Names in patterns: constructors, fields, functions in higher-order patterns, and the variables
//! that a pattern binds.

use super::Renamer;
use super::types::unqualified;
use crate::ast::{ConId, ConRef, Entity, FieldPattern, Mode, Name, Pat, PatId, PatKind, VarId, Variable};
use crate::diagnostics::Diagnostic;
use crate::names::REST;
use crate::source::Span;

impl Renamer<'_> {
    /// Patterns that stand side by side; what they bind comes into scope.
    pub(super) fn patterns(&mut self, patterns: &[PatId]) {
        let mut bound = Vec::new();
        for pattern in patterns {
            self.pattern(*pattern, &mut bound);
        }
        self.open_all(&bound);
    }

    /// Puts variables into scope that must differ from each other.
    pub(super) fn open_all(&mut self, bound: &[VarId]) {
        let mut sorted: Vec<VarId> = bound.to_vec();
        sorted.sort_by_key(|variable| self.program[*variable].name);
        for pair in sorted.windows(2) {
            let (first, second) = (&self.program[pair[0]], &self.program[pair[1]]);
            if first.name == second.name {
                let text = self.program.text(second.name);
                let problem =
                    Diagnostic::error(second.span, format!("`{text}` appears twice in these patterns"))
                        .label(first.span, "first here")
                        .help("use two names, and compare them in a guard");
                self.problems.push(problem);
            }
        }
        for variable in bound {
            let name = self.program[*variable].name;
            self.open(name, Entity::Variable(*variable));
        }
    }

    /// Resolves what is in a pattern and collects the variables it binds, from the left.
    pub(super) fn pattern(&mut self, pattern: PatId, bound: &mut Vec<VarId>) {
        recursion::deep(|| {
            let span = self.program[pattern].span;
            let mut kind = std::mem::replace(&mut self.program[pattern].kind, PatKind::Wildcard);
            self.pattern_kind(&mut kind, span, bound);
            self.program[pattern].kind = kind;
        });
    }

    fn pattern_kind(&mut self, kind: &mut PatKind, place: Span, bound: &mut Vec<VarId>) {
        match kind {
            PatKind::Wildcard | PatKind::Literal(_) => {}
            PatKind::Var(variable) => bound.push(*variable),
            PatKind::As { variable, pattern } => {
                bound.push(*variable);
                self.pattern(*pattern, bound);
            }
            PatKind::Bang(pattern) | PatKind::Lazy(pattern) => self.pattern(*pattern, bound),
            PatKind::Typed { pattern, signature } => {
                self.pattern(*pattern, bound);
                self.signature(signature);
            }
            PatKind::View { function, pattern } => {
                // The function may use what stands to the left of it.
                let mark = self.mark();
                for variable in bound.iter() {
                    self.open(self.program[*variable].name, Entity::Variable(*variable));
                }
                self.expr(*function);
                self.close(mark);
                self.pattern(*pattern, bound);
            }
            // Made here.
            PatKind::Called { .. } => {}
            PatKind::Tuple(items) | PatKind::List(items) => {
                for item in items {
                    self.pattern(*item, bound);
                }
            }
            PatKind::Con { con, arguments } => {
                self.constructor(con);
                self.check_arity(con, arguments.len());
                for argument in arguments {
                    self.pattern(*argument, bound);
                }
            }
            PatKind::Record { con, fields } => {
                self.constructor(con);
                self.bind_rest(con, fields);
                for field in fields {
                    self.field_of(con, field.field, field.span);
                    self.pattern(field.pattern, bound);
                }
            }
            PatKind::Function { name, arguments, .. } if self.is_call(*name, arguments.len()) => {
                *kind = self.called(kind.clone(), place, bound);
            }
            PatKind::Function { name, span, entity, arguments } => {
                *entity = self.pattern_head(*name, *span, arguments.len());
                for argument in arguments {
                    self.pattern(*argument, bound);
                }
            }
        }
    }

    /// `..` binds the fields that were not named, by their names (GHC's RecordWildCards).
    fn bind_rest(&mut self, con: &ConRef, fields: &mut Vec<FieldPattern>) {
        let Some(rest) = fields.pop_if(|field| self.program.text(field.field) == REST) else { return };
        for name in self.other_fields(con, |name| fields.iter().any(|field| field.field == name)) {
            let variable = self.program.add(Variable { name, span: rest.span });
            let pattern = self.program.add(Pat { span: rest.span, kind: PatKind::Var(variable) });
            fields.push(FieldPattern { span: rest.span, field: name, pattern });
        }
    }

    /// The fields of a constructor that `..` stands for.
    pub(super) fn other_fields(&self, con: &ConRef, is_named: impl Fn(Name) -> bool) -> Vec<Name> {
        let fields = con.con.into_iter().flat_map(|con| &self.program[con].fields);
        fields.filter_map(|field| field.name).filter(|name| !is_named(*name)).collect()
    }

    /// The function of a higher-order pattern, which must lack an argument to be a value
    /// (functional-logic §1.1). Local names play no part: pitfall 2 of functional-logic §10.
    fn pattern_head(&mut self, name: Name, span: Span, arguments: usize) -> Entity {
        let text = self.program.text(name).to_owned();
        let Some(function) = self.scope().values.get(&name).copied() else {
            let problem = Diagnostic::error(
                span,
                format!("`{text}` is not defined, and a pattern begins with a constructor"),
            );
            let problem = self.suggest_value(problem, name);
            self.problems.push(problem);
            return Entity::Unresolved;
        };
        let arity = self.program[function].arity as usize;
        if arguments >= arity {
            let problem = Diagnostic::error(
                span,
                format!(
                    "`{text}` has all of its {arity} arguments here: only a partial application can be a pattern"
                ),
            );
            self.problems.push(problem);
        }
        self.used.push(Entity::Function(function));
        Entity::Function(function)
    }

    pub(super) fn constructor(&mut self, con: &mut ConRef) {
        if con.con.is_some() {
            return;
        }
        con.con = self.find_constructor(con.name);
        if con.con.is_none() {
            let text = self.program.text(con.name);
            let problem = Diagnostic::error(con.span, format!("there is no constructor `{text}`"));
            let problem = self.suggest_constructor(problem, con.name);
            self.problems.push(problem);
        }
    }

    fn find_constructor(&self, name: Name) -> Option<ConId> {
        let scope = self.scope();
        scope.constructors.get(&name).copied().or_else(|| {
            let bare = self.program.names.get(unqualified(self.program.text(name))?)?;
            scope.constructors.get(&bare).copied()
        })
    }

    fn check_arity(&mut self, con: &ConRef, found: usize) {
        let Some(id) = con.con else { return };
        let arity = self.program[id].fields.len();
        let partial = self.program.mode == Mode::FunctionalLogic && found < arity && !self.library;
        if arity != found && !partial {
            let text = self.program.text(con.name);
            let message = format!("`{text}` has {}, and {found} here", fields(arity));
            let problem = Diagnostic::error(con.span, message).label(self.program[id].span, "declared here");
            self.problems.push(problem);
        }
    }

    pub(super) fn field_of(&mut self, con: &ConRef, field: Name, span: Span) {
        let Some(id) = con.con else { return };
        if !self.program[id].fields.iter().any(|known| known.name == Some(field)) {
            let message =
                format!("`{}` has no field `{}`", self.program.text(con.name), self.program.text(field));
            self.problems.push(Diagnostic::error(span, message));
        }
    }
}

fn fields(count: usize) -> String {
    match count {
        0 => "no fields".to_owned(),
        1 => "1 field".to_owned(),
        _ => format!("{count} fields"),
    }
}
