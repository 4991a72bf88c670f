//! Gives every variable of a function a name of its own, by the scope rules of `erl_lint` and
//! `v3_core`.
//!
//! A fun's head and a generator's pattern make new variables, however they are called. Sizes in
//! them read the variables from outside, or those that the same binary has just bound; so do the
//! keys of maps. Operands are evaluated as if in parallel: a fun or comprehension in one operand
//! does not see the variables that another operand binds. The compiler proper knows variables by
//! name alone, so a variable that has the name of one around it is renamed here.

use std::collections::HashMap;
use std::rc::Rc;

use erlang_syntax::ast::{
    BinaryOp, CatchClause, Clause, ExprId, ExprKind, FormKind, Guard, MapField, Module, Qualifier,
    RecordField, Segment, VarName,
};
use erlang_term::Atom;

use super::variables::parts_of_generator;

/// Between the name that a variable has in the source and the number that tells it from others. No
/// source can hold it.
const MARK: char = '+';

/// The same module with no two variables of the same name where one could be taken for the other.
pub fn resolve(module: &Rc<Module>) -> Rc<Module> {
    let mut resolver = Resolver { module, frames: Vec::new(), readable: None, renamed: Vec::new() };
    for form in &module.forms {
        match &form.kind {
            FormKind::Function(function) => {
                function.clauses.iter().for_each(|clause| resolver.scope_of_clause(clause))
            }
            FormKind::Record(record) => {
                for default in record.fields.iter().filter_map(|field| field.default) {
                    resolver.in_frame(|resolver| resolver.expr(default));
                }
            }
            _ => {}
        }
    }
    let renamed = resolver.renamed;
    if renamed.is_empty() {
        return module.clone();
    }
    let mut module = Module::clone(module);
    for (id, new) in renamed {
        match &mut module.exprs[id.0 as usize].kind {
            ExprKind::Variable(name) => *name = new,
            ExprKind::Fun { name, .. } => *name = Some(new),
            _ => {}
        }
    }
    Rc::new(module)
}

/// The name that a variable has in the source.
pub fn source_name(name: VarName) -> VarName {
    match name.name().split_once(MARK) {
        Some((source, _)) if !source.is_empty() => Atom::new(source),
        _ => name,
    }
}

struct Resolver<'m> {
    module: &'m Module,
    /// The function clause, and the funs and generators around the expression at hand, outermost
    /// first.
    frames: Vec<Frame>,
    /// In a size or key of a head or generator: the variables of the innermost frame that can be
    /// read there.
    readable: Option<Vec<VarName>>,
    renamed: Vec<(ExprId, VarName)>,
}

/// The variables that a clause of a function or fun, or a generator with the qualifiers after it,
/// makes.
#[derive(Default)]
struct Frame {
    /// What each of its variables is called from now on.
    names: HashMap<VarName, VarName>,
    /// The variables that are bound here, with the moment when they were.
    bound: HashMap<VarName, usize>,
    /// What is bound, oldest first, to be taken back at the end of a clause.
    trail: Vec<VarName>,
    group: Option<Group>,
    moment: usize,
}

/// Operands that do not see each other's variables.
#[derive(Clone, Default)]
struct Group {
    /// When the first of them began.
    start: usize,
    /// When the operand at hand began.
    operand: usize,
    /// Variables of other operands that the one at hand has compared something with: they are its
    /// own, too.
    shared: Vec<VarName>,
}

impl Frame {
    fn bind(&mut self, name: VarName) {
        if !self.bound.contains_key(&name) {
            self.bound.insert(name, self.moment);
            self.trail.push(name);
            self.moment += 1;
        }
    }

    /// Is a variable of this frame visible in a fun that is made now?
    fn shows(&self, name: VarName, bound: usize) -> bool {
        match &self.group {
            Some(group) => bound < group.start || bound >= group.operand || group.shared.contains(&name),
            None => true,
        }
    }

    /// Forgets what was bound since the trail was that long.
    fn take_back(&mut self, mark: usize) -> Vec<VarName> {
        let names = self.trail.split_off(mark);
        for name in &names {
            self.bound.remove(name);
        }
        names
    }
}

/// Whose variables a pattern's are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Old {
    /// Those that are bound are compared with.
    Compared,
    /// All are new.
    Shadowed,
}

