//! Which properties a program states, what each is about, and who is only there for them (paper 5
//! §8.3, requirement 1 and declared specifications).
//!
//! `prop_f…` says something that must hold of `f`; all `spec_f…` together say all there is to say
//! of it. A property of another name is about the only suspect function that it uses.

use std::collections::{BTreeMap, BTreeSet};

use lazy_syntax::ast::{Entity, ExprId, ExprKind, FunctionId, Origin, PatId, PatKind, Program, Rule, VarId};
use lazy_syntax::source::{FileId, Span};
use observation::judgement::Strength;

/// What stands in front of the name of what a property is about.
pub const PREFIXES: [(&str, Strength); 2] = [("prop_", Strength::Partial), ("spec_", Strength::Complete)];

/// Whether the name is that of a property.
pub fn is_property(name: &str) -> bool {
    PREFIXES.iter().any(|(prefix, _)| name.starts_with(prefix))
}

/// A property with what it is about.
#[derive(Clone, Debug)]
pub struct Stated {
    pub property: FunctionId,
    pub subject: FunctionId,
    pub strength: Strength,
    /// It takes its subject as the first argument, as in the thesis.
    pub is_abstracted: bool,
    pub sites: Vec<Site>,
    /// Whether the subject is mentioned anywhere but in the sites.
    pub is_used_elsewhere: bool,
}

/// A call of the subject in a rule of the property: matched with the recorded arguments, it says
/// what the variables of the rule are (requirement 2).
#[derive(Clone, Debug)]
pub struct Site {
    pub rule: usize,
    pub arguments: Vec<ExprId>,
}

/// The functions of the user's files, and who mentions whom.
pub struct Functions<'p> {
    program: &'p Program,
    /// At the top, as they stand in the files.
    top: Vec<FunctionId>,
    mentions: BTreeMap<FunctionId, BTreeSet<FunctionId>>,
    /// The rules of functions at the top, in the order of their places.
    rules: Vec<(Span, FunctionId, usize)>,
}

impl<'p> Functions<'p> {
    pub fn new(program: &'p Program) -> Functions<'p> {
        let ids = (0..program.functions.len() as u32).map(FunctionId);
        let is_users = |id: &FunctionId| {
            let function = &program[*id];
            function.parent.is_none() && matches!(function.origin, Origin::User | Origin::PatternBinding)
        };
        let mut top: Vec<FunctionId> = ids.filter(is_users).collect();
        top.sort_by_key(|id| key(program[*id].span));
        let mut rules: Vec<(Span, FunctionId, usize)> = Vec::new();
        for id in &top {
            let all = program[*id].rules().iter().enumerate();
            rules.extend(all.map(|(index, rule)| (rule.span, *id, index)));
        }
        rules.sort_by_key(|(span, ..)| key(*span));
        let mut functions = Functions { program, top, mentions: BTreeMap::new(), rules };
        for expr in &program.exprs {
            if let ExprKind::Var { entity: Entity::Function(mentioned), .. } = &expr.kind
                && let Some((from, _)) = functions.around(expr.span)
            {
                let mentioned = functions.outermost(*mentioned);
                functions.mentions.entry(from).or_default().insert(mentioned);
            }
        }
        functions
    }

    fn name(&self, function: FunctionId) -> &'p str {
        self.program.function_name(function)
    }

    /// The function at the top, and its rule, that something is written in.
    fn around(&self, span: Span) -> Option<(FunctionId, usize)> {
        let after = self.rules.partition_point(|(rule, ..)| key(*rule) <= key(span));
        let (rule, function, index) = self.rules.get(after.checked_sub(1)?)?;
        (rule.file == span.file && span.end.offset <= rule.end.offset).then_some((*function, *index))
    }

    fn outermost(&self, mut function: FunctionId) -> FunctionId {
        while let Some(parent) = self.program[function].parent {
            function = parent;
        }
        function
    }

