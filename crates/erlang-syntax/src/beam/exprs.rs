//! Expressions, patterns, guards and clauses.

use erlang_term::Atom;

use super::Problem;
use super::flat::{Node, Tag};
use super::forms::{Converter, Result, reaching, small};
use crate::ast::*;
use crate::source::Span;

impl Converter<'_> {
    pub(super) fn expr(&mut self, node: Node) -> Result<ExprId> {
        recursion::deep(|| self.expr_here(node))
    }

    fn expr_here(&mut self, node: Node) -> Result<ExprId> {
        let &[Node::Atom(_, tag), anno, ref parts @ ..] = self.tuple(node, "an expression")? else {
            return Err(self.unknown("an expression", node));
        };
        let span = self.span(anno)?;
        let kind = match (tag, parts) {
            (Tag::Var, &[Node::Atom(_, Tag::Wildcard)]) => ExprKind::Wildcard,
            (Tag::Var, &[Node::Atom(name, _)]) => ExprKind::Variable(name),
            (Tag::Atom, &[Node::Atom(atom, _)]) => ExprKind::Atom(atom),
            (Tag::Integer, &[value @ (Node::Int(_) | Node::Big(_))]) => {
                ExprKind::Integer(self.flat.integer(value).unwrap_or_default())
            }
            (Tag::Char, &[Node::Int(value)]) => ExprKind::Char(small(value)?),
            (Tag::Float, &[Node::Float(value)]) => ExprKind::Float(value),
            (Tag::String, &[value]) => {
                ExprKind::String(self.flat.string(value).ok_or_else(|| self.unknown("a string", node))?)
            }
            (Tag::Tuple, &[elements]) => ExprKind::Tuple(self.exprs(elements)?),
            (Tag::Nil, []) => ExprKind::List { elements: Vec::new(), tail: None },
            (Tag::Cons, &[head, tail]) => self.list_cells(head, tail)?,
            (Tag::Map, &[fields]) => ExprKind::Map(self.map_fields(fields)?),
            (Tag::Map, &[map, fields]) => {
                ExprKind::MapUpdate { map: self.expr(map)?, fields: self.map_fields(fields)? }
            }
            (Tag::Record, &[Node::Atom(name, _), fields]) => {
                ExprKind::Record { name, fields: self.record_fields(fields)? }
            }
            (Tag::Record, &[record, Node::Atom(name, _), fields]) => ExprKind::RecordUpdate {
                record: self.expr(record)?,
                name,
                fields: self.record_fields(fields)?,
            },
            (Tag::RecordField, &[record, Node::Atom(name, _), field]) => {
                ExprKind::RecordAccess { record: self.expr(record)?, name, field: self.atom_expr(field)? }
            }
            (Tag::RecordIndex, &[Node::Atom(name, _), field]) => {
                ExprKind::RecordIndex { name, field: self.atom_expr(field)? }
            }
            (Tag::Bin, &[segments]) => {
                let segments = self.list(segments, "a binary's segments")?;
                ExprKind::Bitstring(
                    segments.iter().map(|&segment| self.segment(segment)).collect::<Result<_>>()?,
                )
            }
            (Tag::Match, &[pattern, value]) => {
                ExprKind::Match { pattern: self.expr(pattern)?, value: self.expr(value)? }
            }
            (Tag::MaybeMatch, &[pattern, value]) => {
                ExprKind::MaybeMatch { pattern: self.expr(pattern)?, value: self.expr(value)? }
            }
            (Tag::Op, &[Node::Atom(_, op), operand]) => {
                let op = unary_op(op).ok_or_else(|| self.unknown("an operator", node))?;
                ExprKind::Unary { op, operand: self.expr(operand)? }
            }
            (Tag::Op, &[Node::Atom(_, op), left, right]) => {
                let op = binary_op(op).ok_or_else(|| self.unknown("an operator", node))?;
                ExprKind::Binary { op, left: self.expr(left)?, right: self.expr(right)? }
            }
            (Tag::Call, &[callee, arguments]) => self.call(callee, arguments)?,
            (Tag::Fun, &[body]) => self.fun(span, body)?,
            (Tag::NamedFun, &[Node::Atom(name, _), clauses]) => {
                ExprKind::Fun { name: Some(name), clauses: self.clauses(clauses)? }
            }
            (Tag::Case, &[argument, clauses]) => {
                ExprKind::Case { argument: self.expr(argument)?, clauses: self.branches(clauses)? }
            }
            (Tag::If, &[clauses]) => ExprKind::If { clauses: self.clauses(clauses)? },
            (Tag::Receive, &[clauses]) => ExprKind::Receive { clauses: self.branches(clauses)?, after: None },
            (Tag::Receive, &[clauses, timeout, body]) => {
                let clauses = self.branches(clauses)?;
                let after = After { timeout: self.expr(timeout)?, body: self.exprs(body)? };
                ExprKind::Receive { clauses, after: Some(after) }
            }
            (Tag::Try, &[body, of, catch, after]) => {
                let (body, of) = (self.exprs(body)?, self.branches(of)?);
                let catch = self.list(catch, "catch clauses")?;
                let catch = catch.iter().map(|&clause| self.catch_clause(clause)).collect::<Result<_>>()?;
                ExprKind::Try { body, of, catch, after: self.exprs(after)? }
            }
            (Tag::Catch, &[body]) => ExprKind::Catch(self.expr(body)?),
            (Tag::Block, &[body]) => ExprKind::Begin(self.exprs(body)?),
            (Tag::Maybe, &[body]) => ExprKind::Maybe { body: self.exprs(body)?, else_clauses: Vec::new() },
            (Tag::Maybe, &[body, otherwise]) => {
                let body = self.exprs(body)?;
                match *self.tuple(otherwise, "an else")? {
                    [Node::Atom(_, Tag::Else), _, clauses] => {
                        ExprKind::Maybe { body, else_clauses: self.branches(clauses)? }
                    }
                    _ => return Err(self.unknown("an else", otherwise)),
                }
            }
            (Tag::Lc, &[template, qualifiers]) => {
                let template = self.expr(template)?;
                ExprKind::ListComprehension { template, qualifiers: self.qualifiers(qualifiers)? }
            }
            (Tag::Bc, &[template, qualifiers]) => {
                let template = self.expr(template)?;
                ExprKind::BinaryComprehension { template, qualifiers: self.qualifiers(qualifiers)? }
            }
            (Tag::Mc, &[field, qualifiers]) => {
                let MapField { key, value, .. } = self.map_field(field)?;
                ExprKind::MapComprehension { key, value, qualifiers: self.qualifiers(qualifiers)? }
            }
            _ => return Err(self.unknown("an expression", node)),
        };
        Ok(self.add_expr(span, kind))
    }

    pub(super) fn exprs(&mut self, nodes: Node) -> Result<Vec<ExprId>> {
        self.list(nodes, "a list of expressions")?.iter().map(|&node| self.expr(node)).collect()
    }

    pub(super) fn atom_expr(&self, node: Node) -> Result<Atom> {
        match self.flat.tuple(node) {
            Some(&[Node::Atom(_, Tag::Atom), _, Node::Atom(atom, _)]) => Ok(atom),
            _ => Err(self.unknown("a name", node)),
        }
    }

    pub(super) fn variable_name(&self, node: Node) -> Result<VarName> {
        match self.flat.tuple(node) {
            Some(&[Node::Atom(_, Tag::Var), _, Node::Atom(name, _)]) => Ok(name),
            _ => Err(self.unknown("a variable", node)),
        }
    }

    /// A chain of cells becomes one list, however long it is.
    fn list_cells(&mut self, head: Node, tail: Node) -> Result<ExprKind> {
        let mut elements = vec![self.expr(head)?];
        let mut rest = tail;
        loop {
            match *self.tuple(rest, "a list's tail")? {
                [Node::Atom(_, Tag::Cons), _, head, tail] => {
                    elements.push(self.expr(head)?);
                    rest = tail;
                }
                [Node::Atom(_, Tag::Nil), _] => return Ok(ExprKind::List { elements, tail: None }),
                _ => return Ok(ExprKind::List { elements, tail: Some(self.expr(rest)?) }),
            }
        }
    }

    fn map_fields(&mut self, fields: Node) -> Result<Vec<MapField>> {
        self.list(fields, "a map's fields")?.iter().map(|&field| self.map_field(field)).collect()
    }

    fn map_field(&mut self, field: Node) -> Result<MapField> {
        match *self.tuple(field, "a map's field")? {
            [Node::Atom(_, tag @ (Tag::MapFieldAssoc | Tag::MapFieldExact)), anno, key, value] => {
                Ok(MapField {
                    span: self.span(anno)?,
                    exact: tag == Tag::MapFieldExact,
                    key: self.expr(key)?,
                    value: self.expr(value)?,
                })
            }
            _ => Err(self.unknown("a map's field", field)),
        }
    }

    fn record_fields(&mut self, fields: Node) -> Result<Vec<RecordField>> {
        let fields = self.list(fields, "a record's fields")?;
        fields
            .iter()
            .map(|&field| match *self.tuple(field, "a record's field")? {
                [Node::Atom(_, Tag::RecordField), anno, name, value] => {
                    let span = self.span(anno)?;
                    let name = match self.flat.tuple(name) {
                        Some([Node::Atom(_, Tag::Var), _, Node::Atom(_, Tag::Wildcard)]) => None,
                        _ => Some(self.atom_expr(name)?),
                    };
                    Ok(RecordField { span, name, value: self.expr(value)? })
                }
                _ => Err(self.unknown("a record's field", field)),
            })
            .collect()
    }

    fn segment(&mut self, segment: Node) -> Result<Segment> {
        let &[Node::Atom(_, Tag::BinElement), anno, value, size, specifiers] =
            self.tuple(segment, "a segment")?
        else {
            return Err(self.unknown("a segment", segment));
        };
        let span = self.span(anno)?;
        let value = self.expr(value)?;
        let size = match size {
            Node::Atom(_, Tag::Default) => None,
            size => Some(self.expr(size)?),
        };
        let mut segment = Segment { span, value, size, ty: None, signed: None, endian: None, unit: None };
        if let Node::Atom(_, Tag::Default) = specifiers {
            return Ok(segment);
        }
        for &specifier in self.list(specifiers, "a segment's type")? {
            match specifier {
                Node::Atom(_, Tag::Integer) => segment.ty = Some(SegmentType::Integer),
                Node::Atom(_, Tag::Float) => segment.ty = Some(SegmentType::Float),
                Node::Atom(_, Tag::Binary | Tag::Bytes) => segment.ty = Some(SegmentType::Binary),
                Node::Atom(_, Tag::Bitstring | Tag::Bits) => segment.ty = Some(SegmentType::Bitstring),
                Node::Atom(_, Tag::Utf8) => segment.ty = Some(SegmentType::Utf8),
                Node::Atom(_, Tag::Utf16) => segment.ty = Some(SegmentType::Utf16),
                Node::Atom(_, Tag::Utf32) => segment.ty = Some(SegmentType::Utf32),
                Node::Atom(_, Tag::Signed) => segment.signed = Some(true),
                Node::Atom(_, Tag::Unsigned) => segment.signed = Some(false),
                Node::Atom(_, Tag::Big) => segment.endian = Some(Endian::Big),
                Node::Atom(_, Tag::Little) => segment.endian = Some(Endian::Little),
                Node::Atom(_, Tag::Native) => segment.endian = Some(Endian::Native),
                Node::Atom(name, _) => segment.ty = Some(SegmentType::Unknown(name)),
                _ => match self.flat.tuple(specifier) {
                    Some(&[Node::Atom(_, Tag::Unit), Node::Int(unit)]) => segment.unit = Some(small(unit)?),
                    _ => return Err(self.unknown("a segment's type", specifier)),
                },
            }
        }
        Ok(segment)
    }

    fn call(&mut self, callee: Node, arguments: Node) -> Result<ExprKind> {
        if let Some(&[Node::Atom(_, Tag::Remote), _, module, function]) = self.flat.tuple(callee) {
            let (module, function) = (self.expr(module)?, self.expr(function)?);
            return Ok(ExprKind::RemoteCall { module, function, arguments: self.exprs(arguments)? });
        }
        Ok(ExprKind::Call { callee: self.expr(callee)?, arguments: self.exprs(arguments)? })
    }

    fn fun(&mut self, span: Span, body: Node) -> Result<ExprKind> {
        match *self.tuple(body, "a fun")? {
            [Node::Atom(_, Tag::Clauses), clauses] => {
                Ok(ExprKind::Fun { name: None, clauses: self.clauses(clauses)? })
            }
            [Node::Atom(_, Tag::Function), Node::Atom(name, _), Node::Int(arity)] => {
                Ok(ExprKind::FunLocal { name, arity: small(arity)? })
            }
            [Node::Atom(_, Tag::Function), module, function, arity] => {
                let mut part = |node| match node {
                    // Compilers before R15 wrote the bare names.
                    Node::Atom(atom, _) => Ok(self.add_expr(span, ExprKind::Atom(atom))),
                    Node::Int(n) => Ok(self.add_expr(span, ExprKind::Integer(n.into()))),
                    _ => self.expr(node),
                };
                Ok(ExprKind::FunRemote {
                    module: part(module)?,
                    function: part(function)?,
                    arity: part(arity)?,
                })
            }
            _ => Err(self.unknown("a fun", body)),
        }
    }

    pub(super) fn clauses(&mut self, clauses: Node) -> Result<Vec<Clause>> {
        self.list(clauses, "a list of clauses")?.iter().map(|&clause| self.clause(clause)).collect()
    }

    /// Clauses with exactly one pattern: those of case, receive, `of` and `else`.
    fn branches(&mut self, nodes: Node) -> Result<Vec<Clause>> {
        let clauses = self.clauses(nodes)?;
        match clauses.iter().all(|clause| clause.patterns.len() == 1) {
            true => Ok(clauses),
            false => Err(Problem::unreadable("a clause does not have one pattern")),
        }
    }

    fn clause(&mut self, clause: Node) -> Result<Clause> {
        let &[Node::Atom(_, Tag::Clause), anno, patterns, guard, body] = self.tuple(clause, "a clause")?
        else {
            return Err(self.unknown("a clause", clause));
        };
        let span = self.span(anno)?;
        let patterns = self.exprs(patterns)?;
        let guard = self.guard(guard)?;
        let body = self.exprs(body)?;
        Ok(Clause { span: self.up_to_last(span, &body), patterns, guard, body })
    }

    fn guard(&mut self, guard: Node) -> Result<Guard> {
        self.list(guard, "a guard")?.iter().map(|&conjunction| self.exprs(conjunction)).collect()
    }

    /// `Class:Reason:Stack` is a tuple of three in abstract code, whatever the source left out.
    fn catch_clause(&mut self, clause: Node) -> Result<CatchClause> {
        let &[Node::Atom(_, Tag::Clause), anno, patterns, guard, body] =
            self.tuple(clause, "a catch clause")?
        else {
            return Err(self.unknown("a catch clause", clause));
        };
        let parts = match self.list(patterns, "a catch clause's pattern")? {
            &[pattern] => match self.flat.tuple(pattern) {
                Some(&[Node::Atom(_, Tag::Tuple), _, parts]) => {
                    self.list(parts, "a catch clause's pattern")?
                }
                _ => return Err(self.unknown("a catch clause's pattern", pattern)),
            },
            _ => return Err(self.unknown("a catch clause", clause)),
        };
        let &[class, reason, stacktrace] = parts else {
            return Err(self.unknown("a catch clause", clause));
        };
        let span = self.span(anno)?;
        let class = match self.flat.tuple(class) {
            // Left out, or spelled out: it means the same.
            Some([Node::Atom(_, Tag::Atom), _, Node::Atom(_, Tag::Throw)]) => None,
            _ => Some(self.expr(class)?),
        };
        let reason = self.expr(reason)?;
        let stacktrace = match self.flat.tuple(stacktrace) {
            Some([Node::Atom(_, Tag::Var), _, Node::Atom(_, Tag::Wildcard)]) => None,
            _ => Some(self.expr(stacktrace)?),
        };
        let guard = self.guard(guard)?;
        let body = self.exprs(body)?;
        Ok(CatchClause { span: self.up_to_last(span, &body), class, reason, stacktrace, guard, body })
    }

    fn up_to_last(&self, span: Span, body: &[ExprId]) -> Span {
        body.last().map_or(span, |&last| reaching(span, self.expr_span(last)))
    }

    fn qualifiers(&mut self, qualifiers: Node) -> Result<Vec<Qualifier>> {
        self.list(qualifiers, "qualifiers")?.iter().map(|&qualifier| self.qualifier(qualifier)).collect()
    }

    fn qualifier(&mut self, node: Node) -> Result<Qualifier> {
        match *self.tuple(node, "a qualifier")? {
            [Node::Atom(_, tag @ (Tag::Generate | Tag::GenerateStrict)), anno, pattern, source] => {
                Ok(Qualifier::ListGenerator {
                    span: self.span(anno)?,
                    pattern: self.expr(pattern)?,
                    source: self.expr(source)?,
                    strict: tag == Tag::GenerateStrict,
                })
            }
            [Node::Atom(_, tag @ (Tag::BGenerate | Tag::BGenerateStrict)), anno, pattern, source] => {
                Ok(Qualifier::BinaryGenerator {
                    span: self.span(anno)?,
                    pattern: self.expr(pattern)?,
                    source: self.expr(source)?,
                    strict: tag == Tag::BGenerateStrict,
                })
            }
            [Node::Atom(_, tag @ (Tag::MGenerate | Tag::MGenerateStrict)), anno, pattern, source] => {
                let span = self.span(anno)?;
                let MapField { key, value, .. } = self.map_field(pattern)?;
                let strict = tag == Tag::MGenerateStrict;
                Ok(Qualifier::MapGenerator { span, key, value, source: self.expr(source)?, strict })
            }
            [Node::Atom(_, Tag::Zip), anno, generators] => {
                let span = self.span(anno)?;
                Ok(Qualifier::Zip { span, generators: self.zipped(generators)? })
            }
            _ => Ok(Qualifier::Filter(self.expr(node)?)),
        }
    }

    /// Generators only: zips do not nest.
    fn zipped(&mut self, generators: Node) -> Result<Vec<Qualifier>> {
        let nodes = self.list(generators, "zipped generators")?;
        nodes
            .iter()
            .map(|&node| match self.flat.tuple(node) {
                Some([Node::Atom(_, Tag::Zip), ..]) => Err(self.unknown("a zipped generator", node)),
                _ => match self.qualifier(node)? {
                    Qualifier::Filter(_) => Err(self.unknown("a zipped generator", node)),
                    generator => Ok(generator),
                },
            })
            .collect()
    }
}

