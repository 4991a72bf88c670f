//! Expressions and patterns: operators, calls, brackets.

use super::layout::Doc;
use super::{INDENT, Printer, literals};
use crate::ast::*;

/// erl_parse's precedences: an expression stands without parentheses where at least its own is
/// asked for.
pub(super) mod precedence {
    /// `catch E`
    pub const CATCH: u16 = 0;
    pub const MATCH: u16 = 100;
    pub const UNARY: u16 = 600;
    /// `M#{…}`, `R#r.f`
    pub const UPDATE: u16 = 700;
    /// `m:f(…)`, `f(…)`
    pub const CALL: u16 = 800;
    /// What can be called, updated or be a segment as it is.
    pub const MAX: u16 = 900;
}
use precedence::{CALL, CATCH, MATCH, MAX, UNARY, UPDATE};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandSide {
    Left,
    Right,
    None,
}

pub(super) fn binary_precedence(op: BinaryOp) -> (u16, OperandSide) {
    match op {
        BinaryOp::Send => (100, OperandSide::Right),
        BinaryOp::OrElse => (150, OperandSide::Right),
        BinaryOp::AndAlso => (160, OperandSide::Right),
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::LessOrEqual
        | BinaryOp::Less
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Greater
        | BinaryOp::ExactlyEqual
        | BinaryOp::NotExactlyEqual => (200, OperandSide::None),
        BinaryOp::Append | BinaryOp::ListSubtract => (300, OperandSide::Right),
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Bor
        | BinaryOp::Bxor
        | BinaryOp::Bsl
        | BinaryOp::Bsr
        | BinaryOp::Or
        | BinaryOp::Xor => (400, OperandSide::Left),
        BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Band
        | BinaryOp::And => (500, OperandSide::Left),
    }
}

