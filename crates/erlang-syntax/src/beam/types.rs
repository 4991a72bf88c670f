//! Types and function specifications.

use erlang_term::Atom;

use super::exprs;
use super::flat::{Node, Tag};
use super::forms::{Converter, Result, small};
use crate::ast::*;

impl Converter<'_> {
    /// `{{Name, Arity}, Clauses}` or `{{Module, Name, Arity}, Clauses}`
    pub(super) fn spec(&mut self, value: Node) -> Result<Spec> {
        let &[function, clauses] = self.tuple(value, "a spec")? else {
            return Err(self.unknown("a spec", value));
        };
        let (module, name, arity) = match *self.tuple(function, "a spec")? {
            [Node::Atom(name, _), Node::Int(arity)] => (None, name, arity),
            [Node::Atom(module, _), Node::Atom(name, _), Node::Int(arity)] => (Some(module), name, arity),
            _ => return Err(self.unknown("a spec", function)),
        };
        let clauses = self.list(clauses, "a spec's clauses")?;
        let clauses = clauses.iter().map(|&clause| self.spec_clause(clause)).collect::<Result<_>>()?;
        Ok(Spec { module, name, arity: small(arity)?, clauses })
    }

    fn spec_clause(&mut self, clause: Node) -> Result<SpecClause> {
        match *self.tuple(clause, "a spec's clause")? {
            [Node::Atom(_, Tag::Type), anno, Node::Atom(_, Tag::BoundedFun), parts] => {
                let span = self.span(anno)?;
                let &[function, constraints] = self.list(parts, "a spec's clause")? else {
                    return Err(self.unknown("a spec's clause", clause));
                };
                let (arguments, result) = self.function_type(function)?;
                let constraints = self.list(constraints, "constraints")?;
                let constraints =
                    constraints.iter().map(|&node| self.constraint(node)).collect::<Result<_>>()?;
                Ok(SpecClause { span, arguments, result, constraints })
            }
            [Node::Atom(_, Tag::Type), anno, ..] => {
                let span = self.span(anno)?;
                let (arguments, result) = self.function_type(clause)?;
                Ok(SpecClause { span, arguments, result, constraints: Vec::new() })
            }
            _ => Err(self.unknown("a spec's clause", clause)),
        }
    }

    /// `{type, _, 'fun', [{type, _, product, Arguments}, Result]}`
    fn function_type(&mut self, node: Node) -> Result<(Vec<TypeId>, TypeId)> {
        if let Some(&[Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::Fun), parts]) = self.flat.tuple(node)
            && let Some(&[product, result]) = self.flat.list(parts)
            && let Some(&[Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::Product), arguments]) =
                self.flat.tuple(product)
        {
            return Ok((self.type_list(arguments)?, self.type_(result)?));
        }
        Err(self.unknown("a function's type", node))
    }

    /// `{type, _, constraint, [{atom, _, is_subtype}, [Variable, Type]]}`
    fn constraint(&mut self, node: Node) -> Result<(VarName, TypeId)> {
        if let Some(&[Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::Constraint), parts]) =
            self.flat.tuple(node)
            && let Some(&[_, sides]) = self.flat.list(parts)
            && let Some(&[variable, ty]) = self.flat.list(sides)
        {
            return Ok((self.variable_name(variable)?, self.type_(ty)?));
        }
        Err(self.unknown("a constraint", node))
    }

    pub(super) fn type_(&mut self, node: Node) -> Result<TypeId> {
        recursion::deep(|| self.type_here(node))
    }

    fn type_list(&mut self, nodes: Node) -> Result<Vec<TypeId>> {
        self.list(nodes, "a list of types")?.iter().map(|&node| self.type_(node)).collect()
    }

    fn type_here(&mut self, node: Node) -> Result<TypeId> {
        let &[Node::Atom(_, tag), anno, ref parts @ ..] = self.tuple(node, "a type")? else {
            return Err(self.unknown("a type", node));
        };
        let span = self.span(anno)?;
        let kind = match (tag, parts) {
            (Tag::Var, &[Node::Atom(_, Tag::Wildcard)]) => TypeKind::Wildcard,
            (Tag::Var, &[Node::Atom(name, _)]) => TypeKind::Variable(name),
            (Tag::Atom, &[Node::Atom(atom, _)]) => TypeKind::Atom(atom),
            (Tag::Char, &[Node::Int(value)]) => TypeKind::Char(small(value)?),
            (Tag::Integer, &[value @ (Node::Int(_) | Node::Big(_))]) => {
                TypeKind::Integer(self.flat.integer(value).unwrap_or_default())
            }
            (Tag::Op, &[Node::Atom(_, op), operand]) => {
                let op = exprs::unary_op(op).ok_or_else(|| self.unknown("an operator", node))?;
                TypeKind::Unary { op, operand: self.type_(operand)? }
            }
            (Tag::Op, &[Node::Atom(_, op), left, right]) => {
                let op = exprs::binary_op(op).ok_or_else(|| self.unknown("an operator", node))?;
                TypeKind::Binary { op, left: self.type_(left)?, right: self.type_(right)? }
            }
            (Tag::AnnType, &[parts]) => match *self.list(parts, "an annotated type")? {
                [name, ty] => TypeKind::Annotated { name: self.variable_name(name)?, ty: self.type_(ty)? },
                _ => return Err(self.unknown("an annotated type", node)),
            },
            // Parentheses, which old compilers kept.
            (Tag::ParenType, &[parts]) => match *self.list(parts, "a type in parentheses")? {
                [inner] => return self.type_(inner),
                _ => return Err(self.unknown("a type in parentheses", node)),
            },
            (Tag::RemoteType, &[parts]) => match *self.list(parts, "a type of another module")? {
                [module, name, arguments] => TypeKind::Call {
                    module: Some(self.atom_expr(module)?),
                    name: self.atom_expr(name)?,
                    arguments: self.type_list(arguments)?,
                },
                _ => return Err(self.unknown("a type of another module", node)),
            },
            (Tag::UserType, &[Node::Atom(name, _), arguments]) => {
                TypeKind::Call { module: None, name, arguments: self.type_list(arguments)? }
            }
            (Tag::Type, &[Node::Atom(name, tag), arguments]) => {
                match self.built_in_type(node, tag, arguments)? {
                    Some(kind) => kind,
                    None => TypeKind::Call { module: None, name, arguments: self.type_list(arguments)? },
                }
            }
            _ => return Err(self.unknown("a type", node)),
        };
        Ok(self.add_type(span, kind))
    }

    /// The built-in types that have a syntax of their own. `[]`, `[T]` and `[T, ...]` cannot be
    /// told from `nil()`, `list(T)` and `nonempty_list(T)` here: the shorter one is taken.
    fn built_in_type(&mut self, node: Node, tag: Tag, arguments: Node) -> Result<Option<TypeKind>> {
        let any_size = matches!(arguments, Node::Atom(_, Tag::Any));
        let parts = if any_size { &[][..] } else { self.list(arguments, "a type's parameters")? };
        let kind = match (tag, parts) {
            (Tag::Tuple | Tag::Map, []) if any_size => {
                let name = Atom::new(if tag == Tag::Map { "map" } else { "tuple" });
                TypeKind::Call { module: None, name, arguments: Vec::new() }
            }
            (Tag::Tuple, _) => TypeKind::Tuple(self.type_list(arguments)?),
            (Tag::Map, fields) => {
                TypeKind::Map(fields.iter().map(|&field| self.map_type_field(field)).collect::<Result<_>>()?)
            }
            (Tag::Nil, []) => TypeKind::Nil,
            (Tag::List, &[element]) => TypeKind::List(self.type_(element)?),
            (Tag::NonemptyList, &[element]) => TypeKind::NonemptyList(self.type_(element)?),
            (Tag::Range, &[low, high]) => TypeKind::Range { low: self.type_(low)?, high: self.type_(high)? },
            (Tag::Union, _) => TypeKind::Union(self.type_list(arguments)?),
            (Tag::Binary, &[base, unit]) => {
                TypeKind::Bitstring { base: self.unless_zero(base)?, unit: self.unless_zero(unit)? }
            }
            (Tag::Fun, []) => TypeKind::AnyFun,
            (Tag::Fun, &[arguments, result]) => {
                let arguments = match *self.tuple(arguments, "a fun's arguments")? {
                    [Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::Any)] => None,
                    [Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::Product), arguments] => {
                        Some(self.type_list(arguments)?)
                    }
                    _ => return Err(self.unknown("a fun's arguments", arguments)),
                };
                TypeKind::Fun { arguments, result: self.type_(result)? }
            }
            (Tag::Record, &[name, ref fields @ ..]) => TypeKind::Record {
                name: self.atom_expr(name)?,
                fields: fields.iter().map(|&field| self.field_type(field)).collect::<Result<_>>()?,
            },
            _ if any_size => return Err(self.unknown("a type", node)),
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn map_type_field(&mut self, field: Node) -> Result<(TypeId, TypeId, bool)> {
        if let Some(&[Node::Atom(_, Tag::Type), _, Node::Atom(_, tag), parts]) = self.flat.tuple(field)
            && let (Tag::MapFieldAssoc | Tag::MapFieldExact, Some(&[key, value])) =
                (tag, self.flat.list(parts))
        {
            return Ok((self.type_(key)?, self.type_(value)?, tag == Tag::MapFieldExact));
        }
        Err(self.unknown("a map type's field", field))
    }

    fn field_type(&mut self, field: Node) -> Result<(Atom, TypeId)> {
        if let Some(&[Node::Atom(_, Tag::Type), _, Node::Atom(_, Tag::FieldType), parts]) =
            self.flat.tuple(field)
            && let Some(&[name, ty]) = self.flat.list(parts)
        {
            return Ok((self.atom_expr(name)?, self.type_(ty)?));
        }
        Err(self.unknown("a record type's field", field))
    }

    /// Sizes of bitstrings that the source left out are zero in abstract code.
    fn unless_zero(&mut self, node: Node) -> Result<Option<TypeId>> {
        match self.flat.tuple(node) {
            Some([Node::Atom(_, Tag::Integer), _, Node::Int(0)]) => Ok(None),
            _ => self.type_(node).map(Some),
        }
    }
}
