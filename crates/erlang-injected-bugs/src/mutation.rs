//! Bugs as people make them: one small change of the text of one clause.

use std::rc::Rc;

use erlang_side_by_side::random::Dice;
use erlang_syntax::ast::{BinaryOp, Clause, ExprId, ExprKind, Function, Module, VarName};
use erlang_syntax::source::{FileId, Pos, Span};
use erlang_term::Atom;

use crate::code::{Code, Library, read};
use crate::keeping::keys;
use crate::sites::{Role, Site, head_variables, sites};

/// A change of the text: what stands at `at` is replaced.
#[derive(Clone, Debug)]
pub struct Mutation {
    pub function: Atom,
    pub arity: u32,
    /// `operator`, `constant`, …
    pub kind: &'static str,
    at: Span,
    new: String,
}

impl Mutation {
    /// Whether what stands around the change is still read as before.
    pub fn keeps_the_shape(&self) -> bool {
        !["andalso", "orelse", "and", "or"].contains(&&*self.new)
    }
}

/// A program with a bug, and where the bug is.
pub struct Mutant {
    /// The module that has it.
    pub module: Atom,
    pub text: String,
    /// In the new text.
    pub bug: Span,
}

/// The bugs of a program, one after the other, in an order that dice choose.
pub struct Bugs<'a> {
    modules: Vec<Rc<Module>>,
    library: &'a Rc<Library>,
    /// Each with the module that it is in.
    left: Vec<(usize, Mutation)>,
    dice: Dice,
}

impl<'a> Bugs<'a> {
    /// The first module has `main/0`.
    pub fn new(modules: Vec<Rc<Module>>, library: &'a Rc<Library>) -> Bugs<'a> {
        let of_each = modules.iter().enumerate();
        let left: Vec<(usize, Mutation)> = of_each
            .flat_map(|(n, module)| mutations(module).into_iter().map(move |mutation| (n, mutation)))
            .collect();
        let dice = Dice::new(left.len() as u64);
        Bugs { modules, library, left, dice }
    }
}

impl Iterator for Bugs<'_> {
    /// With the changed program, unless the compiler refuses it.
    type Item = (Mutation, Option<(Mutant, Code)>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.left.is_empty() {
            return None;
        }
        let (n, mutation) = self.left.swap_remove(self.dice.below(self.left.len()));
        let changed = mutation.apply(&self.modules[n]).and_then(|mutant| {
            let name = self.modules[n].sources.files.first()?.name.clone();
            let mut modules = self.modules.clone();
            modules[n] = read(&name, &mutant.text)?;
            Some((mutant, Code::new(modules, self.library.clone())))
        });
        Some((mutation, changed))
    }
}

/// Every change that we know how to make in the functions of a module. Some will not compile.
fn mutations(module: &Module) -> Vec<Mutation> {
    let mut all = Vec::new();
    let keys = keys(module);
    for function in module.functions() {
        for clause in &function.clauses {
            let scene = Scene { module, function, clause, head: head_variables(module, clause), keys: &keys };
            for site in sites(module, clause) {
                scene.at(site, &mut all);
            }
        }
    }
    all
}

impl Mutation {
    /// `None`: the place is not in the module's own text (a macro from an included file, say).
    pub fn apply(&self, module: &Module) -> Option<Mutant> {
        let text = module.sources.files.first()?.text.as_deref()?;
        let old = module.sources.text(self.at)?;
        let start = old.as_ptr() as usize - text.as_ptr() as usize;
        // What follows keeps its lines.
        let lines = |text: &str| text.matches('\n').count();
        let empty = "\n".repeat(lines(old).saturating_sub(lines(&self.new)));
        let text = format!("{}{}{empty}{}", &text[..start], self.new, &text[start + old.len()..]);
        let end = advance(self.at.start, &self.new);
        Some(Mutant { module: module.name, text, bug: Span { end, ..self.at } })
    }

    /// The program, and where the bug is.
    pub fn told(&self, mutant: &Mutant) -> String {
        let (function, arity, kind) = (self.function.name(), self.arity, self.kind);
        let Mutant { text, bug, .. } = mutant;
        let (line, column) = (bug.start.line, bug.start.column);
        format!("{text}\nthe bug is in {function}/{arity}, {kind}, line {line}, column {column}")
    }
}

fn advance(start: Pos, text: &str) -> Pos {
    text.chars().fold(start, |pos, character| match character {
        '\n' => Pos { line: pos.line + 1, column: 1 },
        _ => Pos { column: pos.column + 1, ..pos },
    })
}

/// A clause that is to get a bug.
pub(crate) struct Scene<'a> {
    pub(crate) module: &'a Module,
    function: &'a Function,
    clause: &'a Clause,
    head: Vec<VarName>,
    /// Atoms that things are kept under in this module.
    pub(crate) keys: &'a [Atom],
}