impl Printer<'_> {
    /// An expression where anything may stand.
    pub(super) fn expr(&mut self, id: ExprId) -> Doc {
        recursion::deep(|| self.expr_here(id))
    }

    /// An expression where one of a lower precedence needs parentheses.
    fn operand(&mut self, id: ExprId, lowest: u16) -> Doc {
        let doc = self.expr(id);
        if self.precedence(id) < lowest { self.parenthesised(doc) } else { doc }
    }

    fn parenthesised(&mut self, doc: Doc) -> Doc {
        let (open, close) = (self.docs.text("("), self.docs.text(")"));
        let doc = self.docs.align(doc);
        self.docs.concat(vec![open, doc, close])
    }

    fn precedence(&self, id: ExprId) -> u16 {
        match &self.module[id].kind {
            ExprKind::Catch(_) => CATCH,
            ExprKind::Match { .. } | ExprKind::MaybeMatch { .. } => MATCH,
            ExprKind::Binary { op, .. } => binary_precedence(*op).0,
            ExprKind::Unary { .. } => UNARY,
            ExprKind::Integer(n) if n.sign() == num_bigint::Sign::Minus => UNARY,
            ExprKind::Float(x) if x.is_sign_negative() => UNARY,
            ExprKind::Map(_)
            | ExprKind::MapUpdate { .. }
            | ExprKind::Record { .. }
            | ExprKind::RecordUpdate { .. }
            | ExprKind::RecordAccess { .. }
            | ExprKind::RecordIndex { .. } => UPDATE,
            ExprKind::Call { .. } | ExprKind::RemoteCall { .. } => CALL,
            _ => MAX,
        }
    }

    fn expr_here(&mut self, id: ExprId) -> Doc {
        let module = self.module;
        match &module[id].kind {
            ExprKind::Integer(n) => self.docs.text(n.to_string()),
            ExprKind::Char(c) => self.docs.text(literals::character(*c)),
            ExprKind::Float(x) => self.docs.text(erlang_term::float::short(*x)),
            ExprKind::Atom(atom) => self.docs.text(literals::atom(*atom)),
            ExprKind::String(text) => self.docs.text(literals::string(text)),
            ExprKind::Variable(name) => self.docs.text(name.name()),
            ExprKind::Wildcard => self.docs.text("_"),
            ExprKind::Error => self.docs.text("..."),
            ExprKind::Tuple(elements) => self.bracketed("{", elements, "}"),
            ExprKind::List { elements, tail } => self.list(elements, *tail),
            ExprKind::Map(fields) => self.map_fields(fields),
            ExprKind::MapUpdate { map, fields } => {
                let base = self
                    .update_base(*map, |kind| matches!(kind, ExprKind::Map(_) | ExprKind::MapUpdate { .. }));
                let fields = self.map_fields(fields);
                self.docs.concat(vec![base, fields])
            }
            ExprKind::Record { name, fields } => self.record_fields(*name, fields),
            ExprKind::RecordUpdate { record, name, fields } => {
                let base = self.record_base(*record);
                let fields = self.record_fields(*name, fields);
                self.docs.concat(vec![base, fields])
            }
            ExprKind::RecordAccess { record, name, field } => {
                let base = self.record_base(*record);
                let access = format!("#{}.{}", literals::atom(*name), literals::atom(*field));
                let access = self.docs.text(access);
                self.docs.concat(vec![base, access])
            }
            ExprKind::RecordIndex { name, field } => {
                self.docs.text(format!("#{}.{}", literals::atom(*name), literals::atom(*field)))
            }
            ExprKind::Bitstring(segments) => self.bitstring(segments),
            ExprKind::Match { pattern, value } => self.equation(*pattern, " =", *value),
            ExprKind::MaybeMatch { pattern, value } => self.equation(*pattern, " ?=", *value),
            ExprKind::Unary { op, operand } => self.unary(*op, *operand),
            ExprKind::Binary { op, .. } => self.binary(*op, id),
            ExprKind::Call { callee, arguments } => {
                let callee = match module[*callee].kind {
                    ExprKind::Fun { .. } => {
                        let fun = self.expr(*callee);
                        self.parenthesised(fun)
                    }
                    _ => self.operand(*callee, MAX),
                };
                let arguments = self.bracketed("(", arguments, ")");
                self.docs.concat(vec![callee, arguments])
            }
            ExprKind::RemoteCall { module, function, arguments } => {
                let of = self.operand(*module, MAX);
                let colon = self.docs.text(":");
                let function = self.operand(*function, MAX);
                let arguments = self.bracketed("(", arguments, ")");
                self.docs.concat(vec![of, colon, function, arguments])
            }
            ExprKind::FunLocal { name, arity } => {
                self.docs.text(format!("fun {}/{arity}", literals::atom(*name)))
            }
            ExprKind::FunRemote { module, function, arity } => {
                let (of, function, arity) = (self.expr(*module), self.expr(*function), self.expr(*arity));
                let (fun, colon, slash) = (self.docs.text("fun "), self.docs.text(":"), self.docs.text("/"));
                self.docs.concat(vec![fun, of, colon, function, slash, arity])
            }
            ExprKind::Fun { name, clauses } => self.fun(*name, clauses),
            ExprKind::Case { argument, clauses } => {
                let argument = self.expr(*argument);
                let (case, of) = (self.docs.text("case "), self.docs.text(" of"));
                let argument = self.docs.align(argument);
                let head = self.docs.concat(vec![case, argument, of]);
                let part = self.clauses_part(head, clauses);
                self.block(vec![part])
            }
            ExprKind::If { clauses } => {
                let head = self.docs.text("if");
                let part = self.clauses_part(head, clauses);
                self.block(vec![part])
            }
            ExprKind::Receive { clauses, after } => self.receive(clauses, after.as_ref()),
            ExprKind::Try { body, of, catch, after } => self.try_(body, of, catch, after),
            ExprKind::Catch(body) => {
                let catch = self.docs.text("catch ");
                let body = self.expr(*body);
                self.docs.concat(vec![catch, body])
            }
            ExprKind::Begin(body) => {
                let part = self.body_part("begin", body);
                self.block(vec![part])
            }
            ExprKind::Maybe { body, else_clauses } => {
                let mut parts = vec![self.body_part("maybe", body)];
                if !else_clauses.is_empty() {
                    let head = self.docs.text("else");
                    parts.push(self.clauses_part(head, else_clauses));
                }
                self.block(parts)
            }
            ExprKind::ListComprehension { template, qualifiers } => {
                let template = self.expr(*template);
                self.comprehension("[", template, qualifiers, "]")
            }
            ExprKind::BinaryComprehension { template, qualifiers } => {
                let template = self.operand(*template, MAX);
                self.comprehension("<< ", template, qualifiers, " >>")
            }
            ExprKind::MapComprehension { key, value, qualifiers } => {
                let (key, value) = (self.expr(*key), self.expr(*value));
                let arrow = self.docs.text(" => ");
                let template = self.docs.concat(vec![key, arrow, value]);
                self.comprehension("#{", template, qualifiers, "}")
            }
        }
    }

    /// `open`, the elements with commas, `close`: on one line, or below each other.
    pub(super) fn bracketed(&mut self, open: &'static str, elements: &[ExprId], close: &'static str) -> Doc {
        let elements = elements.iter().map(|&element| self.expr(element)).collect();
        self.bracketed_docs(open, elements, close)
    }

    pub(super) fn bracketed_docs(
        &mut self,
        open: impl Into<std::borrow::Cow<'static, str>>,
        elements: Vec<Doc>,
        close: &'static str,
    ) -> Doc {
        let (open, close, line) = (self.docs.text(open), self.docs.text(close), self.docs.line());
        let elements = self.docs.separated(elements, ",", line);
        let elements = self.docs.align(elements);
        let whole = self.docs.concat(vec![open, elements, close]);
        self.docs.group(whole)
    }

    fn list(&mut self, elements: &[ExprId], tail: Option<ExprId>) -> Doc {
        let is_small = |&id: &ExprId| {
            matches!(
                self.module[id].kind,
                ExprKind::Integer(_)
                    | ExprKind::Char(_)
                    | ExprKind::Float(_)
                    | ExprKind::Atom(_)
                    | ExprKind::Variable(_)
            )
        };
        let filled = elements.len() > 8 && elements.iter().all(is_small);
        let elements: Vec<Doc> = elements.iter().map(|&element| self.expr(element)).collect();
        let line = self.docs.line();
        let mut inside = match filled {
            true => self.docs.fill(elements),
            false => self.docs.separated(elements, ",", line),
        };
        if let Some(tail) = tail {
            let bar = self.docs.text("| ");
            let tail = self.expr(tail);
            inside = self.docs.concat(vec![inside, line, bar, tail]);
        }
        let (open, close) = (self.docs.text("["), self.docs.text("]"));
        let inside = self.docs.align(inside);
        let whole = self.docs.concat(vec![open, inside, close]);
        self.docs.group(whole)
    }

    fn map_fields(&mut self, fields: &[MapField]) -> Doc {
        let fields = fields
            .iter()
            .map(|field| {
                let arrow = self.docs.text(if field.exact { " := " } else { " => " });
                let (key, value) = (self.expr(field.key), self.expr(field.value));
                self.docs.concat(vec![key, arrow, value])
            })
            .collect();
        self.bracketed_docs("#{", fields, "}")
    }

    fn record_fields(&mut self, name: erlang_term::Atom, fields: &[RecordField]) -> Doc {
        let fields = fields
            .iter()
            .map(|field| {
                let name = field.name.map_or_else(|| "_".to_string(), literals::atom);
                let name = self.docs.text(name + " = ");
                let value = self.expr(field.value);
                self.docs.concat(vec![name, value])
            })
            .collect();
        self.bracketed_docs(format!("#{}{{", literals::atom(name)), fields, "}")
    }

    fn record_base(&mut self, id: ExprId) -> Doc {
        self.update_base(id, |kind| {
            matches!(
                kind,
                ExprKind::Record { .. }
                    | ExprKind::RecordUpdate { .. }
                    | ExprKind::RecordAccess { .. }
                    | ExprKind::RecordIndex { .. }
            )
        })
    }

    /// What `#…` follows: maps after maps, records after records, anything else in parentheses
    /// unless it is simple.
    fn update_base(&mut self, id: ExprId, same: fn(&ExprKind) -> bool) -> Doc {
        let doc = self.expr(id);
        let kind = &self.module[id].kind;
        // `1#a` would be a number to base one.
        let number = matches!(kind, ExprKind::Integer(_) | ExprKind::Float(_));
        match same(kind) || self.precedence(id) >= MAX && !number {
            true => doc,
            false => self.parenthesised(doc),
        }
    }

    fn segment(&mut self, segment: &Segment) -> Doc {
        let value = &self.module[segment.value].kind;
        let doc = match value {
            ExprKind::Unary { operand, .. } if self.precedence(*operand) >= MAX => self.expr(segment.value),
            _ => self.operand(segment.value, MAX),
        };
        let mut parts = vec![doc];
        if let Some(size) = segment.size {
            parts.push(self.docs.text(":"));
            parts.push(self.operand(size, MAX));
        }
        let specifiers = specifiers(segment);
        if !specifiers.is_empty() {
            parts.push(self.docs.text(format!("/{}", specifiers.join("-"))));
        }
        self.docs.concat(parts)
    }

    /// `<<…>>`, with spaces where two brackets would run together.
    fn bitstring(&mut self, segments: &[Segment]) -> Doc {
        let is_angled = |id: ExprId| {
            matches!(self.module[id].kind, ExprKind::Bitstring(_) | ExprKind::BinaryComprehension { .. })
        };
        let starts = segments.first().is_some_and(|first| is_angled(first.value));
        let ends = segments
            .last()
            .is_some_and(|last| specifiers(last).is_empty() && is_angled(last.size.unwrap_or(last.value)));
        let segments = segments.iter().map(|segment| self.segment(segment)).collect();
        self.bracketed_docs(if starts { "<< " } else { "<<" }, segments, if ends { " >>" } else { ">>" })
    }

    fn equation(&mut self, pattern: ExprId, sign: &'static str, value: ExprId) -> Doc {
        let pattern = self.operand(pattern, MATCH + 1);
        let sign = self.docs.text(sign);
        let breaks = self.breaks_before(value);
        let value = self.operand(value, MATCH);
        if !breaks {
            let space = self.docs.text(" ");
            return self.docs.concat(vec![pattern, sign, space, value]);
        }
        let line = self.docs.line();
        let value = self.docs.concat(vec![line, value]);
        let value = self.docs.nest(INDENT, value);
        let whole = self.docs.concat(vec![pattern, sign, value]);
        self.docs.group(whole)
    }

    /// Better on a line of its own than broken: what has no brackets to break in.
    fn breaks_before(&self, id: ExprId) -> bool {
        matches!(
            self.module[id].kind,
            ExprKind::Call { .. }
                | ExprKind::RemoteCall { .. }
                | ExprKind::Binary { .. }
                | ExprKind::String(_)
                | ExprKind::Match { .. }
                | ExprKind::RecordUpdate { .. }
                | ExprKind::MapUpdate { .. }
        )
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> Doc {
        let doc = self.operand(operand, UNARY);
        // `--1` would be another operator.
        let signed = self.precedence(operand) == UNARY;
        let sign = match op {
            UnaryOp::Plus | UnaryOp::Minus if !signed => op.name().to_string(),
            _ => format!("{} ", op.name()),
        };
        let sign = self.docs.text(sign);
        self.docs.concat(vec![sign, doc])
    }

    /// A chain of one operator, however long, is broken all together.
    fn binary(&mut self, op: BinaryOp, id: ExprId) -> Doc {
        let module = self.module;
        let (precedence, side) = binary_precedence(op);
        let mut operands = Vec::new();
        let mut rest = id;
        let outermost = loop {
            match module[rest].kind {
                ExprKind::Binary { op: same, left, right } if same == op && side == OperandSide::Right => {
                    operands.push(self.operand(left, precedence + 1));
                    rest = right;
                }
                ExprKind::Binary { op: same, left, right }
                    if same == op && (side == OperandSide::Left || rest == id) =>
                {
                    operands.push(self.operand(right, precedence + 1));
                    rest = left;
                }
                _ => break rest,
            }
        };
        let lowest = if side == OperandSide::None { precedence + 1 } else { precedence };
        operands.push(self.operand(outermost, lowest));
        if side != OperandSide::Right {
            operands.reverse();
        }
        let line = self.docs.line();
        let operator = self.docs.text(format!(" {}", op.name()));
        let mut parts = Vec::new();
        for (n, operand) in operands.into_iter().enumerate() {
            if n > 0 {
                parts.extend([operator, line]);
            }
            parts.push(operand);
        }
        let chain = self.docs.concat(parts);
        let chain = self.docs.align(chain);
        self.docs.group(chain)
    }

    fn comprehension(
        &mut self,
        open: &'static str,
        template: Doc,
        qualifiers: &[Qualifier],
        close: &'static str,
    ) -> Doc {
        let qualifiers: Vec<Doc> = qualifiers.iter().map(|qualifier| self.qualifier(qualifier)).collect();
        let (open, close, bars) = (self.docs.text(open), self.docs.text(close), self.docs.text("|| "));
        let line = self.docs.line();
        let qualifiers = self.docs.separated(qualifiers, ",", line);
        let qualifiers = self.docs.align(qualifiers);
        let inside = self.docs.concat(vec![template, line, bars, qualifiers]);
        let inside = self.docs.align(inside);
        let whole = self.docs.concat(vec![open, inside, close]);
        self.docs.group(whole)
    }

    fn qualifier(&mut self, qualifier: &Qualifier) -> Doc {
        match qualifier {
            Qualifier::ListGenerator { pattern, source, strict, .. } => {
                self.generator(*pattern, if *strict { " <:- " } else { " <- " }, *source)
            }
            Qualifier::BinaryGenerator { pattern, source, strict, .. } => {
                self.generator(*pattern, if *strict { " <:= " } else { " <= " }, *source)
            }
            Qualifier::MapGenerator { key, value, source, strict, .. } => {
                let (key, value) = (self.expr(*key), self.expr(*value));
                let pair = self.docs.text(" := ");
                let arrow = self.docs.text(if *strict { " <:- " } else { " <- " });
                let source = self.expr(*source);
                self.docs.concat(vec![key, pair, value, arrow, source])
            }
            Qualifier::Zip { generators, .. } => {
                let generators = generators.iter().map(|generator| self.qualifier(generator)).collect();
                let line = self.docs.line();
                self.docs.separated(generators, " &&", line)
            }
            Qualifier::Filter(id) => self.expr(*id),
        }
    }

    fn generator(&mut self, pattern: ExprId, arrow: &'static str, source: ExprId) -> Doc {
        let (pattern, arrow, source) = (self.expr(pattern), self.docs.text(arrow), self.expr(source));
        self.docs.concat(vec![pattern, arrow, source])
    }
}

fn specifiers(segment: &Segment) -> Vec<String> {
    let ty = segment.ty.map(|ty| match ty {
        SegmentType::Integer => "integer",
        SegmentType::Float => "float",
        SegmentType::Binary => "binary",
        SegmentType::Bitstring => "bitstring",
        SegmentType::Utf8 => "utf8",
        SegmentType::Utf16 => "utf16",
        SegmentType::Utf32 => "utf32",
        SegmentType::Unknown(name) => name.name(),
    });
    let signed = segment.signed.map(|signed| if signed { "signed" } else { "unsigned" });
    let endian = segment.endian.map(|endian| match endian {
        Endian::Big => "big",
        Endian::Little => "little",
        Endian::Native => "native",
    });
    let words = [ty, signed, endian].into_iter().flatten().map(str::to_string);
    words.chain(segment.unit.map(|unit| format!("unit:{unit}"))).collect()
}
