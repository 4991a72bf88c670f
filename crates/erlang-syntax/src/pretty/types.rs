//! Types and specs.

use super::exprs::{OperandSide, binary_precedence, precedence::UNARY};
use super::layout::Doc;
use super::{INDENT, Printer, literals};
use crate::ast::*;

/// erl_parse's precedences of types.
const ANNOTATION: u16 = 150;
const UNION: u16 = 170;
const RANGE: u16 = 200;
const SIMPLE: u16 = 900;

impl Printer<'_> {
    pub(super) fn type_(&mut self, id: TypeId) -> Doc {
        recursion::deep(|| self.type_here(id))
    }

    fn type_operand(&mut self, id: TypeId, lowest: u16) -> Doc {
        let doc = self.type_(id);
        let precedence = match &self.module[id].kind {
            TypeKind::Annotated { .. } => ANNOTATION,
            TypeKind::Union(_) => UNION,
            TypeKind::Range { .. } => RANGE,
            TypeKind::Binary { op, .. } => binary_precedence(*op).0,
            TypeKind::Unary { .. } => UNARY,
            TypeKind::Integer(n) if n.sign() == num_bigint::Sign::Minus => UNARY,
            _ => SIMPLE,
        };
        if precedence >= lowest {
            return doc;
        }
        let (open, close) = (self.docs.text("("), self.docs.text(")"));
        self.docs.concat(vec![open, doc, close])
    }

    fn type_here(&mut self, id: TypeId) -> Doc {
        let module = self.module;
        match &module[id].kind {
            TypeKind::Annotated { name, ty } => {
                let name = self.docs.text(format!("{} :: ", name.name()));
                let ty = self.type_operand(*ty, ANNOTATION);
                self.docs.concat(vec![name, ty])
            }
            TypeKind::Variable(name) => self.docs.text(name.name()),
            TypeKind::Wildcard => self.docs.text("_"),
            TypeKind::Atom(atom) => self.docs.text(literals::atom(*atom)),
            TypeKind::Integer(n) => self.docs.text(n.to_string()),
            TypeKind::Char(c) => self.docs.text(literals::character(*c)),
            TypeKind::Range { low, high } => {
                let low = self.type_operand(*low, RANGE + 1);
                let dots = self.docs.text("..");
                let high = self.type_operand(*high, RANGE + 1);
                self.docs.concat(vec![low, dots, high])
            }
            TypeKind::Unary { op, operand } => {
                let sign = match op {
                    UnaryOp::Plus | UnaryOp::Minus => op.name().to_string(),
                    UnaryOp::Not | UnaryOp::Bnot => format!("{} ", op.name()),
                };
                let sign = self.docs.text(sign);
                let operand = self.type_operand(*operand, UNARY + 1);
                self.docs.concat(vec![sign, operand])
            }
            TypeKind::Binary { op, left, right } => {
                let (precedence, side) = binary_precedence(*op);
                let left = self.type_operand(*left, precedence + u16::from(side != OperandSide::Left));
                let operator = self.docs.text(format!(" {} ", op.name()));
                let right = self.type_operand(*right, precedence + 1);
                self.docs.concat(vec![left, operator, right])
            }
            TypeKind::Nil => self.docs.text("[]"),
            TypeKind::List(element) => {
                let element = self.type_(*element);
                self.bracketed_docs("[", vec![element], "]")
            }
            TypeKind::NonemptyList(element) => {
                let (element, more) = (self.type_(*element), self.docs.text("..."));
                self.bracketed_docs("[", vec![element, more], "]")
            }
            TypeKind::Tuple(elements) => self.bracketed_types("{", elements, "}"),
            TypeKind::Map(fields) => {
                let fields = fields
                    .iter()
                    .map(|&(key, value, mandatory)| {
                        let arrow = self.docs.text(if mandatory { " := " } else { " => " });
                        let (key, value) = (self.type_(key), self.type_(value));
                        self.docs.concat(vec![key, arrow, value])
                    })
                    .collect();
                self.bracketed_docs("#{", fields, "}")
            }
            TypeKind::Record { name, fields } => {
                let fields = fields
                    .iter()
                    .map(|&(field, ty)| {
                        let field = self.docs.text(format!("{} :: ", literals::atom(field)));
                        let ty = self.type_(ty);
                        self.docs.concat(vec![field, ty])
                    })
                    .collect();
                self.bracketed_docs(format!("#{}{{", literals::atom(*name)), fields, "}")
            }
            TypeKind::Bitstring { base, unit } => {
                let mut parts = Vec::new();
                for (prefix, size) in [("_:", base), ("_:_*", unit)] {
                    if let Some(size) = *size {
                        let prefix = self.docs.text(prefix);
                        let size = self.type_operand(size, SIMPLE);
                        parts.push(self.docs.concat(vec![prefix, size]));
                    }
                }
                self.bracketed_docs("<<", parts, ">>")
            }
            TypeKind::AnyFun => self.docs.text("fun()"),
            TypeKind::Fun { arguments, result } => {
                let open = self.docs.text("fun(");
                let arguments = match arguments {
                    Some(arguments) => self.bracketed_types("(", arguments, ")"),
                    None => self.docs.text("(...)"),
                };
                let arrow = self.docs.text(" -> ");
                let result = self.type_(*result);
                let close = self.docs.text(")");
                self.docs.concat(vec![open, arguments, arrow, result, close])
            }
            TypeKind::Union(types) => {
                let types = types.iter().map(|&ty| self.type_operand(ty, UNION + 1)).collect();
                let line = self.docs.line();
                let union = self.docs.separated(types, " |", line);
                let union = self.docs.align(union);
                self.docs.group(union)
            }
            TypeKind::Call { module, name, arguments } => {
                let module = module.map_or_else(String::new, |module| literals::atom(module) + ":");
                let arguments = arguments.iter().map(|&argument| self.type_(argument)).collect();
                self.bracketed_docs(format!("{module}{}(", literals::atom(*name)), arguments, ")")
            }
            TypeKind::Error => self.docs.text("..."),
        }
    }

    fn bracketed_types(&mut self, open: &'static str, types: &[TypeId], close: &'static str) -> Doc {
        let types = types.iter().map(|&ty| self.type_(ty)).collect();
        self.bracketed_docs(open, types, close)
    }

    /// `-spec name(Arguments) -> Result when …; (…) -> ….`
    pub(super) fn spec(&mut self, keyword: &str, spec: &Spec) -> Doc {
        let module = spec.module.map_or_else(String::new, |module| literals::atom(module) + ":");
        let head = self.docs.text(format!("-{keyword} {module}{}", literals::atom(spec.name)));
        let clauses: Vec<Doc> = spec.clauses.iter().map(|clause| self.spec_clause(clause)).collect();
        let line = self.docs.hard_line();
        let clauses = self.docs.separated(clauses, ";", line);
        let clauses = self.docs.align(clauses);
        let stop = self.docs.text(".");
        self.docs.concat(vec![head, clauses, stop])
    }

    fn spec_clause(&mut self, clause: &SpecClause) -> Doc {
        let arguments = self.bracketed_types("(", &clause.arguments, ")");
        let (arrow, line) = (self.docs.text(" ->"), self.docs.line());
        let result = self.type_(clause.result);
        let result = self.docs.concat(vec![line, result]);
        let mut parts = vec![arguments, arrow, self.docs.nest(INDENT, result)];
        if !clause.constraints.is_empty() {
            let constraints = clause
                .constraints
                .iter()
                .map(|&(name, ty)| {
                    let name = self.docs.text(format!("{} :: ", name.name()));
                    let ty = self.type_(ty);
                    self.docs.concat(vec![name, ty])
                })
                .collect();
            let when = self.docs.text("when ");
            let constraints = self.docs.separated(constraints, ",", line);
            let constraints = self.docs.align(constraints);
            let constraints = self.docs.concat(vec![line, when, constraints]);
            parts.push(self.docs.nest(INDENT, constraints));
        }
        let whole = self.docs.concat(parts);
        self.docs.group(whole)
    }
}
