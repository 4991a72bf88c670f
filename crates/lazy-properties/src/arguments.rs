//! The arguments of a property for a recorded statement (paper 5 §8.3, requirement 2): what a call
//! of the subject in it must be called with says what its parameters are; the others are generated.

use std::collections::BTreeMap;

use dice::Dice;
use lazy_syntax::ast::{ConRef, Entity, ExprId, ExprKind, Literal, PatId, PatKind, Program, Rule, VarId};
use lazy_tree::{Fact, Holes, TermId};

use crate::about::{Site, Stated, parameter};
use crate::generate::generate;
use crate::types::{Type, Types};

/// Values are at most this large where they stand for what was not recorded.
const SIZE: usize = 6;

/// What the variables of a rule of the property are.
pub struct Binding<'s> {
    pub site: &'s Site,
    variables: BTreeMap<VarId, Bound>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Term(TermId),
    /// Inside something that was never demanded.
    Hole,
}

/// Matches the calls of the subject in the property with the recorded arguments; the first that
/// fits.
pub fn bind<'s>(
    program: &Program,
    stated: &'s Stated,
    fact: &Fact,
    arguments: &[TermId],
) -> Option<Binding<'s>> {
    stated.sites.iter().find_map(|site| {
        let mut variables = BTreeMap::new();
        let pairs = site.arguments.iter().zip(arguments);
        let fits = pairs.into_iter().all(|(expr, term)| matches(program, fact, *expr, *term, &mut variables));
        (fits && site.arguments.len() == arguments.len()).then_some(Binding { site, variables })
    })
}

fn matches(
    program: &Program,
    fact: &Fact,
    expr: ExprId,
    term: TermId,
    variables: &mut BTreeMap<VarId, Bound>,
) -> bool {
    let mut open = vec![(expr, Bound::Term(term))];
    while let Some((expr, bound)) = open.pop() {
        let bound = match bound {
            Bound::Term(term) if fact.is_hole(term) => Bound::Hole,
            bound => bound,
        };
        let (parts, name) = match &program[expr].kind {
            ExprKind::Var { entity: Entity::Variable(variable), .. } => {
                if variables.insert(*variable, bound).is_some_and(|earlier| earlier != bound) {
                    return false;
                }
                continue;
            }
            ExprKind::Typed { expr, .. } => {
                open.push((*expr, bound));
                continue;
            }
            ExprKind::Con(con) => (Vec::new(), con_name(program, con)),
            ExprKind::Apply { function, arguments } => match &program[*function].kind {
                ExprKind::Con(con) => (arguments.clone(), con_name(program, con)),
                _ => return false,
            },
            ExprKind::Operator { operator, left, right } => match &program[*operator].kind {
                ExprKind::Con(con) => (vec![*left, *right], con_name(program, con)),
                _ => return false,
            },
            ExprKind::Tuple(items) => (items.clone(), "(,)".to_owned()),
            ExprKind::List(items) if items.is_empty() => (Vec::new(), "[]".to_owned()),
            ExprKind::Literal(Literal::Integer(number)) => (Vec::new(), number.to_string()),
            _ => return false,
        };
        match bound {
            Bound::Hole => open.extend(parts.into_iter().map(|part| (part, Bound::Hole))),
            Bound::Term(term) => match fact.node(term) {
                Some((found, terms)) if found == name && terms.len() == parts.len() => {
                    open.extend(parts.into_iter().zip(terms.iter().map(|term| Bound::Term(*term))));
                }
                _ => return false,
            },
        }
    }
    true
}

fn con_name(program: &Program, con: &ConRef) -> String {
    program.text(con.name).to_owned()
}

/// What stands for `_`.
pub enum Filling<'d> {
    /// An error when it is demanded.
    Error,
    Generated(&'d mut Dice),
}

/// Writes the arguments of a property.
pub struct Writer<'a> {
    pub types: &'a Types<'a>,
    pub fact: &'a Fact,
    pub filling: Filling<'a>,
}

/// An argument of the property.
pub enum Argument {
    Text(String),
    /// The statement says nothing about it.
    Extra,
}

impl Holes for Writer<'_> {
    type At = Option<Type>;

    fn part(&mut self, at: &Option<Type>, name: &str, index: usize) -> Option<Type> {
        at.as_ref().and_then(|ty| part(self.types, ty, name, index))
    }

    fn hole(&mut self, at: &Option<Type>) -> Option<String> {
        match &mut self.filling {
            Filling::Error => Some("undefined".to_owned()),
            Filling::Generated(dice) => {
                let value = generate(self.types, at.as_ref()?, SIZE, dice)?;
                Some(value.source(self.types.program, true))
            }
        }
    }
}

