//! What calls are calls of: functions and funs; and which of them are not nodes at all.

use std::rc::Rc;

use computation_tree::SubjectId;
use erlang_machine::code::{Function, FunctionId};
use erlang_machine::program::Program;
use erlang_syntax::ast::{self, ExprId, ExprKind, Module};
use erlang_syntax::source::Span;
use erlang_term::{Atom, atoms};

/// The subject of the topmost node: not a function, but the expression, or the process as a whole.
/// Never to blame.
pub const EXPRESSION: SubjectId = SubjectId(0);

/// A function, or a fun.
#[derive(Clone)]
pub struct Subject {
    pub module: Atom,
    /// Of a fun, the name that Erlang gives it: `-f/1-fun-0-`.
    pub function: Atom,
    /// Without captured values.
    pub arity: u32,
    /// The expression of a fun.
    pub fun: Option<ExprId>,
    /// The variables that a fun captures.
    pub captured: Vec<Atom>,
    pub id: FunctionId,
    pub source: Rc<Module>,
    /// One of its receive expressions, which is a subject of its own (paper 2, Definition 6).
    pub receive: Option<Site>,
}

/// Where a receive expression is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// The code that it is in: of the function itself, or of a comprehension in it.
    pub code: FunctionId,
    /// Among [`Function::receives`].
    pub number: u32,
    pub expr: ExprId,
}

impl Subject {
    /// The expression is the one function of its module.
    fn expression(program: &Program, module: Atom) -> Subject {
        let id = program.outermost();
        let source = program
            .module(module)
            .map_or_else(|| program.function(id).source.clone(), |code| code.source.clone());
        let function = source.functions().next().map_or(atoms::EMPTY, |function| function.name);
        let (fun, captured, receive) = (None, Vec::new(), None);
        Subject { module, function, arity: 0, fun, captured, id, source, receive }
    }

    /// Is it the expression rather than a function?
    pub fn is_expression(&self) -> bool {
        self.id == FunctionId(0)
    }

    /// Its clauses in the source. (Of a receive, without what follows `after`.)
    pub fn clauses(&self) -> &[ast::Clause] {
        if let Some(Site { expr, .. }) = self.receive {
            return match &self.source[expr].kind {
                ExprKind::Receive { clauses, .. } => clauses,
                _ => &[],
            };
        }
        if let Some(fun) = self.fun {
            return match &self.source[fun].kind {
                ExprKind::Fun { clauses, .. } => clauses,
                _ => &[],
            };
        }
        let mut functions = self.source.functions();
        functions.find(|f| (f.name, f.arity) == (self.function, self.arity)).map_or(&[], |f| &f.clauses)
    }

    /// From its first clause to its last.
    pub fn span(&self) -> Option<Span> {
        if let Some(expr) = self.receive.map(|site| site.expr).or(self.fun) {
            return Some(self.source[expr].span);
        }
        let clauses = self.clauses();
        Some(clauses.first()?.span.to(clauses.last()?.span))
    }
}

/// What a call of a function is for the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// Not seen before.
    Unknown,
    /// No node: what it calls hangs under its own caller.
    Transparent,
    /// No node either, but part of the function that it was lifted from: a comprehension.
    Part,
    Node(SubjectId),
}

/// The functions of the program as subjects.
#[derive(Clone)]
pub(crate) struct Subjects {
    program: Rc<Program>,
    /// The module of the expression, which is nobody's code.
    expression: Atom,
    /// By function.
    roles: Vec<Role>,
    subjects: Vec<Subject>,
    /// Receives, by function and number.
    receives: Vec<Vec<Option<SubjectId>>>,
}

impl Subjects {
    pub(crate) fn new(program: Rc<Program>, expression: Atom) -> Subjects {
        let subjects = vec![Subject::expression(&program, expression)];
        Subjects { program, expression, roles: Vec::new(), subjects, receives: Vec::new() }
    }

    pub(crate) fn get(&self, id: SubjectId) -> &Subject {
        &self.subjects[id.0 as usize]
    }

    pub(crate) fn len(&self) -> u32 {
        self.subjects.len() as u32
    }

    #[inline]
    pub(crate) fn role(&mut self, id: FunctionId) -> Role {
        match self.roles.get(id.0 as usize) {
            Some(Role::Unknown) | None => self.classify(id),
            Some(role) => *role,
        }
    }

    #[cold]
    fn classify(&mut self, id: FunctionId) -> Role {
        let role = match self.subject(id) {
            Some(subject) => {
                self.subjects.push(subject);
                Role::Node(SubjectId(self.subjects.len() as u32 - 1))
            }
            None if self.is_comprehension(id) => Role::Part,
            None => Role::Transparent,
        };
        let index = id.0 as usize;
        if self.roles.len() <= index {
            self.roles.resize(index + 1, Role::Unknown);
        }
        self.roles[index] = role;
        role
    }

    /// None for functions that are trusted, that the expression consists of, that comprehensions
    /// are lifted to, and that nobody wrote (`module_info/0`).
    fn subject(&self, id: FunctionId) -> Option<Subject> {
        let function: &Function = self.program.function(id);
        let module = self.program.module_of(id)?;
        if module.trusted || function.module == self.expression {
            return None;
        }
        let captured = function.captured.clone();
        let subject = Subject {
            module: function.module,
            function: function.name,
            arity: function.arity - captured.len() as u32,
            fun: function.origin,
            captured,
            id,
            source: function.source.clone(),
            receive: None,
        };
        (!subject.clauses().is_empty()).then_some(subject)
    }

    /// The function of a comprehension in suspect code?
    fn is_comprehension(&self, id: FunctionId) -> bool {
        let function = self.program.function(id);
        let suspect = self.program.module_of(id).is_some_and(|module| !module.trusted);
        suspect
            && function.module != self.expression
            && function.origin.is_some_and(|origin| {
                matches!(
                    function.source[origin].kind,
                    ExprKind::ListComprehension { .. }
                        | ExprKind::BinaryComprehension { .. }
                        | ExprKind::MapComprehension { .. }
                )
            })
    }

    /// Whether a receive in this code is one of suspect code.
    pub(crate) fn is_suspect(&mut self, id: FunctionId) -> bool {
        !matches!(self.role(id), Role::Transparent)
    }

    /// A receive expression, if it is a subject already.
    #[inline]
    pub(crate) fn known_receive(&self, code: FunctionId, number: u32) -> Option<SubjectId> {
        *self.receives.get(code.0 as usize)?.get(number as usize)?
    }

    /// A receive expression of a function, which may be written in a comprehension of it.
    pub(crate) fn receive(&mut self, function: SubjectId, code: FunctionId, number: u32) -> SubjectId {
        if let Some(known) = self.known_receive(code, number) {
            return known;
        }
        let id = SubjectId(self.subjects.len() as u32);
        let all = &self.program.function(code).receives;
        let receive = Some(Site { code, number, expr: all[number as usize].expr });
        let index = code.0 as usize;
        self.receives.resize(self.receives.len().max(index + 1), Vec::new());
        self.receives[index].resize(all.len(), None);
        self.receives[index][number as usize] = Some(id);
        let subject = Subject { receive, ..self.subjects[function.0 as usize].clone() };
        self.subjects.push(subject);
        id
    }
}