impl Scene<'_> {
    fn at(&self, site: Site, all: &mut Vec<Mutation>) {
        let expr = &self.module[site.expr];
        if expr.span.file != FileId(0) {
            return;
        }
        let mut change = |kind, at: Span, new: String| {
            if self.module.sources.text(at).is_some_and(|old| old != new) {
                let Function { name, arity, .. } = *self.function;
                all.push(Mutation { function: name, arity, kind, at, new });
            }
        };
        let whole = expr.span;
        if site.role == Role::Guard {
            change("guard", whole, "true".to_owned());
            change("guard", whole, "false".to_owned());
        }
        match &expr.kind {
            ExprKind::Integer(n) => {
                change("constant", whole, (n + 1u8).to_string());
                change("constant", whole, format!("{}", n - 1));
            }
            ExprKind::Atom(atom) if site.role != Role::Pattern => match atom.name() {
                "true" => change("constant", whole, "false".to_owned()),
                "false" => change("constant", whole, "true".to_owned()),
                _ => change("constant", whole, "mutant".to_owned()),
            },
            ExprKind::Binary { op, left, right } => {
                let at = self.operator(expr.anchor, *op);
                for other in alternatives(*op) {
                    change("operator", at, other.name().to_owned());
                }
                if matches!(op, BinaryOp::Append | BinaryOp::Subtract | BinaryOp::ListSubtract) {
                    self.swap("argument order", whole, *left, *right, &mut change);
                }
            }
            ExprKind::Call { arguments, .. } | ExprKind::RemoteCall { arguments, .. } => {
                for pair in arguments.windows(2) {
                    self.swap("argument order", whole, pair[0], pair[1], &mut change);
                }
                if let [only] = arguments[..]
                    && let Some(argument) = self.text(only)
                {
                    change("wrong call", whole, format!("({argument})"));
                }
                self.other_callee(&expr.kind, arguments.len() as u32, &mut change);
            }
            ExprKind::Tuple(elements) => {
                for pair in elements.windows(2) {
                    self.swap(self.kind(site, "argument order"), whole, pair[0], pair[1], &mut change);
                }
            }
            ExprKind::List { elements, tail } if site.role != Role::Pattern => {
                if let (Some(&first), Some(&second)) = (elements.first(), elements.get(1)) {
                    // Up to the next element, its comma too.
                    let (first, second) = (self.module[first].span, self.module[second].span);
                    change("dropped element", Span { end: second.start, ..first }, String::new());
                }
                if let (Some(tail), 1) = (tail, elements.len())
                    && let Some(rest) = self.text(*tail)
                {
                    change("dropped element", whole, rest.to_owned());
                }
            }
            ExprKind::List { elements, tail: Some(tail) } if site.role == Role::Pattern => {
                if let [head] = elements[..] {
                    self.swap("pattern", whole, head, *tail, &mut change);
                }
            }
            ExprKind::Variable(name) if site.role != Role::Pattern => {
                for other in self.head.iter().filter(|other| *other != name) {
                    change("variable", whole, other.name().to_owned());
                }
            }
            _ => {}
        }
        if site.role == Role::Value {
            self.messages(expr, &mut change);
            self.keeping(expr, &mut change);
        }
        if site.role == Role::Value && site.expr == self.clause.body[0] && self.clause.body.len() > 1 {
            // A step of the body that is left out; the lint refuses it where its variables are
            // needed.
            let next = self.module[self.clause.body[1]].span;
            change("dropped step", Span { end: next.start, ..whole }, String::new());
        }
    }

    fn kind(&self, site: Site, otherwise: &'static str) -> &'static str {
        if site.role == Role::Pattern { "pattern" } else { otherwise }
    }

    pub(crate) fn text(&self, expr: ExprId) -> Option<&str> {
        self.module.sources.text(self.module[expr].span)
    }

    fn operator(&self, anchor: Pos, op: BinaryOp) -> Span {
        let end = Pos { column: anchor.column + op.name().len() as u32, ..anchor };
        Span { file: FileId(0), start: anchor, end }
    }

    /// The two parts of `whole` change places, and what stands between them stays.
    pub(crate) fn swap(
        &self,
        kind: &'static str,
        whole: Span,
        left: ExprId,
        right: ExprId,
        change: &mut dyn FnMut(&'static str, Span, String),
    ) {
        let (first, second) = (self.module[left].span, self.module[right].span);
        let between = Span { start: first.end, end: second.start, ..whole };
        if first.end > second.start {
            return;
        }
        if let (Some(a), Some(b), Some(middle)) =
            (self.text(left), self.text(right), self.module.sources.text(between))
        {
            change(kind, first.to(second), format!("{b}{middle}{a}"));
        }
    }

    /// Another function of the module that takes as many arguments.
    fn other_callee(&self, call: &ExprKind, arity: u32, change: &mut impl FnMut(&'static str, Span, String)) {
        let ExprKind::Call { callee, .. } = call else { return };
        let ExprKind::Atom(name) = self.module[*callee].kind else { return };
        let other = self.module.functions().find(|function| {
            function.arity == arity && function.name != name && function.name != self.function.name
        });
        if let Some(other) = other {
            change("wrong call", self.module[*callee].span, other.name.name().to_owned());
        }
    }
}

/// What one might have written instead. All but those of booleans bind as strongly, so that the
/// expression keeps its shape.
fn alternatives(op: BinaryOp) -> &'static [BinaryOp] {
    use BinaryOp::*;
    match op {
        // Not `*`: squaring again and again takes more memory than there is.
        Add => &[Subtract],
        Subtract => &[Add],
        Multiply => &[Div],
        Div => &[Rem],
        Rem => &[Div],
        Divide => &[Multiply],
        Band => &[Rem],
        Bor => &[Bxor],
        Bxor => &[Bor],
        Bsl => &[Bsr],
        Bsr => &[Bsl],
        Less => &[LessOrEqual, Greater],
        LessOrEqual => &[Less, GreaterOrEqual],
        Greater => &[GreaterOrEqual, Less],
        GreaterOrEqual => &[Greater, LessOrEqual],
        Equal => &[NotEqual],
        NotEqual => &[Equal],
        ExactlyEqual => &[NotExactlyEqual],
        NotExactlyEqual => &[ExactlyEqual],
        AndAlso => &[OrElse],
        OrElse => &[AndAlso],
        And => &[Or],
        Or => &[And],
        Append => &[ListSubtract],
        ListSubtract => &[Append],
        Xor | Send => &[],
    }
}