impl Resolver<'_> {
    fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("expressions stand in a clause")
    }

    fn in_frame(&mut self, inside: impl FnOnce(&mut Self)) {
        self.frames.push(Frame::default());
        inside(self);
        self.frames.pop();
    }

    // ---- names ----

    /// What a variable that is bound is called, as frame number `below` and those further out see
    /// it.
    fn outer(&self, name: VarName, below: usize) -> Option<VarName> {
        for frame in self.frames[..below].iter().rev() {
            if let Some(bound) = frame.bound.get(&name) {
                return frame.shows(name, *bound).then(|| frame.names[&name]);
            }
        }
        None
    }

    /// The name of this frame's own variable.
    fn own(&mut self, name: VarName) -> VarName {
        let (here, around) = self.frames.split_last_mut().expect("expressions stand in a clause");
        if let Some(known) = here.names.get(&name) {
            return *known;
        }
        let taken = around.iter().any(|frame| frame.names.contains_key(&name));
        let new = match taken {
            true => Atom::new(&format!("{}{MARK}{}", name.name(), self.renamed.len())),
            false => name,
        };
        here.names.insert(name, new);
        new
    }

    fn call(&mut self, id: ExprId, name: VarName, new: VarName) {
        if name != new {
            self.renamed.push((id, new));
        }
    }

    fn read(&mut self, id: ExprId, name: VarName) {
        let last = self.frames.len() - 1;
        let readable = self.readable.as_ref().is_none_or(|names| names.contains(&name));
        let new = match readable && self.frames[last].bound.contains_key(&name) {
            true => self.frames[last].names[&name],
            false => self.outer(name, last).unwrap_or(name),
        };
        self.call(id, name, new);
    }

    fn match_variable(&mut self, id: ExprId, name: VarName, old: Old) {
        let last = self.frames.len() - 1;
        let here = &mut self.frames[last];
        let is_own = here.bound.contains_key(&name) || old == Old::Shadowed;
        if is_own && let Some(group) = &mut here.group {
            // OTP's compiler then knows that it is bound in this operand.
            group.shared.push(name);
        }
        if !is_own && let Some(outer) = self.outer(name, last) {
            return self.call(id, name, outer);
        }
        let own = self.own(name);
        self.frame().bind(name);
        self.call(id, name, own);
    }

    // ---- patterns ----

    fn patterns(&mut self, patterns: &[ExprId], old: Old) {
        patterns.iter().for_each(|pattern| self.pattern(*pattern, old));
    }

    fn pattern(&mut self, id: ExprId, old: Old) {
        recursion::deep(|| self.pattern_on_stack(id, old))
    }

    fn pattern_on_stack(&mut self, id: ExprId, old: Old) {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Variable(name) => self.match_variable(id, *name, old),
            ExprKind::Tuple(elements) => self.patterns(elements, old),
            ExprKind::List { elements, tail } => {
                self.patterns(elements, old);
                tail.iter().for_each(|tail| self.pattern(*tail, old));
            }
            ExprKind::Map(fields) => {
                for field in fields {
                    self.outside(field.key, old, &[]);
                    self.pattern(field.value, old);
                }
            }
            ExprKind::Record { fields, .. } => {
                fields.iter().for_each(|field| self.pattern(field.value, old));
            }
            ExprKind::Bitstring(segments) => self.binary_pattern(segments, old),
            ExprKind::Match { pattern, value } => self.patterns(&[*pattern, *value], old),
            ExprKind::Binary { left, right, .. } => self.patterns(&[*left, *right], old),
            _ => {}
        }
    }

    fn binary_pattern(&mut self, segments: &[Segment], old: Old) {
        let mut read = Vec::new();
        for segment in segments {
            if let Some(size) = segment.size {
                self.outside(size, old, &read);
            }
            self.pattern(segment.value, old);
            if let ExprKind::Variable(name) = &self.module[segment.value].kind {
                read.push(*name);
            }
        }
    }

    /// What a pattern reads: a size or a key. Only these variables of a head or generator can be in
    /// it, and those from outside.
    fn outside(&mut self, id: ExprId, old: Old, own: &[VarName]) {
        if old == Old::Compared {
            return self.expr(id);
        }
        let before = self.readable.replace(own.to_vec());
        self.expr(id);
        self.readable = before;
    }

    // ---- clauses ----

    /// A clause of a function or fun: all its variables are new.
    fn scope_of_clause(&mut self, clause: &Clause) {
        self.in_frame(|resolver| {
            resolver.patterns(&clause.patterns, Old::Shadowed);
            resolver.guard(&clause.guard);
            resolver.body(&clause.body);
        });
    }

    /// Clauses of which one is taken. Returns what each of them binds.
    fn alternatives(&mut self, clauses: &[Clause]) -> Vec<Vec<VarName>> {
        let alternative = |clause: &Clause| {
            self.local(|resolver| {
                resolver.patterns(&clause.patterns, Old::Compared);
                resolver.guard(&clause.guard);
                resolver.body(&clause.body);
            })
        };
        clauses.iter().map(alternative).collect()
    }

    /// What all alternatives bind is bound afterwards.
    fn bind_common(&mut self, alternatives: Vec<Vec<VarName>>) {
        let count = alternatives.len();
        let mut all: Vec<VarName> = alternatives.into_iter().flatten().collect();
        all.sort_unstable_by_key(|name| name.index());
        let frame = self.frame();
        for same in all.chunk_by(|one, other| one == other).filter(|same| same.len() == count) {
            frame.bind(same[0]);
        }
    }

    fn catch_clause(&mut self, clause: &CatchClause) {
        self.local(|resolver| {
            let parts = clause.class.iter().chain([&clause.reason]).chain(&clause.stacktrace);
            parts.for_each(|pattern| resolver.pattern(*pattern, Old::Compared));
            resolver.guard(&clause.guard);
            resolver.body(&clause.body);
        });
    }

    /// What is bound inside is taken back at the end, and returned.
    fn local(&mut self, inside: impl FnOnce(&mut Self)) -> Vec<VarName> {
        let frame = self.frame();
        let (mark, group) = (frame.trail.len(), frame.group.clone());
        inside(self);
        let frame = self.frame();
        frame.group = group;
        frame.take_back(mark)
    }

    fn guard(&mut self, guard: &Guard) {
        guard.iter().for_each(|conjunction| self.body(conjunction));
    }

    fn body(&mut self, exprs: &[ExprId]) {
        exprs.iter().for_each(|id| self.expr(*id));
    }

    // ---- expressions ----

    fn expr(&mut self, id: ExprId) {
        recursion::deep(|| self.expr_on_stack(id))
    }

    fn expr_on_stack(&mut self, id: ExprId) {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Variable(name) => self.read(id, *name),
            ExprKind::Tuple(elements) => self.operands(elements.clone()),
            ExprKind::List { elements, tail } => {
                self.operands(elements.iter().chain(tail).copied().collect())
            }
            // OTP's compiler takes the parts of maps and bitstrings one after the other.
            ExprKind::Map(fields) => self.fields(fields),
            ExprKind::MapUpdate { map, fields } => {
                self.expr(*map);
                self.fields(fields);
            }
            ExprKind::Record { fields, .. } => self.operands(values_of(fields).collect()),
            ExprKind::RecordUpdate { record, fields, .. } => {
                self.operands(std::iter::once(*record).chain(values_of(fields)).collect())
            }
            ExprKind::RecordAccess { record, .. } => self.expr(*record),
            ExprKind::Bitstring(segments) => {
                for segment in segments {
                    self.expr(segment.value);
                    segment.size.iter().for_each(|size| self.expr(*size));
                }
            }
            ExprKind::Match { pattern, value } | ExprKind::MaybeMatch { pattern, value } => {
                self.expr(*value);
                self.pattern(*pattern, Old::Compared);
            }
            ExprKind::Unary { operand, .. } => self.expr(*operand),
            ExprKind::Binary { op: BinaryOp::AndAlso | BinaryOp::OrElse, left, right } => {
                self.expr(*left);
                self.local(|resolver| resolver.expr(*right));
            }
            ExprKind::Binary { left, right, .. } => self.operands(vec![*left, *right]),
            ExprKind::Call { callee, arguments } => {
                self.operands(std::iter::once(callee).chain(arguments).copied().collect())
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                self.operands([module, function].into_iter().chain(arguments).copied().collect())
            }
            ExprKind::FunRemote { module, function, arity } => {
                self.operands(vec![*module, *function, *arity])
            }
            ExprKind::Fun { name, clauses } => self.fun(id, *name, clauses),
            ExprKind::Case { argument, clauses } => {
                self.expr(*argument);
                let alternatives = self.alternatives(clauses);
                self.bind_common(alternatives);
            }
            ExprKind::If { clauses } => {
                let alternatives = self.alternatives(clauses);
                self.bind_common(alternatives);
            }
            ExprKind::Receive { clauses, after } => {
                if let Some(after) = after {
                    self.expr(after.timeout);
                }
                let mut alternatives = self.alternatives(clauses);
                if let Some(after) = after {
                    alternatives.push(self.local(|resolver| resolver.body(&after.body)));
                }
                self.bind_common(alternatives);
            }
            ExprKind::Try { body, of, catch, after } => {
                self.local(|resolver| {
                    resolver.body(body);
                    resolver.alternatives(of);
                });
                catch.iter().for_each(|clause| self.catch_clause(clause));
                self.local(|resolver| resolver.body(after));
            }
            ExprKind::Catch(body) => {
                self.local(|resolver| resolver.expr(*body));
            }
            ExprKind::Begin(body) => self.body(body),
            ExprKind::Maybe { body, else_clauses } => {
                self.local(|resolver| resolver.body(body));
                self.alternatives(else_clauses);
            }
            ExprKind::ListComprehension { template, qualifiers }
            | ExprKind::BinaryComprehension { template, qualifiers } => {
                self.comprehension(&[*template], qualifiers)
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                self.comprehension(&[*key, *value], qualifiers)
            }
            ExprKind::Integer(_)
            | ExprKind::Char(_)
            | ExprKind::Float(_)
            | ExprKind::Atom(_)
            | ExprKind::String(_)
            | ExprKind::Wildcard
            | ExprKind::RecordIndex { .. }
            | ExprKind::FunLocal { .. }
            | ExprKind::Error => {}
        }
    }

    fn fields(&mut self, fields: &[MapField]) {
        fields.iter().for_each(|field| self.body(&[field.key, field.value]));
    }

    /// Parts that do not see each other's variables. As OTP's compiler has it: constructors inside
    /// constructors make one group, and a single part that does anything makes none.
    fn operands(&mut self, parts: Vec<ExprId>) {
        let parts = self.flattened(parts);
        if parts.iter().filter(|part| !self.is_still(**part)).count() < 2 {
            return self.body(&parts);
        }
        let frame = self.frame();
        let outer = frame.group.take();
        let start = frame.moment;
        for part in parts {
            let frame = self.frame();
            let operand = frame.moment;
            frame.group = Some(Group { start, operand, shared: Vec::new() });
            self.expr(part);
        }
        self.frame().group = outer;
    }

    /// The parts, with the parts of tuples and lists in their place.
    fn flattened(&self, parts: Vec<ExprId>) -> Vec<ExprId> {
        let mut flat = Vec::with_capacity(parts.len());
        let mut work: Vec<ExprId> = parts.into_iter().rev().collect();
        while let Some(id) = work.pop() {
            match &self.module[id].kind {
                ExprKind::Tuple(elements) => work.extend(elements.iter().rev()),
                ExprKind::List { elements, tail } => {
                    work.extend(tail);
                    work.extend(elements.iter().rev());
                }
                _ => flat.push(id),
            }
        }
        flat
    }

    /// Does evaluation of this part do nothing?
    fn is_still(&self, id: ExprId) -> bool {
        matches!(
            &self.module[id].kind,
            ExprKind::Variable(_)
                | ExprKind::Integer(_)
                | ExprKind::Char(_)
                | ExprKind::Float(_)
                | ExprKind::Atom(_)
                | ExprKind::String(_)
                | ExprKind::RecordIndex { .. }
        )
    }

    fn fun(&mut self, id: ExprId, name: Option<VarName>, clauses: &[Clause]) {
        let Some(name) = name else {
            return clauses.iter().for_each(|clause| self.scope_of_clause(clause));
        };
        self.in_frame(|resolver| {
            let own = resolver.own(name);
            resolver.frame().bind(name);
            resolver.call(id, name, own);
            clauses.iter().for_each(|clause| resolver.scope_of_clause(clause));
        });
    }

    /// Filters in front of the first generator belong to the function around, as does what they
    /// bind.
    fn comprehension(&mut self, template: &[ExprId], qualifiers: &[Qualifier]) {
        self.local(|resolver| resolver.comprehension_inside(template, qualifiers));
    }

    fn comprehension_inside(&mut self, template: &[ExprId], qualifiers: &[Qualifier]) {
        let depth = self.frames.len();
        for qualifier in qualifiers {
            if let Qualifier::Filter(test) = qualifier {
                self.expr(*test);
                continue;
            }
            let (mut patterns, mut sources) = (Vec::new(), Vec::new());
            parts_of_generator(qualifier, &mut patterns, &mut sources);
            // Sources in parallel do not see each other's variables.
            sources.iter().for_each(|source| {
                self.local(|resolver| resolver.expr(*source));
            });
            self.frames.push(Frame::default());
            self.patterns(&patterns, Old::Shadowed);
        }
        self.body(template);
        self.frames.truncate(depth);
    }
}

fn values_of(fields: &[RecordField]) -> impl Iterator<Item = ExprId> {
    fields.iter().map(|field| field.value)
}