/// The type of a part of a constructed value.
pub fn part(types: &Types<'_>, ty: &Type, name: &str, index: usize) -> Option<Type> {
    if name == "->" {
        let mut ty = ty;
        for _ in 0..=index {
            let Type::Function(_, to) = ty else { return None };
            ty = to;
        }
        return Some(ty.clone());
    }
    let Type::Data(data, arguments) = ty else { return None };
    if name == "(,)" {
        return arguments.get(index).cloned();
    }
    let constructors = &types.program[*data].constructors;
    let con = constructors.iter().find(|con| types.program.text(types.program[**con].name) == name)?;
    types.fields(*con, arguments).get(index).cloned()
}

impl Writer<'_> {
    /// A term where an argument stands.
    pub fn term(&mut self, term: TermId, ty: Option<Type>) -> Option<String> {
        let fact = self.fact;
        fact.written(term, ty, false, self)
    }

    /// What a rule's pattern is a pattern of, given its variables. None: more must be known.
    pub fn argument(&mut self, binding: &Binding<'_>, pattern: PatId, ty: &Type) -> Option<Argument> {
        if let PatKind::Var(variable) = self.types.program[pattern].kind
            && !binding.variables.contains_key(&variable)
        {
            return Some(Argument::Extra);
        }
        self.pattern(binding, pattern, Some(ty.clone())).map(Argument::Text)
    }

    fn pattern(&mut self, binding: &Binding<'_>, pattern: PatId, ty: Option<Type>) -> Option<String> {
        let program = self.types.program;
        let parts = |this: &mut Self, name: &str, items: &[PatId]| -> Option<Vec<String>> {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| {
                    let ty = this.part(&ty, name, index);
                    this.pattern(binding, *item, ty)
                })
                .collect()
        };
        recursion::deep(|| match &program[pattern].kind {
            PatKind::Var(variable) => match binding.variables.get(variable)? {
                Bound::Term(term) => self.term(*term, ty.clone()),
                Bound::Hole => self.hole(&ty),
            },
            PatKind::Wildcard => Some("undefined".to_owned()),
            PatKind::Literal(Literal::Integer(number)) => Some(format!("({number})")),
            PatKind::Con { con, arguments } => {
                let name = con_name(program, con);
                let written = parts(self, &name, arguments)?;
                let head = if name.starts_with(':') { format!("({name})") } else { name };
                Some(format!("({})", std::iter::once(head).chain(written).collect::<Vec<_>>().join(" ")))
            }
            PatKind::Tuple(items) => Some(format!("({})", parts(self, "(,)", items)?.join(", "))),
            PatKind::List(items) if items.is_empty() => Some("[]".to_owned()),
            PatKind::As { variable, pattern } => match binding.variables.get(variable) {
                Some(Bound::Term(term)) => self.term(*term, ty.clone()),
                Some(Bound::Hole) => self.hole(&ty),
                None => self.pattern(binding, *pattern, ty.clone()),
            },
            PatKind::Bang(pattern) | PatKind::Lazy(pattern) => self.pattern(binding, *pattern, ty.clone()),
            PatKind::Typed { pattern, .. } => self.pattern(binding, *pattern, ty.clone()),
            _ => None,
        })
    }
}

/// Whether the subject gets as this argument, wherever the property calls it, the same parameter of
/// the property: functions cannot be compared when it runs.
pub fn is_passed_on(program: &Program, stated: &Stated, rules: &[Rule], argument: usize) -> bool {
    let mut parameters = stated.sites.iter().map(|site| {
        let variable = match program[*site.arguments.get(argument)?].kind {
            ExprKind::Var { entity: Entity::Variable(variable), .. } => variable,
            _ => return None,
        };
        parameter(program, rules.get(site.rule)?, variable)
    });
    let Some(first) = parameters.next().flatten() else { return false };
    !stated.is_used_elsewhere && parameters.all(|other| other == Some(first))
}

/// Parts of the recorded values that are there as a whole, by their types: what is generated for
/// other parameters may be one of them.
pub fn recorded(
    types: &Types<'_>,
    fact: &Fact,
    values: impl IntoIterator<Item = (TermId, Option<Type>)>,
) -> Vec<(Type, String)> {
    /// This many are enough to choose from.
    const MOST: usize = 64;
    let mut found: Vec<(Type, String)> = Vec::new();
    let mut open: Vec<(TermId, Option<Type>)> = values.into_iter().collect();
    while let Some((term, ty)) = open.pop() {
        let (Some(ty), Some((name, parts))) = (ty, fact.node(term)) else { continue };
        open.extend(parts.iter().enumerate().map(|(index, term)| (*term, part(types, &ty, name, index))));
        if !fact.has_hole(term)
            && let Some(text) = fact.written(term, (), false, &mut lazy_tree::Plain)
            && !found.iter().any(|(_, known)| *known == text)
        {
            found.push((ty, text));
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}