pub(super) fn unary_op(op: Tag) -> Option<UnaryOp> {
    Some(match op {
        Tag::Plus => UnaryOp::Plus,
        Tag::Minus => UnaryOp::Minus,
        Tag::Not => UnaryOp::Not,
        Tag::Bnot => UnaryOp::Bnot,
        _ => return None,
    })
}

pub(super) fn binary_op(op: Tag) -> Option<BinaryOp> {
    Some(match op {
        Tag::Multiply => BinaryOp::Multiply,
        Tag::Divide => BinaryOp::Divide,
        Tag::Div => BinaryOp::Div,
        Tag::Rem => BinaryOp::Rem,
        Tag::Band => BinaryOp::Band,
        Tag::And => BinaryOp::And,
        Tag::Plus => BinaryOp::Add,
        Tag::Minus => BinaryOp::Subtract,
        Tag::Bor => BinaryOp::Bor,
        Tag::Bxor => BinaryOp::Bxor,
        Tag::Bsl => BinaryOp::Bsl,
        Tag::Bsr => BinaryOp::Bsr,
        Tag::Or => BinaryOp::Or,
        Tag::Xor => BinaryOp::Xor,
        Tag::Append => BinaryOp::Append,
        Tag::ListSubtract => BinaryOp::ListSubtract,
        Tag::Equal => BinaryOp::Equal,
        Tag::NotEqual => BinaryOp::NotEqual,
        Tag::LessOrEqual => BinaryOp::LessOrEqual,
        Tag::Less => BinaryOp::Less,
        Tag::GreaterOrEqual => BinaryOp::GreaterOrEqual,
        Tag::Greater => BinaryOp::Greater,
        Tag::ExactlyEqual => BinaryOp::ExactlyEqual,
        Tag::NotExactlyEqual => BinaryOp::NotExactlyEqual,
        Tag::AndAlso => BinaryOp::AndAlso,
        Tag::OrElse => BinaryOp::OrElse,
        Tag::Send => BinaryOp::Send,
        _ => return None,
    })
}