    /// All that these lead to, with themselves.
    fn reached(&self, from: impl IntoIterator<Item = FunctionId>) -> BTreeSet<FunctionId> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<FunctionId> = from.into_iter().collect();
        while let Some(function) = open.pop() {
            if reached.insert(function) {
                open.extend(self.mentions.get(&function).into_iter().flatten());
            }
        }
        reached
    }

    pub fn has_properties(&self) -> bool {
        self.properties().next().is_some()
    }

    fn properties(&self) -> impl Iterator<Item = FunctionId> {
        self.top.iter().copied().filter(|function| is_property(self.name(*function)))
    }

    /// Properties, and the code that only they use: none of it is suspect, nor is anything in the
    /// files of properties. The goal is suspect, and so is the code of a property that the goal is
    /// about.
    pub fn trusted(&self, goal: &[FunctionId], files: &[FileId]) -> BTreeSet<FunctionId> {
        let properties: BTreeSet<FunctionId> = self.properties().collect();
        let for_properties = self.reached(properties.iter().copied());
        let named = properties.iter().filter_map(|property| self.named_subject(*property));
        let others = self.top.iter().copied().filter(|function| !for_properties.contains(function));
        let asked = goal.iter().flat_map(|function| match properties.contains(function) {
            true => self.mentions.get(function).into_iter().flatten().copied().collect(),
            false => vec![*function],
        });
        let in_file = |function: &FunctionId| files.contains(&self.program[*function].span.file);
        let suspects = self.reached(named.chain(others).chain(asked).filter(|function| !in_file(function)));
        let is_trusted = |function: &FunctionId| {
            properties.contains(function) || in_file(function) || !suspects.contains(function)
        };
        self.top.iter().copied().filter(is_trusted).collect()
    }

    /// Whom the name of a property names: the longest that fits, with nothing, `_`, a capital or a
    /// digit behind it.
    fn named_subject(&self, property: FunctionId) -> Option<FunctionId> {
        let name = self.name(property);
        let rest = PREFIXES.iter().find_map(|(prefix, _)| name.strip_prefix(prefix))?;
        let fits = |function: &FunctionId| {
            let behind = rest.strip_prefix(self.name(*function));
            behind.is_some_and(|behind| {
                let next = behind.chars().next();
                next.is_none_or(|char| {
                    char == '_' || char == '\'' || char.is_uppercase() || char.is_numeric()
                })
            })
        };
        let subjects = self.top.iter().copied().filter(|function| !is_property(self.name(*function)));
        subjects.filter(fits).max_by_key(|function| self.name(*function).len())
    }

    /// All properties that are about some function. `trusted`: who is not suspect.
    pub fn stated(&self, trusted: &BTreeSet<FunctionId>) -> Vec<Stated> {
        let mut found = Vec::new();
        for property in self.properties() {
            let name = self.name(property);
            let strength = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix));
            let Some((_, strength)) = strength else { continue };
            // The only suspect that it uses, itself or in what is there for it.
            let only = || {
                let own = self.reached_within(property, trusted);
                let used = own.iter().filter_map(|function| self.mentions.get(function)).flatten();
                let used: BTreeSet<FunctionId> =
                    used.copied().filter(|function| self.is_suspect(*function, trusted)).collect();
                used.first().copied().filter(|_| used.len() == 1)
            };
            let Some(subject) = self.named_subject(property).or_else(only) else { continue };
            found.push(self.statement(property, subject, *strength, trusted));
        }
        found
    }

    fn is_suspect(&self, function: FunctionId, trusted: &BTreeSet<FunctionId>) -> bool {
        self.top.contains(&function) && !trusted.contains(&function)
    }

    fn statement(
        &self,
        property: FunctionId,
        subject: FunctionId,
        strength: Strength,
        trusted: &BTreeSet<FunctionId>,
    ) -> Stated {
        let own = &self.program[property];
        let uses = self.uses(subject, trusted);
        let for_it = self.reached_within(property, trusted);
        let mentioned = uses.iter().filter(|(function, ..)| for_it.contains(function)).count();
        let is_abstracted = mentioned == 0;
        // Where the subject is a parameter: its variable in each rule.
        let variables: Vec<Option<VarId>> =
            own.rules().iter().map(|rule| plain_variable(self.program, *rule.patterns.first()?)).collect();
        let is_subject = |id: ExprId, rule: usize| match &self.program[id].kind {
            ExprKind::Var { entity: Entity::Function(function), .. } => *function == subject,
            ExprKind::Var { entity: Entity::Variable(variable), .. } => {
                is_abstracted && variables.get(rule).copied().flatten() == Some(*variable)
            }
            _ => false,
        };
        let arity = self.program[subject].arity as usize;
        let mut sites = Vec::new();
        for expr in &self.program.exprs {
            let Some((_, rule)) = self.around(expr.span).filter(|(function, _)| *function == property) else {
                continue;
            };
            let (function, arguments) = match &expr.kind {
                ExprKind::Apply { function, arguments } => (*function, arguments.clone()),
                ExprKind::Operator { operator, left, right } => (*operator, vec![*left, *right]),
                _ => continue,
            };
            if is_subject(function, rule) && arguments.len() >= arity {
                sites.push(Site { rule, arguments: arguments[..arity].to_vec() });
            }
        }
        if arity == 0 {
            sites = (0..own.rules().len()).map(|rule| Site { rule, arguments: Vec::new() }).collect();
        }
        let is_used_elsewhere = !is_abstracted && mentioned > sites.len();
        Stated { property, subject, strength, is_abstracted, sites, is_used_elsewhere }
    }

    /// The property, and what is there for properties and used by it.
    fn reached_within(&self, property: FunctionId, trusted: &BTreeSet<FunctionId>) -> BTreeSet<FunctionId> {
        let mut reached = BTreeSet::new();
        let mut open = vec![property];
        while let Some(function) = open.pop() {
            if trusted.contains(&function) && reached.insert(function) {
                open.extend(self.mentions.get(&function).into_iter().flatten());
            }
        }
        reached
    }

    /// Where properties, and what is there for them, mention a function: in which function at the
    /// top, and its name there.
    pub fn uses(&self, subject: FunctionId, trusted: &BTreeSet<FunctionId>) -> Vec<(FunctionId, Span)> {
        let is_use = |kind: &ExprKind| matches!(kind, ExprKind::Var { entity: Entity::Function(function), .. } if *function == subject);
        let exprs = self.program.exprs.iter().filter(|expr| is_use(&expr.kind));
        let around = exprs.filter_map(|expr| Some((self.around(expr.span)?.0, expr.span)));
        around.filter(|(function, _)| trusted.contains(function)).collect()
    }
}

/// The variable that a pattern is.
pub fn plain_variable(program: &Program, pattern: PatId) -> Option<VarId> {
    match program[pattern].kind {
        PatKind::Var(variable) => Some(variable),
        _ => None,
    }
}

/// The parameter of a rule that is this variable and nothing else.
pub fn parameter(program: &Program, rule: &Rule, variable: VarId) -> Option<usize> {
    rule.patterns.iter().position(|pattern| plain_variable(program, *pattern) == Some(variable))
}

fn key(span: Span) -> (FileId, u32) {
    (span.file, span.start.offset)
}
